import { l10n, QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import type { Session } from '../external/session';
import { agentNames, parseKey, type SessionKey } from '../shared/agentId';
import { agentIcon } from '../workbench/agentIcons';
import { openFolders } from './folders';
import { withoutIcons } from './plainText';
import type { Services } from './services';
import { describe, titleOf } from './sessionText';

/** The session a command is about: the row it was called on, or the key it was given, or one that the person picks. */
export async function chooseSession(services: Services, argument: unknown): Promise<SessionKey | undefined> {
  return keyOf(argument) ?? (await pickSession(services));
}

function keyOf(argument: unknown): SessionKey | undefined {
  const key = typeof argument === 'string' ? argument : (argument as { session?: { key?: unknown } } | undefined)?.session?.key;
  return typeof key === 'string' && parseKey(key) !== undefined ? (key as SessionKey) : undefined;
}

async function pickSession(services: Services): Promise<SessionKey | undefined> {
  const picked = await window.showQuickPick(itemsOf(services), {
    placeHolder: l10n.t('Session of this folder: type a part of its title, folder or id'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.key;
}

type Item = QuickPickItem & { readonly key?: SessionKey };

/** What the active tab shows comes first. */
async function itemsOf(services: Services): Promise<Item[]> {
  const folders = openFolders().map(({ path }) => path);
  await scanned(services, folders);
  const hosts = services.hosts.list.flatMap(({ sessions }) => (sessions.isRead ? sessions.listing('/').sessions : []));
  const sessions = [...folders.flatMap((folder) => services.external.listing(folder).sessions), ...hosts];
  const distinct = [...new Map(sessions.map((session) => [session.key, session])).values()];
  const { key } = services.activeSession;
  const active = key === undefined ? undefined : services.external.get(key);
  const items = distinct.filter((session) => session.key !== key).map((session) => itemOf(services, session));
  if (active === undefined) return items;
  const heading = (label: string): Item => ({ label, kind: QuickPickItemKind.Separator });
  return [heading(l10n.t('in the active tab')), itemOf(services, active), heading(l10n.t('in this folder')), ...items];
}

function itemOf(services: Services, session: Session): Item {
  const { record, agent, key } = session;
  return {
    key,
    label: withoutIcons(titleOf(session)),
    description: [agentNames[agent], parseKey(key)?.host, describe(session, new Date())].filter(Boolean).join(' · '),
    detail: withoutIcons([record.folder, record.id].filter((part) => part !== null).join('  ')),
    iconPath: agentIcon(services.extension, agent),
  };
}

/** Resolves once no folder's list is still being made. */
function scanned({ external }: Services, folders: readonly string[]): Promise<void> {
  const isDone = (): boolean => folders.every((folder) => external.listing(folder).state !== 'loading');
  return new Promise((resolve) => {
    if (isDone()) return resolve();
    const waiting = external.onDidChange(() => {
      if (!isDone()) return;
      waiting.dispose();
      resolve();
    });
  });
}
