import type { Node } from './tree';

/**
 * The branch that a resume goes on from. Its leaf is the last user or assistant record of the file: `last-prompt.leafUuid` may be
 * stale when two processes write one session (2.1.332).
 */
export class ActiveBranch {
  private readonly byUuid: ReadonlyMap<string, Node>;
  private readonly path: Set<string>;
  /** Keys of the replies on the branch: parallel calls put some records of a reply beside the path. */
  private readonly replies = new Set<string>();
  private readonly decided = new Map<string, boolean>();

  constructor(private readonly nodes: readonly Node[]) {
    this.byUuid = new Map(nodes.map((node) => [node.uuid, node]));
    this.path = this.walk();
    for (const node of nodes) if (this.path.has(node.uuid) && node.reply !== undefined) this.replies.add(node.reply.key);
  }

  /** Human prompts plus replies. */
  get messageCount(): number {
    return this.replies.size + this.nodes.filter((node) => node.kind === 'prompt' && this.path.has(node.uuid)).length;
  }

  /** Whether the record belongs to the branch: a message by its place in the tree, anything else by the message it hangs from. */
  holds(uuid: string): boolean {
    const passed = new Set<string>();
    let answer = true;
    for (let at: string | null = uuid; at !== null && !passed.has(at) && !this.path.has(at); ) {
      const node = this.byUuid.get(at);
      const decided = this.decided.get(at) ?? this.decide(node);
      if (decided !== undefined) {
        answer = decided;
        break;
      }
      passed.add(at);
      at = node?.parent ?? null;
    }
    for (const each of passed) this.decided.set(each, answer);
    return answer;
  }

  /** Of a message off the path; `undefined` for other records, which ask their parent. */
  private decide(node: Node | undefined): boolean | undefined {
    if (node?.kind === 'reply') return node.reply !== undefined && this.replies.has(node.reply.key);
    return node?.kind === 'prompt' ? false : undefined;
  }

  private walk(): Set<string> {
    const main = this.nodes.filter((node) => !node.isSidechain);
    const places = new Map(main.map((node, place) => [node.uuid, place]));
    const path = new Set<string>();
    let place = main.findLastIndex((node) => node.kind !== 'other');
    while (place >= 0) {
      const node = main[place] as Node;
      // In a fork of a compacted session the logical parent points forward, into what was passed already.
      if (path.has(node.uuid)) break;
      path.add(node.uuid);
      // A parent that is missing was lost to a broken or oversized line: the conversation goes on with the record before.
      place = node.parent === null ? -1 : places.get(node.parent) ?? place - 1;
    }
    return path;
  }
}
