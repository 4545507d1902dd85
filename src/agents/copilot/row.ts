import { toIso } from '../../core/time';
import type { Depth, FoundSession, ReadContext, SessionRecord, SkipReason } from '../agent';
import { readEnds } from '../ends';
import { Digest } from './digest';
import { type Layout, layoutOf } from './find';
import { eachOldRecord } from './oldDocument';
import { RecordLines } from './recordLines';
import { type EventRecord, readRecord } from './schema';
import { agentOf, ofSubagent } from './subagents';
import { label, titleOf } from './title';
import { readWorkspace } from './workspace';

export async function readRow(found: FoundSession, depth: Depth, context: ReadContext): Promise<SessionRecord> {
  const agent = agentOf(found);
  if (agent === undefined) return readSession(found, depth, context);
  const session = { ...found, id: found.id.slice(0, found.id.indexOf('.')) };
  return ofSubagent(await readSession(session, 'ends', context), found, agent, context);
}

async function readSession(found: FoundSession, depth: Depth, context: ReadContext): Promise<SessionRecord> {
  const layout = layoutOf(found);
  const [log = '', workspaceFile] = found.files;
  const workspace = await readWorkspace(workspaceFile, context.files);
  const digest = new Digest(found.id);
  const isFull = depth === 'full';
  const isWhole = layout === 'document' ? await addDocument(digest, log, context) : isFull ? await addAll(digest, log, context) : addEnds(digest, log, context);
  const { beganAt, parentId } = digest;
  if (isFull && parentId !== null && beganAt !== null) context.onCopies?.(({ at }) => at !== null && at < beganAt);
  return {
    id: found.id,
    ...titleOf(workspace, digest.firstPrompt),
    firstPrompt: digest.firstPrompt === undefined ? null : label(digest.firstPrompt),
    folder: workspace.folder ?? digest.folder ?? null,
    branch: workspace.branch ?? digest.branch ?? null,
    createdAt: digest.startedAt ?? workspace.createdAt,
    lastActivityAt: digest.lastActivity ?? toIso((await context.files.stat(log)).mtimeMs),
    messageCount: isFull ? digest.messages : null,
    models: digest.models,
    usage: isFull ? digest.spendings.sum : null,
    // The tokens of sub-agents are among the session's own, in totals inseparably.
    inlineSubagentUsage: null,
    parentId,
    subagentOf: null,
    archived: false,
    hidden: reasonToHide(digest, layout, isWhole),
    agentVersion: digest.version,
    unknownTypes: isFull ? digest.unknownTypes : {},
  };
}

function recordsInto(digest: { add(record: EventRecord): void }): RecordLines {
  return new RecordLines((raw) => digest.add(readRecord(raw)), () => undefined);
}

async function addAll(digest: Digest, log: string, { files, signal }: ReadContext): Promise<boolean> {
  const lines = recordsInto(digest);
  await files.eachLine(log, (line) => lines.push(line), signal && { signal });
  lines.end();
  return true;
}

function addEnds(digest: Digest, log: string, { files }: ReadContext): boolean {
  const { head, tail, whole } = readEnds(files, log, hasPrompt);
  for (const part of [head, tail]) addLines(recordsInto(digest), part);
  return whole;
}

async function addDocument(digest: Digest, file: string, { files }: ReadContext): Promise<boolean> {
  await eachOldRecord(files, file, (record) => digest.add(record));
  return true;
}

function addLines(records: RecordLines, lines: readonly Buffer[]): void {
  for (const bytes of lines) records.push({ bytes, number: 0, terminated: true, length: bytes.length });
  records.end();
}

/** Whether the lines have what only the start of a log tells. */
function hasPrompt(lines: readonly Buffer[]): boolean {
  const digest = new Digest('');
  addLines(recordsInto(digest), lines.filter((bytes) => bytes.includes('"user.message"')));
  return digest.firstPrompt !== undefined;
}

function reasonToHide({ isEmpty, hasConversation }: Digest, layout: Layout, isWhole: boolean): SkipReason | null {
  if (isEmpty && isWhole) return 'not_readable_as_history';
  if (!hasConversation && isWhole) return 'no_message';
  return layout === 'folder' ? null : 'outdated_layout';
}
