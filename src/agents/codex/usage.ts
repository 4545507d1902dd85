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
  /** What tells it from the thread's other requests; `null` for one that is only known by a running total. */
  readonly key: string | null;
}

/** What a `token_count` tells, as far as it does: of the thread so far, and of its last request. */
export interface Totals {
  readonly total: Counts | undefined;
  readonly last: Counts | undefined;
}

/** What a meter knows between two readings of a thread that goes on. Plain data. */
export interface MeterState {
  readonly measured: boolean;
  readonly model: string | null;
  readonly turn: string | null;
  readonly copiesTurns: boolean;
  readonly total: Counts | null;
  readonly recordedTurns: readonly string[];
  readonly modelOfTurn: Readonly<Record<string, string>>;
}

/**
 * Finds the requests of one thread in the records of its own files. Newer versions write a `token_usage_record` per
 * response. Others write only running totals, repeated at will, and a fork goes on from its parent's: there the
 * differences count, in turns of the thread itself. Give it the files in the order of their making.
 */
export class UsageMeter {
  /** Whether anything was recorded that usage can be told from. */
  measured: boolean;
  /** The models of the thread's own turns. */
  readonly models = new Set<string>();
  private readonly responses = new Set<string>();
  private readonly recordedTurns: Set<string>;
  private readonly modelOfTurn: Map<string, string>;
  private model: string | null;
  private turn: string | null;
  private copiesTurns: boolean;
  /** The running total so far; `undefined` where it begins in a file that isn't read. */
  private total: Counts | undefined;

  /** `before`: the state in which an earlier reading of the same thread ended. */
  constructor(private readonly thread: string, private readonly onRequest: (request: UsageRequest) => void, before?: MeterState) {
    this.measured = before?.measured ?? false;
    this.recordedTurns = new Set(before?.recordedTurns);
    this.modelOfTurn = new Map(Object.entries(before?.modelOfTurn ?? {}));
    this.model = before?.model ?? null;
    this.turn = before?.turn ?? null;
    this.copiesTurns = before?.copiesTurns ?? false;
    this.total = before?.total ?? undefined;
  }

  get state(): MeterState {
    const { measured, model, turn, copiesTurns, total = null, recordedTurns, modelOfTurn } = this;
    return { measured, model, turn, copiesTurns, total, recordedTurns: [...recordedTurns], modelOfTurn: Object.fromEntries(modelOfTurn) };
  }

  startFile(meta: Meta | undefined): void {
    this.turn = null;
    this.copiesTurns = meta?.forkedFrom != null && meta.base === null;
    this.total = meta?.base == null ? none : undefined;
  }

  /** The file was read so far before, and had these models and this turn. */
  goOn(models: readonly string[], turn: string | null): void {
    for (const model of models) this.models.add(model);
    this.turn = turn;
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
    else if (found.kind === 'token_count') this.totals(found.at, countsIn(asObject(payload['info'])));
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
    const key = response === undefined ? null : `${turn ?? ''} ${response}`;
    if (key !== null) {
      if (this.responses.has(key)) return;
      this.responses.add(key);
    }
    this.emit(at, turn, counts, key);
  }

  /** The running totals of a `token_count` record. */
  totals(at: string | null, { total, last }: Totals): void {
    if (total === undefined) return;
    this.measured = true;
    const before = this.total;
    this.total = total;
    if (before === undefined || this.isCopied || (this.turn !== null && this.recordedTurns.has(this.turn))) return;
    const fell = total.input < before.input || total.output < before.output;
    const counts = fell ? last : difference(total, before);
    if (counts !== undefined && counts.input + counts.output > 0) this.emit(at, this.turn, counts, null);
  }

  private emit(at: string | null, turn: string | null, counts: Counts, key: string | null): void {
    const model = (turn === null ? undefined : this.modelOfTurn.get(turn)) ?? this.model;
    this.onRequest({ at, model, usage: usageOf(counts), key });
  }

  /**
   * Whether the current turn is a parent's. A fork of the older kind begins with copies of its parent's lines, whose
   * times may be those of the fork, but the ids of turns keep the time of their making. Copies come first, so before
   * the first turn everything is one.
   */
  get isCopied(): boolean {
    if (!this.copiesTurns) return false;
    const made = this.turn === null ? undefined : timeOfId(this.turn);
    const forked = timeOfId(this.thread);
    return made === undefined || (forked !== undefined && made < forked);
  }
}

const none: Counts = { input: 0, cached: 0, cacheWrite: 0, output: 0, reasoning: 0 };

function countsIn(info: JsonObject | undefined): Totals {
  return { total: countsOf(info?.['total_token_usage']), last: countsOf(info?.['last_token_usage']) };
}

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
