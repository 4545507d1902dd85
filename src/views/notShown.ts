import { l10n, window, type QuickPickItem } from 'vscode';
import type { Disposable } from '../core/owned';
import { agentNames } from '../shared/agentId';
import { agentIcon } from '../workbench/agentIcons';
import { openFolders } from './folders';
import { withoutIcons } from './plainText';
import { registerCommands } from './registerCommands';
import type { Services } from './services';
import { openSource } from './sessionActions';
import { skipWords } from './words';

/** What was found in the histories and is no row, each with its reason. */
export function registerNotShown(services: Services): Disposable {
  return registerCommands(services, {
    'localix.showNotShown': async () => {
      const picked = await window.showQuickPick(itemsOf(services), {
        placeHolder: l10n.t('Found for this folder, or for no known folder, and not listed. Pick one to see its file.'),
        matchOnDescription: true,
        matchOnDetail: true,
      });
      if (picked !== undefined) await openSource(picked.path, 1);
    },
  });
}

function itemsOf(services: Services): readonly (QuickPickItem & { readonly path: string })[] {
  const all = openFolders().flatMap(({ path }) => services.external.listing(path).notShown);
  const distinct = [...new Map(all.map((item) => [`${item.path}\n${item.id}`, item])).values()];
  return distinct.map(({ agent, id, path, reason, detail }) => ({
    path,
    label: withoutIcons(skipWords[reason](detail)),
    description: [agentNames[agent], id].filter((part) => part !== null).join(' · '),
    detail: withoutIcons(path),
    iconPath: agentIcon(services.extension, agent),
  }));
}
