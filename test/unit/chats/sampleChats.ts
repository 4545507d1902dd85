import fc from 'fast-check';
import type { Chat } from '../../../src/store/rows';
import type { ChatId } from '../../../src/core/ids';

/** A chat of which only the given facts matter. */
export function chat(number: number, facts: Partial<Chat> = {}): Chat {
  return {
    id: `LOCALIX-${number}`, project: 'PRJ-1', parent: null, root: `LOCALIX-${number}`, kind: 'root', title: `Chat ${number}`, isTitledByPerson: true,
    createdAt: Date.UTC(2026, 10, 1), activeAt: Date.UTC(2026, 10, 1), isPinned: false, archivedAt: null, isUnread: false, link: null, cwd: null,
    terminalEnd: null, ...facts,
  };
}

export function linkedTo(agent: string, nativeId: string | null = null): Chat['link'] {
  return { agent, nativeId, linkedAt: 0, nativeAt: null };
}

/** Chats as a store may hold them, parents that are gone included, in any order. */
export const anyChats: fc.Arbitrary<readonly Chat[]> = fc
  .array(fc.record({ parent: fc.option(fc.nat(40)), pinned: fc.boolean(), archived: fc.boolean(), minute: fc.nat(59), title: fc.constantFrom('a', 'b 2', 'b 10', '') }), { maxLength: 40 })
  .map((rows) =>
    rows.map(({ parent, pinned, archived, minute, title }, at) =>
      chat(at + 1, {
        title,
        isPinned: pinned,
        parent: parent === null ? null : (`LOCALIX-${parent + 1}` satisfies ChatId),
        archivedAt: archived ? Date.UTC(2026, 10, 2) : null,
        activeAt: Date.UTC(2026, 10, 1, 12, minute),
      }),
    ),
  )
  .chain((chats) => fc.shuffledSubarray([...chats]));
