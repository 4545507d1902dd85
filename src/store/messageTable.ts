import type { ChatId } from '../core/ids';
import { fail, ok, type Result } from '../core/result';
import { nextNumber } from './counter';
import type { Message, MessageId, MessageRole } from './rows';
import type { SqlRow } from './sqlEngine';
import type { Query, Transaction } from './transaction';

/** UTF-16 units of a payload in its row; a longer one is a file, so that the database, which is in memory, stays small. */
const longestPayload = 8_000;

export interface NewMessage {
  readonly chat: ChatId;
  readonly role: MessageRole;
  /** Whose words they are, where the role alone does not say it. */
  readonly author?: string;
  readonly text: string;
  /** What belongs to it and is not searched: the output of tools, attachments. The caller's own format. */
  readonly payload?: string;
  readonly now: number;
}

export const messageReads = {
  /** The `limit` last ones of the chat's active branch before the message `before`, in the order in which they were written. */
  messages(query: Query, { chat, before, limit }: { chat: ChatId; before?: MessageId; limit: number }): readonly Message[] {
    const rows = query.all(
      'SELECT * FROM message WHERE chat = ? AND is_active = 1 AND id < coalesce(?, id + 1) ORDER BY id DESC LIMIT ?',
      ...[chat, before ?? null, limit],
    );
    return rows.reverse().map(messageOf);
  },
};

export const messageWrites = {
  /** Adds a message behind the last one of the chat's active branch. The chat counts as active then. */
  addMessage(tx: Transaction, { chat, role, author, text, payload, now }: NewMessage): Result<Message, 'chat_missing'> {
    if (tx.get('SELECT id FROM chat WHERE id = ?', chat) === undefined) return fail('chat_missing', chat);
    const [last] = messageReads.messages(tx, { chat, limit: 1 });
    const isLong = payload !== undefined && payload.length > longestPayload;
    // In the file first: no row speaks of what is not on the disk.
    const blob = isLong ? tx.keep(payload) : null;
    const id: MessageId = nextNumber(tx, 'message');
    tx.run(
      'INSERT INTO message (id, chat, parent, role, author, text, is_active, created_at, payload, payload_blob) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?)',
      ...[id, chat, last?.id ?? null, role, author ?? null, text, now, isLong ? null : (payload ?? null), blob],
    );
    tx.run('UPDATE chat SET active_at = max(active_at, ?) WHERE id = ?', now, chat);
    tx.changed('message', chat);
    tx.changed('chat', chat);
    return ok(messageOf(tx.get('SELECT * FROM message WHERE id = ?', id) as SqlRow));
  },
};

/** The blobs that rows name. */
export function usedBlobs(query: Query): ReadonlySet<string> {
  return new Set(query.all('SELECT DISTINCT payload_blob AS hash FROM message WHERE payload_blob IS NOT NULL').map(({ hash }) => String(hash)));
}

function messageOf(row: SqlRow): Message {
  return {
    id: row['id'] as MessageId,
    chat: row['chat'] as ChatId,
    parent: row['parent'] as MessageId | null,
    role: row['role'] as MessageRole,
    author: row['author'] as string | null,
    text: row['text'] as string,
    createdAt: row['created_at'] as number,
    payload: row['payload'] as string | null,
    payloadBlob: row['payload_blob'] as string | null,
  };
}
