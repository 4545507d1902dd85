import type { ChatId, ProjectId } from '../core/ids';
import { fail, ok, type Result } from '../core/result';
import type { SqlValue } from './logLine';
import { nextNumber } from './counter';
import type { Chat, ChatLink, ChildKind, TerminalEnd } from './rows';
import type { SqlRow } from './sqlEngine';
import type { Query, Transaction } from './transaction';

export const chatReads = {
  /** Roots and children, of one project or of all. `archived` leaves only those, `false` only the others. */
  chats: (query: Query, { project, archived }: { project?: ProjectId; archived?: boolean }): readonly Chat[] =>
    query
      .all('SELECT * FROM chat WHERE project = coalesce(?, project) ORDER BY active_at DESC, created_at DESC, id', project ?? null)
      .map(chatOf)
      .filter(({ archivedAt }) => archived === undefined || archived === (archivedAt !== null)),

  chat: (query: Query, { id }: { id: ChatId }): Chat | undefined => find(query, id),

  /** The chat that a native session is linked to, archived or not. */
  chatOfNative(query: Query, { agent, nativeId }: { agent: string; nativeId: string }): Chat | undefined {
    const row = query.get('SELECT * FROM chat WHERE agent = ? AND native_id = ?', agent, nativeId);
    return row && chatOf(row);
  },
};

export interface NewChat {
  readonly project: ProjectId;
  readonly now: number;
  /** With `kind`: a child of that chat, in the same project. */
  readonly parent?: ChatId;
  readonly kind?: ChildKind;
  readonly title?: string;
  readonly cwd?: string;
}

/** A native session that is to have a chat. */
export interface NewNativeChat {
  readonly project: ProjectId;
  readonly agent: string;
  readonly nativeId: string;
  readonly title: string | null;
  readonly cwd: string | null;
  readonly createdAt: number;
  readonly activeAt: number;
  readonly now: number;
}

export const chatWrites = {
  createChat(tx: Transaction, { project, now, parent, kind, title, cwd }: NewChat): Result<Chat, 'project_missing' | 'chat_missing'> {
    if (tx.get('SELECT id FROM project WHERE id = ?', project) === undefined) return fail('project_missing', project);
    const above = parent === undefined ? undefined : find(tx, parent);
    if (parent !== undefined && above === undefined) return fail('chat_missing', parent);
    const id: ChatId = `LOCALIX-${nextNumber(tx, 'LOCALIX')}`;
    tx.run(
      `INSERT INTO chat (id, project, parent, root, kind, title, is_titled_by_person, created_at, active_at, cwd)
        VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?)`,
      ...[id, above?.project ?? project, parent ?? null, above?.root ?? id, kind ?? (above ? 'thread' : 'root'), title ?? null, now, now, cwd ?? null],
    );
    tx.changed('chat', id);
    return ok(find(tx, id) as Chat);
  },

  /** The chat that stands for a native session, archived or not; made, with the times recorded there, when there is none. */
  chatForNative(tx: Transaction, { project, agent, nativeId, title, cwd, createdAt, activeAt, now }: NewNativeChat): Result<Chat, 'project_missing' | 'chat_missing'> {
    const known = tx.get('SELECT * FROM chat WHERE agent = ? AND native_id = ?', agent, nativeId);
    if (known !== undefined) return ok(chatOf(known));
    const made = chatWrites.createChat(tx, { project, now, ...(title !== null && { title }), ...(cwd !== null && { cwd }) });
    if (!made.ok) return made;
    tx.run(
      'UPDATE chat SET agent = ?, linked_at = ?, native_id = ?, native_at = ?, created_at = ?, active_at = ? WHERE id = ?',
      ...[agent, now, nativeId, now, createdAt, activeAt, made.value.id],
    );
    return ok(find(tx, made.value.id) as Chat);
  },

  /** A title that is not by the person leaves one that is. */
  renameChat(tx: Transaction, { id, title, byPerson }: { id: ChatId; title: string | null; byPerson: boolean }): Result<null, 'chat_missing'> {
    if (!byPerson && find(tx, id)?.isTitledByPerson === true) return ok(null);
    return update(tx, id, 'UPDATE chat SET title = ?, is_titled_by_person = ? WHERE id = ?', title, byPerson ? 1 : 0, id);
  },

  setPinned: (tx: Transaction, { id, isPinned }: { id: ChatId; isPinned: boolean }): Result<null, 'chat_missing'> =>
    update(tx, id, 'UPDATE chat SET is_pinned = ? WHERE id = ?', isPinned ? 1 : 0, id),

  /** `null` brings the chat back. */
  setArchived: (tx: Transaction, { id, archivedAt }: { id: ChatId; archivedAt: number | null }): Result<null, 'chat_missing'> =>
    update(tx, id, 'UPDATE chat SET archived_at = ? WHERE id = ?', archivedAt, id),

  setUnread: (tx: Transaction, { id, isUnread }: { id: ChatId; isUnread: boolean }): Result<null, 'chat_missing'> =>
    update(tx, id, 'UPDATE chat SET is_unread = ? WHERE id = ?', isUnread ? 1 : 0, id),

  setTerminalEnd: (tx: Transaction, { id, end }: { id: ChatId; end: TerminalEnd | null }): Result<null, 'chat_missing'> =>
    update(tx, id, 'UPDATE chat SET terminal_end = ? WHERE id = ?', end, id),

  /** Never sets the time back. */
  touchChat: (tx: Transaction, { id, now }: { id: ChatId; now: number }): Result<null, 'chat_missing'> =>
    update(tx, id, 'UPDATE chat SET active_at = max(active_at, ?) WHERE id = ?', now, id),

  /**
   * Links an agent, and the native session when it is known. `activeAt` is the time recorded in that session, which the
   * chat takes over; without it the chat keeps its own.
   */
  linkChat(
    tx: Transaction,
    { id, agent, nativeId, now, activeAt }: { id: ChatId; agent: string; nativeId: string | null; now: number; activeAt?: number },
  ): Result<null, 'chat_missing' | 'another_agent_linked' | NativeCode> {
    const chat = find(tx, id);
    if (chat === undefined) return fail('chat_missing', id);
    if (chat.link !== null && chat.link.agent !== agent) return fail('another_agent_linked', chat.link.agent);
    if (chat.link === null) update(tx, id, 'UPDATE chat SET agent = ?, linked_at = ? WHERE id = ?', agent, now, id);
    if (activeAt !== undefined) update(tx, id, 'UPDATE chat SET active_at = ? WHERE id = ?', activeAt, id);
    return nativeId === null ? ok(null) : setNative(tx, id, agent, nativeId, now);
  },

  /** Saves which conversation of its agent a chat turned out to be. */
  setNativeId(tx: Transaction, { id, nativeId, now }: { id: ChatId; nativeId: string; now: number }): Result<null, 'chat_missing' | 'no_agent_linked' | NativeCode> {
    const chat = find(tx, id);
    if (chat === undefined) return fail('chat_missing', id);
    return chat.link === null ? fail('no_agent_linked', id) : setNative(tx, id, chat.link.agent, nativeId, now);
  },

  /** Removes one chat with what belongs to it. Its children are the caller's to remove first. */
  deleteChat(tx: Transaction, { id }: { id: ChatId }): Result<null, 'chat_missing' | 'chat_has_children'> {
    if (tx.get('SELECT id FROM chat WHERE parent = ?', id) !== undefined) return fail('chat_has_children', id);
    const removed = update(tx, id, 'DELETE FROM chat WHERE id = ?', id);
    if (!removed.ok) return removed;
    tx.run('DELETE FROM message WHERE chat = ?', id);
    tx.run('DELETE FROM draft WHERE chat = ?', id);
    return ok(null);
  },
};

