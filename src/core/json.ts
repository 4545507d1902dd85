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

/** A token or record count: a finite number not below 0, else 0. */
export function asCount(value: Json | undefined): number {
  return Math.max(0, asNumber(value) ?? 0);
}

function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
