import { asObject, asString, type JsonObject } from '../../core/json';
import type { Usage } from '../../transcript/model';
import type { Depth } from '../agent';
import { timeOfId } from './fileName';
import { countsOf, usageOf, type Counts, type Meta, type Peek } from './schema';

/** One answer of a model that the thread itself paid for. */
export interface UsageRequest {
  readonly at: string | null;
  readonly model: string | null;
  readonly usage: Usage;
}

/**
 * Finds the requests of one thread in the records of its own files. Newer versions write a `token_usage_record` per
 * response. Others write only running totals, repeated at will, and a fork goes on from its parent's: there the
 * differences count, in turns of the thread itself. Give it the files in the order of their making.
 */
export class UsageMeter {
  /** Whether anything was recorded that usage can be told from. */
  measured = false;
  /** The models of the thread's own turns. */
  readonly models = new Set<string>();
  private readonly responses = new Set<string>();
  private readonly recordedTurns = new Set<string>();
  private readonly modelOfTurn = new Map<string, string>();
  private model: string | null = null;
  private turn: string | null = null;
  private copiesTurns = false;
  /** The running total so far; `undefined` where it begins in a file that isn't read. */
  private total: Counts | undefined;

  constructor(private readonly thread: string, private readonly onRequest: (request: UsageRequest) => void) {}

  startFile(meta: Meta | undefined): void {
    this.turn = null;
    this.copiesTurns = meta?.forkedFrom != null && meta.base === null;
    this.total = meta?.base == null ? none : undefined;
  }

  /** The parent's `session_meta` turned up: its turns follow. */
  startCopies(): void {
    this.copiesTurns = true;
  }

  /** Whether a record can matter here, so that others need not be parsed. At the ends only models do. */
  static wants({ type, kind }: Peek, depth: Depth): boolean {
    if (type === 'turn_context' || kind === 'task_started' || kind === 'turn_started') return true;
    return depth === 'full' && (type === 'token_usage_record' || kind === 'token_count');
  }

  record(found: Peek, payload: JsonObject): void {
    if (found.type === 'token_usage_record') this.addRecord(found, payload);
    else if (found.kind === 'token_count') this.addTotals(found, asObject(payload['info']));
    else this.startTurn(payload, asString(payload['model']));
  }

  private startTurn(payload: JsonObject, model: string | undefined): void {
    this.turn = asString(payload['turn_id']) ?? this.turn;
    if (model === undefined) return;
    this.model = model;
    if (this.turn !== null) this.modelOfTurn.set(this.turn, model);
    if (!this.isCopied) this.models.add(model);
  }

  private addRecord({ at }: Peek, payload: JsonObject): void {
    const counts = countsOf(payload['usage']);
    if (counts === undefined || (asString(payload['thread_id']) ?? this.thread) !== this.thread) return;
    this.measured = true;
    const turn = asString(payload['turn_id']) ?? this.turn;
    if (turn !== null) this.recordedTurns.add(turn);
    const response = asString(payload['response_id']);
    if (response !== undefined) {
      const key = `${turn ?? ''} ${response}`;
      if (this.responses.has(key)) return;
      this.responses.add(key);
    }
    this.emit(at, turn, counts);
  }

  private addTotals({ at }: Peek, info: JsonObject | undefined): void {
    const total = countsOf(info?.['total_token_usage']);
    if (total === undefined) return;
    this.measured = true;
    const before = this.total;
    this.total = total;
    if (before === undefined || this.isCopied || (this.turn !== null && this.recordedTurns.has(this.turn))) return;
    const fell = total.input < before.input || total.output < before.output;
    const counts = fell ? countsOf(info?.['last_token_usage']) : difference(total, before);
    if (counts !== undefined && counts.input + counts.output > 0) this.emit(at, this.turn, counts);
  }

  private emit(at: string | null, turn: string | null, counts: Counts): void {
    const model = (turn === null ? undefined : this.modelOfTurn.get(turn)) ?? this.model;
    this.onRequest({ at, model, usage: usageOf(counts) });
  }

  /**
   * Whether the current turn is a parent's. A fork of the older kind begins with copies of its parent's lines, whose
   * times may be those of the fork, but the ids of turns keep the time of their making. Copies come first, so before
   * the first turn everything is one.
   */
  private get isCopied(): boolean {
    if (!this.copiesTurns) return false;
    const made = this.turn === null ? undefined : timeOfId(this.turn);
    const forked = timeOfId(this.thread);
    return made === undefined || (forked !== undefined && made < forked);
  }
}

const none: Counts = { input: 0, cached: 0, cacheWrite: 0, output: 0, reasoning: 0 };

function difference(now: Counts, before: Counts): Counts {
  const less = (field: keyof Counts): number => Math.max(0, now[field] - before[field]);
  return {
    input: less('input'),
    cached: less('cached'),
    cacheWrite: less('cacheWrite'),
    output: less('output'),
    reasoning: less('reasoning'),
  };
}

/** Sums tokens. */
export class UsageSum {
  private sum = { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: 0 };

  add(usage: Usage): void {
    const { sum } = this;
    sum.input += usage.input;
    sum.output += usage.output;
    sum.cache_read += usage.cache_read;
    sum.cache_write += usage.cache_write;
    sum.reasoning += usage.reasoning;
  }

  get value(): Usage {
    return { ...this.sum };
  }
}
