/** UTF-16 units a second that this window's terminals may show together: no more than a busy window draws. */
const rate = 4 << 20;
/** Milliseconds between turns. */
const turn = 10;

interface Portion {
  readonly key: string;
  count: number;
}

/**
 * Says in whose turn it is what has been read. VS Code takes from an extension whatever it writes to a terminal and does
 * not tell when it is shown: what is read faster than that would pile up, and a key's echo would come after all of it.
 */
export class ReadPace {
  private waiting: Portion[] = [];
  private timer: NodeJS.Timeout | undefined;
  private lastTurn = 0;

  constructor(private readonly tell: (key: string, count: number) => void) {}

  add(key: string, count: number): void {
    const last = this.waiting.at(-1);
    if (last?.key === key) last.count += count;
    else this.waiting.push({ key, count });
    this.timer ??= this.next();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.waiting = [];
  }

  private next(): NodeJS.Timeout {
    this.lastTurn = Date.now();
    return setTimeout(() => this.take(), turn);
  }

  private take(): void {
    let allowed = Math.max(1, Date.now() - this.lastTurn) * (rate / 1000);
    const told = new Map<string, number>();
    while (allowed > 0 && this.waiting[0] !== undefined) {
      const portion = this.waiting[0];
      const count = Math.min(portion.count, Math.ceil(allowed));
      told.set(portion.key, (told.get(portion.key) ?? 0) + count);
      portion.count -= count;
      allowed -= count;
      if (portion.count === 0) this.waiting.shift();
    }
    this.timer = this.waiting.length > 0 ? this.next() : undefined;
    for (const [key, count] of told) this.tell(key, count);
  }
}
