import type { AgentProgram, Command, Features, Preset } from '../agents/agent';
import { fail, type Result } from '../core/result';
import type { Session } from '../external/session';
import { type AgentId, agentNames, sessionKey, type SessionKey } from '../shared/agentId';
import type { Launcher, LaunchCode } from './launcher';
import type { TerminalCode, Terminals } from './terminals';

export type NewSessionCode = LaunchCode | TerminalCode | 'workspace_untrusted';

/** Begins sessions in agents' own programs. */
export class NewSessions {
  constructor(
    private readonly deps: {
      agents: readonly AgentProgram[];
      external: { current(key: SessionKey): Promise<Session | undefined> };
      launcher: Launcher;
      terminals: Terminals;
      /** Makes a UUID. */
      newId: () => string;
      /** What a terminal is called while its session has no title. */
      title: (agentName: string) => string;
      isTrusted: () => boolean;
    },
  ) {}

  /** Shows a terminal in which the agent begins a session in `folder`. The detail of a failure is a folder, or a system's message. */
  begin(agent: AgentId, folder: string): Promise<Result<null, NewSessionCode>> {
    return this.start(agent, (program, preset, installed) => program.launch({ folder, ...preset }, installed));
  }

  /** As `begin`, with the whole of a session in the new one: the agent's own fork, in the folder of that session. */
  async fork(key: SessionKey): Promise<Result<null, NewSessionCode | 'session_missing' | 'not_resumable'>> {
    const session = await this.deps.external.current(key);
    if (session === undefined) return fail('session_missing');
    const { fork } = this.deps.agents.find(({ id }) => id === session.agent) ?? {};
    if (fork === undefined || session.resume === null) return fail('not_resumable');
    return this.start(session.agent, (_, preset, installed) => fork({ ...session.record, ...preset }, installed));
  }

  private async start(id: AgentId, commandOf: (agent: AgentProgram, preset: Preset, installed: Features) => Command): Promise<Result<null, NewSessionCode>> {
    const { agents, launcher, terminals, isTrusted, newId, title } = this.deps;
    if (!isTrusted()) return fail('workspace_untrusted');
    const agent = agents.find((candidate) => candidate.id === id);
    const installed = agent && (await launcher.featuresOf(agent));
    if (agent === undefined || installed === undefined) return fail('agent_not_installed');
    const newest = newId();
    const presetId = agent.capabilities.presetsSessionId ? newest : null;
    const spec = await launcher.prepare(agent, commandOf(agent, { presetId }, installed));
    if (!spec.ok) return spec;
    const key = presetId === null ? `new:${newest}` : sessionKey(id, presetId);
    return terminals.open({ key, title: title(agentNames[id]), agent: id, spec: spec.value });
  }
}
