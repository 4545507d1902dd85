import { toIso } from '../../core/time';
import type { Depth, FoundSession, ReadContext, SessionRecord } from '../agent';
import { answersIn, firstPromptIn, visitDatabase } from './databaseMessages';
import { type DatabaseFacts, type FileFacts, factsOf, latest } from './facts';
import { originInFiles } from './legacyForks';
import { readInfo } from './legacyInfo';
import { allMessages, endMessages, visitFiles } from './legacyMessages';
import type { NativeSession } from './schema';
import { Tally } from './tally';
import { isNamed, titleOf } from './title';

export async function read(found: FoundSession, depth: Depth, context: ReadContext): Promise<SessionRecord> {
  const facts = factsOf(found.facts);
  if (facts.store === 'files') return readFiles(found, facts, depth, context);
  return depth === 'full' ? readThrough(found, facts, context) : readEnds(found, facts, context);
}

/** What `find` asked for already; the messages are looked at for one thing alone, the prompt that stands for a missing title. */
function readEnds(found: FoundSession, { session, extent, origin }: DatabaseFacts, context: ReadContext): SessionRecord {
  const needsPrompt = !isNamed(session.title) && extent?.messages !== 0;
  const firstPrompt = needsPrompt ? firstPromptIn(context.files, found.files[0] ?? '', found.id) : null;
  return {
    ...common(found.id, session, firstPrompt),
    lastActivityAt: toIso(latest([session.updated, extent?.lastAt ?? null])),
    messageCount: null,
    models: extent?.model ? [extent.model] : [],
    usage: null,
    parentId: origin,
    hidden: extent?.messages === 0 ? 'no_message' : null,
    unknownTypes: {},
  };
}

function readThrough(found: FoundSession, facts: DatabaseFacts, context: ReadContext): SessionRecord {
  const { session, origin, copiedFrom } = facts;
  const file = found.files[0] ?? '';
  const tally = new Tally(session.revert, context.onCopies !== undefined);
  visitDatabase(context.files, file, found.id, tally);
  const copied = copiedFrom.length === 0 ? new Set<string>() : answersIn(context.files, file, copiedFrom);
  if (copiedFrom.length > 0) tellCopies(tally, copied, session, context);
  return {
    ...common(found.id, session, tally.firstPrompt),
    ...counted(tally, copied),
    lastActivityAt: toIso(latest([session.updated, tally.lastAt])),
    parentId: origin,
    hidden: tally.hasMessage || tally.isCut ? null : 'no_message',
  };
}

async function readFiles(found: FoundSession, facts: FileFacts, depth: Depth, context: ReadContext): Promise<SessionRecord> {
  const { files } = context;
  const { session, damage } = await readInfo(files, found.files[0] ?? '');
  const tally = new Tally(session.revert, context.onCopies !== undefined);
  await visitFiles(files, facts, depth === 'ends' ? endMessages : allMessages, tally);
  const { origin, copied } = await originInFiles(found.id, session, tally.firstAt, context);
  const isWhole = depth === 'full';
  if (isWhole && origin !== null) tellCopies(tally, copied, session, context);
  const { messageCount, usage, models, unknownTypes } = counted(tally, copied);
  return {
    ...common(found.id, { ...session, created: session.created ?? tally.firstAt }, tally.firstPrompt),
    // Versions up to 0.5 record no folder with the session; their folder names can't be turned back into paths.
    folder: session.folder ?? tally.folder,
    lastActivityAt: toIso(latest([session.updated, tally.lastAt])),
    messageCount: isWhole ? messageCount : null,
    models,
    usage: isWhole ? usage : null,
    parentId: origin,
    hidden: tally.hasMessage ? null : (damage ?? 'no_message'),
    unknownTypes: isWhole ? unknownTypes : {},
    // No version since 1.16 reads these files.
    resumable: false,
  };
}

function tellCopies(tally: Tally, copied: ReadonlySet<string>, { created }: NativeSession, { onCopies }: ReadContext): void {
  const ids = tally.copies(copied, created);
  onCopies?.(({ id }) => ids.has(id));
}

function common(id: string, session: NativeSession, firstPrompt: string | null) {
  return {
    id,
    ...titleOf(session.title, firstPrompt),
    firstPrompt,
    folder: session.folder,
    branch: null,
    createdAt: toIso(session.created),
    inlineSubagentUsage: null,
    subagentOf: session.parent,
    archived: session.archived,
    agentVersion: session.version,
  };
}

function counted(tally: Tally, copied: ReadonlySet<string>) {
  return {
    messageCount: tally.isCut ? null : tally.messages,
    models: [...tally.models],
    usage: tally.usage(copied),
    unknownTypes: tally.unknownTypes,
  };
}
