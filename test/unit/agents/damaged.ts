import fc from 'fast-check';

/** About 100 records each. LOCALIX_FUZZ_RUNS=1000 is a thorough test of some minutes. */
export const fuzzRuns = Number(process.env['LOCALIX_FUZZ_RUNS'] ?? 50);

/** Any JSON, and what an agent's records give a meaning to. */
export function strangeValue(...meant: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom<unknown>('__proto__', 'constructor', ...meant, -1, 1e308, [], {}, [[]], null));
}

/** `value` with what stands at one place in it, whichever, replaced by one of `strange`. */
export function damaged(value: unknown, strange: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const all = places(value);
  return fc.tuple(fc.nat(), strange).map(([which, by]) => replaced(value, all[which % all.length] ?? [], by));
}

/** A recorded line with one value in it replaced, whole, or cut somewhere; or any text. */
export function damagedLine(recorded: readonly string[], strange: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const whole = fc.constantFrom(...recorded);
  const changed = fc.oneof(...recorded.map((text) => damaged(JSON.parse(text), strange))).map((value) => JSON.stringify(value));
  const cut = fc.tuple(whole, fc.double({ min: 0, max: 1, noNaN: true })).map(([text, part]) => text.slice(0, Math.floor(text.length * part)));
  return fc.oneof({ weight: 6, arbitrary: changed }, { weight: 2, arbitrary: whole }, cut, fc.oneof(fc.string(), fc.constant('\0\0')));
}

/** Every place in a JSON value, as the keys that lead there. */
function places(value: unknown, at: readonly string[] = []): string[][] {
  const below = typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, item]) => places(item, [...at, key])) : [];
  return [[...at], ...below];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}
