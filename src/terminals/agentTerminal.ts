import { Emitter } from '../core/events';
import type { Disposable } from '../core/owned';
import { fail, ok, type Result } from '../core/result';
import type { ProcessSpec, Size, TerminalExit, TerminalHost, TerminalProcess } from './terminalHost';

/** What a terminal tells the person itself. Carriage returns and colours are added here. */
export interface TerminalWords {
  ended(exit: TerminalExit): string;
  failed(detail: string): string;
}

/**
 * One agent on one terminal, as the screen that shows it drives it. When the process has ended, the screen stays
 * readable and Enter starts it again.
 */
export class AgentTerminal implements Disposable {
  private readonly output = new Emitter<string>();
  readonly onOutput = this.output.event;
  private process: TerminalProcess | undefined;
  private size: Size = { columns: 80, rows: 24 };
  private isStarting = false;
  private isClosed = false;
  private settleFirst: (result: Result<null, 'terminal_failed'>) => void = () => undefined;
  /** How the first start went. */
  readonly started = new Promise<Result<null, 'terminal_failed'>>((resolve) => (this.settleFirst = resolve));

  constructor(
    private readonly deps: { key: string; spec: ProcessSpec; again?: () => Promise<ProcessSpec>; host: TerminalHost; words: TerminalWords },
  ) {}

  get isRunning(): boolean {
    return this.process !== undefined;
  }

  /** The screen is there, with its size where already known: the process starts, so that it never sees a wrong size. */
  open(size: Size | undefined): void {
    if (size !== undefined) this.size = size;
    void this.start(this.deps.spec);
  }

  resize(size: Size): void {
    this.size = size;
    this.process?.resize(size);
  }

  input(data: string): void {
    if (this.process !== undefined) this.process.write(data);
    else if (data === '\r') this.restart();
  }

  /** Starts the process again when it has ended. */
  restart(): void {
    if (this.process !== undefined || this.isStarting) return;
    this.isStarting = true;
    this.output.fire('\r\n');
    void (this.deps.again?.() ?? Promise.resolve(this.deps.spec)).then((spec) => this.start(spec));
  }

  /** The screen was closed. */
  dispose(): void {
    this.isClosed = true;
    this.process?.end();
    this.output.dispose();
    // Closed before it started: as the person wanted, and no failure.
    this.settleFirst(ok(null));
  }

  private async start(spec: ProcessSpec): Promise<void> {
    this.isStarting = true;
    const { key, host, words } = this.deps;
    const attached = await host.attach(key, spec, this.size);
    this.isStarting = false;
    if (!attached.ok) {
      this.say(words.failed(attached.detail));
      this.settleFirst(fail('terminal_failed', attached.detail));
      return;
    }
    const process = attached.value;
    if (this.isClosed) return process.end();
    this.process = process;
    process.onData((data) => this.output.fire(data));
    process.onExit((exit) => {
      this.process = undefined;
      this.say(words.ended(exit));
    });
    // The screen may have been resized while the process was being started.
    process.resize(this.size);
    this.settleFirst(ok(null));
  }

  /** On a line of its own and with the screen's modes back to normal, which a killed full-screen program leaves behind. */
  private say(line: string): void {
    this.output.fire(`${normalScreen}\r\n\x1b[2m${line}\x1b[0m\r\n`);
  }
}

/** Leaves the alternate screen, shows the cursor, ends mouse reports, bracketed paste and focus reports. */
const normalScreen = '\x1b[?1049l\x1b[?25h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[?1004l\x1b[0m';
