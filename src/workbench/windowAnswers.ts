import { commands } from 'vscode';

/**
 * Settles when the window has gone through what it was sent before: it takes messages in their order, and a window that is
 * busy drawing takes them late. Setting what is set already is the least that it can be asked.
 */
export async function windowAnswers(): Promise<void> {
  await commands.executeCommand('setContext', 'localix.answers', true);
}
