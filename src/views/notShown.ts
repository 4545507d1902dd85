import { l10n, QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import type { Disposable } from '../core/owned';
import type { NotShown } from '../external/join';
import { tellApart } from '../external/tellApart';
import { agentNames } from '../shared/agentId';
import { agentIcon } from '../workbench/agentIcons';
import { openFolders } from './folders';
import { withoutIcons } from './plainText';
import { registerCommands } from './registerCommands';
import type { Services } from './services';
import { openSource } from './sessionActions';
import { skipWords } from './words';

type Item = QuickPickItem & { readonly path?: string };

/** What was found in the histories and is no row, each with its reason. */
export function registerNotShown(services: Services): Disposable {
  return registerCommands(services, {
    'localix.showNotShown': async () => {
      const items = itemsOf(services);
      if (items.length === 0) {
        void window.showInformationMessage(l10n.t('Every session that was found for this folder is listed.'));
        return;
      }
      const picked = await window.showQuickPick(items, {
        placeHolder: l10n.t('Found for this folder, or for no known folder. Pick one to see its file.'),
        matchOnDescription: true,
        matchOnDetail: true,
      });
      if (picked?.path !== undefined) await openSource(picked.path, 1);
    },
  });
}

function itemsOf(services: Services): readonly Item[] {
  const { notListed, inPart, parts } = tellApart(openFolders().flatMap(({ path }) => services.external.listing(path).notShown));
  return [
    ...section(services, l10n.t('Not listed ({0})', notListed.length), notListed),
    ...section(services, l10n.t('Listed as far as it is understood ({0})', inPart.length), inPart),
    ...section(services, l10n.t('Sub-agents, parts of other sessions ({0})', parts.length), parts),
  ];
}

function section(services: Services, label: string, found: readonly NotShown[]): readonly Item[] {
  if (found.length === 0) return [];
  return [{ label, kind: QuickPickItemKind.Separator }, ...found.map((item) => itemOf(services, item))];
}

function itemOf(services: Services, { agent, id, path, reason, detail }: NotShown): Item {
  return {
    path,
    label: withoutIcons(skipWords[reason](detail)),
    description: [agentNames[agent], id].filter((part) => part !== null).join(' · '),
    detail: withoutIcons(path),
    iconPath: agentIcon(services.extension, agent),
  };
}
