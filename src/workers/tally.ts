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

/** A session with what tells its copies. */
interface Member extends Pick<CountSummary, 'agent' | 'id' | 'order' | 'families' | 'models'> {
  tally: SessionTally;
}

/** Sums up the counts of `agents` in `file`. Of requests that several sessions have copies of, the earliest session's counts. */
export function tally(file: string, agents: readonly AgentId[]): SessionTally[] {
  return withCounts(file, (counts) => {
    const members = membersOf(counts, agents);
    for (const family of familiesOf(members)) withoutCopies(counts, family);
    return members.map((member) => member.tally);
  });
}

/** What is kept of `agents`, with sums for the days of this time zone. Of the texts nothing stays: of thousands of sessions they are many megabytes. */
function membersOf(counts: CountFile, agents: readonly AgentId[]): Member[] {
  const zone = timeZone();
  const moved: Pick<CountSummary, 'agent' | 'id' | 'zone' | 'sums'>[] = [];
  const members: Member[] = [];
  for (const { agent, id, row, isKnown, order, families, models, zone: summed, sums } of counts.summaries()) {
    if (!agents.some((known) => known === agent)) continue;
    const isCurrent = summed === zone;
    const days = isCurrent ? (JSON.parse(sums) as DaySum[]) : sumsAlone(counts.requests(agent, id), models);
    if (!isCurrent) moved.push({ agent, id, zone, sums: JSON.stringify(days) });
    members.push({ agent, id, order, families, models, tally: { agent: agent as AgentId, id, row: JSON.parse(row) as SessionRow, isKnown, days } });
  }
  if (moved.length > 0) counts.putSums(moved);
  return members;
}

/** The sessions that hang together by names of families, where there are several. */
function familiesOf(members: readonly Member[]): Member[][] {
  const groups = new Map<string, Member[]>();
  const namesOf = ({ agent, families }: Member): string[] => families.map((family) => `${agent} ${family}`);
  for (const member of members) {
    let group = [member];
    for (const name of namesOf(member)) {
      const other = groups.get(name);
      if (other === undefined || other === group) continue;
      const [large, small] = other.length > group.length ? [other, group] : [group, other];
      large.push(...small);
      for (const one of small) for (const theirs of namesOf(one)) groups.set(theirs, large);
      group = large;
    }
    for (const name of namesOf(member)) groups.set(name, group);
  }
  return [...new Set(groups.values())].filter(({ length }) => length > 1);
}

function withoutCopies(counts: CountFile, family: Member[]): void {
  family.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
  const seen = new Seen();
  for (const member of family) {
    const rows = counts.requests(member.agent, member.id);
    seen.addMain(rows);
    member.tally = { ...member.tally, days: daySums(rows, member.models, (place) => seen.isCopy(rows, place)) };
    seen.add(rows);
  }
}
