import { createHash } from 'node:crypto';
import { prettyJson } from '../shared/prettyJson';
import type { EntryKind, HistoryEntry } from '../shared/history';
import type { TranscriptEvent } from '../shared/transcriptEvent';

/** An entry with its whole text, and where in the transcript it is from. */
export interface ProjectedEntry extends HistoryEntry {
  /** Of the event, from 0. */
  readonly position: number;
}

type Draft = Omit<ProjectedEntry, 'id' | 'sent_at'> & { readonly at: string | null };

/**
 * The entries of a transcript's active path: messages, calls, results and errors, in order; results of one response's calls after all
 * of it, as they came. No thoughts, notices and compactions. What has no time is dated by its place after `base`, in milliseconds since 1970.
 */
export function entriesOf(events: readonly TranscriptEvent[], base: number): ProjectedEntry[] {
  const occurrences = new Map<string, number>();
  return drafts(events).map(({ at, ...draft }) => {
    const hash = identityOf(draft);
    const occurrence = occurrences.get(hash) ?? 0;
    occurrences.set(hash, occurrence + 1);
    return { ...draft, id: `${hash}:${String(occurrence)}`, sent_at: at ?? new Date(base + draft.position).toISOString() };
  });
}

function drafts(events: readonly TranscriptEvent[]): Draft[] {
  const entries: Draft[] = [];
  let response: string | undefined;
  let results: Draft[] = [];
  const settle = (): void => {
    entries.push(...results);
    results = [];
  };
  for (const [position, event] of events.entries()) {
    if (!event.on_active_branch) continue;
    if (event.response === undefined || event.response !== response) settle();
    ({ response } = event);
    const { call, result, message } = ofEvent(event, position);
    if (message !== undefined) entries.push(message);
    if (call !== undefined) entries.push(call);
    if (result !== undefined) results.push(result);
  }
  settle();
  return entries;
}

function ofEvent({ type, text, at, tool, severity }: TranscriptEvent, position: number): { message?: Draft; call?: Draft; result?: Draft } {
  const said = { text, at, position };
  if (type === 'user_message') return text.trim() === '' ? {} : { message: { ...said, role: 'user', kind: 'message' } };
  if (type === 'agent_message') return text.trim() === '' ? {} : { message: { ...said, role: 'assistant', kind: 'message' } };
  if (type === 'notice' && severity === 'error') return { message: { ...said, role: 'assistant', kind: 'error', is_error: true } };
  if (type !== 'tool_call' || tool === undefined) return {};
  const { name, callId, input, output, status } = tool;
  const of = { role: 'tool', at, position, ...(name !== '' && { tool_name: name }), ...(callId !== undefined && callId !== '' && { source_call_id: callId }) } as const;
  return {
    // Of a result whose call is not recorded there is nothing to tell of the call.
    ...(name !== '' && { call: { ...of, kind: 'tool_call', text: typeof input === 'string' ? input : prettyJson(input) } }),
    ...(output !== null && { result: { ...of, kind: 'tool_result', text: output, ...(status === 'failed' && { is_error: true }) } }),
  };
}

/** 24 hex digits. A call is known by its id: its arguments may be rewritten while they come in. */
function identityOf({ kind, role, text, source_call_id: callId }: Pick<HistoryEntry, 'role' | 'text' | 'source_call_id'> & { kind: EntryKind }): string {
  const identity = callId === undefined ? [kind, role, text] : [kind, callId];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 24);
}
