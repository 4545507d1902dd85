import type { SessionRow } from './schema';

/** One conversation: a row, or a chain of rows where compactions of the older kind began a new one each. */
export interface Conversation<Row extends SessionRow = SessionRow> {
  /** The root first: it names the conversation. The last is the tip: it is what goes on. */
  readonly rows: readonly [Row, ...Row[]];
  readonly folder: string | null;
  /** The conversation that this one branched from, by its root where it is there. */
  readonly parentId: string | null;
  /** The conversation that this one worked for as a sub-agent, by its root where it is there; empty when not recorded. */
  readonly subagentOf: string | null;
}

/** Every row is in exactly one conversation, whatever damage there is: missing parents, circles. */
export function conversationsOf<Row extends SessionRow>(rows: readonly Row[]): Conversation<Row>[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const chains = chainsOf(rows, byId);
  const rootOf = new Map(chains.flatMap((chain) => chain.map((row) => [row.id, chain[0].id] as const)));
  return chains.map((chain) => {
    const [root] = chain;
    return {
      rows: chain,
      folder: folderOf(chain[chain.length - 1] as Row, byId),
      parentId: rooted(branchParent(root, byId), rootOf),
      subagentOf: rooted(root.delegatedBy, rootOf),
    };
  });
}

function chainsOf<Row extends SessionRow>(rows: readonly Row[], byId: ReadonlyMap<string, Row>): [Row, ...Row[]][] {
  const next = continuations(rows, byId);
  const continued = new Set([...next.values()].map(({ id }) => id));
  const taken = new Set<string>();
  const chains: [Row, ...Row[]][] = [];
  // Rows that continue nothing begin a chain. What then is left forms circles: each begins at its first row.
  for (const row of [...rows.filter(({ id }) => !continued.has(id)), ...rows]) {
    if (taken.has(row.id)) continue;
    const chain: [Row, ...Row[]] = [row];
    taken.add(row.id);
    for (let then = next.get(row.id); then !== undefined && !taken.has(then.id); then = next.get(then.id)) {
      chain.push(then);
      taken.add(then.id);
    }
    chains.push(chain);
  }
  return chains;
}

/** By id, the row that goes on where a compaction closed the row: of several the newest. */
function continuations<Row extends SessionRow>(rows: readonly Row[], byId: ReadonlyMap<string, Row>): Map<string, Row> {
  const next = new Map<string, Row>();
  for (const row of rows) {
    const parent = row.parentId === undefined ? undefined : byId.get(row.parentId);
    if (parent?.endReason !== 'compression' || row.delegatedBy !== undefined || row.branchedFrom !== undefined) continue;
    const other = next.get(parent.id);
    if (other === undefined || (row.startedAt ?? 0) >= (other.startedAt ?? 0)) next.set(parent.id, row);
  }
  return next;
}

function branchParent(root: SessionRow, byId: ReadonlyMap<string, SessionRow>): string | undefined {
  if (root.delegatedBy !== undefined) return undefined;
  if (root.branchedFrom !== undefined) return root.branchedFrom;
  const parent = root.parentId === undefined ? undefined : byId.get(root.parentId);
  return parent?.endReason === 'branched' ? parent.id : undefined;
}

/** The folder of the row or of its nearest ancestor with one: only the first row of a chain or a branch records it. */
function folderOf(tip: SessionRow, byId: ReadonlyMap<string, SessionRow>): string | null {
  const seen = new Set<string>();
  for (let row: SessionRow | undefined = tip; row !== undefined && !seen.has(row.id); row = byId.get(row.parentId ?? '')) {
    if (row.folder !== undefined) return row.folder;
    seen.add(row.id);
  }
  return null;
}

function rooted(id: string | undefined, rootOf: ReadonlyMap<string, string>): string | null {
  return id === undefined ? null : (rootOf.get(id) ?? id);
}
