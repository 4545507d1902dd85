import { commands, window } from 'vscode';
import type { CommandId } from './commands';

/** A button and the command that it runs. */
export interface Step {
  readonly label: string;
  readonly command: CommandId | 'revealFileInOS' | 'workbench.extensions.action.checkForUpdates' | 'workbench.trust.manage';
  readonly arguments: readonly unknown[];
}

/** What went wrong, and what a person can do next. */
export interface Notice {
  readonly message: string;
  readonly steps: readonly Step[];
}

export async function showNotice({ message, steps }: Notice): Promise<void> {
  const chosen = await window.showErrorMessage(message, ...steps.map(({ label }) => label));
  const step = steps.find(({ label }) => label === chosen);
  if (step !== undefined) await takeStep(step);
}

export async function takeStep({ command, arguments: given }: Step): Promise<void> {
  await commands.executeCommand(command, ...given);
}
