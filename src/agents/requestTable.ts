import type { Usage } from '../transcript/model';

/**
 * Requests to models as numbers in rows, one after another: a long history has hundreds of thousands. Times are milliseconds
 * since 1970, `NaN` where none is recorded. The first three tell requests apart, 0 where nothing does:
 * - `id`: within a session, whose files repeat a request;
 * - `shared`: the same in the copies that other sessions have of it;
 * - `alike`: what a side question keeps of the request that it repeats under another id.
 */
export const requestColumns = [
  'id', 'shared', 'alike', 'at', 'model', 'side', 'requests', 'input', 'output', 'cache_read', 'cache_write', 'reasoning',
] as const;

type Column = (typeof requestColumns)[number];
export const requestWidth = requestColumns.length;
export const columnOf = Object.fromEntries(requestColumns.map((column, place) => [column, place])) as Readonly<Record<Column, number>>;

/** One answer of a model, or several that are only recorded together. */
export interface CountedRequest {
  readonly id?: number;
  readonly shared?: number;
  readonly alike?: number;
  readonly at: number | undefined;
  readonly model: string | null;
  /** Made by a sub-agent whose records stand in this session's files. */
  readonly isSide?: boolean;
  readonly requests?: number;
  readonly usage: Usage;
}

/** Gathers the requests of one session. */
export class RequestTable {
  readonly models: string[];
  private rows: Float64Array;
  private length: number;
  private places: Map<number, number> | undefined;

  /** Begins with requests counted before. */
  constructor(models: readonly string[] = [], rows: Float64Array = new Float64Array()) {
    this.models = [...models];
    this.rows = rows;
    this.length = rows.length;
  }

  get values(): Float64Array {
    return this.rows.slice(0, this.length);
  }

  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** Adds a request. Of several records with one id the one with the greater output counts, or the last, if `latest` is said. */
  add(request: CountedRequest, latest = false): void {
    const known = request.id === undefined ? undefined : this.byId.get(request.id);
    if (known !== undefined && !latest && (this.rows[known + columnOf.output] as number) >= request.usage.output) return;
    const place = known ?? this.append(request);
    this.fill(place, request);
  }

  private append({ id, shared = 0, isSide }: CountedRequest): number {
    const place = this.length;
    if (place + requestWidth > this.rows.length) {
      const larger = new Float64Array(Math.max(16 * requestWidth, this.rows.length * 2));
      larger.set(this.rows);
      this.rows = larger;
    }
    this.length += requestWidth;
    this.rows[place + columnOf.id] = id ?? 0;
    // As of its first record, which copies have first as well.
    this.rows[place + columnOf.shared] = shared;
    this.rows[place + columnOf.side] = isSide === true ? 1 : 0;
    if (id !== undefined) this.byId.set(id, place);
    return place;
  }

  private fill(place: number, { alike = 0, at = NaN, model, requests = 1, usage }: CountedRequest): void {
    const { rows } = this;
    rows[place + columnOf.alike] = alike;
    rows[place + columnOf.at] = at;
    rows[place + columnOf.model] = this.modelNumber(model);
    rows[place + columnOf.requests] = requests;
    rows[place + columnOf.input] = usage.input;
    rows[place + columnOf.output] = usage.output;
    rows[place + columnOf.cache_read] = usage.cache_read;
    rows[place + columnOf.cache_write] = usage.cache_write;
    rows[place + columnOf.reasoning] = usage.reasoning;
  }

  /** -1 for none. */
  private modelNumber(model: string | null): number {
    if (model === null || model === '') return -1;
    const known = this.models.indexOf(model);
    return known >= 0 ? known : this.models.push(model) - 1;
  }

  private get byId(): Map<number, number> {
    if (this.places === undefined) {
      this.places = new Map();
      for (let place = 0; place < this.length; place += requestWidth) {
        const id = this.rows[place + columnOf.id] as number;
        if (id !== 0) this.places.set(id, place);
      }
    }
    return this.places;
  }
}
