import type { IPty } from 'node-pty';
import { Emitter } from '../core/events';
import { fail, ok, type Result } from '../core/result';
import type { ProcessSpec, Size, TerminalExit, TerminalHost, TerminalProcess } from './terminalHost';

type NodePty = typeof import('node-pty');

/** Milliseconds between asking a process to end and ending it. Agents write the end of their transcript meanwhile. */
const grace = 3_000;

/** Terminals that live in this process and end with it. */
export class LocalTerminalHost implements TerminalHost {
  private readonly processes = new Map<string, PtyProcess>();
  private nodePty: Promise<NodePty | undefined> | undefined;

  constructor(private readonly deps: { log: (line: string) => void; load?: () => Promise<NodePty> }) {}

  async isAvailable(): Promise<boolean> {
    return (await this.load()) !== undefined;
  }

  async attach(key: string, spec: ProcessSpec, size: Size): Promise<Result<TerminalProcess, 'start_failed'>> {
    const nodePty = await this.load();
    for (let running = this.processes.get(key); running !== undefined; running = this.processes.get(key)) {
      if (!running.isEnding) return ok(running);
      await running.gone;
    }
    if (nodePty === undefined) return fail('start_failed');
    try {
      const started = new PtyProcess(spawn(nodePty, spec, size));
      this.processes.set(key, started);
      void started.gone.then(() => this.processes.delete(key));
      return ok(started);
    } catch (error) {
      return fail('start_failed', String(error));
    }
  }

  dispose(): void {
    for (const running of this.processes.values()) running.end();
  }

  private load(): Promise<NodePty | undefined> {
    this.nodePty ??= (this.deps.load ?? (() => import('node-pty')))().catch((error: unknown) => {
      this.deps.log(`node-pty does not load, terminals are VS Code's own: ${String(error)}`);
      return undefined;
    });
    return this.nodePty;
  }
}

function spawn(nodePty: NodePty, spec: ProcessSpec, size: Size): IPty {
  return nodePty.spawn(spec.file, [...spec.args], {
    name: 'xterm-256color',
    cols: size.columns,
    rows: size.rows,
    cwd: spec.cwd,
    env: spec.env,
  });
}

class PtyProcess implements TerminalProcess {
  readonly pid: number;
  private readonly data = new Emitter<string>();
  private readonly exited = new Emitter<TerminalExit>();
  readonly onData = this.data.event;
  readonly onExit = this.exited.event;
  /** Resolves at the process's end. */
  readonly gone: Promise<void>;
  /** Asked to end, or ended. */
  isEnding = false;
  private hasExited = false;

  constructor(private readonly pty: IPty) {
    this.pid = pty.pid;
    pty.onData((text) => this.data.fire(text));
    this.gone = new Promise((resolve) => {
      pty.onExit(({ exitCode, signal }) => {
        this.hasExited = true;
        this.isEnding = true;
        resolve();
        this.exited.fire({ code: exitCode, signal: signal ?? 0 });
      });
    });
  }

  write(data: string): void {
    if (!this.hasExited) this.pty.write(data);
  }

  resize({ columns, rows }: Size): void {
    if (this.hasExited || columns < 1 || rows < 1) return;
    this.pty.resize(columns, rows);
  }

  end(): void {
    if (this.hasExited || this.isEnding) return;
    this.isEnding = true;
    this.signal('SIGHUP');
    setTimeout(() => this.signal('SIGKILL'), grace).unref();
  }

  /** To the process and its group: what an agent started in the foreground ends with it. */
  private signal(signal: 'SIGHUP' | 'SIGKILL'): void {
    if (this.hasExited) return;
    try {
      if (process.platform === 'win32') this.pty.kill();
      else process.kill(-this.pid, signal);
    } catch {
      // Ended by itself; its exit is on the way.
    }
  }
}
