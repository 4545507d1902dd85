import { fail, ok } from '../../../src/core/result';
import {
  transcriptLimits,
  type PageEvent,
  type TranscriptContract,
  type TranscriptHead,
} from '../../../src/shared/transcriptContract';
import type { TranscriptEvent } from '../../../src/shared/transcriptEvent';
import type { Answers } from '../harness/testPage';

/** The host of a transcript page: a list of events that a test can change. */
export class FakeHost {
  head: Partial<TranscriptHead> = {};
  private revision = 1;

  constructor(public events: readonly TranscriptEvent[]) {}

  /** As if the source had changed. */
  change(events: readonly TranscriptEvent[]): void {
    this.events = events;
    this.revision++;
  }

  readonly answers: Answers<TranscriptContract> = {
    'transcript.open': () => ok(this.headNow()),
    'transcript.window': ({ from, count }) =>
      ok({
        revision: String(this.revision),
        from,
        events: this.events.slice(from, from + count).map((event, index) => clipped(event, from + index, transcriptLimits.text)),
      }),
    'transcript.event': ({ position }) => {
      const event = this.events[position];
      return event === undefined ? fail('event_missing') : ok(clipped(event, position, transcriptLimits.whole));
    },
    'transcript.copy': () => ok(null),
    'transcript.reveal': () => ok(null),
    'transcript.resume': () => ok(null),
  };

  private headNow(): TranscriptHead {
    return {
      key: 'claude-code:0d6c6f3e',
      agent: 'claude-code',
      agentName: 'Claude Code',
      title: 'Fix the tab switch',
      folder: '/home/dev/app',
      branch: 'main',
      models: ['claude-sonnet-4-5'],
      createdAt: '2026-11-28T09:12:00.000Z',
      lastActivityAt: '2026-11-29T16:40:00.000Z',
      messageCount: this.events.filter(({ type }) => type.endsWith('_message')).length,
      running: false,
      omissions: [],
      unknownTypes: {},
      ...this.head,
      total: this.events.length,
      revision: String(this.revision),
    };
  }
}

let made = 0;

/** An event with its own id and line. */
export function event(type: TranscriptEvent['type'], text: string, rest: Partial<TranscriptEvent> = {}): TranscriptEvent {
  made++;
  return {
    id: `event-${made}`,
    type,
    at: '2026-11-29T16:30:00.000Z',
    author: type === 'agent_message' ? 'claude-sonnet-4-5' : null,
    text,
    on_active_branch: true,
    source: { file: '/home/dev/.claude/projects/app/0d6c6f3e.jsonl', line: made },
    ...rest,
  };
}

/** A transcript of `count` numbered messages, in turns. */
export function conversation(count: number): TranscriptEvent[] {
  return Array.from({ length: count }, (_, index) =>
    event(index % 2 === 0 ? 'user_message' : 'agent_message', `Message ${index}`, { id: `m${index}` }),
  );
}

/** As a host cuts an event for a page. */
function clipped(event: TranscriptEvent, position: number, limit: number): PageEvent {
  const { text, tool } = event;
  const cut: { text?: number; output?: number } = {};
  if (text.length > limit) cut.text = text.length;
  if (tool !== undefined && (tool.output?.length ?? 0) > limit) cut.output = tool.output?.length ?? 0;
  return {
    ...event,
    position,
    text: text.slice(0, limit),
    ...(tool === undefined ? {} : { tool: { ...tool, output: tool.output?.slice(0, limit) ?? null } }),
    ...(Object.keys(cut).length === 0 ? {} : { clipped: cut }),
  };
}
