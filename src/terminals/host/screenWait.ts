import type { WaitCondition, WaitOutcome } from '../terminalLook';
import type { HostedTerminal } from './hostedTerminal';

/** Milliseconds between two looks at a screen that is written to. */
const pause = 50;

/** Waits for something on a terminal's screen. Calls `onDone` once, never at once. */
export class ScreenWait {
  private readonly patterns: readonly (readonly string[])[];
  private readonly timers = new Map<'look' | 'quiet' | 'patience', NodeJS.Timeout>();
  private stop: () => void;

  constructor(
    private readonly terminal: HostedTerminal,
    private readonly condition: WaitCondition,
    private readonly onDone: (outcome: WaitOutcome) => void,
  ) {
    this.patterns = condition.patterns.map((pattern) => pattern.split('*'));
    this.stop = terminal.onChange(() => this.follow());
    this.start('patience', condition.patience, () => this.done('timeout'));
    this.restartQuiet();
    this.start('look', 0, () => this.look());
  }

  dispose(): void {
    this.stop();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  /** The terminal was written to, or its process has ended. */
  private follow(): void {
    this.restartQuiet();
    if (!this.timers.has('look')) this.start('look', pause, () => this.look());
  }

  private look(): void {
    this.timers.delete('look');
    const lines = this.terminal.shownLines();
    if (this.patterns.some((parts) => lines.some((line) => holds(line, parts)))) this.done('matched');
    else if (!this.terminal.isRunning) this.done('ended');
  }

  private restartQuiet(): void {
    clearTimeout(this.timers.get('quiet'));
    if (this.condition.quiet !== null) this.start('quiet', this.condition.quiet, () => this.done('quiet'));
  }

  private start(name: 'look' | 'quiet' | 'patience', delay: number, act: () => void): void {
    this.timers.set(name, setTimeout(act, delay));
  }

  private done(outcome: WaitOutcome): void {
    this.dispose();
    this.onDone(outcome);
  }
}

/** Whether `line` has all `parts` in their order. */
function holds(line: string, parts: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = line.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}
