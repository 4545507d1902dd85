import { asArray, asObject, asString, parseObject, type Json, type JsonObject } from '../../core/json';
import type { Line } from '../../platform/files';

/**
 * The records of a transcript as Claude Code 1.0.128, 2.0.77 and 2.1.332 write them, one JSON object a line. Unknown keys pass;
 * a key of the wrong shape reads as absent.
 */
export interface ClaudeRecord {
  readonly type: string;
  readonly json: JsonObject;
}

export type LineContent =
  | { readonly kind: 'record'; readonly record: ClaudeRecord }
  /** State that the CLI keeps for itself, or an empty line. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'broken_record' | 'torn_end' | 'oversized_record' };

/** Types whose records make the conversation's tree: they have a uuid and a parent. */
const treeTypes: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'attachment', 'progress']);

/** Titles, folders and the like: a row needs them, a transcript doesn't. */
export const rowTypes: ReadonlySet<string> = new Set(['custom-title', 'ai-title', 'summary', 'relocated', 'worktree-state', 'fork-context-ref']);

/**
 * What the CLI writes for itself: full requests, queues, modes, file backups. Partly recorded with 2.1.332, partly known from the
 * tables inside other releases.
 */
const stateTypes: ReadonlySet<string> = new Set([
  'agent-color', 'agent-name', 'agent-setting', 'api-request', 'api-request-blob', 'api-request-shape', 'artifact-autoreact-ledger',
  'artifact-comment-monitor', 'atis-latch', 'attribution-snapshot', 'bridge-session', 'content-replacement',
  'context-collapse-commit', 'context-collapse-snapshot', 'continued-in', 'cost-state', 'ended-by-model', 'file-history-delta',
  'file-history-snapshot', 'frame-link', 'history-suppression', 'isolation-latch', 'last-prompt', 'marble-origami-commit',
  'marble-origami-reset', 'marble-origami-snapshot', 'mode', 'observer-ref', 'permission-mode', 'pr-link', 'queue-operation',
  'speculation-accept', 'tag', 'task-summary', 'tools-used',
]);

export function isKnown(type: string): boolean {
  return treeTypes.has(type) || rowTypes.has(type) || stateTypes.has(type);
}

/** A byte order mark and a carriage return. */
const strippedAtMost = 4;

/** What an unknown record without a `type` is counted as. */
const untyped = '(no type)';

/** Reads one line. State is skipped unparsed unless its type is in `wanted`: most of a transcript's bytes are requests kept whole. */
export function readLine(line: Line, wanted: ReadonlySet<string>): LineContent {
  if (line.length > line.bytes.length + strippedAtMost) return isSkipped(leadingType(line.bytes), wanted) ? { kind: 'skipped' } : { kind: 'oversized_record' };
  const record = readRecord(line.bytes, wanted);
  if (record !== undefined) return record === 'skipped' ? { kind: 'skipped' } : { kind: 'record', record };
  if (isBlank(line.bytes)) return { kind: 'skipped' };
  return { kind: line.terminated ? 'broken_record' : 'torn_end' };
}

/** The record in `bytes`; `undefined` when they are no JSON object. */
export function readRecord(bytes: Buffer, wanted: ReadonlySet<string>): ClaudeRecord | 'skipped' | undefined {
  if (isSkipped(leadingType(bytes), wanted)) return 'skipped';
  const json = parseObject(bytes.toString('utf8'));
  if (json === undefined) return undefined;
  const type = asString(json['type']) ?? untyped;
  return isSkipped(type, wanted) ? 'skipped' : { type, json };
}

function isSkipped(type: string | undefined, wanted: ReadonlySet<string>): boolean {
  return type !== undefined && (stateTypes.has(type) || rowTypes.has(type)) && !wanted.has(type);
}

const typeFirst = Buffer.from('{"type":"');
const longestType = 40;

/** The type of a record that begins with it, as all state records do. */
function leadingType(bytes: Buffer): string | undefined {
  if (bytes.compare(typeFirst, 0, typeFirst.length, 0, Math.min(typeFirst.length, bytes.length)) !== 0) return undefined;
  const start = typeFirst.length;
  const end = bytes.subarray(start, start + longestType).indexOf(0x22);
  return end < 0 ? undefined : bytes.toString('latin1', start, start + end);
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

/** The blocks of a message; text alone reads as one text block. `undefined` when the message has the wrong shape. */
export function blocksOf(json: JsonObject): readonly JsonObject[] | undefined {
  const content = asObject(json['message'])?.['content'];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? objectsIn(content as readonly Json[]) : undefined;
}

export function objectsIn(list: Json | undefined): readonly JsonObject[] {
  return asArray(list).map(asObject).filter((item) => item !== undefined);
}

/** The side copy of a session's name, `custom-title.json`; `undefined` when it holds none. */
export function readSideTitle(bytes: Buffer): string | undefined {
  return asString(parseObject(bytes.toString('utf8'))?.['customTitle']);
}
