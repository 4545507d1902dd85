import type { Event } from '../core/events';
import type { Disposable } from '../core/owned';
import type { Result } from '../core/result';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface ProcessSpec {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing else is inherited. */
  readonly env: Readonly<Record<string, string>>;
}

export interface TerminalExit {
  readonly code: number;
  /** The number of the signal that ended it, 0 for none. */
  readonly signal: number;
}

/** A process on a terminal of its own. */
export interface TerminalProcess {
  readonly pid: number;
  /** What it writes, from its start for who listens when `attach` resolves. */
  readonly onData: Event<string>;
  readonly onExit: Event<TerminalExit>;
  write(data: string): void;
  resize(size: Size): void;
  /** Ends it as closing a terminal window does, and by force when it hasn't ended after a grace. */
  end(): void;
}

/** Runs terminal processes, each under a key: here in this process, elsewhere perhaps in one that outlives it. */
export interface TerminalHost extends Disposable {
  /** False where no terminal can be made: the native module doesn't load on this machine. */
  isAvailable(): Promise<boolean>;
  /** Starts the process of `key`; while it lives, attaches to it instead. `detail` of a failure is the system's own message. */
  attach(key: string, spec: ProcessSpec, size: Size): Promise<Result<TerminalProcess, 'start_failed'>>;
}
