import type { Place } from '../agents/agent';
import { agentOf } from '../agents/registry';
import type { Joined } from '../external/join';
import { type AgentId, agentNames } from '../shared/agentId';
import { type Damage, damageOf } from './damage';
import { oneLine } from './oneLine';
import { faultWords, reasonWords } from './words';

export interface Diagnosis {
  readonly agents: readonly { agent: AgentId; installed: boolean; roots: readonly string[]; shown: number }[];
  readonly not_shown: readonly { agent: AgentId; id: string | null; path: string; folder: string | null; reason: string; detail: string }[];
  /** Shown sessions with parts that can't be read. */
  readonly damaged: readonly Damage[];
  /** By agent: unknown record types with the number of records, and an agent version that wrote some. */
  readonly unknown_record_types: readonly { agent: AgentId; type: string; records: number; versions: readonly string[] }[];
}

/** What a person asks when a session is missing. `histories` must have been read in full. */
export async function diagnose(
  histories: Joined,
  asked: { agents: readonly AgentId[]; place: Place; installed: ReadonlySet<AgentId> },
): Promise<Diagnosis> {
  const agents = asked.agents.flatMap((id) => {
    const roots = agentOf(id)?.roots(asked.place).filter((root) => root.shown).map((root) => root.path);
    if (roots === undefined) return [];
    const shown = histories.sessions.filter((session) => session.agent === id).length;
    return [{ agent: id, installed: asked.installed.has(id), roots, shown }];
  });
  const unknown = new Map<string, { agent: AgentId; type: string; records: number; versions: Set<string> }>();
  for (const { agent, record } of histories.sessions) {
    for (const [type, records] of Object.entries(record.unknownTypes)) {
      const key = `${agent} ${type}`;
      const sum = unknown.get(key) ?? { agent, type, records: 0, versions: new Set<string>() };
      sum.records += records;
      if (record.agentVersion !== null) sum.versions.add(record.agentVersion);
      unknown.set(key, sum);
    }
  }
  return {
    agents,
    not_shown: histories.notShown.map(({ agent, id, path, folder, reason, detail }) => ({ agent, id, path, folder, reason, detail })),
    damaged: await damageOf(histories.sessions),
    unknown_record_types: [...unknown.values()].map((sum) => ({ ...sum, versions: [...sum.versions].sort() })),
  };
}

export function diagnosisText({ agents, not_shown, damaged, unknown_record_types }: Diagnosis): string {
  const lines = agents.flatMap(({ agent, installed, roots, shown }) => [
    `${agentNames[agent]}: ${shown} shown, ${installed ? 'installed' : 'not found on PATH'}`,
    ...roots.map((root) => `  ${root}`),
  ]);
  lines.push('', `Found and not shown: ${not_shown.length}`);
  for (const { agent, path, id, reason, detail } of not_shown) {
    lines.push(`  ${agentNames[agent]}  ${oneLine(id ?? path)}: ${reasonWords[reason as keyof typeof reasonWords]}${detail === '' ? '' : ` (${oneLine(detail)})`}`);
    if (id !== null) lines.push(`    ${oneLine(path)}`);
  }
  lines.push('', `Shown with parts that can't be read: ${damaged.length}`);
  for (const { agent, id, path, reason, lines: count, first_line } of damaged) {
    const where = first_line === 0 ? '' : count === 1 ? ` (line ${first_line})` : ` (${count} lines, the first is line ${first_line})`;
    lines.push(`  ${agentNames[agent]}  ${oneLine(id)}: ${{ ...reasonWords, ...faultWords }[reason]}${where}`, `    ${oneLine(path)}`);
  }
  lines.push('', `Record types that are not understood: ${unknown_record_types.length}`);
  for (const { agent, type, records, versions } of unknown_record_types) {
    lines.push(`  ${agentNames[agent]}  ${oneLine(type)}: ${records}${versions.length > 0 ? ` (written by ${oneLine(versions.join(', '))})` : ''}`);
  }
  return `${lines.join('\n')}\n`;
}
