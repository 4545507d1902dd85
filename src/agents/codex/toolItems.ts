import { asArray, asNumber, asObject, asString, type JsonObject } from '../../core/json';
import type { ToolKind, ToolStatus } from '../../shared/transcriptEvent';
import type { Peek } from './schema';
import { kindOfTool, textOf } from './toolCalls';

/** What Codex did for a call, as it showed it: more exact than the call's output for the model. */
export interface ToolItem {
  /** That of the call, where a call of its own led to it. */
  readonly id: string | null;
  readonly name: string;
  readonly kind: ToolKind;
  readonly status: ToolStatus;
  readonly input: JsonObject | string;
  readonly output: string | null;
  readonly isByPerson: boolean;
  /** The thread of the sub-agent that works on it, and the names under which its answer may come. */
  readonly subagent: { readonly id: string; readonly names: readonly string[] } | null;
}

/** The tool item in an `event_msg`; `undefined` when it holds none. Older versions write events instead of items. */
export function toolItemOf(found: Peek, payload: JsonObject): ToolItem | undefined {
  if (found.kind === 'item_completed') {
    const item = asObject(payload['item']) ?? {};
    return read(found.item ?? '', item, asString(item['id']) ?? null);
  }
  const type = itemOfEvent[found.kind ?? ''];
  return type === undefined ? undefined : read(type, payload, asString(payload['call_id']) ?? null);
}

const itemOfEvent: Readonly<Record<string, string>> = {
  exec_command_end: 'CommandExecution',
  patch_apply_end: 'FileChange',
  mcp_tool_call_end: 'McpToolCall',
  web_search_end: 'WebSearch',
  view_image_tool_call: 'ImageView',
  image_generation_end: 'ImageGeneration',
  collab_agent_spawn_end: 'CollabAgentToolCall',
};

function read(type: string, item: JsonObject, id: string | null): ToolItem | undefined {
  const base = { id, status: statusOf(item), output: null, isByPerson: false, subagent: null };
  switch (type) {
    case 'CommandExecution':
      return { ...base, ...command(item) };
    case 'FileChange':
      return { ...base, ...fileChange(item) };
    case 'McpToolCall':
      return { ...base, ...mcpCall(item) };
    case 'DynamicToolCall': {
      const name = asString(item['tool']) ?? '';
      const output = textOf(item['content_items'] ?? item['error']);
      return { ...base, name, kind: kindOfTool(name), input: asObject(item['arguments']) ?? {}, output };
    }
    case 'CollabAgentToolCall':
      return { ...base, ...collaboration(item) };
    case 'SubAgentActivity':
      return item['kind'] === 'started' ? { ...base, ...startedAgent(item) } : undefined;
    case 'WebSearch':
      return { ...base, name: 'web_search', kind: 'fetch', input: asObject(item['action']) ?? asString(item['query']) ?? '' };
    case 'ImageView':
      return { ...base, name: 'view_image', kind: 'read', input: { path: pathOf(item['path']) } };
    case 'ImageGeneration':
      return { ...base, name: 'image_generation', kind: 'other', input: asString(item['revised_prompt']) ?? '', output: pathOf(item['saved_path']) };
    case 'Sleep':
      return { ...base, name: 'sleep', kind: 'other', input: { duration_ms: asNumber(item['duration_ms']) ?? 0 } };
    case 'Extension':
      return { ...base, name: asString(item['kind']) ?? '', kind: 'other', input: item };
    default:
      return undefined;
  }
}

function statusOf(item: JsonObject): ToolStatus {
  const status = asString(item['status'])?.toLowerCase().replace('_', '');
  if (status === 'inprogress') return 'in_progress';
  const failed = status === 'failed' || status === 'declined' || item['success'] === false || (asNumber(item['exit_code']) ?? 0) !== 0;
  return failed || (item['error'] !== undefined && item['error'] !== null) ? 'failed' : 'completed';
}

type Details = Pick<ToolItem, 'name' | 'kind' | 'input'> & Partial<ToolItem>;

function command(item: JsonObject): Details {
  const isByPerson = item['source'] === 'user_shell';
  const parsed = asArray(item['parsed_cmd']).map((part) => asString(asObject(part)?.['type']));
  return {
    name: isByPerson ? 'user_shell' : 'exec_command',
    kind: kindOfCommand(parsed),
    input: { command: item['command'] ?? null, cwd: pathOf(item['cwd']) },
    output: asString(item['aggregated_output']) ?? textOf(item['stdout']) + textOf(item['stderr']),
    isByPerson,
  };
}

/** Codex takes commands apart: what only reads or searches is shown as that. */
function kindOfCommand(parsed: readonly (string | undefined)[]): ToolKind {
  const only = (...types: string[]): boolean => parsed.length > 0 && parsed.every((type) => types.includes(type ?? ''));
  if (only('read')) return 'read';
  return only('list_files', 'search') ? 'search' : 'execute';
}

function fileChange(item: JsonObject): Details {
  const changes = asObject(item['changes']) ?? {};
  const all = (test: (change: JsonObject) => boolean): boolean => {
    const list = Object.values(changes);
    return list.length > 0 && list.every((change) => test(asObject(change) ?? {}));
  };
  const isMoved = (change: JsonObject): boolean => typeof change['move_path'] === 'string';
  const kind = all((change) => change['type'] === 'delete') ? 'delete' : all(isMoved) ? 'move' : 'edit';
  return { name: 'apply_patch', kind, input: { changes }, output: textOf(item['stdout']) + textOf(item['stderr']) };
}

function mcpCall(item: JsonObject): Details {
  const invocation = asObject(item['invocation']) ?? item;
  const result = asObject(item['result']);
  // Events wrap it in `Ok` or `Err`.
  const output = item['error'] ?? result?.['Err'] ?? result?.['Ok'] ?? result;
  const failed = result?.['Err'] !== undefined || asObject(result?.['Ok'] ?? result)?.['isError'] === true;
  return {
    name: `mcp__${asString(invocation['server']) ?? ''}__${asString(invocation['tool']) ?? ''}`,
    kind: 'other',
    input: asObject(invocation['arguments']) ?? {},
    output: asString(asObject(output)?.['message']) ?? textOf(output),
    ...(failed ? { status: 'failed' } : {}),
  };
}

function collaboration(item: JsonObject): Details {
  const tool = asString(item['tool']) ?? 'spawn_agent';
  const agent = asString(item['new_thread_id']) ?? asString(asArray(item['receiver_thread_ids'])[0]);
  const isSpawn = /^spawn/i.test(tool);
  return {
    name: tool,
    kind: isSpawn ? 'think' : 'other',
    input: asString(item['prompt']) ?? '',
    subagent: isSpawn && agent !== undefined ? { id: agent, names: [agent] } : null,
  };
}

function startedAgent(item: JsonObject): Details {
  const id = asString(item['agent_thread_id']);
  const path = asString(item['agent_path']);
  const names = [id, path].filter((name) => name !== undefined);
  return { name: 'spawn_agent', kind: 'think', input: path ?? '', subagent: id === undefined ? null : { id, names } };
}

/** Paths are given as such or as `file:` URLs. */
function pathOf(value: JsonObject[string]): string | null {
  const text = asString(value);
  return text?.startsWith('file://') === true ? decoded(text.slice('file://'.length)) : (text ?? null);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
