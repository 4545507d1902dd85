import type { Fork } from '../shared/fork';
import type { Branch, Transcript } from './model';

/** One way through a conversation, from its beginning to an end. */
export interface Path {
  /** The last branch on it, which no other path has as its last; empty where the conversation never parts. */
  readonly name: string;
  /** The positions of its events in the transcript, in order. */
  readonly positions: readonly number[];
  /** Where the conversation parts, by the index of the event after it in `positions`. */
  readonly forks: ReadonlyMap<number, Fork>;
  /** The same behind the last event. */
  readonly end: Fork | null;
  /** Whether a resume goes on from its end. */
  readonly isCurrent: boolean;
}

interface Stretch extends Branch {
  readonly positions: number[];
  readonly children: Stretch[];
}

/** The branches of a conversation, and the ways through it. */
export class BranchTree {
  private readonly stretches = new Map<string, Stretch>();
  private readonly roots: Stretch[] = [];
  /** The way to where a resume goes on, from its end. */
  private readonly current = new Set<Stretch>();
  private readonly length: number;

  constructor(private readonly transcript: Pick<Transcript, 'events' | 'branches'>) {
    const { events, branches = [] } = transcript;
    this.length = events.length;
    for (const branch of branches) this.stretches.set(branch.id, { ...branch, positions: [], children: [] });
    for (const stretch of this.stretches.values()) (this.parentOf(stretch)?.children ?? this.roots).push(stretch);
    const active = new Set<Stretch>();
    for (const [position, { branch = '', on_active_branch: isActive }] of events.entries()) {
      const stretch = this.stretches.get(branch);
      stretch?.positions.push(position);
      if (stretch !== undefined && isActive) active.add(stretch);
    }
    // All that is active is on one way: its end is what nothing active comes after.
    const passed = new Set<Stretch>();
    for (const stretch of active) {
      for (let at = this.parentOf(stretch); at !== undefined && !passed.has(at); at = this.parentOf(at)) passed.add(at);
    }
    const end = [...active].findLast((stretch) => !passed.has(stretch));
    if (end !== undefined) for (const stretch of this.wayTo(end)) this.current.add(stretch);
  }

  /** The way that `choices` of branches lead, the last of which counts at each place; the current one where there is no choice. */
  path(choices: readonly string[]): Path {
    if (this.roots.length === 0) {
      return { name: '', positions: Array.from({ length: this.length }, (_, index) => index), forks: new Map(), end: null, isCurrent: true };
    }
    const ranks = new Map(choices.map((id, rank) => [id, rank]));
    const positions: number[] = [];
    const forks = new Map<number, Fork>();
    let last: Stretch | null = null;
    for (;;) {
      const next: readonly Stretch[] = last === null ? this.roots : last.children;
      const ends = last !== null && this.current.has(last) && !next.some((each) => this.current.has(each));
      const taken = this.choose(next, ranks, ends);
      const fork = this.forkAt(next, taken, ends);
      if (fork !== null) forks.set(positions.length, fork);
      if (taken === undefined) break;
      for (const position of taken.positions) positions.push(position);
      last = taken;
    }
    const end = forks.get(positions.length) ?? null;
    forks.delete(positions.length);
    return { name: last?.id ?? '', positions, forks, end, isCurrent: last !== null && this.current.has(last) };
  }

  /** The choices that lead to the event at `position`. */
  choicesTo(position: number): readonly string[] {
    const stretch = this.stretches.get(this.transcript.events[position]?.branch ?? '');
    return stretch === undefined ? [] : this.wayTo(stretch).reverse().map(({ id }) => id);
  }

  private parentOf({ parent }: Branch): Stretch | undefined {
    return parent === null ? undefined : this.stretches.get(parent);
  }

  private wayTo(stretch: Stretch): Stretch[] {
    const way: Stretch[] = [];
    for (let at: Stretch | undefined = stretch; at !== undefined; at = this.parentOf(at)) way.push(at);
    return way;
  }

  private choose(next: readonly Stretch[], ranks: ReadonlyMap<string, number>, ends: boolean): Stretch | undefined {
    const wished = next.filter(({ id }) => ranks.has(id)).sort((a, b) => (ranks.get(b.id) ?? 0) - (ranks.get(a.id) ?? 0))[0];
    return wished ?? next.find((each) => this.current.has(each)) ?? (ends ? undefined : next.at(-1));
  }

  private forkAt(next: readonly Stretch[], taken: Stretch | undefined, ends: boolean): Fork | null {
    const branches: (Stretch | undefined)[] = ends ? [...next, undefined] : [...next];
    // All that is recorded was taken back: there is nothing to choose, but it is to be told.
    const isLeft = taken !== undefined && taken.parent === null && !this.current.has(taken);
    if (branches.length < 2 && !isLeft) return null;
    const current = branches.findIndex((each) => (each === undefined ? ends : this.current.has(each)));
    return { branches: branches.map((each) => each?.id ?? null), shown: branches.indexOf(taken), current: current < 0 ? null : current };
  }
}
