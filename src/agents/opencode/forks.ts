import type { DatabaseFacts } from './facts';

type Entry = [id: string, facts: DatabaseFacts];

const forkTitle = /^(?<base>.*) \(fork #(?<number>\d+)\)$/s;

/**
 * Fills in where copied sessions came from. A fork is a copy of the beginning of a session, or all of it, under new ids.
 * `session_v2` names its origin; in older tables nothing does, but the copies keep their times, so a fork and its origin
 * begin in the same millisecond, before the fork itself was made (1.18.33).
 */
export function withOrigins(entries: readonly Entry[]): Entry[] {
  const byId = new Map(entries);
  const byBeginning = new Map<number, Entry[]>();
  for (const entry of entries) {
    const firstAt = entry[1].extent?.firstAt ?? null;
    if (firstAt === null) continue;
    const family = byBeginning.get(firstAt);
    if (family === undefined) byBeginning.set(firstAt, [entry]);
    else family.push(entry);
  }
  return entries.map(([id, facts]) => {
    if (facts.session.forkOf !== null) return [id, { ...facts, origin: facts.session.forkOf, copiedFrom: chain(id, byId) }];
    const older = isCopy(facts) ? olderOf(facts, byBeginning.get(facts.extent?.firstAt ?? NaN) ?? []) : [];
    return [id, { ...facts, origin: originOf(facts, older), copiedFrom: older.map(([other]) => other) }];
  });
}

function isCopy({ extent, session }: DatabaseFacts): boolean {
  return extent !== null && extent.firstAt !== null && session.created !== null && extent.firstAt < session.created;
}

/** Those of the same beginning that were there before, the oldest first. */
function olderOf({ session }: DatabaseFacts, family: readonly Entry[]): Entry[] {
  const created = (entry: Entry): number => entry[1].session.created ?? Infinity;
  return family.filter((entry) => created(entry) < (session.created ?? 0)).sort((a, b) => created(a) - created(b));
}

/**
 * A fork of a fork begins like both; the name it was given tells which it is of, as long as neither was renamed.
 * Otherwise the one that is no copy itself, if it is still there.
 */
function originOf({ session }: DatabaseFacts, older: readonly Entry[]): string | null {
  const { base = '', number = '' } = forkTitle.exec(session.title)?.groups ?? {};
  const title = number === '1' ? base : `${base} (fork #${String(Number(number) - 1)})`;
  const named = number === '' ? undefined : older.findLast(([, facts]) => facts.session.title === title);
  return (named ?? older.find(([, facts]) => !isCopy(facts)))?.[0] ?? null;
}

/** The sessions that `id` was forked from, the nearest first. Damaged rows may form a circle. */
function chain(id: string, byId: ReadonlyMap<string, DatabaseFacts>): string[] {
  const ids: string[] = [];
  for (let next = byId.get(id)?.session.forkOf ?? null; next !== null && next !== id && !ids.includes(next); ) {
    ids.push(next);
    next = byId.get(next)?.session.forkOf ?? null;
  }
  return ids;
}
