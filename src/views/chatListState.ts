import type { Memento } from 'vscode';
import { type ChatArrangement, chatGroupings, chatSortings } from '../chats/arrangeChats';
import { type Folds, withFold } from '../chats/folds';
import { type ChatId, parseChatId } from '../core/ids';
import { asArray, asObject, type Json } from '../core/json';

const foldsKey = 'chats.folds';
const archivedKey = 'chats.showsArchived';

/** How the person has arranged the list of chats; kept on this device. */
export class ChatListState {
  /** What was typed to search; lasts as long as the window. */
  search = '';
  /** Where all rows are wanted, by the id of the node above them; lasts as long as the window. */
  readonly wantsAll = new Set<string>();
  private chosen: Folds;

  constructor(private readonly memory: Memento) {
    this.chosen = new Map(asArray(memory.get<Json>(foldsKey)).flatMap((entry) => foldOf(entry)));
  }

  get folds(): Folds {
    return this.chosen;
  }

  fold(id: ChatId, open: boolean): void {
    this.chosen = withFold(this.chosen, id, open);
    void this.memory.update(foldsKey, [...this.chosen]);
  }

  get showsArchived(): boolean {
    return this.memory.get<Json>(archivedKey) === true;
  }

  setShowsArchived(shows: boolean): Thenable<void> {
    return this.memory.update(archivedKey, shows || undefined);
  }

  arrangement(project: string): ChatArrangement {
    const kept = asObject(this.memory.get<Json>(arrangementKey(project)));
    return {
      sort: chatSortings.find((sort) => sort === kept?.['sort']) ?? 'activity',
      group: chatGroupings.find((group) => group === kept?.['group']) ?? 'none',
    };
  }

  arrange(project: string, change: Partial<ChatArrangement>): Thenable<void> {
    return this.memory.update(arrangementKey(project), { ...this.arrangement(project), ...change });
  }
}

function foldOf(entry: Json): readonly (readonly [ChatId, boolean])[] {
  const [chat, open] = asArray(entry);
  const id = parseChatId(chat);
  return id === undefined || typeof open !== 'boolean' ? [] : [[id, open]];
}

function arrangementKey(project: string): string {
  return `chats.arrangement.${project}`;
}
