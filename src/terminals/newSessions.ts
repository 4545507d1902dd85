import type { AgentProgram, Command, Features, Preset } from '../agents/agent';
import { fail, ok, type Result } from '../core/result';
import type { Session } from '../external/session';
import type { AgentId, SessionKey } from '../shared/agentId';
import type { Launcher, LaunchCode } from './launcher';
import type { TerminalOwner } from './resume';
import type { TerminalCode, Terminals } from './terminals';

export type NewSessionCode = LaunchCode | TerminalCode | 'workspace_untrusted' | 'chat_not_saved';

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
      /** Whose the terminal is when nobody says so: a new chat's. Asked last, when nothing but the start itself can fail any more. */
      owner: (agent: AgentId, nativeId: string | null, folder: string | null) => Promise<Result<TerminalOwner, 'chat_not_saved'>>;
      isTrusted: () => boolean;
    },
  ) {}

  /**
   * Shows a terminal in which the agent begins a session in `folder`; `owner` is what the terminal belongs to. Answers the
   * session's id where it is known beforehand. The detail of a failure is a folder, or a system's message.
   */
  begin(agent: AgentId, folder: string, owner?: TerminalOwner): Promise<Result<string | null, NewSessionCode>> {
    return this.start(agent, (program, preset, installed) => program.launch({ folder, ...preset }, installed), owner);
  }

  /** As `begin`, with the whole of a session in the new one: the agent's own fork, in the folder of that session. */
  async fork(key: SessionKey): Promise<Result<string | null, NewSessionCode | 'session_missing' | 'not_resumable'>> {
    const session = await this.deps.external.current(key);
    if (session === undefined) return fail('session_missing');
    const { fork } = this.deps.agents.find(({ id }) => id === session.agent) ?? {};
    if (fork === undefined || session.resume === null) return fail('not_resumable');
    return this.start(session.agent, (_, preset, installed) => fork({ ...session.record, ...preset }, installed));
  }

  private async start(
    id: AgentId,
    commandOf: (agent: AgentProgram, preset: Preset, installed: Features) => Command,
    owner?: TerminalOwner,
  ): Promise<Result<string | null, NewSessionCode>> {
    const { agents, launcher, terminals, isTrusted, newId } = this.deps;
    if (!isTrusted()) return fail('workspace_untrusted');
    const agent = agents.find((candidate) => candidate.id === id);
    const installed = agent && (await launcher.featuresOf(agent));
    if (agent === undefined || installed === undefined) return fail('agent_not_installed');
    const presetId = agent.capabilities.presetsSessionId ? newId() : null;
    const command = commandOf(agent, { presetId }, installed);
    const spec = await launcher.prepare(agent, command);
    if (!spec.ok) return spec;
    const owned = owner === undefined ? await this.deps.owner(id, presetId, command.cwd) : ok(owner);
    if (!owned.ok) return owned;
    // With an id of our own it need not be looked for.
    const begun = presetId === null ? { begunAt: Date.now() } : {};
    const opened = await terminals.open({ ...owned.value, agent: id, spec: spec.value, ...begun });
    return opened.ok ? ok(presetId) : opened;
  }
}
