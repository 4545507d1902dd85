import { asNumber, asObject, asString, type JsonObject } from '../../core/json';
import type { SourcePosition } from '../../shared/transcriptEvent';
import type { Omission } from '../../transcript/model';
import { modelName, type Revert } from './schema';

/**
 * One message as all stores are read into: the shape that versions 0.2 to 1.18 write. Roles are `user` and `assistant`;
 * for other records of `session_message` the role is their type.
 */
export interface NativeMessage {
  readonly id: string;
  /** `undefined` when the record is no JSON. */
  readonly data: JsonObject | undefined;
  readonly role: string;
  /** Milliseconds since 1970. */
  readonly created: number | null;
  readonly source: SourcePosition;
  /** Length of a record that is no JSON. */
  readonly bytes?: number;
  readonly parts: readonly NativePart[];
  /** From `session_message`, the shape of version 2. */
  readonly isNewShape: boolean;
}

export interface NativePart {
  readonly id: string;
  /** `undefined` when the record is no JSON. */
  readonly data: JsonObject | undefined;
  readonly source: SourcePosition;
  /** Length of a record that is no JSON. */
  readonly bytes?: number;
}

/** What reading messages one by one calls. The parts of a message are complete. */
export interface MessageVisitor {
  message(message: NativeMessage): void;
  omission(omission: Omission): void;
}

/** The part types of 1.18.33. `snapshot` and the step marks show nothing: their numbers are in the message too. */
const partTypes: ReadonlySet<string> = new Set([
  'text', 'reasoning', 'tool', 'file', 'agent', 'subtask', 'patch', 'compaction', 'retry', 'snapshot', 'step-start', 'step-finish',
]);

/** The record types of `session_message` that are neither `user` nor `assistant`. */
const otherTypes: ReadonlySet<string> = new Set([
  'system', 'synthetic', 'compaction', 'shell', 'skill', 'agent-switched', 'model-switched', 'location-switched', 'idle',
]);

export function partType(part: NativePart): string {
  return asString(part.data?.['type']) ?? '';
}

export function isKnownPart(part: NativePart): boolean {
  return partTypes.has(partType(part));
}

export function isKnownRole({ role, isNewShape }: NativeMessage): boolean {
  return role === 'user' || role === 'assistant' || (isNewShape && otherTypes.has(role));
}

/** Types in `message` that this adapter does not know, one for each record, as they are named to a person. */
export function unknownTypesOf(message: NativeMessage): string[] {
  if (message.data === undefined) return [];
  if (!isKnownRole(message)) return [`message ${message.role || 'without role'}`];
  return message.parts.filter((part) => part.data !== undefined && !isKnownPart(part)).map((part) => `part ${partType(part) || 'without type'}`);
}

/** Text that opencode itself shows: what it adds for the model is `synthetic` or `ignored`, and an unfinished text is empty. */
export function visibleText(part: NativePart): string {
  const { data } = part;
  if (partType(part) !== 'text' || data?.['synthetic'] === true || data?.['ignored'] === true) return '';
  return asString(data?.['text']) ?? '';
}

export function isSummary(message: NativeMessage): boolean {
  return message.role === 'assistant' && message.data?.['summary'] === true;
}

/** Counts as a message of the conversation: a prompt, or an answer that is no summary, with something to see in it. */
export function isVisible(message: NativeMessage): boolean {
  if (message.data === undefined || isSummary(message)) return false;
  const types = message.role === 'user' ? promptTypes : message.role === 'assistant' ? answerTypes : undefined;
  return types !== undefined && message.parts.some((part) => hasContent(part, types));
}

const promptTypes: ReadonlySet<string> = new Set(['text', 'file', 'agent', 'subtask']);
const answerTypes: ReadonlySet<string> = new Set(['text', 'reasoning', 'tool']);

function hasContent(part: NativePart, types: ReadonlySet<string>): boolean {
  const type = partType(part);
  if (!types.has(type)) return false;
  if (type === 'text') return visibleText(part) !== '';
  return type !== 'reasoning' || asString(part.data?.['text']) !== '';
}

/** Hidden by an undo that can still be taken back. Ids of one session ascend with time. */
export function isUndone(revert: Revert | null, message: string, part?: string): boolean {
  if (revert === null || message < revert.message) return false;
  if (message > revert.message || revert.part === null) return true;
  return part !== undefined && part >= revert.part;
}

export function completedAt(message: NativeMessage): number | null {
  return asNumber(asObject(message.data?.['time'])?.['completed']) ?? null;
}

/** The model that wrote an answer; `null` for everything else. */
export function answeredBy(message: NativeMessage): string | null {
  return message.role === 'assistant' ? modelName(message.data?.['providerID'], message.data?.['modelID']) : null;
}

/** The words of a prompt, its visible texts and delegated tasks, as stored. */
export function promptText(message: NativeMessage): string {
  const texts = message.parts.map((part) => (partType(part) === 'subtask' ? (asString(part.data?.['prompt']) ?? '') : visibleText(part)));
  return texts.filter((text) => text !== '').join('\n\n');
}
