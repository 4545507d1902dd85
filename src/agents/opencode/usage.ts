import { asCount, asNumber, asObject } from '../../core/json';
import { toIso } from '../../core/time';
import { addUsage, noUsage, type Usage } from '../../transcript/model';
import { answeredBy, type NativeMessage } from './message';

/** One request to a model and what it cost. */
export interface Request {
  /** ISO 8601, UTC; `null` when not recorded. */
  readonly at: string | null;
  readonly model: string | null;
  readonly usage: Usage;
}

/** The request behind an answer; `undefined` for other messages and for an answer whose tokens are not recorded. */
export function requestOf(message: NativeMessage): Request | undefined {
  const usage = message.role === 'assistant' ? usageOf(message) : undefined;
  return usage && { at: toIso(message.created), model: answeredBy(message), usage };
}

/**
 * `input` is recorded without cache. Whether `output` holds the reasoning depends on the version (it does in 1.1.65 and
 * 1.2.27, not in 1.18.33), and `total` tells; versions before 1.1 wrote no total and counted reasoning in, `session_message`
 * has none either and does not.
 */
function usageOf({ data, isNewShape }: NativeMessage): Usage | undefined {
  const tokens = asObject(data?.['tokens']);
  if (tokens === undefined) return undefined;
  const cache = asObject(tokens['cache']);
  const input = asCount(tokens['input']);
  const output = asCount(tokens['output']);
  const reasoning = asCount(tokens['reasoning']);
  const cache_read = asCount(cache?.['read']);
  const cache_write = asCount(cache?.['write']);
  const total = asNumber(tokens['total']);
  const isWithin = total === undefined ? !isNewShape : total === input + output + cache_read + cache_write;
  return { input, output: isWithin ? output : output + reasoning, cache_read, cache_write, reasoning };
}

export function sum(requests: readonly Request[]): Usage {
  return requests.reduce((total, request) => addUsage(total, request.usage), noUsage);
}

/**
 * Equal for an answer and the copies of it in forks: those get new ids, but keep times, model and tokens
 * (1.18.33, and `session_message` as reported for 2.0).
 */
export function copyKey(message: NativeMessage): string {
  const tokens = asObject(message.data?.['tokens']);
  const cache = asObject(tokens?.['cache']);
  const counts = [tokens?.['input'], tokens?.['output'], tokens?.['reasoning'], cache?.['read'], cache?.['write']];
  return JSON.stringify([message.created, answeredBy(message), ...counts]);
}