/** `native_id_taken` has the other chat's id; a chat never changes over to another conversation. */
type NativeCode = 'native_id_taken' | 'another_session_linked';

function setNative(tx: Transaction, id: ChatId, agent: string, nativeId: string, now: number): Result<null, NativeCode> {
  const owner = tx.get('SELECT id FROM chat WHERE agent = ? AND native_id = ?', agent, nativeId)?.['id'];
  if (owner === id) return ok(null);
  if (owner !== undefined) return fail('native_id_taken', String(owner));
  const known = find(tx, id)?.link?.nativeId ?? null;
  if (known !== null) return fail('another_session_linked', known);
  update(tx, id, 'UPDATE chat SET native_id = ?, native_at = ? WHERE id = ?', nativeId, now, id);
  return ok(null);
}

function find(query: Query, id: ChatId): Chat | undefined {
  const row = query.get('SELECT * FROM chat WHERE id = ?', id);
  return row && chatOf(row);
}

function update(tx: Transaction, id: ChatId, sql: string, ...params: SqlValue[]): Result<null, 'chat_missing'> {
  if (find(tx, id) === undefined) return fail('chat_missing', id);
  tx.run(sql, ...params);
  tx.changed('chat', id);
  return ok(null);
}

function chatOf(row: SqlRow): Chat {
  return {
    id: row['id'] as ChatId,
    project: row['project'] as ProjectId,
    parent: row['parent'] as ChatId | null,
    root: row['root'] as ChatId,
    kind: row['kind'] as Chat['kind'],
    title: row['title'] as string | null,
    isTitledByPerson: row['is_titled_by_person'] === 1,
    createdAt: row['created_at'] as number,
    activeAt: row['active_at'] as number,
    isPinned: row['is_pinned'] === 1,
    archivedAt: row['archived_at'] as number | null,
    isUnread: row['is_unread'] === 1,
    link: row['agent'] === null ? null : linkOf(row),
    cwd: row['cwd'] as string | null,
    terminalEnd: row['terminal_end'] as TerminalEnd | null,
  };
}

function linkOf({ agent, native_id: nativeId, linked_at: linkedAt, native_at: nativeAt }: SqlRow): ChatLink {
  return { agent: agent as string, nativeId: nativeId as string | null, linkedAt: linkedAt as number, nativeAt: nativeAt as number | null };
}
