import type { IPty } from 'node-pty';
import { Emitter } from '../../core/events';
import { sessionMembers } from '../../platform/processSessions';
import type { ProcessSpec, Size } from '../terminalHost';

export type NodePty = typeof import('node-pty');

/** Milliseconds between asking a process to end and ending it. Agents write the end of their transcript meanwhile. */
const grace = 3_000;
/** Milliseconds between looks whether a process that is held back has ended. */
const drainCheck = 50;

/** A process on a pseudo-terminal, the leader of a session of its own. */
export class PtyProcess {
  readonly pid: number;
  private readonly data = new Emitter<string>();
  private readonly exited = new Emitter<{ readonly code: number; readonly signal: number }>();
  readonly onData = this.data.event;
  readonly onExit = this.exited.event;
  private readonly pty: IPty;
  /** Resolves when it has ended and, where it was asked to, nothing of its session is left. */
  readonly cleared: Promise<void>;
  private setCleared: () => void = () => undefined;
  private hasExited = false;
  private ending: NodeJS.Timeout | undefined;
  private heldBack: NodeJS.Timeout | undefined;

  /** Throws the system's error when it can't be started. */
  constructor(nodePty: NodePty, spec: ProcessSpec, size: Size) {
    const { columns: cols, rows } = size;
    this.pty = nodePty.spawn(spec.file, [...spec.args], { name: 'xterm-256color', cols, rows, cwd: spec.cwd, env: spec.env });
    this.pid = this.pty.pid;
    this.cleared = new Promise((resolve) => (this.setCleared = resolve));
    this.pty.onData((text) => this.data.fire(text));
    this.pty.onExit(({ exitCode, signal }) => {
      this.hasExited = true;
      this.holdBack(false);
      if (this.ending === undefined || this.members().length === 0) this.clear();
      this.exited.fire({ code: exitCode, signal: signal ?? 0 });
    });
  }

  write(data: string): void {
    if (!this.hasExited) this.pty.write(data);
  }

  resize({ columns, rows }: Size): void {
    try {
      if (!this.hasExited) this.pty.resize(columns, rows);
    } catch {
      // It has ended, and its exit is on the way.
    }
  }

  /** Leaves what it writes unread, so that it waits. When it ends meanwhile, node-pty would drop what is unread: it is read then. */
  holdBack(wanted: boolean): void {
    if (wanted === (this.heldBack !== undefined) || (wanted && !isAlive(this.pid))) return;
    if (!wanted) {
      clearInterval(this.heldBack);
      this.heldBack = undefined;
      return this.pty.resume();
    }
    this.pty.pause();
    this.heldBack = setInterval(() => {
      if (!isAlive(this.pid)) this.holdBack(false);
    }, drainCheck);
  }

  /** Asks it to end as a terminal does that is closed; what is left of its session after a grace is ended by force. */
  end(): void {
    if (this.hasExited || this.ending !== undefined) return;
    this.ending = setTimeout(() => {
      this.signal('SIGKILL');
      this.clear();
    }, grace);
    this.holdBack(false);
    this.signal('SIGHUP');
  }

  private signal(signal: 'SIGHUP' | 'SIGKILL'): void {
    if (process.platform === 'win32') this.pty.kill();
    else if (process.platform === 'linux') for (const pid of this.members()) send(pid, signal);
    else if (!this.hasExited) send(-this.pid, signal);
  }

  private clear(): void {
    clearTimeout(this.ending);
    this.setCleared();
  }

  private members(): number[] {
    return sessionMembers(this.pid);
  }
}

function isAlive(pid: number): boolean {
  return send(pid, 0);
}

/** False when there is no such process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
