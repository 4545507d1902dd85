import { asCount, asObject, asString } from '../../core/json';
import { addUsage, noUsage, type Usage } from '../../transcript/model';
import { type EventRecord, type ModelTotals, totalsOf, usageOf } from './schema';

/** What one or more calls of a model cost, as the log records it. */
export interface Spending {
  readonly at: string | null;
  readonly model: string | null;
  readonly usage: Usage;
  readonly requests: number;
  /** Making a summary, which the program's own totals leave out. */
  readonly isCompaction: boolean;
}

/** What is known of a log's spending between two readings of it. Plain data. */
export interface SpendingState {
  readonly calls: Readonly<Record<string, Spending>>;
  readonly runs: readonly Spending[];
  readonly compactions: readonly Spending[];
  readonly snapshot: readonly Spending[] | null;
  readonly last: Readonly<Record<string, ModelTotals>>;
  readonly hasShutdown: boolean;
  readonly answers: number;
}

/**
 * Gathers a log's spending. Releases record it differently, and one log can mix them:
 * - a record for every call (1.0.102), repeated in totals at shutdown that have an `accountingSnapshot`;
 * - totals at shutdown alone: of one run (1.0.22, 1.0.60), or of all runs so far (1.0.69 to 1.0.89).
 */
export class Spendings {
  private readonly calls: Map<string, Spending>;
  private readonly runs: Spending[];
  private readonly compactions: Spending[];
  private snapshot: readonly Spending[] | undefined;
  private last: ReadonlyMap<string, ModelTotals>;
  private hasShutdown: boolean;
  /** Answers since the last shutdown: each took a request. */
  private answers: number;

  /** `before`: the state in which an earlier reading of the same log ended. */
  constructor(before?: SpendingState) {
    this.calls = new Map(Object.entries(before?.calls ?? {}));
    this.runs = [...(before?.runs ?? [])];
    this.compactions = [...(before?.compactions ?? [])];
    this.snapshot = before?.snapshot ?? undefined;
    this.last = new Map(Object.entries(before?.last ?? {}));
    this.hasShutdown = before?.hasShutdown ?? false;
    this.answers = before?.answers ?? 0;
  }

  get state(): SpendingState {
    const { calls, runs, compactions, snapshot = null, last, hasShutdown, answers } = this;
    return { calls: Object.fromEntries(calls), runs, compactions, snapshot, last: Object.fromEntries(last), hasShutdown, answers };
  }

  /** Takes a record of this session's own; those that a fork copied were paid for by its parent. */
  add(record: EventRecord): void {
    const { type, data, at } = record;
    // The program's own messages have neither: no request was made for them.
    if (type === 'assistant.message' && (data['model'] ?? data['outputTokens']) !== undefined) this.answers++;
    if (type === 'session.usage_record') this.addCall(record);
    if (type === 'session.shutdown') this.addShutdown(record);
    const compaction = type === 'session.compaction_complete' ? asObject(data['compactionTokensUsed']) : undefined;
    if (compaction !== undefined) this.compactions.push({ at, model: asString(compaction['model']) ?? null, usage: usageOf(compaction), requests: 1, isCompaction: true });
  }

  get all(): readonly Spending[] {
    const calls = this.calls.size > 0 ? [...this.calls.values()] : (this.snapshot ?? []);
    return [...this.runs, ...calls, ...this.compactions];
  }

  /** Without compactions, as the program counts; `null` when the log has no numbers at all. */
  get sum(): Usage | null {
    if (this.calls.size === 0 && this.snapshot === undefined && !this.hasShutdown) return null;
    return this.all.filter(({ isCompaction }) => !isCompaction).reduce((sum, { usage }) => addUsage(sum, usage), noUsage);
  }

  private addCall({ id, at, data }: EventRecord): void {
    const counts = asObject(data['usage']) ?? {};
    const accounting = asObject(counts['accounting']);
    const sequence = accounting?.['sequence'];
    const key = sequence === undefined ? `record ${id ?? this.calls.size}` : `${asString(accounting?.['sourceSessionId'])} ${asCount(sequence)}`;
    this.calls.set(key, { at, model: asString(counts['model']) ?? null, usage: usageOf(counts), requests: 1, isCompaction: false });
  }

  private addShutdown({ at, data }: EventRecord): void {
    const snapshot = asObject(data['accountingSnapshot']);
    if (snapshot !== undefined) {
      this.snapshot = [...totalsOf(snapshot['modelMetrics'])].map(([model, { usage, requests }]) => ({ at, model, usage, requests, isCompaction: false }));
    } else {
      const totals = totalsOf(data['modelMetrics']);
      const before = repeats(this.last, totals, this.answers) ? this.last : new Map<string, ModelTotals>();
      for (const [model, { usage, requests }] of totals) {
        const known = before.get(model);
        this.runs.push({ at, model, usage: less(usage, known?.usage), requests: requests - (known?.requests ?? 0), isCompaction: false });
      }
      this.last = totals;
      this.hasShutdown = true;
    }
    this.answers = 0;
  }
}

/**
 * Whether the totals `after` go on from those `before`: no count is smaller, and there are requests enough for the answers
 * between the two besides those of before.
 */
function repeats(before: ReadonlyMap<string, ModelTotals>, after: ReadonlyMap<string, ModelTotals>, answers: number): boolean {
  const requests = (totals: ReadonlyMap<string, ModelTotals>): number => [...totals.values()].reduce((sum, total) => sum + total.requests, 0);
  const includes = [...before].every(([model, { usage }]) => {
    const later = after.get(model)?.usage;
    return later !== undefined && usage.input <= later.input && usage.output <= later.output && usage.cache_read <= later.cache_read;
  });
  return includes && requests(after) >= requests(before) + answers;
}

function less(usage: Usage, before: Usage = noUsage): Usage {
  return {
    input: usage.input - before.input,
    output: usage.output - before.output,
    cache_read: usage.cache_read - before.cache_read,
    cache_write: Math.max(0, usage.cache_write - before.cache_write),
    reasoning: Math.max(0, usage.reasoning - before.reasoning),
  };
}
