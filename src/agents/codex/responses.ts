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
  private ended = 0;

  add(draft: Draft): void {
    this.made.push(draft);
  }

  /** What was made since the last end is one response. A total is repeated at will: then there is nothing. */
  end(found: Peek, payload: () => JsonObject | undefined): void {
    if (this.made.length === 0) return;
    const parsed = payload();
    const id = `${asString(parsed?.['response_id']) ?? 'response'}#${String(++this.ended)}`;
    for (const draft of this.made) draft.response = id;
    const counts = countsOf(found.type === 'token_usage_record' ? parsed?.['usage'] : asObject(parsed?.['info'])?.['last_token_usage']);
    if (counts !== undefined) this.usage.set(id, usageOf(counts));
    this.drop();
  }

  /** Nothing tells where the responses since then ended. */
  drop(): void {
    this.made = [];
  }
}
