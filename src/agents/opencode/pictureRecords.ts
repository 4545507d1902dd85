import { asString, type JsonObject, parseObject } from '../../core/json';
import type { Files } from '../../platform/files';
import { type ForeignDatabase, readDatabase } from '../../platform/sqlite';
import type { TranscriptEvent } from '../../shared/transcriptEvent';
import type { FoundSession } from '../agent';
import { hasColumns } from './database';
import { factsOf } from './facts';
import { allMessages, visitFiles } from './legacyMessages';
import { plain } from './schema';

/** Where a picture of the event `?` may be: among the parts of a message, in a part itself, in a record of version 2. */
const places = [
  { table: 'part', columns: ['message_id', 'data'], where: 'message_id' },
  { table: 'part', columns: ['id', 'data'], where: 'id' },
  { table: 'session_message', columns: ['id', 'data'], where: 'id' },
] as const;

/** Longer records are not loaded. In bytes. */
const longest = 24 << 20;

/** The parts of a message, pictures among them. */
export async function pictureRecords({ id }: TranscriptEvent, found: FoundSession, files: Files): Promise<readonly JsonObject[]> {
  const facts = factsOf(found.facts);
  const records: JsonObject[] = [];
  if (facts.store === 'files') {
    const take = (data: JsonObject | undefined): void => void (data !== undefined && records.push(data));
    await visitFiles(files, facts, allMessages, {
      message: (message) => message.parts.filter((part) => message.id === id || part.id === id).forEach(({ data }) => take(data)),
      omission: () => undefined,
    });
    return records;
  }
  const result = readDatabase(files, found.files[0] ?? '', (database) => places.flatMap((place) => [...recordsIn(database, place, id)]));
  return result.ok ? result.value : records;
}

function* recordsIn(database: ForeignDatabase, { table, columns, where }: (typeof places)[number], id: string): Generator<JsonObject> {
  if (!hasColumns(database, table, columns)) return;
  for (const row of database.rows(`SELECT data FROM ${table} WHERE ${where} = ? AND octet_length(data) <= ${String(longest)}`, id)) {
    const record = parseObject(asString(plain(row['data'])) ?? '');
    if (record !== undefined) yield record;
  }
}
