import * as path from 'node:path';
import { asObject, type Json } from '../core/json';
import { collapse } from '../core/text';
import { localDay } from '../core/time';
import { isWithin } from '../platform/folders';
import { type AgentId, agentIds } from '../shared/agentId';
import { activityOf, byActivity, creationOf, type Session } from './session';

export const sortings = ['activity', 'created', 'title'] as const;
export type Sorting = (typeof sortings)[number];

export const groupings = ['none', 'day', 'agent', 'folder'] as const;
export type Grouping = (typeof groupings)[number];

export interface Arrangement {
  readonly sort: Sorting;
  readonly group: Grouping;
}

/** The time of a session that matters when sorted so; with the title, that of the last activity. */
export const sortedTime: Readonly<Record<Sorting, (session: Session) => string | null>> = {
  activity: activityOf,
  created: creationOf,
  title: activityOf,
};

export const usualArrangement: Arrangement = { sort: 'activity', group: 'none' };

/** Sessions that stand together; never empty. `key` stays the same as long as it is the same group. */
export type SessionGroup = { readonly key: string; readonly sessions: readonly Session[] } & (
  | { readonly by: 'none' }
  /** A calendar day of this machine, `2026-11-30`; empty where no time is known. */
  | { readonly by: 'day'; readonly day: string }
  | { readonly by: 'agent'; readonly agent: AgentId }
  /** From the listed folder, with the platform's separators; empty for that folder itself. */
  | { readonly by: 'folder'; readonly relative: string }
);

/** What the folders of sessions are compared by. */
export interface Folders {
  /** The listed folder as the person opened it. */
  readonly opened: string;
  /** The same, comparable. */
  readonly root: string;
  /** The comparable form of a recorded folder: one folder can be recorded in several spellings. */
  comparableOf(recorded: string): string;
}

/** What was kept, as far as it makes sense. */
export function toArrangement(kept: Json | undefined): Arrangement {
  const object = asObject(kept);
  return {
    sort: sortings.find((sort) => sort === object?.['sort']) ?? usualArrangement.sort,
    group: groupings.find((group) => group === object?.['group']) ?? usualArrangement.group,
  };
}

/** Days go by the time that `sortedTime` names. */
export function arrange(sessions: readonly Session[], { sort, group }: Arrangement, folders: Folders, now: Date): readonly SessionGroup[] {
  const sorted = sorters[sort](sessions);
  switch (group) {
    case 'none':
      return sorted.length === 0 ? [] : [{ by: 'none', key: '', sessions: sorted }];
    case 'day': {
      const today = localDay(now);
      const days = gather(sorted, (session) => dayAt(sortedTime[sort](session), today));
      return [...days].sort(([a], [b]) => (a < b ? 1 : -1)).map(([day, of]) => ({ by: 'day', key: day, day, sessions: of }));
    }
    case 'agent': {
      const byAgent = gather(sorted, ({ agent }) => agent);
      return agentIds.flatMap((agent) => {
        const of = byAgent.get(agent);
        return of === undefined ? [] : [{ by: 'agent' as const, key: agent, agent, sessions: of }];
      });
    }
    case 'folder': {
      const byFolder = gather(sorted, ({ record }) => (record.folder === null ? '' : folders.comparableOf(record.folder)));
      const groups = [...byFolder].map(([key, of]) => ({ by: 'folder' as const, key, relative: relativeTo(folders, of[0]?.record.folder ?? '', key), sessions: of }));
      return groups.sort((a, b) => names.compare(a.relative, b.relative));
    }
  }
}

/** As much of a title as is compared, in UTF-16 units: a first prompt can be a page long. */
const comparedTitle = 200;

const names = new Intl.Collator(undefined, { numeric: true });

const sorters: Readonly<Record<Sorting, (sessions: readonly Session[]) => readonly Session[]>> = {
  activity: (sessions) => [...sessions].sort(byActivity),
  created: (sessions) => [...sessions].sort(byCreation),
  title: byTitle,
};

function byCreation(a: Session, b: Session): number {
  const [x, y] = [creationOf(a) ?? '', creationOf(b) ?? ''];
  return x === y ? byActivity(a, b) : x < y ? 1 : -1;
}

/** Without a title, last. The titles are prepared first: each is compared a dozen times. */
function byTitle(sessions: readonly Session[]): readonly Session[] {
  const titled = sessions.map((session) => ({ session, title: collapse(session.record.title.slice(0, comparedTitle)) }));
  titled.sort((a, b) => {
    if ((a.title === '') !== (b.title === '')) return a.title === '' ? 1 : -1;
    return names.compare(a.title, b.title) || byActivity(a.session, b.session);
  });
  return titled.map(({ session }) => session);
}

/** The day of `at`; a time that lies ahead, as clocks of other machines write, counts as `today`. */
function dayAt(at: string | null, today: string): string {
  const day = at === null ? '' : localDay(new Date(at));
  return day > today ? today : day;
}

/** As the person would write it: through the opened folder's own spelling where the recorded one begins with it. */
function relativeTo({ opened, root }: Folders, recorded: string, comparable: string): string {
  return isWithin(opened, recorded) ? path.relative(opened, recorded) : path.relative(root, comparable);
}

/** In order of first appearance. */
function gather<Key>(sessions: readonly Session[], keyOf: (session: Session) => Key): ReadonlyMap<Key, readonly Session[]> {
  const groups = new Map<Key, Session[]>();
  for (const session of sessions) {
    const key = keyOf(session);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [session]);
    else group.push(session);
  }
  return groups;
}
