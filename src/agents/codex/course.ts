import type { Point } from '../../transcript/branches';
import type { Meta } from './schema';

interface Segment {
  readonly base: Meta['base'];
  readonly steps: { readonly ordinal: number; readonly point: Point }[];
}

/** Follows where a thread's conversation goes on: from the line before, and after a rewind or a fork from where that cut it. */
export class Course {
  private readonly segments = new Map<string, Segment>();
  private segment: Segment = { base: null, steps: [] };
  private last: Point | null = null;

  /** What follows is of another file, which goes on from where its base is cut. */
  startSegment(id: string, base: Meta['base']): void {
    this.segment = { base, steps: [] };
    this.segments.set(id, this.segment);
    this.last = this.pointAt(base);
  }

  /** The next point. `ordinal`: of its record, where records have one. */
  step(ordinal: number | undefined | null): Point {
    this.last = { after: this.last };
    this.segment.steps.push({ ordinal: ordinal ?? -1, point: this.last });
    return this.last;
  }

  /** What follows goes on from `point`. */
  goBack(point: Point | null): void {
    this.last = point;
  }

  /** The last point before the cut, in the base or in what that builds on. */
  private pointAt(cut: Meta['base']): Point | null {
    const passed = new Set<Segment>();
    let end = Infinity;
    for (let base = cut; base !== null; ) {
      end = Math.min(end, base.end);
      const segment = this.segments.get(base.segment);
      if (segment === undefined || passed.has(segment)) return null;
      passed.add(segment);
      const step = segment.steps.findLast(({ ordinal }) => ordinal < end);
      if (step !== undefined) return step.point;
      base = segment.base;
    }
    return null;
  }
}
