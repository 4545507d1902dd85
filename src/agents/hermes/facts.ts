import { asArray, asObject, asString, type JsonObject } from '../../core/json';
import { type ModelUse, modelUse, type SessionRow, sessionRow } from './schema';

/** What finding a conversation tells: enough to read it. Plain data. */
export interface Facts {
  /** The profile it lies in; `null` for the root. */
  readonly profile: string | null;
  /** `null` for one that only a file of an older release holds. */
  readonly database: string | null;
  /** The file of an older release. */
  readonly file: string | null;
  readonly folder: string | null;
  readonly parentId: string | null;
  readonly subagentOf: string | null;
  /** Its rows of `sessions`, root first. */
  readonly rows: readonly SessionRow[];
  /** The models that answered in it; `undefined` where the release does not record them. */
  readonly uses: readonly ModelUse[] | undefined;
}

/** Facts with rows as the database gives them, for `FoundSession.facts`. */
export type RawFacts = { readonly [Name in keyof Facts]: JsonObject[Name] };

export function factsOf(raw: JsonObject): Facts {
  const text = (name: keyof Facts): string | null => asString(raw[name]) ?? null;
  const objects = (name: keyof Facts): JsonObject[] => asArray(raw[name]).map(asObject).filter((value) => value !== undefined);
  return {
    profile: text('profile'),
    database: text('database'),
    file: text('file'),
    folder: text('folder'),
    parentId: text('parentId'),
    subagentOf: text('subagentOf'),
    rows: objects('rows').flatMap((row) => sessionRow(row) ?? []),
    uses: raw['uses'] === undefined ? undefined : objects('uses').flatMap((row) => modelUse(row) ?? []),
  };
}
