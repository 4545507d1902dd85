import { asArray, asNumber, asObject, asString, parseObject, type Json, type JsonObject } from '../../core/json';
import type { ToolKind, ToolStatus } from '../../shared/transcriptEvent';

/** What a model asked for. */
export interface Call {
  readonly id: string | null;
  readonly name: string;
  readonly kind: ToolKind;
  readonly input: JsonObject | string;
  /** Set where the record of the call is the only one there will be. */
  readonly isDone: boolean;
}

const kinds: Readonly<Record<string, ToolKind>> = {
  exec: 'execute',
  exec_command: 'execute',
  shell: 'execute',
  shell_command: 'execute',
  local_shell: 'execute',
  write_stdin: 'execute',
  apply_patch: 'edit',
  view_image: 'read',
  read_file: 'read',
  list_dir: 'search',
  grep_files: 'search',
  tool_search: 'search',
  web_search: 'fetch',
  update_plan: 'think',
  spawn_agent: 'think',
};

export function kindOfTool(name: string): ToolKind {
  return kinds[name] ?? 'other';
}

/** The call in a `response_item`; `undefined` when it holds none. */
export function callOf(payload: JsonObject): Call | undefined {
  const id = asString(payload['call_id']) ?? asString(payload['id']) ?? null;
  const call = (name: string, input: JsonObject | string, isDone = false): Call => ({ id, name, kind: kindOfTool(name), input, isDone });
  switch (payload['type']) {
    case 'function_call':
      return call(asString(payload['name']) ?? '', argumentsOf(payload['arguments']));
    case 'custom_tool_call':
      return call(asString(payload['name']) ?? '', asString(payload['input']) ?? '');
    case 'local_shell_call':
      return call('local_shell', asObject(payload['action']) ?? {});
    case 'tool_search_call':
      return call('tool_search', argumentsOf(payload['arguments']));
    case 'web_search_call':
      return call('web_search', asObject(payload['action']) ?? {}, true);
    case 'image_generation_call':
      return call('image_generation', asString(payload['revised_prompt']) ?? '', true);
    default:
      return undefined;
  }
}

/** Arguments are JSON in a string. */
function argumentsOf(value: Json | undefined): JsonObject | string {
  return asObject(value) ?? parseObject(asString(value) ?? '') ?? asString(value) ?? '';
}

/** What came back for a call. */
export interface CallOutput {
  readonly id: string;
  readonly text: string;
  readonly status: ToolStatus;
}

/** The output in a `response_item`; `undefined` when it holds none. */
export function outputOf(payload: JsonObject): CallOutput | undefined {
  const id = asString(payload['call_id']);
  if (id === undefined || !/_output$/.test(asString(payload['type']) ?? '')) return undefined;
  const recorded = textOf(payload['output'] ?? payload['tools']);
  // Older shells wrapped what a command printed.
  const wrapped = recorded.startsWith('{"output":') ? parseObject(recorded) : undefined;
  const exitCode = wrapped === undefined ? exitCodeIn(recorded) : asNumber(asObject(wrapped['metadata'])?.['exit_code']);
  return { id, text: asString(wrapped?.['output']) ?? recorded, status: exitCode ? 'failed' : 'completed' };
}

/** In the lines that Codex writes above a command's output. */
function exitCodeIn(text: string): number | undefined {
  const end = text.indexOf('\nOutput:\n');
  const found = /^(?:Process exited with code|Exit code:) (-?\d+)$/m.exec(text.slice(0, Math.max(0, end)));
  return found === null ? undefined : Number(found[1]);
}

/** Text out of the shapes in which results come: a string, parts, or an object of the tool's own. */
export function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  const object = asObject(value);
  if (object !== undefined) return object['content'] === undefined ? JSON.stringify(object) : textOf(object['content']);
  return asArray(value).map(partText).reduce((text, part) => (text === '' || text.endsWith('\n') ? text + part : `${text}\n${part}`), '');
}

function partText(part: Json): string {
  const object = asObject(part);
  if (object === undefined) return asString(part) ?? '';
  // An image is its whole content in base64.
  return asString(object['text']) ?? (/image/.test(asString(object['type']) ?? '') ? '[image]' : JSON.stringify(object));
}
