import * as path from 'node:path';
import { asArray, asCountOrNone, asNumber, asObject, asString, type Json, type JsonObject, parseObject } from '../../core/json';
import { secondsOf } from './time';

/**
 * Loose readers of the tables of `state.db`, by the schemas 6 (release 0.10.0) to 22 (0.18.2), both seen, and 30 (0.21),
 * known from its source. A column that is missing or of another type reads as absent.
 */

/** The newest `schema_version` that has been seen. */
export const knownSchema = 22;

/** One row of `sessions`. A conversation has one or more of them. */
export interface SessionRow {
  readonly id: string;
  readonly source: string;
  readonly parentId: string | undefined;
  /** The session that this one branched from, as recorded at the branching. */
  readonly branchedFrom: string | undefined;
  /** The session whose sub-agent this is; empty where only that it is one is recorded. */
  readonly delegatedBy: string | undefined;
  /** Seconds since 1970. */
  readonly startedAt: number | undefined;
  readonly endReason: string | undefined;
  readonly title: string | undefined;
  /** Who set the title: `user`, `llm`, `derived`, `branch` … Only in newer releases. */
  readonly titleSource: string | undefined;
  readonly model: string | undefined;
  readonly folder: string | undefined;
  readonly gitBranch: string | undefined;
  readonly archived: boolean;
  /** Left out of the agent's own list. */
  readonly hidden: boolean;
  readonly tokens: Tokens;
}

/** Counts as recorded: `input` without cache, `reasoning` a part of `output`. */
export interface Tokens {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly cacheRead: number | undefined;
  readonly cacheWrite: number | undefined;
  readonly reasoning: number | undefined;
  /** Requests to models. */
  readonly calls: number | undefined;
}

const tokenColumns = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens', 'reasoning_tokens', 'api_call_count'] as const;

export const sessionColumns = [
  'id', 'source', 'parent_session_id', 'model_config', 'started_at', 'end_reason', 'title', 'title_source', 'model', 'cwd',
  'git_branch', 'archived', 'hidden', 'message_count', 'rewind_count', ...tokenColumns,
] as const;

/** `undefined` when the row has no id. */
export function sessionRow(row: JsonObject): SessionRow | undefined {
  const id = filled(row['id']);
  if (id === undefined) return undefined;
  const config = parseObject(asString(row['model_config']) ?? '') ?? {};
  const source = filled(row['source']) ?? '';
  const parentId = filled(row['parent_session_id']);
  const delegatedFrom = filled(config['_delegate_from']);
  return {
    id,
    source,
    parentId,
    branchedFrom: filled(config['_branched_from']),
    delegatedBy: source === 'subagent' || delegatedFrom !== undefined ? (parentId ?? delegatedFrom ?? '') : undefined,
    startedAt: asNumber(row['started_at']),
    endReason: filled(row['end_reason']),
    title: filled(row['title']),
    titleSource: filled(row['title_source']),
    model: filled(row['model']),
    folder: absolute(filled(row['cwd'])),
    gitBranch: filled(row['git_branch']),
    archived: isSet(row['archived']),
    hidden: isSet(row['hidden']),
    tokens: tokensOf(row),
  };
}

/** One row of `session_model_usage`: what one model has been used for in a session. */
export interface ModelUse {
  readonly sessionId: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly firstSeen: number | undefined;
  readonly lastSeen: number | undefined;
  readonly tokens: Tokens;
}

export const modelUseColumns = ['session_id', 'model', 'first_seen', 'last_seen', ...tokenColumns] as const;

export function modelUse(row: JsonObject): ModelUse | undefined {
  const [sessionId, model] = [filled(row['session_id']), filled(row['model'])];
  if (sessionId === undefined || model === undefined) return undefined;
  return { sessionId, model, firstSeen: asNumber(row['first_seen']), lastSeen: asNumber(row['last_seen']), tokens: tokensOf(row) };
}

function tokensOf(row: JsonObject): Tokens {
  const [input, output, cacheRead, cacheWrite, reasoning, calls] = tokenColumns.map((column) => asCountOrNone(row[column]));
  return { input, output, cacheRead, cacheWrite, reasoning, calls };
}

