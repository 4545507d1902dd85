import type { FoundSession, SessionRecord } from '../agent';
import { beginsWith, endOfLine, type GrowingEnds, linesOf, startOfLine } from '../growingEnds';
import { factsOf } from './find';
import { endOfMarkedCopies, firstPrompt, Row } from './row';
import { readRecord, rowTypes } from './schema';
import { Titles } from './title';
import { Tree } from './tree';

/** What a row has that only a whole transcript tells. */
export const unknownFromEnds = { messageCount: null, usage: null, inlineSubagentUsage: null, unknownTypes: {} };

/** The end of a transcript as far as it has been read. */
export class Tail {
  readonly pieces: Buffer[] = [];
  /** Where in each piece its last reply begins; -1 where there is none. */
  readonly replies: number[] = [];
  /** Holds the session's name, or a checkpoint: since 2.1 each repeats the name, so one that has none says that there is none. */
  tellsName = false;

  constructor(private readonly ends: GrowingEnds) {}

  get hasReply(): boolean {
    return this.replies.some((reply) => reply >= 0);
  }

  get hasCopies(): boolean {
    return this.pieces.some((piece) => piece.includes(requestMark));
  }

  /** Whether the last `bytes`, which have been read, hold words of anybody or a tool's result. */
  hasTurnsIn(bytes: number): boolean {
    return this.pieces.some((piece) => hasTurns(piece.subarray(-bytes)));
  }

  grow(bytes: number): void {
    const piece = this.ends.growTail(bytes);
    this.pieces.unshift(piece);
    this.replies.unshift(lastReply(piece));
    for (const line of stateLines(piece)) this.tellsName ||= line.includes(lastPrompt) || isName(line);
  }
}

export class EndsReader {
  readonly row = new Row();
  private readonly tree: Tree;
  /** Number of the tree's records that came from the head. */
  private headCount = 0;
  /** What of the head comes after the first prompt. */
  private readonly rest: Buffer[] = [];
  /** The head holds a reply, and with it the answer to whether records are copies of another session's. */
  sawReply = false;
  isForked = false;

  constructor(private readonly found: FoundSession) {
    this.tree = new Tree(factsOf(found).isSubagent ? undefined : found.id);
  }

  /** Takes in records, in file order. */
  feed(pieces: readonly Buffer[]): void {
    for (const piece of [...this.rest.splice(0), ...pieces]) for (const line of linesOf(piece)) this.add(line);
  }

  private add(bytes: Buffer): void {
    const record = readRecord(bytes, rowTypes);
    if (record !== undefined && record !== 'skipped') this.row.add(record, this.tree.add(record));
  }

  /** Takes in what comes up to the first prompt; all of it, where records are copies. */
  feedHead(piece: Buffer): void {
    let at = 0;
    while (at < piece.length && (this.isForked || !this.hasPrompt)) {
      const end = endOfLine(piece, at);
      const line = piece.subarray(at, end);
      if (isReply(line)) this.meetReply(line);
      this.add(line);
      at = end + 1;
    }
    if (at >= piece.length) return;
    const rest = piece.subarray(at);
    this.rest.push(rest);
    for (const line of linesOf(rest)) {
      if (this.sawReply) break;
      if (isReply(line)) this.meetReply(line);
    }
  }

  private meetReply(line: Buffer): void {
    if (this.sawReply) return;
    this.sawReply = true;
    this.isForked = line.includes(requestMark) || this.tree.nodes.some((node) => node.copiedFrom !== undefined);
    if (this.isForked) this.feed([]);
  }

  /**
   * Takes in the last reply, what follows it, and state before it: the session's names, its folder. Looking into the turns between
   * the first prompt and the last reply would cost most of the time and tell nothing more.
   */
  feedRest(tail: Tail): void {
    const pieces = [...this.rest, ...tail.pieces];
    const replies = [...(tail.hasReply ? this.rest.map(() => -1) : this.rest.map(lastReply)), ...tail.replies];
    const last = replies.findLastIndex((reply) => reply >= 0);
    for (const [place, piece] of pieces.entries()) {
      const reply = place < last ? piece.length : place > last ? 0 : (replies[place] as number);
      for (const line of stateLines(piece.subarray(0, reply))) this.add(line);
      for (const line of linesOf(piece.subarray(reply))) if (!isLongResult(line)) this.add(line);
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

const nameTypes = [Buffer.from('"type":"custom-title"'), Buffer.from('"type":"ai-title"')];
const lastPrompt = Buffer.from('"type":"last-prompt"');
/** How turns begin since 1.0; told by it, most lines need not be searched. */
const turnStart = Buffer.from('{"parentUuid":');
const turnRoles = [Buffer.from('"role":"user"'), Buffer.from('"role":"assistant"')] as const;
const synthetic = Buffer.from('"<synthetic>"');
const toolResult = Buffer.from('"type":"tool_result"');
/** On replies copied by a fork, the first reply among them. Copies by `/branch` are marked from the first record on. */
const requestMark = Buffer.from('"requestSessionId":"');
/** Records that name a session or its folder are shorter, in bytes; a tool's result that is longer costs more to parse than it tells. */
const longestState = 4096;

/** The lines of `piece` that may name the session or its folder. */
function* stateLines(piece: Buffer): Generator<Buffer> {
  for (let start = 0; start < piece.length; ) {
    const end = endOfLine(piece, start);
    if (end - start <= longestState && !beginsWith(piece, turnStart, start)) {
      const line = piece.subarray(start, end);
      if (!hasTurns(line)) yield line;
    }
    start = end + 1;
  }
}

/** A name that isn't empty, which takes a name back. */
function isName(line: Buffer): boolean {
  if (!nameTypes.some((type) => line.includes(type))) return false;
  const titles = new Titles();
  const record = readRecord(line, rowTypes);
  if (record !== undefined && record !== 'skipped') titles.add(record.type, record.json);
  return titles.named;
}

function hasTurns(bytes: Buffer): boolean {
  return turnRoles.some((role) => bytes.includes(role));
}

/** A reply that stands for an error is no message. */
function isReply(line: Buffer): boolean {
  return line.includes(turnRoles[1]) && !line.includes(synthetic);
}

/** Where the last reply of `piece` begins; -1 where there is none. */
function lastReply(piece: Buffer): number {
  for (let end = piece.length; end > 0; ) {
    const role = piece.subarray(0, end).lastIndexOf(turnRoles[1]);
    if (role < 0) break;
    const start = startOfLine(piece, role);
    if (!piece.subarray(start, endOfLine(piece, role)).includes(synthetic)) return start;
    end = start;
  }
  return -1;
}

function isLongResult(line: Buffer): boolean {
  return line.length > longestState && line.includes(toolResult);
}
