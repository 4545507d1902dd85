import type { TranscriptEvent } from '../shared/transcriptEvent';
import type { Branch, Transcript } from './model';

/** A point in the course of a conversation, and the one that it went on from; `null` at a beginning. */
export interface Point {
  readonly after: Point | null;
}

/**
 * `events` with the branch of each, and those branches; no branches where the conversation never parts. Points that are equal
 * objects are one, and points without an event are passed over. Where `pointOf` answers `undefined`, the event goes with the
 * one before it: an active one with the last that is active. Active events are all on one path, whatever the points say.
 */
export function withBranches<E extends TranscriptEvent>(
  events: readonly E[],
  pointOf: (event: E, index: number) => Point | undefined,
): Pick<Transcript, 'events' | 'branches'> {
  const own = events.map(pointOf);
  if (isStraight(events, own)) return { events };
  const told = placesOf(events, own);
  const path = new Course(told).pathTo(activePoints(events, told));
  const places = placesOf(events, own.map((point, index) => (events[index]?.on_active_branch === true && point !== undefined && !path.has(point) ? undefined : point)));
  const course = new Course(places);
  const current = course.pathTo(activePoints(events, places));

  const branchOf = new Map<Point, Branch>();
  const branches: { readonly branch: Branch; readonly first: number }[] = [];
  for (const point of course.order) {
    const before = course.before(point);
    const parts = before === null || course.next(before).length > 1 || (current.has(before) && !current.has(point));
    const parent = before === null ? null : (branchOf.get(before) as Branch);
    if (!parts && parent !== null) {
      branchOf.set(point, parent);
      continue;
    }
    const first = course.firstAt(point);
    const branch: Branch = { id: (events[first] as E).id, parent: parent?.id ?? null };
    branchOf.set(point, branch);
    branches.push({ branch, first });
  }
  // One alone says that nothing of it is active.
  if (branches.length === 0 || (branches.length === 1 && current.size > 0)) return { events };
  return {
    events: events.map((event, index) => ({ ...event, branch: (branchOf.get(places[index] as Point) as Branch).id })),
    branches: branches.sort((a, b) => a.first - b.first).map(({ branch }) => branch),
  };
}

/** For agents that mark what was taken back, and no more: what is active goes on from what is, the rest from what is before it. */
export function branchesByFlags(events: readonly TranscriptEvent[]): Pick<Transcript, 'events' | 'branches'> {
  let active: Point | null = null;
  let last: Point | null = null;
  return withBranches(events, ({ on_active_branch: isActive, ofSubagent }) => {
    if (ofSubagent === true) return undefined;
    last = { after: isActive ? active : last };
    if (isActive) active = last;
    return last;
  });
}

/** Most conversations are: nothing was taken back, and each event goes on from the one before it. */
function isStraight(events: readonly TranscriptEvent[], own: readonly (Point | undefined)[]): boolean {
  let last: Point | null = null;
  for (const [index, point] of own.entries()) {
    if (point === undefined || point === last) continue;
    if (point.after !== last || events[index]?.on_active_branch !== true) return false;
    last = point;
  }
  return true;
}

/** A point for every event. */
function placesOf(events: readonly TranscriptEvent[], own: readonly (Point | undefined)[]): Point[] {
  const first = own.find((point) => point !== undefined) ?? { after: null };
  let last = first;
  let active = own.find((point, index) => point !== undefined && events[index]?.on_active_branch === true) ?? first;
  return events.map(({ on_active_branch: isActive }, index) => {
    last = own[index] ?? (isActive ? active : last);
    if (isActive) active = last;
    return last;
  });
}

function activePoints(events: readonly TranscriptEvent[], places: readonly Point[]): Point[] {
  return places.filter((_, index) => events[index]?.on_active_branch);
}

/** The points at which there are events, as a tree; `order` has each after the one before it. Points in a circle begin at the first. */
class Course {
  readonly order: Point[] = [];
  private readonly firsts = new Map<Point, number>();
  private readonly parents = new Map<Point, Point | null>();
  private readonly children = new Map<Point | null, Point[]>();
  private readonly depths = new Map<Point, number>();

  constructor(places: readonly Point[]) {
    for (const [index, point] of places.entries()) if (!this.firsts.has(point)) this.firsts.set(point, index);
    for (const point of this.firsts.keys()) {
      const before = this.usedBefore(point);
      this.parents.set(point, before);
      const siblings = this.children.get(before);
      if (siblings === undefined) this.children.set(before, [point]);
      else siblings.push(point);
    }
    this.walk(this.children.get(null) ?? []);
    for (const point of this.firsts.keys()) {
      if (this.depths.has(point)) continue;
      this.children.set(this.before(point), this.next(this.before(point)).filter((other) => other !== point));
      this.parents.set(point, null);
      this.walk([point]);
    }
  }

  before(point: Point): Point | null {
    return this.parents.get(point) ?? null;
  }

  next(point: Point | null): readonly Point[] {
    return this.children.get(point) ?? [];
  }

  /** The index of the first event at `point`. */
  firstAt(point: Point): number {
    return this.firsts.get(point) as number;
  }

  /** The way to the one of `points` that is farthest from its beginning. */
  pathTo(points: readonly Point[]): ReadonlySet<Point> {
    let end: Point | null = null;
    for (const point of points) if (end === null || (this.depths.get(point) ?? 0) >= (this.depths.get(end) ?? 0)) end = point;
    const path = new Set<Point>();
    for (; end !== null; end = this.before(end)) path.add(end);
    return path;
  }

  private walk(roots: readonly Point[]): void {
    const open = roots.toReversed();
    for (let point = open.pop(); point !== undefined; point = open.pop()) {
      const before = this.before(point);
      this.depths.set(point, before === null ? 0 : (this.depths.get(before) ?? 0) + 1);
      this.order.push(point);
      open.push(...this.next(point).filter((next) => !this.depths.has(next)).toReversed());
    }
  }

  private usedBefore({ after }: Point): Point | null {
    const passed = new Set<Point>();
    let point = after;
    while (point !== null && !this.firsts.has(point)) {
      if (passed.has(point)) return null;
      passed.add(point);
      point = point.after;
    }
    return point;
  }
}
