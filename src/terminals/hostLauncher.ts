import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '../core/result';
import { hostExit } from './host/hostExit';
import { type HostPlace, makePrivate } from './host/place';
import { greetHost, type HostConnection } from './hostConnection';
import type { HostCode } from './terminalHost';

export type ConnectCode = Exclude<HostCode, 'terminal_failed'> | 'no_host' | 'no_node_pty';

/** Milliseconds for a host to start and to let us in. */
const startTime = 20_000;
/** Starts within `startPeriod` milliseconds before it is given up; the pause before each is twice the one before. */
const startLimit = 6;
const startPeriod = 60_000;
const firstPause = 50;
/** Bytes of the log above which it begins anew. */
const logLimit = 256 << 10;

type Environment = Readonly<Record<string, string | undefined>>;
/** What a host needs to run itself. Each process it starts brings its own environment. */
const ownEnvironment = ['PATH', 'HOME', 'TMPDIR', 'XDG_RUNTIME_DIR', 'SystemRoot', 'windir', 'SystemDrive', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ComSpec', 'PATHEXT'];

/** Finds the terminal host of this user and machine, and starts it where there is none. */
export class HostLauncher {
  private starts: number[] = [];

  constructor(
    private readonly deps: {
      place: HostPlace;
      /** The host's program. */
      script: string;
      version: string;
      env: Environment;
      /** Seconds for which it stays when unused. */
      idleSeconds: number;
    },
  ) {}

  /** With `mayStart` false, an absent host is `no_host`. */
  async connect(mayStart: boolean): Promise<Result<HostConnection, ConnectCode>> {
    const { place, version } = this.deps;
    if (!mayStart && !fs.existsSync(place.token)) return fail('no_host');
    try {
      // Asked before the token is told to whoever listens there.
      makePrivate(place.folder);
    } catch (error) {
      return fail('host_failed', String(error));
    }
    const deadline = Date.now() + startTime;
    for (let started: StartedHost | undefined; Date.now() < deadline; await sleep(firstPause)) {
      const greeted = await greetHost(place, version);
      if (greeted !== undefined && 'connection' in greeted) return ok(greeted.connection);
      if (greeted?.reason === 'protocol') return fail('other_host', greeted.version);
      if (greeted !== undefined) continue;
      if (!mayStart) return fail('no_host');
      if (started?.code === hostExit.noNodePty) return fail('no_node_pty', this.lastWords());
      if (started?.code === hostExit.failed) return fail('host_failed', this.lastWords());
      // One that ended otherwise found another, which may itself be about to end.
      if (started === undefined || started.code !== undefined) {
        if (!(await this.mayStartAgain())) return fail('host_failed', this.lastWords());
        started = this.start();
      }
    }
    return fail('host_failed', 'ETIMEDOUT');
  }

  /** Waits longer before each start that follows another soon. */
  private async mayStartAgain(): Promise<boolean> {
    this.starts = this.starts.filter((at) => at > Date.now() - startPeriod);
    if (this.starts.length >= startLimit) return false;
    if (this.starts.length > 0) await sleep(firstPause * 2 ** this.starts.length);
    this.starts.push(Date.now());
    return true;
  }

  private start(): StartedHost {
    const { place, script, version, env, idleSeconds } = this.deps;
    const isLong = (fs.statSync(place.log, { throwIfNoEntry: false })?.size ?? 0) > logLimit;
    const log = fs.openSync(place.log, isLong ? 'w' : 'a', 0o600);
    const own = Object.fromEntries(ownEnvironment.map((name) => [name, env[name]]));
    const child = spawn(process.execPath, [script, place.folder, version, String(idleSeconds)], {
      // The program that runs VS Code's extensions runs the script, too.
      env: { ...own, ELECTRON_RUN_AS_NODE: '1' },
      cwd: place.folder,
      stdio: ['ignore', 'ignore', log],
      // In a session of its own: it outlives the window.
      detached: true,
      windowsHide: true,
    });
    fs.closeSync(log);
    child.unref();
    const started: StartedHost = { code: undefined };
    child.once('exit', (code) => (started.code = code ?? hostExit.failed));
    child.once('error', () => (started.code = hostExit.failed));
    return started;
  }

  /** The end of what hosts have logged. */
  private lastWords(): string {
    try {
      return fs.readFileSync(this.deps.place.log, 'utf8').trimEnd().split('\n').at(-1) ?? '';
    } catch {
      return '';
    }
  }
}

interface StartedHost {
  /** Its exit code once it has ended. */
  code: number | undefined;
}
