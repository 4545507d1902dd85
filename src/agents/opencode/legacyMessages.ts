import * as path from 'node:path';
import { asNumber, asObject, asString, type JsonObject, parseObject } from '../../core/json';
import type { Files } from '../../platform/files';
import type { Omission } from '../../transcript/model';
import type { FileFacts } from './facts';
import type { MessageVisitor, NativeMessage, NativePart } from './message';
import { oldestMessage } from './oldestShape';

type Omit = (omission: Omission) => void;

/** A tool's output can be megabytes; a file past this is no message of opencode's. In bytes. */
const largestFile = 24 << 20;

/** How many messages to read from each end, in the order of their ids. */
export interface Share {
  readonly first: number;
  readonly last: number;
}

export const allMessages: Share = { first: Infinity, last: 0 };
/** A prompt and its answer at the start, and the last message, hold what a row needs. */
export const endMessages: Share = { first: 4, last: 1 };

/** Hands messages of a session in JSON files to `visit`, in the order of the conversation. */
export async function visitFiles(files: Files, facts: FileFacts, share: Share, visit: MessageVisitor): Promise<void> {
  const omit = (omission: Omission): void => visit.omission(omission);
  for (const message of await readMessages(files, facts, share, omit)) {
    const hasParts = message.parts.length > 0;
    visit.message(hasParts ? message : { ...message, parts: await readParts(files, path.join(facts.parts, message.id), omit) });
  }
}

/** Messages in the order of the conversation, without what is in files of their parts. */
export async function readMessages(files: Files, facts: FileFacts, { first, last }: Share, omit: Omit): Promise<NativeMessage[]> {
  const names = (await files.entries(facts.messages)).map((entry) => entry.name).filter((name) => name.endsWith('.json'));
  const wanted = names.length > first + last ? [...names.slice(0, first), ...(last > 0 ? names.slice(-last) : [])] : names;
  const messages: NativeMessage[] = [];
  for (const name of wanted) {
    const message = await readMessage(files, path.join(facts.messages, name), omit);
    if (message !== undefined) messages.push(message);
  }
  return messages.sort((a, b) => (a.created ?? 0) - (b.created ?? 0) || (a.id < b.id ? -1 : 1));
}

async function readMessage(files: Files, file: string, omit: Omit): Promise<NativeMessage | undefined> {
  const text = await readText(files, file, omit);
  if (text === undefined) return undefined;
  const id = path.basename(file, '.json');
  const source = { file, line: 1 };
  const { data, ...size } = parsed(text);
  if (data !== undefined && Array.isArray(data['parts'])) return oldestMessage(id, data, source);
  return {
    id,
    ...size,
    data: data && withoutSystem(data),
    role: asString(data?.['role']) ?? '',
    created: asNumber(asObject(data?.['time'])?.['created']) ?? null,
    source,
    parts: [],
    isNewShape: false,
  };
}

function parsed(text: string): Pick<NativePart, 'data' | 'bytes'> {
  const data = parseObject(text);
  return data === undefined ? { data, bytes: Buffer.byteLength(text) } : { data };
}

/** Old answers carry the whole system prompt. */
function withoutSystem(data: JsonObject): JsonObject {
  return { ...data, system: undefined };
}

async function readParts(files: Files, folder: string, omit: Omit): Promise<NativePart[]> {
  const parts: NativePart[] = [];
  for (const { name } of await files.entries(folder)) {
    if (!name.endsWith('.json')) continue;
    const file = path.join(folder, name);
    const text = await readText(files, file, omit);
    if (text !== undefined) parts.push({ id: path.basename(name, '.json'), ...parsed(text), source: { file, line: 1 } });
  }
  return parts;
}

/** `undefined` for a file that can't be read: one unreadable message hides none of the others. */
async function readText(files: Files, file: string, omit: Omit): Promise<string | undefined> {
  try {
    return (await files.small(file, largestFile)).toString('utf8');
  } catch (error) {
    const isLarge = (error as { code?: string }).code === 'ERR_FS_FILE_TOO_LARGE';
    omit({ code: isLarge ? 'oversized_record' : 'missing_part', source: { file, line: 1 } });
    return undefined;
  }
}
