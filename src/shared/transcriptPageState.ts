import { asArray, asNumber, asObject, asString, type Json } from '../core/json';
import { parseKey, type SessionKey } from './agentId';

export const transcriptModes = ['chat', 'history'] as const;
/** `chat`: as a conversation; `history`: as a list of what was recorded. */
export type TranscriptMode = (typeof transcriptModes)[number];

/** Put into the page by its host before the script runs, and kept by VS Code across a reload (`setState`). */
export interface TranscriptPageState {
  readonly key: SessionKey;
  readonly mode: TranscriptMode;
  /** Of a long session, which part is shown: from 0, `null` for the last. */
  readonly part: number | null;
  /** Where in it the reader was: the position of the first visible row; `null` for the end. */
  readonly at: number | null;
  /** How far the top of that event was above the top of the view, in CSS pixels. */
  readonly offset: number;
  /** By event id: `true` for what the reader opened, `false` for what the reader folded. */
  readonly folds: Readonly<Record<string, boolean>>;
  /** The branches that the reader chose where the conversation parts; the last chosen of a place counts. */
  readonly branches: readonly string[];
}

/** The state of a page that has not been read in yet: at the end, nothing opened. */
export function newTranscriptPageState(key: SessionKey): TranscriptPageState {
  return { key, mode: 'chat', part: null, at: null, offset: 0, folds: {}, branches: [] };
}

/** What an earlier version or anybody else left as state: `undefined` when it names no session, else what of it makes sense. */
export function parseTranscriptPageState(value: unknown): TranscriptPageState | undefined {
  const state = asObject(value as Json | undefined);
  const key = asString(state?.['key']);
  if (state === undefined || key === undefined || parseKey(key) === undefined) return undefined;
  const folds = Object.entries(asObject(state['folds']) ?? {});
  return {
    key: key as SessionKey,
    mode: transcriptModes.find((mode) => mode === state['mode']) ?? 'chat',
    part: wholeNumber(state['part']) ?? null,
    at: wholeNumber(state['at']) ?? null,
    offset: wholeNumber(state['offset']) ?? 0,
    folds: Object.fromEntries(folds.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean')),
    branches: asArray(state['branches']).filter((id) => typeof id === 'string'),
  };
}

function wholeNumber(value: Json | undefined): number | undefined {
  const number = asNumber(value);
  return number === undefined || number < 0 ? undefined : Math.floor(number);
}
