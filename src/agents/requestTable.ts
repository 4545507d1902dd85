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

/** Numbers that there is room for at first, and of what a very long session needed is kept for the next. */
const [fewest, mostKept] = [64 * requestWidth, 4096 * requestWidth];

/** Gathers the requests of one session after another. */
export class RequestTable {
  private rows = new Float64Array(fewest);
  private length = 0;
  private named: string[] = [];
  private readonly places = new Map<number, number>();
  private arePlacesKnown = true;

  /** Begins another session, with what was counted of it before. What the last one had is gone. */
  begin(before?: { readonly models: readonly string[]; readonly requests: Float64Array }): this {
    this.named = [...(before?.models ?? [])];
    if (this.rows.length > mostKept) this.rows = new Float64Array(fewest);
    this.places.clear();
    const { length } = before?.requests ?? [];
    if (length > 0) {
      this.makeRoom(length);
      this.rows.set(before?.requests ?? []);
    }
    this.length = length;
    this.arePlacesKnown = length === 0;
    return this;
  }

  get models(): readonly string[] {
    return this.named;
  }

  /** Valid until more is added, or another session begins. */
  get values(): Float64Array {
    return this.rows.subarray(0, this.length);
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
    this.makeRoom(place + requestWidth);
    this.length += requestWidth;
    this.rows[place + columnOf.id] = id ?? 0;
    // As of its first record, which copies have first as well.
    this.rows[place + columnOf.shared] = shared;
    this.rows[place + columnOf.side] = isSide === true ? 1 : 0;
    if (id !== undefined) this.byId.set(id, place);
    return place;
  }

  private makeRoom(length: number): void {
    if (length <= this.rows.length) return;
    const larger = new Float64Array(Math.max(length, this.rows.length * 2));
    larger.set(this.rows);
    this.rows = larger;
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
    const known = this.named.indexOf(model);
    return known >= 0 ? known : this.named.push(model) - 1;
  }

  private get byId(): Map<number, number> {
    if (!this.arePlacesKnown) {
      for (let place = 0; place < this.length; place += requestWidth) {
        const id = this.rows[place + columnOf.id] as number;
        if (id !== 0) this.places.set(id, place);
      }
      this.arePlacesKnown = true;
    }
    return this.places;
  }
}
