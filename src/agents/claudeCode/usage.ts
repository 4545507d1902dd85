import { asCount, asCountOrNone, asObject, asString, type JsonObject } from '../../core/json';
import { addUsage, noUsage, type Usage } from '../../transcript/model';

/** One request to a model, as its reply records it. */
export interface ModelRequest {
  readonly at: string | null;
  readonly model: string;
  readonly usage: Usage;
}

/** A request with what tells whose it is. */
export interface RecordedRequest extends ModelRequest {
  /** The first record of its reply. */
  readonly uuid: string;
  readonly messageId: string;
  /** Made by a sub-agent whose records stand in this file. */
  readonly isSidechain: boolean;
}

export function sumUsage(requests: readonly ModelRequest[]): Usage {
  return requests.reduce((sum, { usage }) => addUsage(sum, usage), noUsage);
}

/** What a reply says of itself; `undefined` for the CLI's own words: API errors, and what a resume inserts. */
export interface Reply {
  /** Equal for all records of one API message, which are one message and one request. */
  readonly key: string;
  readonly messageId: string;
  readonly model: string;
  readonly usage: Usage;
}

/**
 * `turn` is the number of human prompts before the reply: behind a gateway that gives every message one id and no request id, only
 * that tells two messages apart.
 */
export function replyOf(json: JsonObject, uuid: string, turn: number): Reply | undefined {
  const message = asObject(json['message']);
  const model = asString(message?.['model']) ?? '';
  if (message === undefined || model === '<synthetic>' || json['isApiErrorMessage'] === true) return undefined;
  const messageId = asString(message['id']) ?? uuid;
  const requestId = asString(json['requestId']) ?? `turn ${turn}`;
  return { key: `${messageId} ${requestId}`, messageId, model, usage: usageOf(asObject(message['usage'])) };
}

/** `input_tokens` are without cache already; thinking is a part of the output. */
export function usageOf(json: JsonObject | undefined): Usage {
  const created = asObject(json?.['cache_creation']);
  const parts = asCount(created?.['ephemeral_5m_input_tokens']) + asCount(created?.['ephemeral_1h_input_tokens']);
  return {
    input: asCount(json?.['input_tokens']),
    output: asCount(json?.['output_tokens']),
    cache_read: asCount(json?.['cache_read_input_tokens']),
    cache_write: asCountOrNone(json?.['cache_creation_input_tokens']) ?? parts,
    reasoning: asCount(asObject(json?.['output_tokens_details'])?.['thinking_tokens']),
  };
}

/** Every request of a file once. Each record of a reply repeats its usage, early ones with a partial output: the largest counts. */
export class Requests {
  private readonly byKey = new Map<string, RecordedRequest>();

  /** `record`: the place of the reply's record in the tree. */
  add({ key, messageId, model, usage }: Reply, record: Pick<RecordedRequest, 'uuid' | 'at' | 'isSidechain'>): void {
    const known = this.byKey.get(key);
    if (known !== undefined && known.usage.output >= usage.output) return;
    const { uuid, isSidechain } = known ?? record;
    this.byKey.set(key, { at: record.at, model, usage, uuid, messageId, isSidechain });
  }

  /** In the order in which the replies began. A side question repeats a reply under another request id: that is no new request. */
  list(): RecordedRequest[] {
    const all = [...this.byKey.values()];
    const main = new Map(all.filter((request) => !request.isSidechain).map((request) => [request.messageId, request]));
    return all.filter((request) => !request.isSidechain || !repeats(request, main.get(request.messageId)));
  }
}

/** What each reply used, by its key. As above, its largest record counts. */
export function usageByReply(records: readonly { readonly reply?: Reply }[]): ReadonlyMap<string, Usage> {
  const byKey = new Map<string, Usage>();
  for (const { reply } of records) if (reply !== undefined && reply.usage.output >= (byKey.get(reply.key)?.output ?? 0)) byKey.set(reply.key, reply.usage);
  return byKey;
}

function repeats(request: RecordedRequest, original: RecordedRequest | undefined): boolean {
  if (original === undefined) return false;
  const { usage } = request;
  return usage.input === original.usage.input && usage.cache_read === original.usage.cache_read && usage.cache_write === original.usage.cache_write;
}
