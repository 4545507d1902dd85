import { asObject, asString, type JsonObject } from '../../core/json';
import type { Usage } from '../../transcript/model';
import { countsOf, type Peek, usageOf } from './schema';
import type { Draft } from './tools';

/** Whether a record stands at the end of a response: 0.171 writes one record for each, earlier versions a running total. */
export function endsResponse({ type, kind }: Peek): boolean {
  return type === 'token_usage_record' || kind === 'token_count';
}

/** Tells which events are of one response of a model, by the records of what it used, which come after it. */
export class Responses {
  readonly usage = new Map<string, Usage>();
  private made: Draft[] = [];
  /** The last response of the turn that has a record. */
  private recorded: string | undefined;

  add(draft: Draft): void {
    this.made.push(draft);
  }

  /** What was made since the last end is one response, named by where that is. A total is repeated at will: then there is nothing. */
  end(found: Peek, payload: () => JsonObject | undefined, place: string): void {
    const isRecord = found.type === 'token_usage_record';
    if (this.made.length === 0 && !isRecord) return;
    // The total comes after what the response's calls did.
    if (!isRecord && this.recorded !== undefined) return this.name(this.recorded);
    const parsed = payload();
    const id = `${asString(parsed?.['response_id']) ?? 'response'}#${place}`;
    if (isRecord) this.recorded = id;
    if (this.made.length === 0) return;
    const counts = countsOf(isRecord ? parsed?.['usage'] : asObject(parsed?.['info'])?.['last_token_usage']);
    if (counts !== undefined) this.usage.set(id, usageOf(counts));
    this.name(id);
  }

  /** A turn begins or ends. Nothing tells where the responses since the last end ended. */
  drop(): void {
    this.made = [];
    this.recorded = undefined;
  }

  private name(id: string): void {
    for (const draft of this.made) draft.response = id;
    this.made = [];
  }
}
