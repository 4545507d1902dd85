import { asObject, asString, type JsonObject } from '../../core/json';
import type { ToolCall, ToolKind, ToolStatus } from '../../shared/transcriptEvent';
import type { Message, RecordedCall } from './schema';

/** The built-in tools (0.20 to 0.61); those of extensions and servers are `other`. */
const kinds: Readonly<Record<string, ToolKind>> = {
  read_file: 'read',
  read_many_files: 'read',
  list_directory: 'search',
  glob: 'search',
  search_file_content: 'search',
  grep_search: 'search',
  google_web_search: 'search',
  write_file: 'edit',
  replace: 'edit',
  run_shell_command: 'execute',
  web_fetch: 'fetch',
  save_memory: 'think',
  invoke_agent: 'think',
  write_todos: 'think',
};

const statuses: Readonly<Record<string, ToolStatus>> = {
  success: 'completed',
  error: 'failed',
  cancelled: 'failed',
  executing: 'in_progress',
};

/** A call as an answer or a part of it records it, ready to show. */
export interface ShownCall {
  readonly at: string | null;
  readonly tool: ToolCall;
}

/**
 * The calls of an answer. Finished ones are in `toolCalls`; after a rewrite some may be left as `functionCall` parts alone,
 * with their results in `responses`, by call id.
 */
export function callsOf(message: Message, responses: ReadonlyMap<string, JsonObject>): ShownCall[] {
  const recorded = message.toolCalls.map((call) => ({ at: call.at ?? message.at, tool: recordedCall(call, responses) }));
  const ids = new Set(message.toolCalls.map(({ id }) => id));
  const parts = message.content.flatMap<JsonObject>((part) => asObject(part['functionCall']) ?? []);
  const rest = parts.filter((part) => !ids.has(asString(part['id']) ?? '')).map((part) => ({ at: message.at, tool: partCall(part, responses) }));
  return [...recorded, ...rest];
}

function recordedCall(call: RecordedCall, responses: ReadonlyMap<string, JsonObject>): ToolCall {
  const response = responsesIn(call.result).get(call.id) ?? responses.get(call.id);
  const output = response === undefined ? display(call) : responseText(response);
  return {
    name: call.name,
    callId: call.id,
    kind: kindOf(call.name),
    status: lookUp(statuses, call.status) ?? (output === null ? 'pending' : 'completed'),
    input: call.args,
    output,
    ...(call.agentId !== undefined && { subagentId: call.agentId }),
  };
}

function partCall(part: JsonObject, responses: ReadonlyMap<string, JsonObject>): ToolCall {
  const name = asString(part['name']) ?? '';
  const callId = asString(part['id']);
  const response = responses.get(callId ?? '');
  const status = response === undefined ? 'pending' : response['error'] === undefined ? 'completed' : 'failed';
  const output = response === undefined ? null : responseText(response);
  return { name, ...(callId !== undefined && { callId }), kind: kindOf(name), status, input: asObject(part['args']) ?? {}, output };
}

/** The responses in a list of parts, by call id. A call's own list holds those of all calls made at once. */
export function responsesIn(parts: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  return new Map(
    parts.flatMap((part) => {
      const answer = asObject(part['functionResponse']);
      const response = asObject(answer?.['response']);
      return response === undefined ? [] : [[asString(answer?.['id']) ?? '', response] as const];
    }),
  );
}

/** What the model got: text for the built-in tools, an object for some others. */
function responseText(response: JsonObject): string {
  return asString(response['output']) ?? asString(response['error']) ?? JSON.stringify(response, null, 2);
}

/** What the person saw. */
function display({ resultDisplay, result }: RecordedCall): string | null {
  if (typeof resultDisplay === 'string') return resultDisplay;
  if (typeof resultDisplay === 'object' && resultDisplay !== null) return JSON.stringify(resultDisplay, null, 2);
  return result.length === 0 ? null : JSON.stringify(result, null, 2);
}

function kindOf(name: string): ToolKind {
  return lookUp(kinds, name) ?? 'other';
}

function lookUp<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
