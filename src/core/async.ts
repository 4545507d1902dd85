/** Runs `work` over `items`, at most `width` at a time. The first rejection stops what has not begun and is thrown. */
export async function eachLimited<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  let failed = false;
  const runners = Array.from({ length: Math.min(width, items.length) }, async () => {
    while (next < items.length && !failed) {
      const item = items[next++] as T;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  });
  await Promise.all(runners);
}

/** As `eachLimited` for items that are still being made. */
export async function eachOf<T>(items: AsyncGenerator<T>, width: number, work: (item: T) => Promise<void>): Promise<void> {
  const runners = Array.from({ length: width }, async () => {
    for (let next = await items.next(); next.done !== true; next = await items.next()) {
      try {
        await work(next.value);
      } catch (error) {
        await items.return(undefined);
        throw error;
      }
    }
  });
  await Promise.all(runners);
}

/**
 * Runs `work` after `delay` milliseconds of the first call, once for all calls until then, and never twice at the same
 * time: a call during a run causes one more run.
 */
export class Coalesced {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = false;
  private again = false;
  private ended = false;

  constructor(private readonly delay: number, private readonly work: () => Promise<void>) {}

  request(): void {
    if (this.ended) return;
    if (this.running) this.again = true;
    else this.timer ??= setTimeout(() => void this.run(), this.delay);
  }

  private async run(): Promise<void> {
    this.timer = undefined;
    this.running = true;
    try {
      await this.work();
    } finally {
      this.running = false;
      if (this.again) {
        this.again = false;
        this.request();
      }
    }
  }

  dispose(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }
}
