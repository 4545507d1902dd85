import { spawn } from 'node:child_process';
import * as path from 'node:path';

export interface Run {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds after which the program and what it started are ended. */
  readonly timeout: number;
}

/** Output beyond this many UTF-16 units is not kept. */
const outputLimit = 1 << 20;
/** Milliseconds for the rest of the output after a program's end; something it left running may keep the pipe open. */
const drainTime = 250;

/**
 * What a program wrote to both streams; `null` when it could not be started or its time was up.
 * Its exit code does not matter.
 */
export function outputOf(file: string, args: readonly string[], run: Run): Promise<string | null> {
  const start = startable(file, args);
  return new Promise((resolve) => {
    // A group of its own, so that ending it also ends what it started, and no terminal is there for it to stop at.
    const child = spawn(start.file, start.args, {
      cwd: run.cwd,
      env: run.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    let output = '';
    const settle = (result: string | null): void => {
      clearTimeout(timer);
      resolve(result);
    };
    const timer = setTimeout(() => {
      endGroup(child.pid);
      settle(null);
    }, run.timeout);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        if (output.length < outputLimit) output += text;
      });
    }
    child.once('error', () => settle(null));
    child.once('exit', () => setTimeout(() => settle(output), drainTime));
    child.once('close', () => settle(output));
  });
}

/** What to start so that `file` runs: Windows starts a batch file, as npm installs them, through its command processor only. */
export function startable(file: string, args: readonly string[]): { readonly file: string; readonly args: readonly string[] } {
  const isBatch = process.platform === 'win32' && ['.cmd', '.bat'].includes(path.extname(file).toLowerCase());
  return isBatch ? { file: process.env['ComSpec'] ?? 'cmd.exe', args: ['/d', '/s', '/c', file, ...args] } : { file, args };
}

/** Ends a program that leads its group, with what it started. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Ended by itself meanwhile.
  }
}
