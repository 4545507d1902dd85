import * as path from 'node:path';
import { asString, parseObject } from '../../core/json';
import { clip, collapse } from '../../core/text';
import type { Files } from '../../platform/files';
import { readDatabase, type ForeignDatabase, type Row } from '../../platform/sqlite';
import type { Skipped } from '../agent';
import { skippedBy } from '../skip';

/** What lies beside the rollouts about a thread. Every part may be missing or out of date: the files decide. */
export interface ThreadNote {
  /** Its name, in one line; `null` when it has none. */
  readonly name: string | null;
  /** Whether a person gave the name. Codex marks neither kind; see `isRename`. */
  readonly renamed: boolean;
  /** The first prompt as the agent's own list shows it. */
  readonly preview: string | null;
  readonly cwd: string | null;
}

interface Stored {
  readonly name: string | null;
  readonly preview: string | null;
  readonly cwd: string | null;
}

interface Database {
  readonly threads: ReadonlyMap<string, Stored>;
  /** Has a column for names: 0.171 does, 0.144 and 0.105 don't. */
  readonly keepsNames: boolean;
}

const previewLength = 500;

/** The names of all threads, from the state database and the name index. What can't be read is reported and left out. */
export async function readNotes(home: string, files: Files): Promise<{ notes: ReadonlyMap<string, ThreadNote>; skipped: Skipped[] }> {
  const skipped: Skipped[] = [];
  const database = await readState(home, files, skipped);
  const index = await readIndex(path.join(home, 'session_index.jsonl'), files, skipped);
  const notes = new Map<string, ThreadNote>();
  for (const id of new Set([...database.threads.keys(), ...index.keys()])) {
    const stored = database.threads.get(id);
    const names = index.get(id) ?? [];
    const own = database.keepsNames ? stored?.name : undefined;
    const name = own ?? names.at(-1) ?? (database.keepsNames ? undefined : stored?.name) ?? '';
    notes.set(id, {
      name: name === '' ? null : name,
      renamed: !database.keepsNames || isRename(name, names),
      preview: stored?.preview ?? null,
      cwd: stored?.cwd ?? null,
    });
  }
  return { notes, skipped };
}

/** A thread gets a generated name once, soon after its first prompt; what comes later was typed. */
function isRename(name: string, names: readonly string[]): boolean {
  return names.some((earlier) => earlier !== '' && earlier !== name);
}

/** All names each thread was given, oldest first; an empty one takes the name away. */
async function readIndex(file: string, files: Files, skipped: Skipped[]): Promise<Map<string, string[]>> {
  const index = new Map<string, string[]>();
  try {
    await files.eachLine(file, ({ bytes }) => {
      const line = parseObject(bytes.toString());
      const id = asString(line?.['id']);
      const name = asString(line?.['thread_name']);
      if (id === undefined || name === undefined) return;
      const names = index.get(id);
      if (names === undefined) index.set(id, [collapse(name)]);
      else names.push(collapse(name));
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') skipped.push(skippedBy(error, file));
  }
  return index;
}

/** The number in its name grows with the schema; older ones stay behind when it does. */
async function readState(home: string, files: Files, skipped: Skipped[]): Promise<Database> {
  const nothing: Database = { threads: new Map(), keepsNames: true };
  const name = await newestState(home, files, skipped);
  if (name === undefined) return nothing;
  const file = path.join(home, name);
  const result = readDatabase(files, file, threadsOf);
  if (result.ok && result.value !== undefined) return result.value;
  const detail = result.ok ? 'no table threads' : result.detail;
  skipped.push({ path: file, id: null, reason: 'database_unreadable', detail });
  return nothing;
}

async function newestState(home: string, files: Files, skipped: Skipped[]): Promise<string | undefined> {
  const numberOf = (name: string): number => Number(/^state_(\d+)\.sqlite$/.exec(name)?.[1] ?? -1);
  try {
    const names = (await files.entries(home)).map((entry) => entry.name).filter((name) => numberOf(name) >= 0);
    return names.sort((a, b) => numberOf(a) - numberOf(b)).at(-1);
  } catch (error) {
    skipped.push(skippedBy(error, home));
    return undefined;
  }
}

function threadsOf(database: ForeignDatabase): Database | undefined {
  const columns = database.columns('threads');
  if (!columns.has('id')) return undefined;
  const wanted = ['id', 'name', 'title', 'first_user_message', 'preview', 'cwd'].filter((column) => columns.has(column));
  const keepsNames = columns.has('name');
  const threads = new Map<string, Stored>();
  for (const row of database.rows(`SELECT ${wanted.join(', ')} FROM threads`)) {
    const id = textOf(row, 'id');
    if (id === null) continue;
    const name = keepsNames ? textOf(row, 'name') : titleOf(row);
    const preview = textOf(row, 'preview') ?? textOf(row, 'first_user_message');
    threads.set(id, {
      name: name === null ? null : collapse(name),
      preview: preview === null || preview === '' ? null : clip(preview, previewLength),
      cwd: textOf(row, 'cwd') || null,
    });
  }
  return { threads, keepsNames };
}

/** Before there was a column for names, a rename changed the title, which begins as the first prompt. */
function titleOf(row: Row): string | null {
  const title = textOf(row, 'title');
  return title === textOf(row, 'first_user_message') ? null : title;
}

function textOf(row: Row, column: string): string | null {
  const cell = row[column];
  return typeof cell === 'string' ? cell : null;
}
