import { addUsage, noUsage, type Usage } from '../../transcript/model';
import type { Message, Tokens } from './schema';

/** One answer of a model, as it is counted. */
export interface Request {
  readonly at: string | null;
  readonly model: string | null;
  readonly usage: Usage;
}

/**
 * The requests of one session by message id: each counted once however often its record is repeated, and also when it
 * was rewound or compressed away, since it was paid for. Imported sessions repeat the ids of their origin.
 */
export class Requests {
  private readonly byId = new Map<string, Request>();

  add({ id, at, model, tokens }: Message): void {
    if (tokens !== undefined) this.byId.set(id, { at, model, usage: usageOf(tokens) });
  }

  /** By message id: sums over several sessions leave out an id that came before. */
  get all(): ReadonlyMap<string, Request> {
    return this.byId;
  }

  /** `null` when no answer has counts: unknown, not nothing. */
  get sum(): Usage | null {
    if (this.byId.size === 0) return null;
    return [...this.all.values()].reduce((sum, { usage }) => addUsage(sum, usage), noUsage);
  }
}

export function usageOf({ input, output, cached, thoughts, tool }: Tokens): Usage {
  return {
    input: Math.max(0, input - cached) + tool,
    output: output + thoughts,
    cache_read: cached,
    cache_write: 0,
    reasoning: thoughts,
  };
}
