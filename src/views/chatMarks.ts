import { EventEmitter, l10n, ThemeColor, type FileDecoration, type Uri, window } from 'vscode';
import { type ChatId, parseChatId } from '../core/ids';
import { Owned, type Disposable } from '../core/owned';
import type { Chat } from '../store/rows';
import { chatUri } from './chatNodes';
import type { Services } from './services';

/** The one mark behind a chat's title: what presses most. */
export function registerChatMarks({ chats }: Services): Disposable {
  const own = new Owned();
  const changed = own.add(new EventEmitter<Uri[] | undefined>());
  own.add(chats.onDidChange((ids) => changed.fire(ids.length === 0 ? undefined : ids.map((id) => chatUri(id)))));
  const provideFileDecoration = (uri: Uri): FileDecoration | undefined => {
    const chat = uri.scheme === 'localix-chat' ? chatAt(uri, (id) => chats.chat(id)) : undefined;
    return chat && markOf(chat);
  };
  own.add(window.registerFileDecorationProvider({ onDidChangeFileDecorations: changed.event, provideFileDecoration }));
  return own;
}

function chatAt(uri: Uri, chatOf: (id: ChatId) => Chat | undefined): Chat | undefined {
  const id = parseChatId(uri.path.slice(1));
  return id && chatOf(id);
}

export function markOf({ terminalEnd, isUnread, isPinned, archivedAt }: Chat): FileDecoration | undefined {
  const dimmed = archivedAt === null ? {} : { color: new ThemeColor('disabledForeground') };
  if (terminalEnd === 'failed') return { badge: '!', tooltip: l10n.t('Its terminal could not be started'), color: new ThemeColor('list.errorForeground') };
  if (isUnread) return { badge: '●', tooltip: l10n.t('Unread'), ...dimmed };
  if (isPinned) return { badge: '⚲', tooltip: l10n.t('Pinned'), ...dimmed };
  return archivedAt === null ? undefined : { tooltip: l10n.t('Archived'), ...dimmed };
}
