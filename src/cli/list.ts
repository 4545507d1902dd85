import type { Command } from '../agents/agent';
import { resumeOnHost } from '../agents/hostResume';
import type { Joined } from '../external/join';
import { byActivity, type Session } from '../external/session';
import type { MirrorPlace } from '../platform/mirror/mirror';
import { agentNames, sessionKey } from '../shared/agentId';
import { oneLine } from './oneLine';

/** The rows as a JSON array, one on each line, newest activity first. */
export function listJson({ sessions }: Pick<Joined, 'sessions'>, host?: MirrorPlace): string {
  const rows = sorted(sessions).map(({ key, agent, record, running, usageWithSubagents, resume }) => ({
    key,
    agent,
    id: record.id,
    title: record.title,
    title_source: record.titleSource,
    folder: record.folder,
    created_at: record.createdAt,
    last_activity_at: record.lastActivityAt,
    message_count: record.messageCount,
    models: record.models,
    usage: record.usage,
    usage_with_subagents: usageWithSubagents,
    parent_key: record.parentId === null ? null : sessionKey(agent, record.parentId),
    running,
    resume: resume && (host === undefined ? { command: resume.argv, cwd: resume.cwd } : onHost(host, resume)),
  }));
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
}

/** To be run here, anywhere. */
function onHost(host: MirrorPlace, resume: Command): { command: readonly string[]; cwd: null } | null {
  const command = resumeOnHost(host, resume);
  return command && { command, cwd: null };
}

/** The rows for a person: one line each. */
export function listText({ sessions }: Pick<Joined, 'sessions'>): string {
  return sorted(sessions)
    .map(({ key, agent, record, running }) => {
      const when = record.lastActivityAt?.slice(0, 16).replace('T', ' ') ?? '                ';
      return `${when}  ${agentNames[agent].padEnd(18)}  ${oneLine(record.title)}${running ? ' (running)' : ''}\n${' '.repeat(18)}${oneLine(key)}  ${oneLine(record.folder ?? '')}\n`;
    })
    .join('');
}

function sorted(sessions: readonly Session[]): Session[] {
  return [...sessions].sort(byActivity);
}
