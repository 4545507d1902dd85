import type { JsonObject } from '../../core/json';
import type { ForeignDatabase } from '../../platform/sqlite';
import type { Skipped } from '../agent';
import { type Answer, query } from './database';
import { knownSchema, modelUseColumns, sessionColumns, type SessionRow, sessionRow } from './schema';

/** A row of `sessions` with the record it was read from. */
export interface RecordedRow extends SessionRow {
  readonly raw: JsonObject;
}

export interface Rows {
  readonly rows: readonly RecordedRow[];
  /** Rows of `session_model_usage` by session; `undefined` where the release has no such table. */
  readonly usesOf: ReadonlyMap<string, readonly JsonObject[]> | undefined;
  /** What could not be read or understood, without the place. */
  readonly problems: readonly Pick<Skipped, 'reason' | 'detail'>[];
}

/** All that lists a database's sessions: two queries, and one seek in an index for each session. */
export function readRows(database: ForeignDatabase): Rows {
  const columns = database.select('sessions', sessionColumns);
  if (columns === '') {
    const { failure } = query(database, 'SELECT 1 FROM sessions LIMIT 1', [], (row) => row);
    return { rows: [], usesOf: undefined, problems: [unreadable(failure ?? 'no known column')] };
  }
  const { items, failure } = readSessions(database, columns);
  const version = schemaOf(database);
  return {
    rows: items.flat(),
    usesOf: readUses(database),
    problems: [
      ...(failure === null ? [] : [unreadable(failure)]),
      ...(version > knownSchema ? [{ reason: 'newer_schema', detail: String(version) } as const] : []),
    ],
  };
}

function unreadable(detail: string): Rows['problems'][number] {
  return { reason: 'database_unreadable', detail };
}

/** Changes with every message. */
const newestMessage = ', (SELECT max(timestamp) FROM messages WHERE session_id = sessions.id) AS newest';

function readSessions(database: ForeignDatabase, columns: string): Answer<readonly RecordedRow[]> {
  const select = (more: string): Answer<readonly RecordedRow[]> => query(database, `SELECT ${columns}${more} FROM sessions`, [], recorded);
  const whole = select(newestMessage);
  // The damage may be in the messages alone.
  return whole.failure === null ? whole : { items: select('').items, failure: whole.failure };
}

function recorded(raw: JsonObject): readonly RecordedRow[] {
  const row = sessionRow(raw);
  return row === undefined ? [] : [{ ...row, raw }];
}

function schemaOf(database: ForeignDatabase): number {
  return Math.max(0, ...query(database, 'SELECT version FROM schema_version', [], ({ version }) => Number(version)).items);
}

function readUses(database: ForeignDatabase): Rows['usesOf'] {
  const columns = database.select('session_model_usage', modelUseColumns);
  if (columns === '') return undefined;
  const uses = new Map<string, JsonObject[]>();
  // Other tasks, such as naming a session, are not of the conversation.
  query(database, `SELECT ${columns} FROM session_model_usage WHERE task = ''`, [], (row) => {
    const id = String(row['session_id']);
    const before = uses.get(id);
    if (before === undefined) uses.set(id, [row]);
    else before.push(row);
  });
  return uses;
}
