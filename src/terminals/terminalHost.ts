import type { Event } from '../core/events';
import type { Disposable } from '../core/owned';
import type { Result } from '../core/result';
import type { AgentId } from '../shared/agentId';
import type { TerminalLook, WaitCondition, Waited } from './terminalLook';

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

export interface TerminalLabel {
  readonly title: string;
  readonly agent: AgentId;
}

/** All that is needed to start a terminal's process, and to show it again in a later window. */
export interface TerminalRequest extends TerminalLabel {
  /** What the terminal belongs to: there is one process for it at most. */
  readonly key: string;
  readonly spec: ProcessSpec;
  /** Set where its process began a session that is not known beforehand: when, in Unix milliseconds. */
  readonly begunAt?: number;
}

export interface ProcessExit {
  readonly code: number;
  /** The number of the signal that ended it, 0 for none. */
  readonly signal: number;
  /** A person ended it by closing its terminal: stopped, not failed. */
  readonly stopped: boolean;
}

/** `lost` where nobody can tell: what ran the process is gone, or does not answer. */
export type TerminalExit = ProcessExit | 'lost';

/** A process on a terminal of its own. */
export interface TerminalProcess {
  readonly pid: number;
  /** The screen as it is, and what the process writes from then on. What comes before there is a listener waits for it. */
  readonly onData: Event<string>;
  /** At most once, and after all data. */
  readonly onExit: Event<TerminalExit>;
  write(data: string): void;
  resize(size: Size): void;
  /** Stops showing it; the process goes on. */
  detach(): void;
  /** Ends it as closing a terminal window does, and by force when it hasn't ended after a grace. */
  end(): void;
}

/** Why a terminal can't be had. `detail` is a system's own message or, of `other_host`, the version of Localix that runs. */
export type HostCode = 'terminal_failed' | 'host_failed' | 'other_host';

/** Runs terminal processes, each under a key, so that they outlive the window. */
export interface TerminalHost extends Disposable {
  /** False where no terminal can be made: the native module doesn't load on this machine. */
  isAvailable(): Promise<boolean>;
  /** Starts the process of `request.key`; while it lives, attaches to it instead. */
  attach(request: TerminalRequest, size: Size): Promise<Result<TerminalProcess, HostCode>>;
  /** Attaches to what there is, living or ended: starts nothing. */
  reattach(key: string, size: Size): Promise<Result<TerminalProcess, 'terminal_gone'>>;
  /** Terminals that a window on the same folders left behind and none shows. */
  orphans(): Promise<readonly TerminalRequest[]>;
  /** The last `lines` lines of the terminal of `key`, whichever window shows it. */
  look(key: string, lines: number): Promise<Result<TerminalLook, 'terminal_gone'>>;
}

/** Reaches the screens of terminals that a window need not show. */
export interface ScreenHost extends Pick<TerminalHost, 'look'> {
  /** Settles when the condition holds on the terminal's screen as it is now or will be. `terminal_gone` also when `cancelled`. */
  wait(key: string, lines: number, condition: WaitCondition, cancelled: AbortSignal): Promise<Result<Waited, 'terminal_gone'>>;
  /** Types `data` into the terminal of `key`; nothing happens where there is none. */
  input(key: string, data: string): Promise<void>;
}
