import { Emitter } from '../core/events';
import type { Disposable } from '../core/owned';
import { type Failure, fail, ok, type Result } from '../core/result';
import type { Again } from './again';
import type { HostCode, Size, TerminalExit, TerminalHost, TerminalProcess, TerminalRequest } from './terminalHost';

/** What a terminal tells the person itself. Carriage returns and colours are added here. */
export interface TerminalWords {
  ended(exit: TerminalExit): string;
  failed(failure: Failure<HostCode>): string;
}

/** A process was started in a terminal, or found there. */
export interface Attached {
  readonly request: TerminalRequest;
  readonly pid: number;
  /** Aborted when the process has ended, or is about to because its terminal was closed. */
  readonly ended: AbortSignal;
}

/**
 * One agent on one terminal, as the screen that shows it drives it. When the process has ended, the screen stays
 * readable and Enter starts it again.
 */
export class AgentTerminal implements Disposable {
  private readonly output = new Emitter<string>();
  readonly onOutput = this.output.event;
  private readonly attached = new Emitter<Attached>();
  readonly onDidAttach = this.attached.event;
  private readonly exited = new Emitter<TerminalExit>();
  /** The process has ended, but by this window's wish. */
  readonly onDidExit = this.exited.event;
  private process: TerminalProcess | undefined;
  private isRunning = false;
  private size: Size = { columns: 80, rows: 24 };
  private isStarting = false;
  private ended = new AbortController();
  /** What becomes of the process without its screen. */
  private closing: 'end' | 'detach' | undefined;
  private settleFirst: (result: Result<null, HostCode>) => void = () => undefined;
  /** How the first start went. */
  readonly started = new Promise<Result<null, HostCode>>((resolve) => (this.settleFirst = resolve));

  /** `isRestored`: an earlier window started it. What is there is shown, and nothing is started. */
  constructor(
    private readonly deps: { request: TerminalRequest; host: TerminalHost; words: TerminalWords; again: Pick<Again, 'specOf'>; isRestored: boolean },
  ) {}

  get request(): TerminalRequest {
    return this.deps.request;
  }

  get isLive(): boolean {
    return this.isRunning;
  }

  /** Of the process that was attached last. */
  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** The screen is there, with its size where already known: the process starts, so that it never sees a wrong size. */
  open(size: Size | undefined): void {
    if (size !== undefined) this.size = size;
    void (this.deps.isRestored ? this.restore() : this.start(this.deps.request));
  }

  resize(size: Size): void {
    this.size = size;
    this.process?.resize(size);
  }

  input(data: string): void {
    if (this.isRunning) this.process?.write(data);
    else if (data === '\r') this.restart();
  }

  /** Starts the process again when it has ended. */
  restart(): void {
    if (this.isRunning || this.isStarting) return;
    this.isStarting = true;
    this.output.fire('\r\n');
    const { request, again } = this.deps;
    const begun = request.begunAt === undefined ? {} : { begunAt: Date.now() };
    void again.specOf(request).then((spec) => this.start({ ...request, ...begun, spec }));
  }

  /** The person closed the screen: the process ends. */
  end(): void {
    this.close('end');
  }

  /** The window is closed: the process goes on. */
  dispose(): void {
    this.close('detach');
  }

  private close(closing: 'end' | 'detach'): void {
    if (this.closing !== undefined) return;
    this.closing = closing;
    this.process?.[closing]();
    // The window hears no more of a process that it ended.
    if (closing === 'end') this.ended.abort();
    this.output.dispose();
    this.attached.dispose();
    this.exited.dispose();
    // Closed before it started: as the person wanted, and no failure.
    this.settleFirst(ok(null));
  }

  private async start(request: TerminalRequest): Promise<void> {
    this.isStarting = true;
    const { host, words } = this.deps;
    const attached = await host.attach(request, this.size);
    this.isStarting = false;
    if (attached.ok) return this.adopt(attached.value, request);
    this.say(words.failed(attached));
    this.settleFirst(fail(attached.code, attached.detail));
  }

  private async restore(): Promise<void> {
    this.isStarting = true;
    const { request, host, words } = this.deps;
    const attached = await host.reattach(request.key, this.size);
    this.isStarting = false;
    if (attached.ok) this.adopt(attached.value, request);
    else this.say(words.ended('lost'));
  }

  private adopt(process: TerminalProcess, request: TerminalRequest): void {
    if (this.closing !== undefined) return process[this.closing]();
    this.process = process;
    this.isRunning = true;
    const ended = (this.ended = new AbortController());
    process.onData((data) => this.output.fire(data));
    process.onExit((exit) => {
      this.isRunning = false;
      ended.abort();
      this.exited.fire(exit);
      this.say(this.deps.words.ended(exit));
    });
    // The screen may have been resized while the process was being started.
    process.resize(this.size);
    this.attached.fire({ request, pid: process.pid, ended: ended.signal });
    this.settleFirst(ok(null));
  }

  /** On a line of its own and with the screen's modes back to normal, which a killed full-screen program leaves behind. */
  private say(line: string): void {
    this.output.fire(`${normalScreen}\r\n\x1b[2m${line}\x1b[0m\r\n`);
  }
}

/** Leaves the alternate screen, shows the cursor, ends mouse reports, bracketed paste and focus reports. */
const normalScreen = '\x1b[?1049l\x1b[?25h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[?1004l\x1b[0m';
