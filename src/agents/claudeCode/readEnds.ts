import { toIso } from '../../core/time';
import type { FoundSession, ReadContext, SessionRecord } from '../agent';
import { endsLimits } from '../ends';
import { factsOf } from './find';
import { GrowingEnds, linesOf } from '../growingEnds';
import { endOfMarkedCopies, firstPrompt, type Reading, Row } from './row';
import { readRecord, rowTypes } from './schema';
import { Titles } from './title';
import { Tree } from './tree';

/** Bytes taken at once beyond the ends. */
const step = 64 << 10;
/** The search for the first prompt leaves this much to the search for a name. */
const keptForNames = (endsLimits.file - 2 * endsLimits.end) / 2;
/** How much more is read for a name when the first prompt can stand in for it. */
const searchForName = 48 << 10;

/**
 * A session's row from the start and the end of its transcript. Where its first prompt is in neither, it reads on from there as far
 * as the limits allow; for a name alone, a little further.
 */
export function readEnds(found: FoundSession, { files }: ReadContext): SessionRecord {
  const { size, mtimeMs, isSubagent, owner } = factsOf(found);
  // Its place says whose it is, and it is no row: there is nothing to read for.
  if (owner !== undefined) return { ...new Row().record(found, nothingRead), ...unknownFromEnds, parentId: null };
  return GrowingEnds.open(files, found.files[0] ?? '', size, (ends) => {
    const reader = new EndsReader(found);
    const head = [ends.growHead(endsLimits.end)];
    const tail = [ends.growTail(endsLimits.end)];
    reader.feedHead(head[0] as Buffer);
    while (!reader.hasPrompt && ends.left > keptForNames) {
      const piece = ends.growHead(step);
      head.push(piece);
      reader.feedHead(piece);
    }
    reader.markHead();
    // A long tool result may fill the end; the time of the last message stands before it.
    while (!tail.some(hasReply) && ends.left > 0) tail.unshift(ends.growTail(endsLimits.end));
    const isNear = isSubagent || reader.row.titles.named || tail.some((piece) => isCheckpoint(piece) || namesIn(piece));
    let more = reader.hasPrompt ? Math.min(searchForName, ends.left) : ends.left;
    let isFound = false;
    for (; !isNear && !isFound && more > 0; more -= step) {
      const piece = ends.growTail(Math.min(step, more));
      tail.unshift(piece);
      isFound = namesIn(piece);
    }
    if (!reader.hasPrompt || tail.some(hasCopies)) reader.feed(tail.slice(isFound || ends.whole ? 0 : Math.max(0, tail.findLastIndex(hasReply))));
    else reader.feedRest(tail);
    const record = reader.record([...head, ...tail], ends.whole);
    // The end is one record longer than all that may be read: it was written when the file was.
    return ends.whole || tail.some(hasTurns) ? record : { ...record, lastActivityAt: toIso(Math.floor(mtimeMs)) };
  });
}

const nothingRead: Reading = { prompts: { own: undefined, copied: undefined }, holds: () => false, isComplete: false };
const unknownFromEnds = { messageCount: null, usage: null, inlineSubagentUsage: null, unknownTypes: {} };

/** Records that name a session or its folder are shorter, in bytes. */
const longestState = 4096;

class EndsReader {
  readonly row = new Row();
  private readonly tree: Tree;
  /** Number of the tree's records that came from the head. */
  private headCount = 0;
  /** Lines of the head that come after the first prompt. */
  private readonly rest: Buffer[] = [];

  constructor(private readonly found: FoundSession) {
    this.tree = new Tree(factsOf(found).isSubagent ? undefined : found.id);
  }

  /** Takes in the records of `pieces`, in file order. */
  feed(pieces: readonly Buffer[]): void {
    for (const piece of pieces) for (const bytes of linesOf(piece)) this.add(bytes);
  }

  private add(bytes: Buffer): void {
    const record = readRecord(bytes, rowTypes);
    if (record !== undefined && record !== 'skipped') this.row.add(record, this.tree.add(record));
  }

  /** Takes in what comes up to the first prompt; all of it, where records are copies of another session's. */
  feedHead(piece: Buffer): void {
    const isForked = hasCopies(piece);
    for (const bytes of linesOf(piece)) {
      if (this.hasPrompt && !isForked) this.rest.push(bytes);
      else this.add(bytes);
    }
  }

  /**
   * Takes in the last reply, what follows it, and state before it: the session's names, its folder. Parsing the turns between the
   * first prompt and the last reply would cost most of the time and tell nothing more.
   */
  feedRest(pieces: readonly Buffer[]): void {
    const lines = [...this.rest, ...pieces.flatMap((piece) => [...linesOf(piece)])];
    const last = lines.findLastIndex(isReply);
    for (const [place, bytes] of lines.entries()) {
      if (place >= last || (bytes.length <= longestState && !hasTurns(bytes))) this.add(bytes);
    }
  }

  markHead(): void {
    this.headCount = this.tree.nodes.length;
  }

  get hasPrompt(): boolean {
    return firstPrompt(this.tree.nodes, endOfMarkedCopies(this.tree.nodes)) !== undefined;
  }

  /** `pieces`: all that was read; `whole`: it is the whole file. */
  record(pieces: readonly Buffer[], whole: boolean): SessionRecord {
    const { nodes } = this.tree;
    const copies = endOfMarkedCopies(nodes);
    // Beyond a gap the first prompt that is seen is not the session's first one, unless a copy stands right before it.
    const contiguous = whole || copies > this.headCount ? nodes : nodes.slice(0, this.headCount);
    return {
      ...this.row.record(this.found, {
        prompts: { own: firstPrompt(contiguous, copies), copied: firstPrompt(contiguous) },
        holds: (uuid) => this.tree.has(uuid) || pieces.some((piece) => piece.includes(`"uuid":"${uuid}"`)),
        isComplete: whole,
      }),
      ...unknownFromEnds,
      parentId: nodes[copies - 1]?.copiedFrom ?? null,
    };
  }
}

const nameTypes = ['"type":"custom-title"', '"type":"ai-title"'].map((text) => Buffer.from(text));
const lastPrompt = Buffer.from('"type":"last-prompt"');
const turnRoles = [Buffer.from('"role":"user"'), Buffer.from('"role":"assistant"')] as const;
const synthetic = Buffer.from('"<synthetic>"');
const copyMarks = [Buffer.from('"requestSessionId":"'), Buffer.from('"forkedFrom":')];

/** Whether the session's name is among `lines`. Found by bytes: parsing all of a long piece would cost ten times as much. */
function namesIn(lines: Buffer): boolean {
  if (!nameTypes.some((type) => lines.includes(type))) return false;
  const titles = new Titles();
  for (const bytes of linesOf(lines)) {
    const record = nameTypes.some((type) => bytes.includes(type)) ? readRecord(bytes, rowTypes) : undefined;
    if (record !== undefined && record !== 'skipped') titles.add(record.type, record.json);
  }
  return titles.named;
}

/** Since 2.1 every checkpoint repeats the session's name together with its last prompt: one that has only this has no name. */
function isCheckpoint(lines: Buffer): boolean {
  return lines.includes(lastPrompt);
}

/** A reply that stands for an error is no message. */
function isReply(line: Buffer): boolean {
  return hasReply(line) && !line.includes(synthetic);
}

function hasReply(lines: Buffer): boolean {
  return lines.includes(turnRoles[1]);
}

function hasTurns(lines: Buffer): boolean {
  return turnRoles.some((role) => lines.includes(role));
}

function hasCopies(lines: Buffer): boolean {
  return copyMarks.some((mark) => lines.includes(mark));
}
