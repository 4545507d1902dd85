/** Loose reading of foreign JSON: a field of the wrong shape reads as absent, and nothing throws. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** The object in `text`, or `undefined` when it isn't JSON or isn't an object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

export function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !isArray(value) ? value : undefined;
}

export function asArray(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}

export function asString(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Finite numbers only. */
export function asNumber(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Far more than anything counts, and so few that the sum of thousands is exact. */
const largestCount = 1e12;

/** A token or record count: a whole number from 0, of a fraction its whole part. What no count can be reads as absent. */
export function asCountOrNone(value: Json | undefined): number | undefined {
  const count = asNumber(value);
  return count === undefined || count > largestCount ? undefined : Math.max(0, Math.trunc(count));
}

/** `asCountOrNone`, 0 for none. */
export function asCount(value: Json | undefined): number {
  return asCountOrNone(value) ?? 0;
}

function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
