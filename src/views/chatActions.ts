import { l10n, type TreeView, window } from 'vscode';
import { childrenFirst } from '../chats/chatTree';
import type { ChangeCode } from '../chats/chats';
import type { ChatId } from '../core/ids';
import type { Disposable } from '../core/owned';
import type { Result } from '../core/result';
import type { Chat } from '../store/rows';
import { chatLink } from './chatLinks';
import { chatTitle, type ChatTreeNode } from './chatNodes';
import { chooseChats } from './chooseChat';
import { copyText } from './copyText';
import { atFocus, focusedRow } from './focusedRow';
import { registerCommands } from './registerCommands';
import type { Services } from './services';
import { tellChat } from './tellChat';
import { archivedWords, chatCount, pinnedWords, unreadWords } from './words';

/** What can be done with the chats of the list besides opening them. */
export function registerChatActions(services: Services, view: TreeView<ChatTreeNode>): Disposable {
  const { chats } = services;
  const withChats = (act: (on: readonly Chat[]) => unknown) => async (argument: unknown, more: unknown) => {
    const called = argument === atFocus ? await focusedRow(view) : argument;
    const on = await chooseChats(services, called, more, view.selection);
    if (on.length > 0) await act(on);
  };
  const setPinned = (is: boolean): Change => ({ set: (ids, to) => chats.setPinned(ids, to), is, has: ({ isPinned }) => isPinned, words: pinnedWords });
  const setArchived = (is: boolean): Change => ({ set: (ids, to) => chats.setArchived(ids, to), is, has: ({ archivedAt }) => archivedAt !== null, words: archivedWords });
  const setUnread = (is: boolean): Change => ({ set: (ids, to) => chats.setUnread(ids, to), is, has: ({ isUnread }) => isUnread, words: unreadWords });
  const changing = (change: Change): ReturnType<typeof withChats> => withChats((on) => apply(services, on, change));
  return registerCommands(services, {
    'localix.renameChat': withChats(([chat]) => chat && rename(services, chat)),
    'localix.pinChats': changing(setPinned(true)),
    'localix.unpinChats': changing(setPinned(false)),
    'localix.archiveChats': changing(setArchived(true)),
    'localix.unarchiveChats': changing(setArchived(false)),
    'localix.markChatsUnread': changing(setUnread(true)),
    'localix.markChatsRead': changing(setUnread(false)),
    'localix.copyChatId': withChats((on) => copyText(on.map(({ id }) => id).join('\n'))),
    'localix.copyChatLink': withChats((on) => copyText(on.map(({ id }) => chatLink(id).toString()).join('\n'))),
    'localix.deleteChats': withChats((on) => remove(services, on)),
  });
}

/** One thing of a chat that is or is not so. */
interface Change {
  readonly is: boolean;
  readonly has: (chat: Chat) => boolean;
  readonly set: (ids: readonly ChatId[], to: boolean) => Promise<Result<null, ChangeCode>>;
  readonly words: (is: boolean, count: string) => string;
}

/** For one chat or many. What hides rows, or changed several, can be undone from its message. */
async function apply(services: Services, on: readonly Chat[], { is, has, set, words }: Change): Promise<void> {
  const ids = on.filter((chat) => has(chat) !== is).map(({ id }) => id);
  if (ids.length === 0) return;
  const done = await set(ids, is);
  if (!done.ok) return tellChat(services, done);
  const isHiding = words === archivedWords && is;
  if (ids.length === 1 && !isHiding) return;
  const undo = l10n.t('Undo');
  // Not awaited: the message stays until the person answers it.
  void window.showInformationMessage(words(is, chatCount(ids.length)), undo).then(async (chosen) => {
    const undone = chosen === undo ? await set(ids, !is) : undefined;
    if (undone?.ok === false) await tellChat(services, undone);
  });
}

async function rename(services: Services, chat: Chat): Promise<void> {
  const title = await window.showInputBox({ title: l10n.t('Rename Chat'), value: chat.title ?? '', placeHolder: l10n.t('Title') });
  if (title === undefined) return;
  const renamed = await services.chats.rename(chat.id, title);
  if (!renamed.ok) await tellChat(services, renamed);
}

async function remove(services: Services, on: readonly Chat[]): Promise<void> {
  const all = services.chats.all();
  const doomed = new Set(on.flatMap(({ id }) => childrenFirst(id, all)));
  const confirm = l10n.t('Delete');
  const [only] = on;
  const question = on.length === 1 && only !== undefined ? l10n.t('Delete the chat “{0}”?', chatTitle(only)) : l10n.t('Delete {0}?', chatCount(on.length));
  const detail = [
    doomed.size > on.length ? l10n.t('With what stands under it, that is {0} in all.', chatCount(doomed.size)) : '',
    doomed.size === 1
      ? l10n.t('What runs in its terminal is ended. The agent\'s own session stays. This can\'t be undone.')
      : l10n.t('What runs in their terminals is ended. The agents\' own sessions stay. This can\'t be undone.'),
  ];
  const answer = await window.showWarningMessage(question, { modal: true, detail: detail.filter((line) => line !== '').join('\n') }, confirm);
  if (answer !== confirm) return;
  for (const { id } of on) {
    // One that went with its parent.
    if (services.chats.chat(id) === undefined) continue;
    const removed = await services.chats.remove(id);
    if (!removed.ok) return tellChat(services, removed, id);
  }
}
