import * as path from 'node:path';
import type { AgentProgram } from '../agents/agent';
import { resumeOnHost } from '../agents/hostResume';
import { fail, ok, type Result } from '../core/result';
import type { SshCode } from '../core/sshCode';
import type { HostList } from '../external/hostList';
import type { Session } from '../external/session';
import { executableAt, findExecutable } from '../platform/executables';
import type { SearchPath } from '../platform/shellPath';
import type { SessionKey } from '../shared/agentId';
import { terminalEnvironment } from './environment';
import type { TerminalCode, Terminals } from './terminals';

export type HostResumeCode = TerminalCode | SshCode | 'workspace_untrusted' | 'session_missing' | 'not_resumable' | 'folder_not_recorded';

/** Continues a session of a host in its own agent there, in a terminal here that `ssh` runs in. */
export class HostResume {
  constructor(
    private readonly deps: {
      agents: readonly AgentProgram[];
      hosts: Pick<HostList, 'hostOf'>;
      terminals: Pick<Terminals, 'open'>;
      titleOf: (session: Session) => string;
      searchPath: SearchPath;
      home: string;
      env: Readonly<Record<string, string | undefined>>;
      isTrusted: () => boolean;
    },
  ) {}

  /** What one types here to go on with the session there; `null` where its agent can't, or recorded no folder. */
  commandOf({ key, resume }: Session): readonly string[] | null {
    const host = this.deps.hosts.hostOf(key)?.host;
    return host === undefined || resume === null ? null : resumeOnHost(host, resume);
  }

  /** Shows the session's terminal, live or newly started. Whether the session runs there is not known. */
  async open(key: SessionKey): Promise<Result<null, HostResumeCode>> {
    const { hosts, terminals, titleOf, searchPath, home, env, agents, isTrusted } = this.deps;
    if (!isTrusted()) return fail('workspace_untrusted');
    const session = await hosts.hostOf(key)?.sessions.find(key);
    if (session === undefined) return fail('session_missing');
    if (session.resume === null) return fail('not_resumable');
    const [program = '', ...args] = this.commandOf(session) ?? [];
    if (program === '') return fail('folder_not_recorded');
    const paths = await searchPath.full();
    const ssh = path.isAbsolute(program) ? await executableAt(program) : await findExecutable(program, paths);
    if (ssh === undefined) return fail('no_ssh', hosts.hostOf(key)?.host.destination);
    const unwanted = agents.flatMap(({ unwantedEnv }) => Object.keys(unwantedEnv));
    const spec = { file: ssh.path, args, cwd: home, env: terminalEnvironment(env, unwanted, paths) };
    const opened = await terminals.open({ key, title: titleOf(session), agent: session.agent, spec });
    return opened.ok ? ok(null) : opened;
  }
}
