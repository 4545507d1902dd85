import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { HostedTerminalHost } from '../../../src/terminals/hostedTerminalHost';
import { HostLauncher } from '../../../src/terminals/hostLauncher';
import { type HostPlace, placeIn } from '../../../src/terminals/host/place';
import type { TerminalRequest } from '../../../src/terminals/terminalHost';

/** Resolves when `isTrue` is; the test's own time limit is the limit. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}

export function isRunning(pid: number): boolean {
  try {
    // One that has ended and is not reaped yet, where nobody reaps, counts as ended.
    return !/^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** A place of its own for a real terminal host, and the windows that connect to it. */
export class RealHost {
  readonly root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'localix-')));
  readonly place: HostPlace = placeIn(path.join(this.root, 'host'));
  readonly log: string[] = [];
  private readonly windows: HostedTerminalHost[] = [];

  launcher({ version = '1.0.0', idleSeconds = 60, script = path.resolve('dist/terminalHost.js') } = {}): HostLauncher {
    return new HostLauncher({ place: this.place, script, version, env: process.env, idleSeconds });
  }

  /** A window's side of the host. */
  window(launcher = this.launcher(), workspace = 'app'): HostedTerminalHost {
    const window = new HostedTerminalHost({ launcher, workspace, answered: () => Promise.resolve(), log: (line) => this.log.push(line) });
    this.windows.push(window);
    return window;
  }

  request(script: string, key = 'codex:1'): TerminalRequest {
    const env = { PATH: '/usr/bin:/bin', LOCALIX_TEST: this.root };
    return { key, title: 'A session', agent: 'codex', spec: { file: '/bin/sh', args: ['-c', script], cwd: this.root, env } };
  }

  /** The host's processes: one, none, or those that race. */
  hosts(): number[] {
    return processes('cmdline', this.place.folder);
  }

  /** What the host started, and what that started in turn. */
  started(): number[] {
    return processes('environ', `LOCALIX_TEST=${this.root}`);
  }

  /** Closes the windows and has the host end, with all that it runs. */
  async end(): Promise<void> {
    for (const window of this.windows) window.dispose();
    fs.rmSync(this.place.token, { force: true });
    await until(() => this.hosts().length === 0 && this.started().length === 0);
    fs.rmSync(this.root, { recursive: true });
  }
}

/** The processes in whose file of `/proc` an entry is `text`. */
function processes(file: 'cmdline' | 'environ', text: string): number[] {
  return fs
    .readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isRunning(pid))
    .filter((pid) => {
      try {
        return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').includes(text);
      } catch {
        return false;
      }
    });
}
