/** Bytes of a file: from the first up to, not including, the second. */
export type Range = readonly [from: number, to: number];

/** `ranges` and `more` together, in order, none touching another. */
export function joinRanges(ranges: readonly Range[], more: readonly Range[]): readonly Range[] {
  const joined: [number, number][] = [];
  for (const [from, to] of [...ranges, ...more].filter(([a, b]) => a < b).sort(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** What of `wanted` is not in `have`; both as `joinRanges` gives them. */
export function without(wanted: readonly Range[], have: readonly Range[]): readonly Range[] {
  return have.reduce<readonly Range[]>(
    (left, [from, to]) => left.flatMap(([a, b]): Range[] => [[a, Math.min(b, from)] as const, [Math.max(a, to), b] as const].filter(([x, y]) => x < y)),
    wanted,
  );
}

/** Whether all of `range` is in `have`, which is as `joinRanges` gives it. */
export function covers(have: readonly Range[], [from, to]: Range): boolean {
  return from >= to || have.some(([a, b]) => a <= from && to <= b);
}

export function lengthOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}
