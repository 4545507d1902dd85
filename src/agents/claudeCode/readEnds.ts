import type { FoundSession, ReadContext, SessionRecord } from '../agent';
import { Ends, endsLimits, linesOf } from '../ends';
import { factsOf } from './find';
import { endOfMarkedCopies, firstPrompt, Row } from './row';
import { readRecord, rowTypes } from './schema';
import { Titles } from './title';
import { Tree } from './tree';

/** Bytes taken at once beyond the ends. */
const step = 64 << 10;
/** The search for the first prompt leaves this much to the search for a name. */
const keptForNames = (endsLimits.file - 2 * endsLimits.end) / 2;

/**
 * A session's row from the start and the end of its transcript. Where its first prompt or a name is in neither, it reads on from
 * there as far as the limits allow.
 */
export async function readEnds(found: FoundSession, { files }: ReadContext): Promise<SessionRecord> {
  return Ends.read(files, found.files[0] ?? '', factsOf(found).size, async (ends) => {
    const reader = new EndsReader(found);
    reader.feed(ends.head);
    while (!reader.hasPrompt && ends.left > keptForNames) reader.feed(await ends.growHead(step));
    reader.markHead();
    const pieces = [ends.tail];
    let isNamed = reader.row.titles.named || namesIn(ends.tail);
    const isNear = isNamed;
    while (!isNamed && ends.left > 0) {
      const lines = await ends.growTail(step);
      pieces.unshift(lines);
      isNamed = namesIn(lines);
    }
    // Most of what was read in vain need not be parsed.
    const isNeeded = (isNamed && !isNear) || (ends.whole && (pieces.some(hasCopies) || ![ends.head, ...pieces.slice(-1)].some(hasTurns)));
    for (const piece of isNeeded ? pieces : pieces.slice(Math.max(0, pieces.findLastIndex(hasTurns)))) reader.feed(piece);
    return reader.record(ends);
  });
}

class EndsReader {
  readonly row = new Row();
  private readonly tree: Tree;
  /** Number of the tree's records that came from the head. */
  private headCount = 0;

  constructor(private readonly found: FoundSession) {
    this.tree = new Tree(factsOf(found).isSubagent ? undefined : found.id);
  }

  feed(lines: Buffer): void {
    for (const bytes of linesOf(lines)) {
      const record = readRecord(bytes, rowTypes);
      if (record !== undefined && record !== 'skipped') this.row.add(record, this.tree.add(record));
    }
  }

  markHead(): void {
    this.headCount = this.tree.nodes.length;
  }

  get hasPrompt(): boolean {
    return firstPrompt(this.tree.nodes, endOfMarkedCopies(this.tree.nodes)) !== undefined;
  }

  record(ends: Ends): SessionRecord {
    const { nodes } = this.tree;
    const copies = endOfMarkedCopies(nodes);
    // Beyond a gap the first prompt that is seen is not the session's first one, unless a copy stands right before it.
    const contiguous = ends.whole || copies > this.headCount ? nodes : nodes.slice(0, this.headCount);
    return {
      ...this.row.record(this.found, {
        prompts: { own: firstPrompt(contiguous, copies), copied: firstPrompt(contiguous) },
        holds: (uuid) => this.tree.has(uuid) || ends.includes(`"uuid":"${uuid}"`),
        isComplete: ends.whole,
      }),
      messageCount: null,
      usage: null,
      inlineSubagentUsage: null,
      parentId: nodes[copies - 1]?.copiedFrom ?? null,
      unknownTypes: {},
    };
  }
}

const nameTypes = ['"type":"custom-title"', '"type":"ai-title"'].map((text) => Buffer.from(text));
const turnRoles = ['"role":"user"', '"role":"assistant"'].map((text) => Buffer.from(text));
const copyMark = Buffer.from('"requestSessionId":"');

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

function hasTurns(lines: Buffer): boolean {
  return turnRoles.some((role) => lines.includes(role));
}

function hasCopies(lines: Buffer): boolean {
  return lines.includes(copyMark);
}
