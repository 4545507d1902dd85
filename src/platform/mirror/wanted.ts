import type { CopiedFile } from './manifest';
import { joinRanges, lengthOf, type Range, without } from './ranges';

/**
 * What a list reads of a file at each end, mostly, then where a name or a prompt lies deeper, then at most. When any of it is missing all
 * of that is copied: asking a host takes far longer than the bytes.
 */
const ends = [32 << 10, 96 << 10, 256 << 10] as const;
/** A file up to this many bytes is copied whole. */
const small = 64 << 10;
/** As much that was appended is copied at once. */
const smallGrowth = 1 << 20;
/** A longer range is somebody who reads the file through. */
const longRead = ends[2];

/** What to ask the host for of one file. */
export interface Wanted {
  /** How many bytes from the beginning are to be found unchanged; else nothing is sent. */
  readonly prefix: number;
  readonly ranges: readonly Range[];
}

/** What to copy of a file of which `missing` is to be read. */
export function wantedOf({ size, have, prefix }: CopiedFile, missing: readonly Range[]): Wanted {
  const needed = missing.map(([from, to]): Range => [from, Math.min(to, size)]);
  const isWhole = size <= small || needed.some(([from, to]) => to - from > longRead);
  if (prefix > 0 && (isWhole || size - prefix <= smallGrowth)) return { prefix, ranges: without([[0, size]], [[0, prefix]]) };
  const around = (end: number): readonly Range[] => without(joinRanges([[0, Math.min(end, size)]], [[Math.max(0, size - end), size]]), have);
  const next = isWhole ? around(size) : (ends.map(around).find((ranges) => ranges.length > 0) ?? []);
  return { prefix: 0, ranges: without(joinRanges(needed, next), have) };
}

/** A file and what is asked for of it, as one request carries it. */
export type Asked = Wanted & { readonly key: string };

/** The same in requests of at most `bytes` bytes and `items` files each. A longer range is asked for piece by piece, in order. */
export function inRequests(asked: readonly Asked[], bytes: number, items: number): readonly (readonly Asked[])[] {
  const requests: Asked[][] = [];
  let current: Asked[] = [];
  let length = 0;
  const next = (): void => {
    if (current.length > 0) requests.push(current);
    current = [];
    length = 0;
  };
  for (const one of asked) {
    let { prefix } = one;
    let left = one.ranges;
    do {
      if (current.length >= items || length >= bytes) next();
      const now = firstOf(left, bytes - length);
      current.push({ key: one.key, prefix, ranges: now });
      length += lengthOf(now);
      left = without(left, now);
      prefix = 0;
    } while (left.length > 0);
  }
  next();
  return requests;
}

/** The first `bytes` bytes of them. */
function firstOf(ranges: readonly Range[], bytes: number): readonly Range[] {
  const taken: Range[] = [];
  let left = bytes;
  for (const [from, to] of ranges) {
    if (left <= 0) break;
    const end = Math.min(to, from + left);
    taken.push([from, end]);
    left -= end - from;
  }
  return taken;
}
