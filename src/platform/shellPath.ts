import { randomUUID } from 'node:crypto';
import { joinPaths } from './executables';
import { outputOf } from './runProgram';

/** Milliseconds. Start-up files of shells may load version managers; VS Code itself waits as long for them. */
const timeout = 10_000;

export interface ShellPlace {
  /** The person's login shell; undefined where there is none. */
  readonly shell: string | undefined;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Where programs are looked for: this process's own search path, then what the person's login shell adds to it. */
export class SearchPath {
  private login: Promise<string | null> | undefined;

  constructor(private readonly place: ShellPlace) {}

  get inherited(): string {
    return this.place.env['PATH'] ?? '';
  }

  /** Starts the login shell once, at the first call. */
  async full(): Promise<string> {
    this.login ??= loginShellPath(this.place);
    return joinPaths(this.inherited, await this.login);
  }

  /** Has the login shell asked again at the next `full`. */
  forget(): void {
    this.login = undefined;
  }
}

/**
 * The search path that a person's own terminal has, as their login shell sets it up; `null` when it can't be learned.
 * Windows has one search path for all programs, so nothing is asked there.
 */
export async function loginShellPath({ shell, home, env }: ShellPlace): Promise<string | null> {
  if (process.platform === 'win32' || shell === undefined || shell === '') return null;
  // Start-up files print greetings; only what stands between the marks counts.
  const mark = randomUUID();
  const output = await outputOf(shell, ['-l', '-i', '-c', `echo ${mark}; /usr/bin/env; echo ${mark}`], {
    // Not the open folder: a shell may run a hook of the folder it starts in.
    cwd: home,
    // Start-up files that know VS Code leave slow or interactive parts out when they see this name.
    env: { ...env, VSCODE_RESOLVING_ENVIRONMENT: '1' },
    timeout,
  });
  const variables = output?.split(mark)[1]?.split('\n') ?? [];
  const line = variables.find((variable) => variable.startsWith('PATH='));
  return line === undefined ? null : line.slice('PATH='.length);
}
