import { fail, ok, type Result } from '../core/result';
import type { ScreenHost } from './terminalHost';
import { lookLimits, type TerminalLook, type WaitCondition, type Waited } from './terminalLook';
import type { Terminals } from './terminals';

/** `screen_unavailable`: the window itself runs the terminal, where no other way was possible; its screen can't be read. */
export type ScreenCode = 'terminal_gone' | 'terminal_ended' | 'screen_unavailable';

/** UTF-16 units of one input. */
const inputLimit = 64 << 10;

/** The screens of agents' terminals, for tools: by the key of the terminal, whichever window shows it. Starts and resizes nothing. */
export class Screens {
  constructor(private readonly deps: { host: ScreenHost; terminals: Pick<Terminals, 'isPlain'> }) {}

  /** What the terminal shows, or showed at its end: the last `lines` lines, those above the screen included. */
  async look(key: string, lines: number = lookLimits.lines): Promise<Result<TerminalLook, ScreenCode>> {
    if (this.deps.terminals.isPlain(key)) return fail('screen_unavailable');
    return this.deps.host.look(key, bounded(lines, lookLimits.lines));
  }

  /** Types `text` as a person would; Enter is `\r`. What goes over the limit is refused as a whole, with the limit as detail. */
  async send(key: string, text: string): Promise<Result<null, ScreenCode | 'too_long'>> {
    if (text.length > inputLimit) return fail('too_long', String(inputLimit));
    const look = await this.look(key, 0);
    if (!look.ok) return look;
    if (!look.value.isRunning) return fail('terminal_ended');
    await this.deps.host.input(key, text);
    return ok(null);
  }

  /**
   * Waits until one of the patterns is on the screen, which may be at once, or there was no output for a while, or the process
   * has ended, or the patience is over. Answers the last `lines` lines as they are then.
   */
  async wait(key: string, condition: Partial<WaitCondition>, cancelled: AbortSignal, lines: number = lookLimits.lines): Promise<Result<Waited, ScreenCode>> {
    if (this.deps.terminals.isPlain(key)) return fail('screen_unavailable');
    const { patterns = [], quiet = null, patience = lookLimits.patience } = condition;
    const kept = patterns.filter((pattern) => pattern !== '').slice(0, lookLimits.patterns).map((pattern) => pattern.slice(0, lookLimits.pattern));
    const whole = { patterns: kept, quiet: quiet === null ? null : Math.max(1, Math.trunc(quiet)), patience: bounded(patience, lookLimits.patience) };
    return this.deps.host.wait(key, bounded(lines, lookLimits.lines), whole, cancelled);
  }
}

function bounded(number: number, limit: number): number {
  return Math.min(Math.max(0, Math.trunc(number)), limit);
}
