import type { PageEvent } from './transcriptContract';
import type { ToolKind } from './transcriptEvent';

/** What a block of actions is summed up by. */
export type TallyKind = Exclude<ToolKind, 'think'> | 'thought' | 'subagent' | 'plan' | 'unknown';

export interface Tally {
  /** How often, or of how many files where actions are on files; the kind that came first is first. */
  readonly counts: readonly (readonly [TallyKind, number])[];
  readonly failed: number;
  readonly running: number;
}

/** Kinds of which files are counted, and not calls: reading one file thrice is reading one file. */
const onFiles: ReadonlySet<TallyKind> = new Set<TallyKind>(['read', 'edit', 'delete', 'move']);

/** Sums up actions for one line. */
export function tally(events: readonly PageEvent[]): Tally {
  const counted = new Map<TallyKind, { calls: number; files: Set<string> }>();
  for (const event of events) {
    const kind = kindOfAction(event);
    const sum = counted.get(kind) ?? { calls: 0, files: new Set() };
    counted.set(kind, sum);
    const files = onFiles.has(kind) ? (event.brief?.files ?? []) : [];
    files.forEach((file) => sum.files.add(file));
    if (files.length === 0) sum.calls++;
  }
  const ofStatus = (status: string): number => events.filter(({ tool }) => tool?.status === status).length;
  return {
    counts: [...counted].map(([kind, { calls, files }]) => [kind, calls + files.size]),
    failed: ofStatus('failed'),
    running: ofStatus('in_progress'),
  };
}

/** What an action counts as. */
export function kindOfAction({ type, tool, brief }: PageEvent): TallyKind {
  if (tool === undefined) return type === 'unknown' ? 'unknown' : 'thought';
  if (tool.subagentId !== undefined) return 'subagent';
  if (brief?.isPlan === true) return 'plan';
  return tool.kind === 'think' ? 'other' : tool.kind;
}
