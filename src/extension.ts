import type { ExtensionContext } from 'vscode';
import { startApp } from './app';

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(await startApp(context));
}
