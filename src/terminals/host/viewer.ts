/** UTF-16 units that are sent ahead of what the window says it has read. */
const ahead = 256 << 10;
/** Milliseconds without a word from a window that has fallen behind, after which the process no longer waits for it. */
const patience = 5_000;

/**
 * One window's view of a terminal. A window that reads slowly slows the process down, as a slow terminal does; one that
 * does not read at all is left behind and gets the screen as it is then once it has caught up. So what is kept for it is bounded.
 */
export class Viewer {
  private unread = 0;
  private isBehind = false;
  private waiting: NodeJS.Timeout | undefined;

  constructor(
    private readonly deps: {
      send(type: 'data' | 'screen', data: string): void;
      /** All that is on the terminal. */
      screen(): string;
      /** `isFull` may have changed. */
      onChange(): void;
      patience?: number;
    },
  ) {}

  /** Whether the process should wait. */
  get isFull(): boolean {
    return !this.isBehind && this.unread >= ahead;
  }

  /** Whether the window sees all there is, and answers what a program asks its terminal. */
  get isCurrent(): boolean {
    return !this.isBehind;
  }

  show(data: string): void {
    if (this.isBehind) return;
    this.send('data', data);
  }

  showScreen(): void {
    this.send('screen', this.deps.screen());
  }

  /** The window has read `count` units more. */
  read(count: number): void {
    this.unread = Math.max(0, this.unread - count);
    this.stopWaiting();
    if (this.isBehind && this.unread === 0) {
      this.isBehind = false;
      this.showScreen();
    }
    this.waitIfFull();
    this.deps.onChange();
  }

  dispose(): void {
    this.stopWaiting();
  }

  private send(type: 'data' | 'screen', data: string): void {
    this.unread += data.length;
    this.deps.send(type, data);
    this.waitIfFull();
  }

  private waitIfFull(): void {
    if (!this.isFull) return;
    this.waiting ??= setTimeout(() => {
      this.isBehind = true;
      this.deps.onChange();
    }, this.deps.patience ?? patience);
  }

  private stopWaiting(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
  }
}
