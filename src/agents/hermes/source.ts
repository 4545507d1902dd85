import type { Omission } from '../../transcript/model';
import { readDatabase } from '../../platform/sqlite';
import type { ReadContext } from '../agent';
import type { Facts } from './facts';
import { readFiled } from './filed';
import { type Message, type Seen, sighted } from './messages';
import type { SessionRow } from './schema';
import { type Extent, storedMessages } from './stored';

/** A conversation as read from wherever it is kept. */
export interface Loaded {
  /** Its rows of `sessions`, root first; none when a file of an older release can't be read as a session. */
  readonly rows: readonly SessionRow[];
  readonly seen: readonly Seen[];
  /** Not everything could be read. */
  readonly isPartial: boolean;
  readonly omissions: readonly Omission[];
}

/** @throws Node's file system errors, and one that tells why the database can't be read. */
export async function load(facts: Facts, extent: Extent, context: ReadContext): Promise<Loaded> {
  if (facts.database === null) return fromFile(facts.file ?? '', context);
  const stored = fromDatabase(facts, facts.database, extent, context);
  if (facts.file === null || extent === 'ends') return stored;
  const filed = await fromFile(facts.file, context).catch(() => undefined);
  if (filed === undefined || spoken(filed.seen) <= spoken(stored.seen)) return stored;
  return { ...filed, rows: facts.rows, seen: withTimes(filed.seen, stored.seen) };
}

/** Messages of a file, which has no times, with those of the same messages in the database. */
function withTimes(filed: readonly Seen[], stored: readonly Seen[]): Seen[] {
  const key = ({ role, said }: Message): string => JSON.stringify([role, said.text]);
  const times = new Map<string, (number | undefined)[]>();
  for (const { message } of stored) times.set(key(message), [...(times.get(key(message)) ?? []), message.at]);
  return filed.map(({ message, sight }) => ({ message: { ...message, at: message.at ?? times.get(key(message))?.shift() }, sight }));
}

function fromDatabase(facts: Facts, file: string, extent: Extent, context: ReadContext): Loaded {
  const result = readDatabase(context.files, file, (database) => {
    const lists: (readonly Message[])[] = [];
    const omissions: Omission[] = [];
    for (const { id } of facts.rows) {
      const { items, failure } = storedMessages(database, file, id, extent);
      lists.push(items);
      if (failure !== null) omissions.push({ code: 'unreadable', source: { file, line: (items.at(-1)?.number ?? 0) + 1 } });
      context.signal?.throwIfAborted();
    }
    return { rows: facts.rows, seen: sighted(lists), isPartial: omissions.length > 0, omissions };
  });
  if (result.ok) return result.value;
  throw Object.assign(new Error(result.detail), result.code === 'database_missing' && { code: 'ENOENT' });
}

async function fromFile(file: string, context: ReadContext): Promise<Loaded> {
  const { row, messages, omissions } = await readFiled(context.files, file);
  return { rows: row === undefined ? [] : [row], seen: sighted([messages]), isPartial: false, omissions };
}

/** Messages of model and user: the older files hold other records too. */
function spoken(seen: readonly Seen[]): number {
  return seen.filter(({ message }) => message.role === 'user' || message.role === 'assistant' || message.role === 'tool').length;
}
