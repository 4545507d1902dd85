/** Nested deeper than this counts as endless. */
const deepest = 64;

/**
 * What `value` takes in memory, in bytes, estimated without serialising it; `Infinity` when that is more than `budget`, or when it is nested
 * too deeply. The walk stops there. A value that is reached twice counts twice.
 */
export function estimatedSize(value: unknown, budget: number): number {
  let left = budget;
  const spend = (bytes: number): boolean => (left -= bytes) >= 0;
  const walk = (each: unknown, depth: number): boolean => {
    if (typeof each === 'string') return spend(32 + 2 * each.length);
    if (typeof each !== 'object' || each === null) return spend(16);
    if (depth >= deepest || !spend(64)) return false;
    if (Array.isArray(each)) return each.every((item) => spend(8) && walk(item, depth + 1));
    for (const key in each) {
      if (!spend(32 + 2 * key.length) || !walk((each as Record<string, unknown>)[key], depth + 1)) return false;
    }
    return true;
  };
  return walk(value, 0) ? budget - left : Infinity;
}
