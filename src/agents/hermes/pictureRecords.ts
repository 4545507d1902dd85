import { asString, type Json } from '../../core/json';
import type { Files } from '../../platform/files';
import { readDatabase } from '../../platform/sqlite';
import type { TranscriptEvent } from '../../shared/transcriptEvent';
import type { FoundSession } from '../agent';
import { query } from './database';
import { factsOf } from './facts';
import { storedParts } from './schema';

/** Longer contents are not loaded. In bytes. */
const longest = 24 << 20;

/** The parts of a message, pictures among them. Files of older releases hold theirs in one document, which is not read for it. */
export async function pictureRecords({ source }: TranscriptEvent, found: FoundSession, files: Files): Promise<readonly Json[]> {
  const { database } = factsOf(found.facts);
  if (database === null) return [];
  // As a blob: such a content begins with a NUL, where Node 22 cuts a text.
  const sql = `SELECT CAST(content AS BLOB) AS content FROM messages WHERE id = ? AND octet_length(content) <= ${String(longest)}`;
  const result = readDatabase(files, database, (opened) => query(opened, sql, [source.line], (row) => storedParts(asString(row['content']) ?? '') ?? []).items.flat());
  return result.ok ? result.value : [];
}
