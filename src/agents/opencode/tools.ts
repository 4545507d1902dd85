import { asObject, asString, type JsonObject } from '../../core/json';
import type { ToolCall, ToolKind, ToolStatus } from '../../shared/transcriptEvent';

/** The tools of 1.18.33 and of earlier versions. Tools of plug-ins and servers are `other`. */
const kinds: Readonly<Record<string, ToolKind>> = {
  read: 'read',
  edit: 'edit',
  multiedit: 'edit',
  write: 'edit',
  patch: 'edit',
  apply_patch: 'edit',
  bash: 'execute',
  shell: 'execute',
  glob: 'search',
  grep: 'search',
  list: 'search',
  codesearch: 'search',
  webfetch: 'fetch',
  websearch: 'fetch',
  task: 'think',
  todoread: 'think',
  todowrite: 'think',
};

const statuses: Readonly<Record<string, ToolStatus>> = {
  pending: 'pending',
  streaming: 'pending',
  running: 'in_progress',
  completed: 'completed',
  error: 'failed',
};

/** The call in a `tool` part, with its result where there is one. A command that failed is `completed`, as opencode has it. */
export function toolCall(part: JsonObject): ToolCall {
  const name = asString(part['tool']) ?? '';
  const callId = asString(part['callID']);
  const state = asObject(part['state']);
  const status = asString(state?.['status']) ?? '';
  const output = asString(status === 'error' ? state?.['error'] : state?.['output']) ?? null;
  const subagentId = name === 'task' ? startedSession(state, output) : undefined;
  return {
    name,
    ...(callId !== undefined && { callId }),
    kind: Object.hasOwn(kinds, name) ? (kinds[name] as ToolKind) : 'other',
    status: Object.hasOwn(statuses, status) ? (statuses[status] as ToolStatus) : 'pending',
    input: asObject(state?.['input']) ?? asString(state?.['input']) ?? {},
    output,
    ...(subagentId !== undefined && { subagentId }),
  };
}

/** The child's id as the result names it: to 1.2 and since. */
const namedInResult = /^(?:task_id: |<task id=")(ses_[0-9A-Za-z]+)/;

function startedSession(state: JsonObject | undefined, output: string | null): string | undefined {
  const metadata = asObject(state?.['metadata']);
  return asString(metadata?.['sessionId']) ?? asString(metadata?.['sessionID']) ?? namedInResult.exec(output ?? '')?.[1];
}
