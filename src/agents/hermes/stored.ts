import { asCount, type JsonObject } from '../../core/json';
import type { ForeignDatabase } from '../../platform/sqlite';
import { type Answer, query } from './database';
import { type Message, withSource } from './messages';
import { messageColumns, storedMessage } from './schema';

/**
 * `ends`: the first and last messages. `talk`: all of them. Both without the results of tools, which are most of a
 * database. `whole`: everything.
 */
export type Extent = 'ends' | 'talk' | 'whole';

/** Contents that are loaded: inline pictures make some of tens of megabytes. In bytes. */
const longest: Record<Extent, number> = { ends: 64 << 10, talk: 24 << 20, whole: 24 << 20 };
/**
 * Messages at the beginning and at the end of a session that `ends` looks at. A compaction writes some 25 at once, whose
 * summary must be among those at the end for them to be known as copies.
 */
const head = 8;
const tail = 40;
/** Columns that `ends` has no use for. */
const details: readonly string[] = ['tool_calls', 'reasoning', 'reasoning_content'];

/** The messages of one row of `sessions`, in order of writing. */
export function storedMessages(database: ForeignDatabase, file: string, sessionId: string, extent: Extent): Answer<Message> {
  const select = selection(database, extent);
  const answers = orders[extent].map((order) => query(database, `${select} WHERE session_id = ? ${order}`, [sessionId], (row) => read(row, file)));
  const byNumber = new Map(answers.flatMap(({ items }) => items.map((message) => [message.number, message])));
  return {
    items: [...byNumber.values()].sort((a, b) => a.number - b.number),
    failure: answers.find(({ failure }) => failure !== null)?.failure ?? null,
  };
}

/** By time at the ends, as the index has it. */
const orders: Record<Extent, readonly string[]> = {
  ends: [`ORDER BY timestamp LIMIT ${String(head)}`, `ORDER BY timestamp DESC LIMIT ${String(tail)}`],
  talk: [''],
  whole: [''],
};

function read(row: JsonObject, file: string): Message {
  const number = asCount(row['id']);
  return withSource(storedMessage(row), number, { file, line: number }, asCount(row['oversized']));
}

function selection(database: ForeignDatabase, extent: Extent): string {
  const limit = String(longest[extent]);
  const loaded = `octet_length(content) <= ${limit}${extent === 'whole' ? '' : ' AND role <> \'tool\''}`;
  const columns = [
    database.select('messages', extent === 'ends' ? messageColumns.filter((column) => !details.includes(column)) : messageColumns),
    // As a blob: lists begin with a NUL, where Node 22 cuts a text.
    `CASE WHEN ${loaded} THEN CAST(content AS BLOB) END AS content`,
    `CASE WHEN octet_length(content) > ${limit} THEN octet_length(content) END AS oversized`,
    ...(database.columns('messages').has('display_identity') ? ['hex(display_identity) AS identity'] : []),
  ];
  return `SELECT ${columns.join(', ')} FROM messages`;
}
