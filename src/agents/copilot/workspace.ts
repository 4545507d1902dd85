import { parse } from 'yaml';
import { asObject, asString, type Json, type JsonObject } from '../../core/json';
import { toIso } from '../../core/time';
import type { Files } from '../../platform/files';

/** A name is at most a prompt's first 500 characters, so these files are small. In bytes. */
const longestFile = 64 << 10;

/** What `workspace.yaml` says of a session. */
export interface Workspace {
  readonly folder: string | undefined;
  readonly branch: string | undefined;
  /** A given, generated or taken-over name; 1.0.22 keeps it as `summary`. */
  readonly name: string | undefined;
  readonly isNamedByUser: boolean;
  readonly createdAt: string | null;
}

/** The one beside a log. One that is missing, unreadable or no YAML says nothing: the log has most of it too. */
export async function readWorkspace(file: string | undefined, files: Files): Promise<Workspace> {
  const fields = file === undefined ? {} : await readFields(file, files);
  return {
    folder: asString(fields['cwd']),
    branch: asString(fields['branch']),
    name: asString(fields['name']) ?? asString(fields['summary']),
    isNamedByUser: fields['user_named'] === true,
    createdAt: toIso(asString(fields['created_at'])),
  };
}

async function readFields(file: string, files: Files): Promise<JsonObject> {
  try {
    const text = (await files.small(file, longestFile)).toString('utf8');
    return asObject(parse(text, { logLevel: 'error' }) as Json) ?? {};
  } catch {
    return {};
  }
}
