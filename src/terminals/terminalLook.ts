/** What one look or wait may ask for. */
export const lookLimits = {
  /** Lines of text, those above the screen included. */
  lines: 1000,
  /** UTF-16 units of text. */
  text: 100_000,
  /** Patterns in one wait, and UTF-16 units of each. */
  patterns: 20,
  pattern: 1000,
  /** Milliseconds of one wait. */
  patience: 600_000,
  /** Waits of one window at the same time. */
  waits: 50,
};

/** What a terminal shows, as text. */
export interface TerminalLook {
  /** Without colours and without blanks at the ends of lines; a line that was wrapped is one. */
  readonly text: string;
  /** Lines above that were left out. */
  readonly omitted: number;
  readonly columns: number;
  readonly rows: number;
  /** From 0, the row from the top of the screen. */
  readonly cursor: { readonly column: number; readonly row: number };
  readonly isRunning: boolean;
}

/** What to wait for on a terminal's screen. */
export interface WaitCondition {
  /** One of these on one line of the screen; `*` stands for anything. No expressions, which could take forever to try. */
  readonly patterns: readonly string[];
  /** Or so many milliseconds without output; `null` for no such end. */
  readonly quiet: number | null;
  /** Milliseconds after which is waited no longer. */
  readonly patience: number;
}

export const waitOutcomes = ['matched', 'quiet', 'ended', 'timeout'] as const;
/** `ended`: the process has, without what was waited for. */
export type WaitOutcome = (typeof waitOutcomes)[number];

export interface Waited {
  readonly outcome: WaitOutcome;
  readonly look: TerminalLook;
}
