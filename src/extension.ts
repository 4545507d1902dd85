import type { ExtensionContext } from 'vscode';
import { type App, startApp } from './app';

let app: App | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const start = performance.now();
  app = await startApp(context);
  // VS Code's own figure holds what it does before and meanwhile: it reads its storage, its translations.
  performance.measure('localix.activate', { start });
}

/** VS Code waits for a few seconds until what is still to be saved is saved. */
export async function deactivate(): Promise<void> {
  await app?.end();
}
