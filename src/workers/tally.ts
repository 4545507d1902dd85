import type { AgentId } from '../shared/agentId';
import type { CountFile, CountSummary } from '../store/countFile';
import { Seen, sumsAlone, timeZone } from './copies';
import { type SessionRow, withCounts } from './counting';
import { type DaySum, daySums } from './daySums';

export interface SessionTally {
  readonly agent: AgentId;
  readonly id: string;
  readonly row: SessionRow;
  /** Whether anything was recorded that usage can be told from. */
  readonly isKnown: boolean;
  readonly days: readonly DaySum[];
}

/** Sums up the counts of `agents` in `file`. Of requests that several sessions have copies of, the earliest session's counts. */
export function tally(file: string, agents: readonly AgentId[]): SessionTally[] {
  return withCounts(file, (counts) => {
    const summaries = inZone(counts, timeZone()).filter(({ agent }) => agents.some((id) => id === agent));
    const corrected = new Map<string, readonly DaySum[]>();
    for (const family of familiesOf(summaries)) withoutCopies(counts, family, corrected);
    return summaries.map((summary) => {
      const { agent, id, row, isKnown, sums } = summary;
      return { agent: agent as AgentId, id, row: JSON.parse(row) as SessionRow, isKnown, days: corrected.get(keyOf(summary)) ?? (JSON.parse(sums) as DaySum[]) };
    });
  });
}

/** The summaries with sums for the days of `zone`. */
function inZone(counts: CountFile, zone: string): CountSummary[] {
  const moved: CountSummary[] = [];
  const summaries = [...counts.summaries()].map((summary) => {
    if (summary.zone === zone) return summary;
    const sums = JSON.stringify(sumsAlone(counts.requests(summary.agent, summary.id), summary.models));
    moved.push({ ...summary, zone, sums });
    return moved.at(-1) as CountSummary;
  });
  if (moved.length > 0) counts.putSums(moved);
  return summaries;
}

/** The sessions that hang together by names of families, where there are several. */
function familiesOf(summaries: readonly CountSummary[]): CountSummary[][] {
  const groups = new Map<string, CountSummary[]>();
  const namesOf = ({ agent, families }: CountSummary): string[] => families.map((family) => `${agent} ${family}`);
  for (const summary of summaries) {
    let group = [summary];
    for (const name of namesOf(summary)) {
      const other = groups.get(name);
      if (other === undefined || other === group) continue;
      const [large, small] = other.length > group.length ? [other, group] : [group, other];
      large.push(...small);
      for (const member of small) for (const theirs of namesOf(member)) groups.set(theirs, large);
      group = large;
    }
    for (const name of namesOf(summary)) groups.set(name, group);
  }
  return [...new Set(groups.values())].filter(({ length }) => length > 1);
}

function withoutCopies(counts: CountFile, family: CountSummary[], corrected: Map<string, readonly DaySum[]>): void {
  family.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
  const seen = new Seen();
  for (const summary of family) {
    const rows = counts.requests(summary.agent, summary.id);
    seen.addMain(rows);
    corrected.set(keyOf(summary), daySums(rows, summary.models, (place) => seen.isCopy(rows, place)));
    seen.add(rows);
  }
}

function keyOf({ agent, id }: { agent: string; id: string }): string {
  return `${agent} ${id}`;
}
