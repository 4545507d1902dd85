import { asString } from '../../core/json';
import type { FoundSession, ReadContext, SessionRecord } from '../agent';
import { RecordLines } from './recordLines';
import { readRecord } from './schema';
import { label } from './title';

const mark = '.agent-';

/** The name of a sub-agent's work outside of the log of `session`, in which it is. */
export function subagentId(session: string, agent: string): string {
  return `${session}${mark}${agent}`;
}

export function inlineSubagent(id: string, sessions: ReadonlyMap<string, FoundSession>): FoundSession | undefined {
  const at = id.indexOf(mark);
  const session = sessions.get(id.slice(0, Math.max(0, at)));
  const agent = id.slice(at + mark.length);
  return session && { ...session, id, signature: `${session.signature} ${agent}`, facts: { ...session.facts, agent } };
}

/** The sub-agent whose work alone `found` is; `undefined` for a session. */
export function agentOf({ facts }: FoundSession): string | undefined {
  return asString(facts['agent']);
}

/** The row of a sub-agent's work, by that of the session: what it was asked stands for its title. */
export async function ofSubagent(record: SessionRecord, { id, files }: FoundSession, agent: string, context: ReadContext): Promise<SessionRecord> {
  let prompt = '';
  const records = new RecordLines(
    (raw) => {
      const { type, agentId, data } = readRecord(raw);
      if (prompt === '' && agentId === agent && type === 'user.message') prompt = label(asString(data['content']) ?? '');
    },
    () => undefined,
  );
  await context.files.eachLine(files[0] ?? '', (line) => prompt === '' && records.push(line));
  return { ...record, id, title: prompt, titleSource: prompt === '' ? 'none' : 'first_prompt', firstPrompt: prompt, messageCount: null, usage: null, subagentOf: record.id };
}
