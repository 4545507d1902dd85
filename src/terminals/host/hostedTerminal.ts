import { Emitter } from '../../core/events';
import type { ProcessExit, Size, TerminalRequest } from '../terminalHost';
import type { TerminalLook } from '../terminalLook';
import { type NodePty, PtyProcess } from './ptyProcess';
import { lookAt } from './lookAt';
import { Screen, type ScreenText } from './screen';
import { Viewer } from './viewer';

/** UTF-16 units that may wait to be put on the screen. Little, so that a busy terminal takes the others' turn for a moment only. */
const unshownLimit = 64 << 10;

/** Who sees a terminal. */
export interface Audience {
  send(type: 'data' | 'screen', data: string): void;
  exited(exit: ProcessExit): void;
}

/** A terminal: its process, what it shows, and the windows that see it. */
export class HostedTerminal {
  private readonly viewers = new Map<Audience, Viewer>();
  private readonly process: PtyProcess;
  private readonly screen: Screen;
  private unshown = 0;
  private size: Size;
  private ended: ProcessExit | undefined;
  private isStopped = false;
  private readonly changed = new Emitter<void>();
  /** What the screen showed at the end. */
  private lastContent = '';
  private lastText: ScreenText | undefined;
  /** Resolves at the process's end. */
  readonly gone: Promise<void>;

  /** Throws the system's error when the process can't be started. */
  constructor(readonly request: TerminalRequest, readonly workspace: string, nodePty: NodePty, size: Size) {
    this.size = size;
    this.process = new PtyProcess(nodePty, request.spec, size);
    // A program's question must be answered once: by a window that sees it, or else here.
    this.screen = new Screen(size, (reply) => {
      if (![...this.viewers.values()].some((viewer) => viewer.isCurrent)) this.process.write(reply);
    });
    this.process.onData((data) => this.show(data));
    this.gone = new Promise((resolve) => {
      this.process.onExit(({ code, signal }) => {
        // After what it wrote last.
        this.screen.write('', () => {
          this.finish({ code, signal, stopped: this.isStopped });
          resolve();
        });
      });
    });
  }

  /** Resolves when, beyond that, nothing is left that was to end with it. */
  get cleared(): Promise<void> {
    return this.process.cleared;
  }

  get pid(): number {
    return this.process.pid;
  }

  get isRunning(): boolean {
    return this.ended === undefined;
  }

  /** Asked to end. */
  get isEnding(): boolean {
    return this.isStopped;
  }

  get isSeen(): boolean {
    return this.viewers.size > 0;
  }

  /** `showNow` for a terminal that has been written to before. */
  attach(audience: Audience, size: Size, showNow: boolean): void {
    this.resize(size);
    const viewer = new Viewer({
      send: (type, data) => audience.send(type, data),
      screen: () => this.content(),
      onChange: () => this.pace(),
    });
    this.detach(audience);
    this.viewers.set(audience, viewer);
    if (showNow) viewer.showScreen();
    if (this.ended !== undefined) audience.exited(this.ended);
    this.pace();
  }

  detach(audience: Audience): void {
    this.viewers.get(audience)?.dispose();
    this.viewers.delete(audience);
    this.pace();
  }

  read(audience: Audience, count: number): void {
    this.viewers.get(audience)?.read(count);
  }

  /** Calls `listener` whenever the terminal was written to or its process has ended; the answer stops that. */
  onChange(listener: () => void): () => void {
    const listening = this.changed.event(listener);
    return () => listening.dispose();
  }

  /** The last `lines` lines, with all that was written before. */
  async look(lines: number): Promise<TerminalLook> {
    if (this.isRunning) await new Promise<void>((resolve) => this.screen.write('', resolve));
    return { ...lookAt(this.lastText ?? this.screen.text(), lines), isRunning: this.isRunning };
  }

  /** The lines that are on the screen, without those above it. */
  shownLines(): readonly string[] {
    return this.lastText?.shown ?? this.screen.shown();
  }

  input(data: string): void {
    this.process.write(data);
  }

  resize(size: Size): void {
    if (!this.isRunning || (size.columns === this.size.columns && size.rows === this.size.rows)) return;
    this.size = size;
    this.process.resize(size);
    this.screen.resize(size);
  }

  /** By a person's wish. */
  end(): void {
    this.isStopped = true;
    this.process.end();
  }

  private show(data: string): void {
    this.unshown += data.length;
    this.screen.write(data, () => {
      this.unshown -= data.length;
      // Sent when it is on the screen: so a screen that is sent never holds what is sent after it once more.
      for (const viewer of this.viewers.values()) viewer.show(data);
      this.changed.fire();
      this.pace();
    });
    this.pace();
  }

  /** Has the process wait while it writes faster than is read. */
  private pace(): void {
    if (!this.isRunning) return;
    this.process.holdBack(this.unshown > unshownLimit || [...this.viewers.values()].some((viewer) => viewer.isFull));
  }

  private content(): string {
    return this.isRunning ? this.screen.content() : this.lastContent;
  }

  private finish(exit: ProcessExit): void {
    this.lastContent = this.screen.content();
    this.lastText = this.screen.text();
    this.ended = exit;
    this.screen.dispose();
    for (const audience of this.viewers.keys()) audience.exited(exit);
    this.changed.fire();
  }
}
