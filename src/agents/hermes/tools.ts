import { asArray, asNumber, asObject, asString, type JsonObject, parseObject } from '../../core/json';
import type { ToolCall, ToolKind } from '../../shared/transcriptEvent';
import type { CallRow } from './schema';

/** Tools of releases up to 0.21; those of plug-ins and servers are `other`. */
const kinds: Readonly<Record<string, ToolKind>> = {
  read_file: 'read', skill_view: 'read', skills_list: 'read', vision_analyze: 'read', video_analyze: 'read', read_terminal: 'read',
  write_file: 'edit', patch: 'edit', skill_manage: 'edit',
  search_files: 'search', session_search: 'search', web_search: 'search', x_search: 'search',
  terminal: 'execute', process: 'execute', process_manage: 'execute', execute_code: 'execute',
  todo: 'think', todo_list: 'think',
  web_extract: 'fetch',
};

export function callOf({ id, name, arguments: given }: CallRow): ToolCall {
  const kind = kinds[name] ?? (name.startsWith('browser_') ? 'fetch' : 'other');
  const input = typeof given === 'string' ? (parseObject(given) ?? given) : given;
  return { name, ...(id !== undefined && { callId: id }), kind, status: 'pending', input, output: null };
}

/** `call` with the result as recorded: JSON in text, or any text. */
export function withResult(call: ToolCall, text: string): ToolCall {
  const result = parseObject(text);
  if (result === undefined) return { ...call, status: 'completed', output: text };
  return { ...call, status: hasFailed(result) ? 'failed' : 'completed', output: readable(result) };
}

function hasFailed(result: JsonObject): boolean {
  const error = result['error'];
  return (error !== undefined && error !== null && error !== '') || result['success'] === false || (asNumber(result['exit_code']) ?? 0) !== 0;
}

/** What the tools for commands, files, searches and pages put their text under; other results as JSON to read. */
function readable(result: JsonObject): string {
  const text = asString(result['output']) ?? asString(result['content']) ?? asString(result['diff']) ?? listed(result);
  if (text === undefined) return asString(result['error']) ?? JSON.stringify(result, null, 2);
  const exit = asNumber(result['exit_code']) ?? 0;
  const parts = [text, asString(result['error']) ?? '', exit === 0 ? '' : `exit code ${String(exit)}`];
  return parts.filter((part) => part !== '').join('\n');
}

/** Lines found, and what came of pages and tasks. */
function listed(result: JsonObject): string | undefined {
  const matches = asArray(result['matches']).map((match) => matchLine(asObject(match)));
  const results = asArray(result['results']).map((each) => asString(asObject(each)?.['content']) ?? asString(asObject(each)?.['summary']));
  const lines = [...matches, ...results];
  return lines.length > 0 && lines.every((line) => line !== undefined) ? lines.join('\n') : undefined;
}

function matchLine(match: JsonObject | undefined): string | undefined {
  const [path, content] = [asString(match?.['path']), asString(match?.['content'])];
  return path === undefined || content === undefined ? undefined : `${path}:${String(asNumber(match?.['line']) ?? '')}: ${content}`;
}

/** The tasks that a call hands to sub-agents, one for each; none for other calls. Each sub-agent's prompt is its task. */
export function delegatedTasks({ name, input }: ToolCall): string[] {
  if (name !== 'delegate_task' || typeof input === 'string') return [];
  const tasks = asArray(input['tasks']).map((task) => asString(asObject(task)?.['goal']) ?? '');
  return tasks.length > 0 ? tasks : [asString(input['goal']) ?? ''];
}
