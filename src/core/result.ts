/** The outcome of an operation whose failures are part of normal use. A thrown error is a bug, never a `Failure`. */
export type Result<T, Code extends string> = { readonly ok: true; readonly value: T } | Failure<Code>;

export interface Failure<Code extends string> {
  readonly ok: false;
  readonly code: Code;
  /** What the words for this code need: a name, a path. Never a sentence. */
  readonly detail: string;
}

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<Code extends string>(code: Code, detail = ''): Failure<Code> {
  return { ok: false, code, detail };
}
