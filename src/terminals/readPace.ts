/** UTF-16 units a second that this window's terminals may show together: no more than a busy window draws. */
const rate = 4 << 20;
/** Milliseconds between turns. */
const turn = 10;
/** UTF-16 units in one turn, also after a long wait: what is on its way to the screen is never more. */
const portionLimit = 128 << 10;

interface Portion {
  readonly key: string;
  count: number;
}

/**
 * Says in whose turn it is what has been read. VS Code takes from an extension whatever it writes to a terminal and does
 * not tell when it is shown: what is read faster than that would pile up, and a key's echo would come after all of it.
 * So a turn waits until the window has `answered` since the one before, which a busy one does late.
 */
export class ReadPace {
  private waiting: Portion[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isAsking = false;
  private isDisposed = false;
  private lastTurn = 0;

  constructor(private readonly deps: { tell: (key: string, count: number) => void; answered: () => Promise<unknown> }) {}

  add(key: string, count: number): void {
    const last = this.waiting.at(-1);
    if (last?.key === key) last.count += count;
    else this.waiting.push({ key, count });
    this.next();
  }

  dispose(): void {
    this.isDisposed = true;
    clearTimeout(this.timer);
    this.waiting = [];
  }

  private next(): void {
    if (this.isDisposed || this.isAsking || this.timer !== undefined) return;
    this.lastTurn = Date.now();
    this.timer = setTimeout(() => void this.take(), turn);
  }

  private async take(): Promise<void> {
    this.timer = undefined;
    this.isAsking = true;
    // A window that is about to close may answer no more: then nothing is shown any longer.
    await this.deps.answered().catch(() => undefined);
    this.isAsking = false;
    let allowed = Math.min(portionLimit, Math.max(1, Date.now() - this.lastTurn) * (rate / 1000));
    const told = new Map<string, number>();
    while (allowed > 0 && this.waiting[0] !== undefined) {
      const portion = this.waiting[0];
      const count = Math.min(portion.count, Math.ceil(allowed));
      told.set(portion.key, (told.get(portion.key) ?? 0) + count);
      portion.count -= count;
      allowed -= count;
      if (portion.count === 0) this.waiting.shift();
    }
    if (this.waiting.length > 0) this.next();
    for (const [key, count] of told) this.deps.tell(key, count);
  }
}
