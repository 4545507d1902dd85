import { asObject, asString, type Json, type JsonObject } from '../../core/json';
import type { ToolKind } from '../../shared/transcriptEvent';

/** The built-in tools (1.0.22 to 1.0.102); those of servers are `other`. */
const kinds: ReadonlyMap<string, ToolKind> = new Map<string, ToolKind>([
  ['view', 'read'],
  ['create', 'edit'],
  ['edit', 'edit'],
  ['apply_patch', 'edit'],
  ['str_replace_editor', 'edit'],
  ['rg', 'search'],
  ['grep', 'search'],
  ['glob', 'search'],
  ['web_search', 'search'],
  ['web_fetch', 'fetch'],
  ['bash', 'execute'],
  ['powershell', 'execute'],
  ['local_shell', 'execute'],
  ['read_bash', 'execute'],
  ['write_bash', 'execute'],
  ['stop_bash', 'execute'],
  ['read_powershell', 'execute'],
  ['write_powershell', 'execute'],
  ['stop_powershell', 'execute'],
  ['task', 'think'],
  ['report_intent', 'think'],
  ['update_todo', 'think'],
]);

export function kindOf(name: string): ToolKind {
  return kinds.get(name) ?? 'other';
}

/** The arguments of a call: an object, or text for tools such as `apply_patch`. */
export function inputOf(value: Json | undefined): JsonObject | string {
  return typeof value === 'string' ? value : (asObject(value) ?? {});
}

/** What a finished call gave; a failed one says why. */
export function outputOf(data: JsonObject): string {
  const result = asObject(data['result']);
  const text = asString(result?.['content']) ?? asString(result?.['detailedContent']);
  return text ?? asString(asObject(data['error'])?.['message']) ?? asString(data['error']) ?? '';
}
