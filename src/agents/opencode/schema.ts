import { asNumber, asObject, asString, type Json, type JsonObject, parseObject } from '../../core/json';
import type { Row } from '../../platform/sqlite';

/**
 * A session as stored, the same for a row of `session` (1.2 to 1.18), of `session_v2` (2.0), and for a JSON file of older
 * versions. Times are milliseconds since 1970. An alias and not an interface, so that it is plain JSON to the compiler.
 */
export type NativeSession = {
  /** The session that started this one as a sub-agent. */
  readonly parent: string | null;
  /** Recorded by `session_v2` alone. */
  readonly forkOf: string | null;
  readonly folder: string | null;
  readonly title: string;
  readonly version: string | null;
  readonly created: number | null;
  readonly updated: number | null;
  readonly archived: boolean;
  readonly revert: Revert | null;
};

/** What `/undo` left behind: this message, or the part of it, and all after it. */
export type Revert = { readonly message: string; readonly part: string | null };

/** Columns that are looked for; which of them a table has depends on the version. */
export const sessionColumns = [
  'id', 'parent_id', 'fork_session_id', 'directory', 'title', 'version', 'time_created', 'time_updated', 'time_archived', 'revert', 'model',
] as const;

export function sessionOfRow(row: Row): NativeSession {
  const cell = (column: (typeof sessionColumns)[number]): Json | undefined => plain(row[column]);
  return {
    parent: asString(cell('parent_id')) ?? null,
    forkOf: asString(cell('fork_session_id')) ?? null,
    folder: nonEmpty(cell('directory')),
    title: asString(cell('title')) ?? '',
    version: asString(cell('version')) ?? null,
    created: asNumber(cell('time_created')) ?? null,
    updated: asNumber(cell('time_updated')) ?? null,
    archived: (asNumber(cell('time_archived')) ?? 0) > 0,
    revert: revertOf(parseObject(asString(cell('revert')) ?? '')),
  };
}

export function sessionOfFile(info: JsonObject): NativeSession {
  const time = asObject(info['time']);
  return {
    parent: asString(info['parentID']) ?? null,
    forkOf: null,
    folder: nonEmpty(info['directory']),
    title: asString(info['title']) ?? '',
    version: asString(info['version']) ?? null,
    created: asNumber(time?.['created']) ?? null,
    updated: asNumber(time?.['updated']) ?? null,
    archived: (asNumber(time?.['archived']) ?? 0) > 0,
    revert: revertOf(asObject(info['revert'])),
  };
}

/** The inverse of storing a `NativeSession` in facts. */
export function sessionOfFacts(facts: JsonObject | undefined): NativeSession {
  const revert = asObject(facts?.['revert']);
  const message = asString(revert?.['message']);
  return {
    parent: asString(facts?.['parent']) ?? null,
    forkOf: asString(facts?.['forkOf']) ?? null,
    folder: asString(facts?.['folder']) ?? null,
    title: asString(facts?.['title']) ?? '',
    version: asString(facts?.['version']) ?? null,
    created: asNumber(facts?.['created']) ?? null,
    updated: asNumber(facts?.['updated']) ?? null,
    archived: facts?.['archived'] === true,
    revert: message === undefined ? null : { message, part: asString(revert?.['part']) ?? null },
  };
}

function revertOf(revert: JsonObject | undefined): Revert | null {
  const message = asString(revert?.['messageID']);
  return message === undefined ? null : { message, part: asString(revert?.['partID']) ?? null };
}

/** `provider/model` as opencode itself writes it on its command line; the model's own name may hold a slash. */
export function modelName(provider: Json | undefined, model: Json | undefined): string | null {
  const name = asString(model);
  if (name === undefined || name === '') return null;
  const owner = asString(provider) ?? '';
  return owner === '' ? name : `${owner}/${name}`;
}

/** A cell as JSON has it; bytes, which no column of opencode's holds, read as absent. */
export function plain(cell: Row[string] | undefined): Json | undefined {
  return cell instanceof Uint8Array ? undefined : cell;
}

function nonEmpty(value: Json | undefined): string | null {
  return asString(value) || null;
}
