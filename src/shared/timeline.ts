import type { Fork } from './fork';
import type { EventType, TranscriptEvent } from './transcriptEvent';

export type ItemKind = 'message' | 'actions' | 'notice' | 'compaction' | 'subagent';

/** One row of the conversation, over the events that it shows. */
export interface TimelineItem<E extends TranscriptEvent = TranscriptEvent> {
  readonly kind: ItemKind;
  /**
   * `message`, `compaction`: one. `actions`: what the agent did between two messages. `notice`: equal ones that follow each
   * other. `subagent`: the work of sub-agents that is recorded in between.
   */
  readonly events: readonly [E, ...E[]];
  /** The position of the first of them in the transcript, from 0. */
  readonly position: number;
  /** ISO 8601: the last time recorded before it; `null` when there is none. */
  readonly before: string | null;
  /** ISO 8601: the last time that an item before it shows, which is its first; `null` when there is none. */
  readonly shownBefore: string | null;
  /** Whether the item before it is the same author's, so that both can share one header. */
  readonly continues: boolean;
  /** Where the conversation parts before it. */
  readonly fork?: Fork;
  /** Where it parts behind it, and nothing follows yet. */
  readonly end?: Fork;
}

/** Which events of a transcript are shown, where they are not all of it: see `Path` in `transcript/branchTree`. */
interface Way {
  readonly positions: readonly number[];
  readonly forks: ReadonlyMap<number, Fork>;
  readonly end: Fork | null;
}

/** Most events of one item. What is opened is drawn whole, and thousands of lines would stall a page. */
const largest = 100;

const actions: ReadonlySet<EventType> = new Set<EventType>(['tool_call', 'thought', 'unknown']);

/** What shows as a line that opens: calls of tools, thoughts, and records that are not understood. */
export function isAction({ type }: Pick<TranscriptEvent, 'type'>): boolean {
  return actions.has(type);
}

/** The rows of a conversation. Every event is in exactly one of them, in order. `from`: the position of the first, where they go on from there. */
export function timelineOf<E extends TranscriptEvent>(events: readonly E[], from = 0): TimelineItem<E>[] {
  return rowsOf(events, { positionAt: (index) => from + index, forkAt: () => undefined });
}

/** The rows of the events that are on `way`, of all of a transcript. */
export function timelineOn<E extends TranscriptEvent>(all: readonly E[], { positions, forks, end }: Way): TimelineItem<E>[] {
  const events = positions.map((position) => all[position] as E);
  const rows = rowsOf(events, { positionAt: (index) => positions[index] as number, forkAt: (index) => forks.get(index) });
  const last = rows.at(-1);
  return end === null || last === undefined ? rows : [...rows.slice(0, -1), { ...last, end }];
}

interface Places {
  positionAt(index: number): number;
  forkAt(index: number): Fork | undefined;
}

function rowsOf<E extends TranscriptEvent>(events: readonly E[], { positionAt, forkAt }: Places): TimelineItem<E>[] {
  const items: TimelineItem<E>[] = [];
  let author: Author = nobody;
  let before: string | null = null;
  let shownBefore: string | null = null;
  for (let start = 0; start < events.length; ) {
    const first = events[start] as E;
    const position = positionAt(start);
    const isNext = (index: number): boolean => forkAt(index) === undefined && positionAt(index) === position + index - start;
    let end = start + 1;
    while (end < events.length && end - start < largest && isNext(end) && goesWith(first, events[end] as E)) end++;
    const part: [E, ...E[]] = [first, ...events.slice(start + 1, end)];
    const kind = kindOf(first);
    const fork = forkAt(start);
    if (fork !== undefined) author = nobody;
    const next = authorOf(kind, part);
    items.push({ kind, events: part, position, before, shownBefore, continues: isSame(author, next), ...(fork && { fork }) });
    author = isSame(author, next) && next.model === null ? author : next;
    shownBefore = timeOf({ events: part }) ?? shownBefore;
    before = part.findLast(({ at }) => at !== null)?.at ?? before;
    start = end;
  }
  return items;
}

/** The first time recorded in an item. */
export function timeOf({ events }: Pick<TimelineItem, 'events'>): string | null {
  return events.find(({ at }) => at !== null)?.at ?? null;
}

function kindOf(event: TranscriptEvent): ItemKind {
  if (event.ofSubagent === true) return 'subagent';
  if (isAction(event)) return 'actions';
  if (event.type === 'notice') return 'notice';
  return event.type === 'compaction' ? 'compaction' : 'message';
}

function goesWith(first: TranscriptEvent, next: TranscriptEvent): boolean {
  const kind = kindOf(first);
  if (kind !== kindOf(next)) return false;
  // The time is no part of what a notice says.
  if (kind === 'notice') return first.text === next.text && first.severity === next.severity;
  return kind === 'actions' || kind === 'subagent';
}

interface Author {
  /** `null`: nobody who could go on. */
  readonly side: 'person' | 'agent' | null;
  readonly model: string | null;
}

const nobody: Author = { side: null, model: null };

function authorOf(kind: ItemKind, events: readonly [TranscriptEvent, ...TranscriptEvent[]]): Author {
  if (kind !== 'message' && kind !== 'actions') return nobody;
  if (events[0].type === 'user_message') return { side: 'person', model: null };
  return { side: 'agent', model: events.find(({ author }) => author !== null)?.author ?? null };
}

/** What has no model recorded is taken for the one before. */
function isSame(a: Author, b: Author): boolean {
  return a.side !== null && a.side === b.side && (a.model === b.model || a.model === null || b.model === null);
}
