import type { ExtensionContext } from 'vscode';
import { startApp } from './app';

export async function activate(context: ExtensionContext): Promise<void> {
  const start = performance.now();
  context.subscriptions.push(await startApp(context));
  // VS Code's own figure holds what it does before and meanwhile: it reads its storage, its translations.
  performance.measure('localix.activate', { start });
}
