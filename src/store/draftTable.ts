import type { ChatId } from '../core/ids';
import { fail, ok, type Result } from '../core/result';
import type { Draft } from './rows';
import type { Query, Transaction } from './transaction';

/** In UTF-16 units. A longer draft is the page's to keep. */
const longestDraft = 32_000;
/** So many are kept, those saved last. */
const draftsKept = 50;

export const draftReads = {
  draft(query: Query, { chat }: { chat: ChatId }): Draft | undefined {
    const row = query.get('SELECT * FROM draft WHERE chat = ?', chat);
    return row && { chat, text: row['text'] as string, savedAt: row['saved_at'] as number };
  },
};

export const draftWrites = {
  /** An empty text removes the draft. */
  setDraft(tx: Transaction, { chat, text, now }: { chat: ChatId; text: string; now: number }): Result<null, 'chat_missing' | 'draft_too_long'> {
    if (text.length > longestDraft) return fail('draft_too_long', String(text.length));
    if (tx.get('SELECT id FROM chat WHERE id = ?', chat) === undefined) return fail('chat_missing', chat);
    const known = tx.get('SELECT text FROM draft WHERE chat = ?', chat)?.['text'] ?? '';
    if (known === text) return ok(null);
    if (text === '') tx.run('DELETE FROM draft WHERE chat = ?', chat);
    else tx.run('INSERT OR REPLACE INTO draft VALUES (?, ?, ?)', chat, text, now);
    tx.run('DELETE FROM draft WHERE chat NOT IN (SELECT chat FROM draft ORDER BY saved_at DESC, chat LIMIT ?)', draftsKept);
    tx.changed('draft', chat);
    return ok(null);
  },
};
