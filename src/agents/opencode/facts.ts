import { asArray, asNumber, asObject, asString, type JsonObject } from '../../core/json';
import { type NativeSession, sessionOfFacts } from './schema';

/** What a look at the messages' indexes and at the last message tells of a session. Times are milliseconds since 1970. */
export type Extent = {
  /** Rows that may be messages. */
  readonly messages: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  /** Moves with every change of the last message and of its parts. */
  readonly state: string;
  /** When the last message was written to, if it is an answer that has neither ended nor failed. */
  readonly unfinishedAt: number | null;
  readonly model: string | null;
};

export type DatabaseFacts = {
  readonly store: 'database';
  readonly session: NativeSession;
  /** `null` when the messages' table could not be read. */
  readonly extent: Extent | null;
  /** A copied session: where it was forked from, if that is known, and the older sessions that hold the same messages. */
  readonly origin: string | null;
  readonly copiedFrom: readonly string[];
};

/** A session of the older JSON layouts: folders of its messages, and of the folders of their parts. */
export type FileFacts = { readonly store: 'files'; readonly messages: string; readonly parts: string };

export type Facts = DatabaseFacts | FileFacts;

/** Facts as `find` made them, after they went through a cache or another thread. */
export function factsOf(facts: JsonObject): Facts {
  if (facts['store'] === 'files') {
    return { store: 'files', messages: asString(facts['messages']) ?? '', parts: asString(facts['parts']) ?? '' };
  }
  return {
    store: 'database',
    session: sessionOfFacts(asObject(facts['session'])),
    extent: extentOf(asObject(facts['extent'])),
    origin: asString(facts['origin']) ?? null,
    copiedFrom: asArray(facts['copiedFrom']).flatMap((id) => asString(id) ?? []),
  };
}

function extentOf(facts: JsonObject | undefined): Extent | null {
  if (facts === undefined) return null;
  return {
    messages: asNumber(facts['messages']) ?? 0,
    firstAt: asNumber(facts['firstAt']) ?? null,
    lastAt: asNumber(facts['lastAt']) ?? null,
    state: asString(facts['state']) ?? '',
    unfinishedAt: asNumber(facts['unfinishedAt']) ?? null,
    model: asString(facts['model']) ?? null,
  };
}

/** The latest of times that may be unknown. */
export function latest(times: readonly (number | null)[]): number | null {
  return times.reduce((last, time) => (last === null || (time !== null && time > last) ? time : last), null);
}
