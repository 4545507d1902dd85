import { wordMatcher } from '../core/wordMatch';
import { type ChatArrangement, chatOrder, type ChatSection, sectionsOf } from './arrangeChats';
import type { Chat } from '../store/rows';
import { shownTitle } from './chatTitle';
import { matchingTree, treeOf, unarchivedTree } from './chatTree';

/** How a person wants to see the chats of a project. */
export interface ListingWishes {
  readonly arrangement: ChatArrangement;
  /** Words of titles; empty for all chats. */
  readonly search: string;
  readonly showsArchived: boolean;
}

/** The chats of one project as they are listed. */
export function listingOf(chats: readonly Chat[], { arrangement, search, showsArchived }: ListingWishes, now: Date): readonly ChatSection[] {
  const tree = treeOf(chats, chatOrder(arrangement.sort));
  const visible = showsArchived ? tree : unarchivedTree(tree);
  const matches = wordMatcher(search);
  const found = search.trim() === '' ? visible : matchingTree(visible, (chat) => matches([shownTitle(chat), chat.id]));
  return sectionsOf(found, arrangement, now);
}
