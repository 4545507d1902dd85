import { commands } from 'vscode';
import type { Disposable } from '../core/owned';
import { registerCommands } from './registerCommands';
import type { Services } from './services';

/** Localix on sample histories, in a window of its own. */
export function registerOpenDemo(services: Services): Disposable {
  return registerCommands(services, {
    'localix.openDemo': async () => {
      await commands.executeCommand('vscode.openFolder', await services.makeDemo(), { forceNewWindow: true });
    },
  });
}
