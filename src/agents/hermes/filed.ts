import * as path from 'node:path';
import { asArray, asObject, asString, type JsonObject, parseObject } from '../../core/json';
import type { Files } from '../../platform/files';
import type { Omission } from '../../transcript/model';
import { objectLines } from './lines';
import { type Message, withSource } from './messages';
import { filedMessage, type SessionRow, sessionRow } from './schema';
import { secondsOf } from './time';

/**
 * Files of older releases: `session_<id>.json`, a picture of one session that releases up to 0.14 kept beside the
 * database, and `<id>.jsonl`, the transcript of a session of a chat platform.
 */
export interface SessionFiles {
  readonly json: string | undefined;
  readonly jsonl: string | undefined;
}

/** What a file holds. */
export interface Filed {
  readonly row: SessionRow | undefined;
  readonly messages: readonly Message[];
  readonly omissions: readonly Omission[];
}

/** Ids are made of the time of the beginning and a random part; those of scheduled jobs begin with `cron_<job>_`. */
const names = /^(?:session_(.*\d{8}_\d{6}.*)\.json|(.*\d{8}_\d{6}.*)\.jsonl)$/;

/** The files by session id. Other files (failed requests, a mirror of the routing) are no sessions. */
export async function sessionFiles(folder: string, files: Files): Promise<Map<string, SessionFiles>> {
  const found = new Map<string, SessionFiles>();
  for (const { name } of await files.entries(folder)) {
    const [, json, jsonl] = names.exec(name) ?? [];
    const id = json ?? jsonl;
    if (id === undefined) continue;
    const known = found.get(id);
    const file = path.join(folder, name);
    found.set(id, { json: json === undefined ? known?.json : file, jsonl: jsonl === undefined ? known?.jsonl : file });
  }
  return found;
}

/** Larger files are not loaded, in bytes. */
const largest = 64 << 20;

/** @throws Node's errors, also for a file that is too large. */
export async function readFiled(files: Files, file: string): Promise<Filed> {
  return path.extname(file) === '.jsonl' ? readLines(files, file) : readWhole(files, file);
}

async function readLines(files: Files, file: string): Promise<Filed> {
  const messages: Message[] = [];
  const omissions: Omission[] = [];
  await files.eachLine(file, (line) => {
    const source = { file, line: line.number };
    const value = line.length > line.bytes.length + 2 ? undefined : parseObject(line.bytes.toString());
    if (value !== undefined) messages.push(withSource(filedMessage(value), line.number, source));
    else if (line.bytes.length > 0) omissions.push({ code: line.terminated ? 'broken_record' : 'torn_end', source, bytes: line.length });
  });
  const id = path.basename(file, '.jsonl');
  return { row: sessionRow({ id }), messages, omissions };
}

async function readWhole(files: Files, file: string): Promise<Filed> {
  const text = (await files.small(file, largest)).toString();
  const value = parseObject(text);
  const source = { file, line: 1 };
  if (value === undefined) return { row: undefined, messages: [], omissions: [{ code: 'unreadable', source, bytes: Buffer.byteLength(text) }] };
  const lines = objectLines(text, 'messages');
  const objects = asArray(value['messages']).map(asObject).filter((element) => element !== undefined);
  const messages = objects.map((element, index) => withSource(filedMessage(element), index + 1, { file, line: lines[index] ?? 1 }));
  return { row: headRow(value), messages, omissions: [] };
}

function headRow(value: JsonObject): SessionRow | undefined {
  return sessionRow({
    id: value['session_id'],
    source: value['platform'],
    model: value['model'],
    started_at: secondsOf(asString(value['session_start'])),
  });
}
