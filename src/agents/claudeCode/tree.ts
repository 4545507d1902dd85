import { asObject, asString, type JsonObject } from '../../core/json';
import { toIso } from '../../core/time';
import { localCommand, userContent } from './prompts';
import { blocksOf, type ClaudeRecord } from './schema';
import { label } from './title';
import { replyOf, type Reply } from './usage';

/** What is kept of one record of the conversation's tree while a transcript is read through. */
export interface Node {
  readonly uuid: string;
  /** The record before it in the conversation; across a compaction too. */
  readonly parent: string | null;
  /** Only prompts and replies are messages. A `turn` is another user or assistant record: a tool's result, an error. */
  readonly kind: 'prompt' | 'reply' | 'turn' | 'other';
  readonly isSidechain: boolean;
  readonly at: string | null;
  /** Of a prompt: its text as a label. */
  readonly label?: string;
  /** Of a command that the CLI ran itself: the line as typed. */
  readonly command?: string;
  /** Of a reply. */
  readonly reply?: Reply;
  /** The session from which this record was copied, where the record says so. */
  readonly copiedFrom?: string;
}

/** Collects the tree of one transcript, in file order. A repeated uuid is dropped. */
export class Tree {
  readonly nodes: Node[] = [];
  private readonly uuids = new Set<string>();
  private turns = 0;
  private last: string | null = null;

  /** `session`: the id of the session whose file this is; `undefined` for a sub-agent's, where every record is a sidechain's. */
  constructor(private readonly session: string | undefined) {}

  has(uuid: string): boolean {
    return this.uuids.has(uuid);
  }

  /** `undefined` when the record is not of the tree, or is there already. */
  add({ type, json }: ClaudeRecord): Node | undefined {
    const uuid = asString(json['uuid']);
    if (uuid === undefined || this.uuids.has(uuid)) return undefined;
    const node: Node = {
      uuid,
      parent: this.parentOf(json),
      isSidechain: json['isSidechain'] === true && this.session !== undefined,
      at: toIso(asString(json['timestamp'])),
      ...this.role(type, json, uuid),
      ...copyMark(json, this.session),
    };
    this.uuids.add(uuid);
    if (!node.isSidechain) this.last = uuid;
    if (node.kind === 'prompt') this.turns++;
    this.nodes.push(node);
    return node;
  }

  private role(type: string, json: JsonObject, uuid: string): Pick<Node, 'kind' | 'label' | 'command' | 'reply'> {
    if (type === 'assistant') {
      const reply = blocksOf(json) === undefined ? undefined : replyOf(json, uuid, this.turns);
      return reply === undefined ? { kind: 'turn' } : { kind: 'reply', reply };
    }
    if (type !== 'user') {
      const command = localCommand(json);
      return command === undefined ? { kind: 'other' } : { kind: 'other', command };
    }
    const content = userContent(json);
    if (content?.kind === 'command') return { kind: 'turn', command: content.text };
    return content?.kind === 'prompt' ? { kind: 'prompt', label: label(content.text) || '[Image]' } : { kind: 'turn' };
  }

  /** A compaction begins a new root and names its parent apart; versions that name none go on from the record before. */
  private parentOf(json: JsonObject): string | null {
    const parent = asString(json['parentUuid']) ?? asString(json['logicalParentUuid']);
    return parent ?? (json['subtype'] === 'compact_boundary' ? this.last : null);
  }
}

/** `/branch` marks every copy; `--fork-session` only copied replies, by the session that made the request (2.1.332). */
function copyMark(json: JsonObject, session: string | undefined): Pick<Node, 'copiedFrom'> {
  if (session === undefined) return {};
  const origin = asString(asObject(json['forkedFrom'])?.['sessionId']) ?? asString(json['requestSessionId']);
  return origin === undefined || origin === session ? {} : { copiedFrom: origin };
}
