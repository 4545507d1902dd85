import { asObject, asString, type JsonObject } from '../../core/json';
import { toIso } from '../../core/time';
import type { Depth, FoundSession, ReadContext, SessionRecord, SkipReason } from '../agent';
import { Digest } from './digest';
import { hasConversation, type MainFile, mainFile } from './mainFile';
import { readRecord } from './schema';
import { eachRecord } from './source';
import { label, titleOf } from './title';

/** The row of a session, from the one of its files that holds the conversation. */
export async function readRow(found: FoundSession, depth: Depth, context: ReadContext): Promise<SessionRecord> {
  const ends = await mainFile(found.files, context.files);
  const through = depth === 'full' ? await readThrough(ends, context) : undefined;
  const { digest, stamp } = through ?? ends;
  const parent = asString(found.facts['parent']) ?? null;
  return {
    id: found.id,
    ...titleOf(digest),
    firstPrompt: digest.firstPrompt === undefined ? null : label(digest.firstPrompt),
    folder: folderOf(found, stamp.path),
    branch: null,
    createdAt: digest.startTime,
    lastActivityAt: digest.lastActivity ?? toIso(stamp.mtimeMs),
    messageCount: through?.digest.count.messages ?? null,
    models: [...digest.models],
    usage: through?.digest.requests.sum ?? null,
    inlineSubagentUsage: null,
    parentId: null,
    subagentOf: parent,
    archived: false,
    hidden: parent === null ? reasonToHide(through ?? ends) : null,
    agentVersion: null,
    unknownTypes: through?.digest.unknownTypes ?? {},
  };
}

/** `undefined` when nothing could be read, such as a document that is too long to parse: its ends have to do. */
async function readThrough(ends: MainFile, { files, signal }: ReadContext): Promise<MainFile | undefined> {
  const digest = new Digest();
  let records = 0;
  const count = (raw: JsonObject): void => {
    records++;
    digest.add(readRecord(raw));
  };
  await eachRecord(files, ends.stamp.path, count, signal);
  return records === 0 ? undefined : { ...ends, digest, whole: true };
}

function reasonToHide(file: MainFile): SkipReason | null {
  if (file.isBroken) return 'not_readable_as_history';
  // Releases before sub-agents had folders (0.34) keep their files among the others and don't say whose they are.
  if (file.digest.isSubagent) return 'sub_agent';
  return hasConversation(file) ? null : 'no_message';
}

/** That of the file's project; a copy of the file may lie in a project that is known by a hash alone. */
function folderOf({ facts }: FoundSession, file: string): string | null {
  const folders = asObject(facts['folders']) ?? {};
  return asString(folders[file]) ?? Object.values(folders).map(asString).find((folder) => folder !== undefined) ?? null;
}
