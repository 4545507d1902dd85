import type { FoundSession, ReadContext, SessionRecord } from '../agent';
import { ActiveBranch } from './branch';
import { type Copies, copiesIn, repeatedMessages } from './copies';
import { factsOf } from './find';
import { firstPrompt, Row } from './row';
import { type ClaudeRecord, isKnown, readLine, rowTypes } from './schema';
import { type Node, Tree } from './tree';
import { type RecordedRequest, Requests, sumUsage } from './usage';

/** A transcript read through, for its row and for statistics. Texts are not kept. */
interface Reading {
  readonly tree: Tree;
  /** Of each node of the tree. */
  readonly lines: readonly number[];
  readonly row: Row;
  readonly requests: Requests;
  readonly unknownTypes: ReadonlyMap<string, number>;
  /** A sub-agent that was given its session's whole context, not a prompt alone. */
  readonly goesOn: boolean;
}

/** A session's row from its whole transcript. */
export async function readFull(found: FoundSession, context: ReadContext): Promise<SessionRecord> {
  const reading = await readThrough(found, context);
  const { tree, row } = reading;
  const copies = await copiesOf(found, reading, context);
  const own = tree.nodes.filter((node) => !copies.uuids.has(node.uuid));
  tellCopies(reading, copies, context);
  const requests = ownRequests(reading, copies);
  const inline = requests.filter((request) => request.isSidechain);
  return {
    ...row.record(found, {
      prompts: { own: firstPrompt(own), copied: firstPrompt(tree.nodes) },
      holds: (uuid) => tree.has(uuid),
      isComplete: true,
    }),
    messageCount: new ActiveBranch(tree.nodes).messageCount,
    usage: sumUsage(requests.filter((request) => !request.isSidechain)),
    inlineSubagentUsage: inline.length === 0 ? null : sumUsage(inline),
    parentId: copies.parentId,
    unknownTypes: Object.fromEntries(reading.unknownTypes),
  };
}

function copiesOf(found: FoundSession, { tree, goesOn }: Reading, context: ReadContext): Promise<Copies> {
  return factsOf(found).isSubagent ? repeatedMessages(found, tree.nodes, goesOn, context) : copiesIn(found, tree.nodes, context);
}

/** The requests that the session and the sub-agents in its file made, each once, without those of a copied history. */
function ownRequests({ requests }: Reading, copies: Copies): readonly RecordedRequest[] {
  return requests.list().filter(({ uuid, messageId }) => !copies.uuids.has(uuid) && !copies.messageIds.has(messageId));
}

function tellCopies({ tree, lines }: Reading, { uuids, messageIds }: Copies, { onCopies }: ReadContext): void {
  if (uuids.size + messageIds.size === 0) return;
  const isCopy = ({ uuid, reply }: Node): boolean => uuids.has(uuid) || (reply !== undefined && messageIds.has(reply.messageId));
  const copied = new Set(lines.filter((_, index) => isCopy(tree.nodes[index] as Node)));
  onCopies?.(({ source }) => copied.has(source.line));
}

async function readThrough(found: FoundSession, { files, signal }: ReadContext): Promise<Reading> {
  const tree = new Tree(factsOf(found).isSubagent ? undefined : found.id);
  const lines: number[] = [];
  const row = new Row();
  const requests = new Requests();
  const unknownTypes = new Map<string, number>();
  let goesOn = false;
  const take = (record: ClaudeRecord, line: number): void => {
    const node = tree.add(record);
    if (node !== undefined) lines.push(line);
    row.add(record, node);
    if (node?.reply !== undefined) requests.add(node.reply, node);
    if (!isKnown(record.type)) unknownTypes.set(record.type, (unknownTypes.get(record.type) ?? 0) + 1);
    if (record.type === 'fork-context-ref') goesOn = true;
  };
  await files.eachLine(
    found.files[0] ?? '',
    (line) => {
      const content = readLine(line, rowTypes);
      if (content.kind === 'record') take(content.record, line.number);
    },
    signal === undefined ? {} : { signal },
  );
  return { tree, lines, row, requests, unknownTypes, goesOn };
}
