import { fail, ok } from '../../../src/core/result';
import {
  transcriptLimits,
  type TranscriptContract,
  type TranscriptHead,
} from '../../../src/shared/transcriptContract';
import { type HistoryBounds, type HistoryHead, windowOf } from '../../../src/shared/history';
import { timelineOf, type TimelineItem } from '../../../src/shared/timeline';
import type { TranscriptEvent } from '../../../src/shared/transcriptEvent';
import { entriesOf } from '../../../src/transcript/entries';
import { redactedWindow, textHash, updateOf } from '../../../src/transcript/history';
import { HistoryCache, type HistoryRevision } from '../../../src/transcript/historyCache';
import { pageEvent, pageItem } from '../../../src/transcript/pageEvents';
import { search } from '../../../src/transcript/search';
import type { Answers } from '../harness/testPage';

/** The host of a transcript page: a list of events that a test can change. */
export class FakeHost {
  head: Partial<TranscriptHead> = {};
  private revision = 1;
  private readonly cache = new HistoryCache(() => 'epoch');
  historyHead: HistoryHead & HistoryBounds = { status: 'ok', detail: '', key: 'claude-code:0d6c6f3e', agent: 'claude-code', path: '/f', updated_at: null, part: null, omissions: [] };

  constructor(public events: readonly TranscriptEvent[]) {}

  /** As if the source had changed. */
  change(events: readonly TranscriptEvent[]): void {
    this.events = events;
    this.revision++;
  }

  /** The conversations of sub-agents, by their ids. */
  readonly subagents = new Map<string, FakeHost>();

  readonly answers: Answers<TranscriptContract> = {
    'transcript.open': ({ subagent }) => {
      const host = this.of(subagent);
      return host === undefined ? fail('session_missing') : ok(host.headNow());
    },
    'transcript.window': ({ subagent, from, count }) => {
      const host = this.of(subagent);
      if (host === undefined) return fail('session_missing');
      const items = host.items.slice(from, from + count).map((item) => pageItem(item, transcriptLimits.text));
      return ok({ revision: String(host.revision), from, items });
    },
    'transcript.event': ({ subagent, position, whole }) => {
      const event = this.of(subagent)?.events[position];
      return event === undefined ? fail('event_missing') : ok(pageEvent(event, position, whole ? transcriptLimits.whole : transcriptLimits.text));
    },
    'transcript.search': ({ text }) => ok(search(this.items, text)),
    'transcript.pictures': () => ok([]),
    'history.get': ({ cursor }) => ok({ ...this.historyHead, ...updateOf(this.historyNow() as [HistoryRevision], cursor ?? undefined) }),
    'history.entry': ({ id }) => {
      const entry = windowOf(entriesOf(this.events, 0)).find((each) => each.id === id);
      return entry === undefined ? fail('entry_gone') : ok({ entry_id: id, text: entry.text, text_hash: textHash(entry.text) });
    },
    'transcript.copy': () => ok(null),
    'transcript.copyLink': () => ok(null),
    'transcript.export': () => ok(null),
    'transcript.reveal': () => ok(null),
    'transcript.resume': () => ok(null),
    'transcript.openSubagent': () => ok(null),
  };

  private of(subagent: string | undefined): FakeHost | undefined {
    return subagent === undefined ? this : this.subagents.get(subagent);
  }

  private historyNow(): readonly HistoryRevision[] {
    const stamp = { signature: String(this.revision), identity: 'file', size: this.revision, mtime: 0, created: null };
    return this.cache.revisions('session', stamp, () => redactedWindow(entriesOf(this.events, 0)));
  }

  private get items(): readonly TimelineItem[] {
    return timelineOf(this.events);
  }

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
      part: null,
      omissions: [],
      unknownTypes: {},
      ...this.head,
      total: this.items.length,
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
