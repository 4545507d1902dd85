import { asCount, asString, type JsonObject } from '../../core/json';
import { markOf } from '../../platform/lineScan';
import type { Count, CountContext, FoundSession } from '../agent';
import type { RequestTable } from '../requestTable';
import { factsOf } from './find';
import { firstUuid } from './firstUuid';
import { ReplyScan } from './replyScan';

/** Counts come after those of whose records they may be copies: marked forks, background forks, sub-agents. */
const classes = { session: 0, fork: 1e15, background: 2e15, subagent: 3e15 } as const;

const firstParent = '"parentUuid":"';
/** Of a line, to find its ids in when it is the first that has any. */
const startLength = 16 << 10;

/** Counts a transcript's requests: each once, however many records its reply has. */
export async function countRequests(found: FoundSession, before: Count | undefined, { files, lines, table }: CountContext): Promise<Count> {
  let counter = new Counter(found, undefined, table);
  let isTorn = false;
  const mark = lines.read(
    files,
    found.files[0] ?? '',
    markOf(before?.state?.['mark']),
    (goesOn) => {
      if (goesOn) counter = new Counter(found, before, table);
    },
    (bytes, start, end, isTerminated) => {
      counter.begin(bytes, start, end);
      const took = counter.line(bytes, start, end);
      // A last record without its line feed is counted now, and would be again.
      if (took && !isTerminated) isTorn = true;
    },
  );
  return counter.count(isTorn ? null : mark);
}

class Counter {
  private readonly table: RequestTable;
  private readonly isSubagent: boolean;
  private readonly replies: ReplyScan;
  private readonly written: number;
  private readonly owner: string | null;
  private turns = 0;
  private unmeasured = 0;
  private hasMarks = false;
  private isBackground = false;
  /** The first record, which copies of a whole history have in common. */
  private first: string | null;
  /** Of a sub-agent: whether it goes on from records that are its session's. */
  private goesOn: boolean;

  constructor(private readonly found: FoundSession, before: Count | undefined, table: RequestTable) {
    const { isSubagent, mtimeMs, owner } = factsOf(found);
    this.isSubagent = isSubagent;
    this.replies = new ReplyScan(found.id, isSubagent);
    this.written = mtimeMs;
    this.table = table.begin(before);
    const state = before?.state;
    this.turns = asCount(state?.['turns']);
    this.unmeasured = asCount(state?.['unmeasured']);
    this.hasMarks = state?.['hasMarks'] === true;
    this.isBackground = state?.['isBackground'] === true;
    this.first = asString(state?.['first']) ?? null;
    this.goesOn = state?.['goesOn'] === true;
    this.owner = owner ?? null;
  }

  /** Learns from the first records what copies can be told by. */
  begin(bytes: Buffer, start: number, end: number): void {
    if (this.first !== null) return;
    const record = bytes.subarray(start, Math.min(end, start + startLength));
    this.first = firstUuid(record) ?? null;
    this.goesOn ||= record.includes('"fork-context-ref"') || (this.first !== null && record.includes(firstParent));
  }

  /** Whether anything of the line counts. */
  line(bytes: Buffer, start: number, end: number): boolean {
    const found = this.replies.read(bytes, start, end, this.turns);
    if (found === 'prompt') this.turns++;
    else if (found === 'reply') this.reply(this.replies);
    return found !== undefined;
  }

  /** See `replyOf` for what makes two records one request. */
  private reply(reply: ReplyScan): void {
    this.isBackground ||= reply.isBackground;
    if (reply.isCopied && !this.isSubagent) {
      this.hasMarks = true;
      return;
    }
    if (reply.hasUsage) this.table.add(reply);
    else this.unmeasured++;
  }

  count(mark: JsonObject | null): Count {
    const { turns, unmeasured, hasMarks, isBackground, first, goesOn, table } = this;
    const kind = this.isSubagent ? 'subagent' : isBackground ? 'background' : hasMarks ? 'fork' : 'session';
    return {
      state: mark && { mark, turns, unmeasured, hasMarks, isBackground, first, goesOn },
      isKnown: !table.isEmpty || unmeasured === 0,
      order: classes[kind] + this.written,
      families: this.families,
      models: table.models,
      requests: table.values,
    };
  }

  private get families(): string[] {
    if (!this.isSubagent) return [this.found.id, ...(this.first === null ? [] : [this.first])];
    return this.goesOn && this.owner !== null ? [this.owner] : [];
  }
}
