import { fail, ok, type Result } from '../core/result';
import type { TranscriptEvent } from '../shared/transcriptEvent';
import type { Branch } from '../transcript/model';
import type { Operations, SessionAddress } from '../workers/operations';
import type { TranscriptFailure } from '../workers/transcripts';
import { harmless, oneLine } from './oneLine';

export interface TranscriptPart {
  readonly key: string;
  readonly title: string;
  readonly events: readonly unknown[];
  /** Positions of the part: from `from` up to, not including, `to`. */
  readonly from: number;
  readonly to: number;
  readonly total: number;
  /** Whether events were left out before or after the part, or source records could not be read. */
  readonly truncated: boolean;
  /** Of the whole transcript; none where it never parts. */
  readonly branches: readonly Branch[];
  readonly omissions: readonly unknown[];
}

/** The asked events of a transcript, texts whole. */
export async function readPart(
  operations: Operations,
  session: SessionAddress & { key: string },
  range: { from: number; tail: boolean; maxEvents: number },
): Promise<Result<TranscriptPart, TranscriptFailure>> {
  const opened = await operations.transcript(session);
  if (!opened.ok) return opened;
  const { events: total, revision, omissions, record } = opened.value;
  const start = range.tail ? Math.max(0, total - range.maxEvents) : range.from;
  const window = await operations.events({ ...session, revision, from: start, count: range.maxEvents });
  if (!window.ok) return window;
  if (window.value.revision !== revision) return fail('session_unreadable', 'the transcript changed while it was read');
  const { from, events, branches } = window.value;
  const to = from + events.length;
  const truncated = from > 0 || to < total || omissions.length > 0;
  return ok({ key: session.key, title: record.title, events: events.map((event, index) => eventJson(event, from + index)), from, to, total, truncated, branches, omissions });
}

function eventJson({ id, type, at, author, text, tool, on_active_branch, source, ...more }: TranscriptEvent, position: number): unknown {
  return {
    position, id, type, at, author, text,
    tool: tool === undefined ? null : { name: tool.name, kind: tool.kind, status: tool.status, input: tool.input, output: tool.output,
      ...(tool.subagentId !== undefined && { subagent_id: tool.subagentId }),
      ...(tool.furtherSubagentIds !== undefined && { further_subagent_ids: tool.furtherSubagentIds }) },
    on_active_branch, source,
    ...(more.branch !== undefined && { branch: more.branch }),
    ...(more.ofSubagent === true && { of_subagent: true }),
    ...(more.severity !== undefined && { severity: more.severity }),
    ...(more.attachments !== undefined && { attachments: more.attachments }),
  };
}

/** The part for a person: author, time and text, tool calls as one line with their result indented. */
export function partText(part: TranscriptPart): string {
  const lines = [`${oneLine(part.title)}  (${oneLine(part.key)})`, ''];
  for (const event of part.events as (TranscriptEvent & { position: number; of_subagent?: true })[]) {
    lines.push(`[${event.position}] ${event.type}${event.author === null ? '' : ` ${oneLine(event.author)}`}  ${event.at ?? ''}${asideText(event)}`);
    if (event.text !== '') lines.push(indent(event.text));
    if (event.tool) {
      const { name, status, input, output } = event.tool;
      lines.push(indent(`${oneLine(name)} (${status}) ${typeof input === 'string' ? input : JSON.stringify(input)}`));
      if (output !== null && output !== '') lines.push(indent(indent(output)));
    }
    lines.push('');
  }
  lines.push(`${part.from}–${part.to} of ${part.total}`);
  return `${lines.join('\n')}\n`;
}

function asideText({ on_active_branch: isActive, of_subagent: ofSubagent }: { on_active_branch: boolean; of_subagent?: true }): string {
  return ofSubagent === true ? '  (of a sub-agent)' : isActive ? '' : '  (left by a rewind)';
}

function indent(text: string): string {
  return harmless(text).replace(/^/gm, '  ');
}