/** One message: a row of `messages`, or an element of the older files, which have fewer fields. */
export interface MessageRow {
  readonly role: string;
  /** Text, or a list of parts. */
  readonly content: Json;
  readonly toolCallId: string | undefined;
  readonly toolName: string | undefined;
  readonly toolCalls: readonly Json[];
  /** Seconds since 1970. */
  readonly at: number | undefined;
  readonly reasoning: string;
  /** Not taken back, or moved out of the model's sight by a compaction only. */
  readonly standing: boolean;
  /** Written by a compaction, with its summary. Only in newer releases. */
  readonly isSummary: boolean;
  readonly isHidden: boolean;
  /** Equal in a message and its copies. Only in newer releases. */
  readonly identity: string | undefined;
  readonly order: number | undefined;
  /** Fields that hold no JSON although they must. */
  readonly broken: number;
  /** The record itself, where its role is not known. */
  readonly unknown: JsonObject | undefined;
}

export const messageColumns = [
  'id', 'role', 'tool_call_id', 'tool_name', 'tool_calls', 'timestamp', 'reasoning', 'reasoning_content', 'active', 'compacted',
  '_compressed_summary', 'display_kind', 'display_order',
] as const;

/** In front of a content that is a list of parts in JSON. */
const partsMark = '\0json:';

/** The parts of a content as stored; `undefined` when it is text alone. */
export function storedParts(content: string): readonly Json[] | undefined {
  return content.startsWith(partsMark) ? parseList(content.slice(partsMark.length)) : undefined;
}

/** Reads a row of the table `messages`, where lists are JSON in text. */
export function storedMessage(row: JsonObject): MessageRow {
  const text = asString(row['content']) ?? '';
  const content = text.startsWith(partsMark) ? storedParts(text) : text;
  const calls = filled(row['tool_calls']);
  const toolCalls = calls === undefined ? [] : parseList(calls);
  return {
    ...message(row),
    content: content ?? '',
    toolCalls: toolCalls ?? [],
    at: asNumber(row['timestamp']),
    // Columns that a release lacks are absent, not 0.
    standing: row['active'] !== 0 || isSet(row['compacted']),
    broken: Number(content === undefined) + Number(toolCalls === undefined),
  };
}

/** Reads a message of the files of older releases. */
export function filedMessage(value: JsonObject): MessageRow {
  const time = value['timestamp'];
  return {
    ...message(value),
    content: value['content'] ?? '',
    toolCalls: asArray(value['tool_calls']),
    at: asNumber(time) ?? secondsOf(asString(time)),
    standing: true,
    broken: 0,
  };
}

/** `session_meta` heads the transcripts of older releases: no message. */
const knownRoles = ['user', 'assistant', 'tool', 'system', 'session_meta'];

function message(row: JsonObject): Omit<MessageRow, 'content' | 'toolCalls' | 'at' | 'standing' | 'broken'> {
  const role = asString(row['role']) ?? '';
  return {
    role,
    unknown: knownRoles.includes(role) ? undefined : row,
    toolCallId: filled(row['tool_call_id']),
    toolName: filled(row['tool_name']),
    reasoning: filled(row['reasoning']) ?? filled(row['reasoning_content']) ?? '',
    isSummary: isSet(row['_compressed_summary']),
    isHidden: row['display_kind'] === 'hidden',
    identity: filled(row['identity']),
    order: asNumber(row['display_order']),
  };
}

/** A tool call as the model asked for it. */
export interface CallRow {
  readonly id: string | undefined;
  readonly name: string;
  /** As recorded: JSON in text. */
  readonly arguments: string | JsonObject;
}

export function callRow(value: Json): CallRow | undefined {
  const call = asObject(value);
  const called = asObject(call?.['function']);
  const name = filled(called?.['name']);
  if (call === undefined || called === undefined || name === undefined) return undefined;
  const given = called['arguments'];
  return { id: filled(call['id']) ?? filled(call['call_id']), name, arguments: asObject(given) ?? asString(given) ?? '' };
}

function parseList(text: string): readonly Json[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as Json[]) : undefined;
  } catch {
    return undefined;
  }
}

function isSet(value: Json | undefined): boolean {
  return value === 1 || value === true;
}

/** Paths of Windows and of others are both taken: a home may have been brought from another machine. */
function absolute(folder: string | undefined): string | undefined {
  return folder !== undefined && path.win32.isAbsolute(folder) ? folder : undefined;
}

/** Text that isn't blank. */
function filled(value: Json | undefined): string | undefined {
  const text = asString(value);
  return text === undefined || text.trim() === '' ? undefined : text;
}
