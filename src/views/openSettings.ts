import { commands, env, extensions } from 'vscode';
import type { Disposable } from '../core/owned';
import { registerCommands } from './registerCommands';
import type { Services } from './services';

const extensionId = 'localix.localix';

interface Manifest {
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope?: string }>> } };
}

/** “Open Settings”: those of Localix, or the one that is named. */
export function registerOpenSettings(services: Services): Disposable {
  return registerCommands(services, {
    'localix.openSettings': (setting) => {
      const query = typeof setting === 'string' ? `@id:${setting}` : `@ext:${extensionId}`;
      // Those of another machine are on a page of their own, and not to be found on the person's.
      const isThere = env.remoteName !== undefined && typeof setting === 'string' && isOfMachine(setting);
      return commands.executeCommand(isThere ? 'workbench.action.openRemoteSettings' : 'workbench.action.openSettings', { query });
    },
  });
}

function isOfMachine(setting: string): boolean {
  const manifest = extensions.getExtension(extensionId)?.packageJSON as Manifest | undefined;
  return manifest?.contributes.configuration.properties[setting]?.scope?.startsWith('machine') === true;
}
