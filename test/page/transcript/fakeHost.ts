import { fail, ok } from '../../../src/core/result';
import {
  transcriptLimits,
  type TranscriptContract,
  type TranscriptHead,
} from '../../../src/shared/transcriptContract';
import { type HistoryBounds, type HistoryHead, windowOf } from '../../../src/shared/history';
import type { TranscriptEvent } from '../../../src/shared/transcriptEvent';
import { branchesByFlags } from '../../../src/transcript/branches';
import { Conversation, type Shown } from '../../../src/transcript/conversation';
import { entriesOf } from '../../../src/transcript/entries';
import { redactedWindow, textHash, updateOf } from '../../../src/transcript/history';
import { HistoryCache, type HistoryRevision } from '../../../src/transcript/historyCache';
import type { Branch } from '../../../src/transcript/model';
import { pageEvent, pageItem } from '../../../src/transcript/pageEvents';
import { searchShown } from '../../../src/transcript/search';
import type { Answers } from '../harness/testPage';

/** The host of a transcript page: a list of events that a test can change. */
export class FakeHost {
  head: Partial<TranscriptHead> = {};
  private revision = 1;
  private told: Conversation | undefined;
  private readonly cache = new HistoryCache(() => 'epoch');
  historyHead: HistoryHead & HistoryBounds = { status: 'ok', detail: '', key: 'claude-code:0d6c6f3e', agent: 'claude-code', path: '/f', updated_at: null, part: null, omissions: [] };

  /** Without `branches` the conversation parts where events are off the active branch. */
  constructor(public events: readonly TranscriptEvent[], private readonly branches?: readonly Branch[]) {}

  /** As if the source had changed. */
  change(events: readonly TranscriptEvent[]): void {
    this.events = events;
    this.told = undefined;
    this.revision++;
  }

  /** The conversations of sub-agents, by their ids. */
  readonly subagents = new Map<string, FakeHost>();

  readonly answers: Answers<TranscriptContract> = {
    'transcript.open': ({ subagent, branches }) => {
      const host = this.of(subagent);
      return host === undefined ? fail('session_missing') : ok(host.headNow(branches));
    },
    'transcript.window': ({ subagent, branches, from, count }) => {
      const host = this.of(subagent);
      if (host === undefined) return fail('session_missing');
      const { rows, path } = host.shownBy(branches);
      const items = rows.slice(from, from + count).map((item) => pageItem(item, transcriptLimits.text));
      return ok({ revision: `${host.revision} ${path.name}`, from, items });
    },
    'transcript.event': ({ subagent, position, whole }) => {
      const event = this.of(subagent)?.events[position];
      return event === undefined ? fail('event_missing') : ok(pageEvent(event, position, whole ? transcriptLimits.whole : transcriptLimits.text));
    },
    'transcript.search': ({ text, branches }) => ok(searchShown({ events: this.events, conversation: this.conversation }, text, branches)),
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

  private get conversation(): Conversation {
    return (this.told ??= this.tell());
  }

  private tell(): Conversation {
    return new Conversation(this.branches === undefined ? branchesByFlags(this.events) : { events: this.events, branches: this.branches });
  }

  private shownBy(branches: readonly string[]): Shown {
    return this.conversation.shownBy(branches);
  }

  private headNow(branches: readonly string[]): TranscriptHead {
    const { rows, path } = this.shownBy(branches);
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
      messageCount: this.events.filter(({ type, ofSubagent }) => type.endsWith('_message') && ofSubagent !== true).length,
      running: false,
      part: null,
      omissions: [],
      unknownTypes: {},
      ...this.head,
      total: rows.length,
      isCurrent: path.isCurrent,
      revision: `${this.revision} ${path.name}`,
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
