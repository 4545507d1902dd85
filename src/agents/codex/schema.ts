import { asCount, asNumber, asObject, asString, parseObject, type Json, type JsonObject } from '../../core/json';
import { toIso } from '../../core/time';
import type { Usage } from '../../transcript/model';

/** The part of a record that tells whether it is worth parsing: most bytes of a rollout are tool output and context. */
export interface Peek {
  /** ISO 8601 as written. */
  readonly at: string | null;
  /** Position in the thread's history; `null` in the older ("legacy") kind of rollouts. */
  readonly ordinal: number | null;
  readonly type: string;
  /** `payload.type`. */
  readonly kind: string | null;
  /** `payload.item.type` of a completed item. */
  readonly item: string | null;
  /** The payload, once it was parsed. */
  payload?: JsonObject | undefined;
}

// The order of fields is that in which Codex writes them (0.105 to 0.171); a record in another order is parsed whole.
const opening =
  /^\{"timestamp":"([^"\\]{1,40})",(?:"ordinal":(\d{1,15}),)?"type":"(\w+)","payload":\{(?:"type":"(\w+)")?/;
const itemOpening = /"item":\{"type":"(\w+)"/;
const openingLength = 200;
/** The ids before the item are at most two UUIDs. */
const itemLength = 400;
const closingBrace = 0x7d;

/** `undefined` for what is no record: broken, blank, no object, without a payload. `bytes` may be cut when `isWhole` is false. */
export function peek(bytes: Buffer, isWhole: boolean): Peek | undefined {
  if (isWhole && bytes[bytes.length - 1] !== closingBrace) return undefined;
  const [, at, ordinal, type, kind] = opening.exec(bytes.toString('latin1', 0, openingLength)) ?? [];
  if (at === undefined || type === undefined || (kind === undefined && typedPayloads.has(type))) {
    return isWhole ? peekParsed(parseObject(bytes.toString())) : undefined;
  }
  const item = kind === 'item_completed' ? itemOpening.exec(bytes.toString('latin1', 0, itemLength))?.[1] : undefined;
  return { at, ordinal: ordinal === undefined ? null : Number(ordinal), type, kind: kind ?? null, item: item ?? null };
}

const typedPayloads: ReadonlySet<string> = new Set(['event_msg', 'response_item']);

/** `type` of every kind of record that is known. */
export const recordTypes: ReadonlySet<string> = new Set(
  ('session_meta turn_context response_item event_msg token_usage_record world_state compacted ' +
    'inter_agent_communication inter_agent_communication_metadata').split(' '),
);

function peekParsed(record: JsonObject | undefined): Peek | undefined {
  const type = asString(record?.['type']);
  if (record === undefined || type === undefined) return undefined;
  // A kind of record that isn't known may keep what it says elsewhere.
  const payload = asObject(record['payload']) ?? (recordTypes.has(type) ? undefined : {});
  if (payload === undefined) return undefined;
  const kind = asString(payload['type']) ?? null;
  return {
    at: asString(record['timestamp']) ?? null,
    ordinal: asNumber(record['ordinal']) ?? null,
    type,
    kind,
    item: kind === 'item_completed' ? (asString(asObject(payload['item'])?.['type']) ?? null) : null,
    payload,
  };
}

/** The payload of a record; `undefined` when it doesn't parse after all. */
export function payloadOf(found: Peek, bytes: Buffer): JsonObject | undefined {
  return (found.payload ??= asObject(parseObject(bytes.toString())?.['payload']));
}

/** A `session_meta`: who wrote this file and what it builds on. */
export interface Meta {
  readonly id: string | null;
  readonly createdAt: string | null;
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly version: string | null;
  readonly isPaginated: boolean;
  readonly forkedFrom: string | null;
  readonly isSubagent: boolean;
  /** The thread that started this sub-agent. */
  readonly startedBy: string | null;
  /** A sub-agent's name: what its task was called, else a nickname. */
  readonly agentName: string | null;
  /** Records below this ordinal are copies of the parent's. */
  readonly ownFrom: number;
  /** The file whose records below `end` come before this file's. */
  readonly base: { readonly segment: string; readonly end: number } | null;
}

/** What is said of a thread that is no sub-agent and builds on no other. */
export const plainMeta: Pick<Meta, 'forkedFrom' | 'isSubagent' | 'startedBy' | 'ownFrom' | 'base'> = {
  forkedFrom: null,
  isSubagent: false,
  startedBy: null,
  ownFrom: 0,
  base: null,
};

export function metaOf(payload: JsonObject): Meta {
  const subagent = asObject(payload['source'])?.['subagent'];
  const spawn = asObject(asObject(subagent)?.['thread_spawn']);
  const isSubagent = subagent !== undefined || payload['thread_source'] === 'subagent';
  const id = asString(payload['id']) ?? null;
  const session = asString(payload['session_id']);
  // Of a sub-agent this is the thread at the root of all sub-agents.
  const root = session === undefined || session === id ? null : session;
  const base = asObject(payload['history_base']);
  const segment = asString(base?.['thread_id']);
  return {
    id,
    createdAt: toIso(asString(payload['timestamp'])),
    cwd: filled(payload['cwd']) ?? null,
    branch: filled(asObject(payload['git'])?.['branch']) ?? null,
    version: asString(payload['cli_version']) ?? null,
    isPaginated: payload['history_mode'] === 'paginated',
    forkedFrom: filled(payload['forked_from_id']) ?? null,
    isSubagent,
    startedBy: isSubagent ? (asString(payload['parent_thread_id']) ?? asString(spawn?.['parent_thread_id']) ?? root) : null,
    agentName: lastPart(payload['agent_path'] ?? spawn?.['agent_path']) ?? asString(payload['agent_nickname']) ?? null,
    ownFrom: asCount(payload['subagent_history_start_ordinal']),
    base: segment === undefined ? null : { segment, end: asNumber(base?.['end_ordinal_exclusive']) ?? Infinity },
  };
}

/** A text that isn't empty. */
export function filled(value: Json | undefined): string | undefined {
  return asString(value) === '' ? undefined : asString(value);
}

/** Whether a record is a copy that a sub-agent got of its parent's. */
export function isCopied({ ordinal }: Pick<Peek, 'ordinal'>, meta: Meta | undefined): boolean {
  return meta !== undefined && ordinal !== null && ordinal < meta.ownFrom && meta.isSubagent;
}

function lastPart(path: Json | undefined): string | undefined {
  return asString(path)?.split('/').at(-1);
}

/** Codex's token counts, where input holds what was cached and output holds reasoning. */
export interface Counts {
  readonly input: number;
  readonly cached: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
}

export function countsOf(value: Json | undefined): Counts | undefined {
  const counts = asObject(value);
  return counts && {
    input: asCount(counts['input_tokens']),
    cached: asCount(counts['cached_input_tokens']),
    cacheWrite: asCount(counts['cache_write_input_tokens']),
    output: asCount(counts['output_tokens']),
    reasoning: asCount(counts['reasoning_output_tokens']),
  };
}

export function usageOf(counts: Counts): Usage {
  return {
    input: Math.max(0, counts.input - counts.cached - counts.cacheWrite),
    output: counts.output,
    cache_read: counts.cached,
    cache_write: counts.cacheWrite,
    reasoning: counts.reasoning,
  };
}
