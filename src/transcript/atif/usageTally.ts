import { addUsage, noUsage, type Usage } from '../model';

/** Whose totals a response counts in, and where in the document it is. */
export interface Response {
  readonly id: string | undefined;
  readonly usage: Usage | undefined;
  readonly isCopied: boolean;
}

/** Adds up what the session's own responses used, each once, by whether they are steps or were left by a rewind. */
export class UsageTally {
  private inSteps = noUsage;
  private left = noUsage;
  /** Responses of this part of the session: an agent may give their ids again in a later one. */
  private readonly told = new Set<string>();
  private readonly leftNow = new Map<string, Usage>();

  /** A response begins a step. Answers what it used, once: a response that others interrupt is several steps. */
  tell({ id, usage, isCopied }: Response): Usage | undefined {
    if (id === undefined || usage === undefined || this.told.has(id)) return undefined;
    this.told.add(id);
    if (!isCopied) this.inSteps = addUsage(this.inSteps, usage);
    return usage;
  }

  /** An event of the response was left by a rewind. */
  leave({ id, usage, isCopied }: Response): void {
    if (id !== undefined && usage !== undefined && !isCopied) this.leftNow.set(id, usage);
  }

  endPart(): void {
    // A response may be left in part, and shown otherwise.
    for (const [id, usage] of this.leftNow) if (!this.told.has(id)) this.left = addUsage(this.left, usage);
    this.leftNow.clear();
    this.told.clear();
  }

  /** How the session's `totals` come about: that of steps and all else that is not zero. */
  apart(totals: Usage): Partition {
    const known = addUsage(this.inSteps, this.left);
    return { rewound: this.left, noStep: over(totals, known), beyond: over(known, totals) };
  }
}

/** Totals are those of the steps and `rewound` and `noStep` without `beyond`. */
export interface Partition {
  /** Of turns that were left by a rewind. */
  readonly rewound: Usage;
  /** Of requests that are recorded in totals alone. */
  readonly noStep: Usage;
  /** What is recorded for responses but not in totals. */
  readonly beyond: Usage;
}

function over(a: Usage, b: Usage): Usage {
  const rest = (name: keyof Usage): number => Math.max(0, a[name] - b[name]);
  return { input: rest('input'), output: rest('output'), cache_read: rest('cache_read'), cache_write: rest('cache_write'), reasoning: rest('reasoning') };
}
