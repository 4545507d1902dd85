import { asArray, asObject, asString, parseObject, type JsonObject } from '../../core/json';
import type { Peek } from './schema';
import { textOf } from './toolCalls';

export interface Notice {
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
}

/** What a record reports beside messages and tools; `undefined` for one that reports nothing to a reader. */
export function noticeOf(found: Peek, payload: JsonObject): Notice | undefined {
  const item = asObject(payload['item']) ?? payload;
  switch (found.kind === 'item_completed' ? found.item : found.kind) {
    case 'task_complete':
    case 'turn_complete':
      return asObject(payload['error']) && { severity: 'error', text: errorText(payload['error']) };
    case 'error':
      return { severity: 'error', text: errorText(payload) };
    case 'stream_error':
    case 'warning':
    case 'guardian_warning':
    case 'deprecation_notice':
      return { severity: 'warning', text: errorText(payload) };
    case 'turn_aborted':
      return { severity: 'warning', text: `Turn aborted: ${asString(payload['reason']) ?? 'unknown reason'}` };
    case 'thread_rolled_back':
      return { severity: 'info', text: `Rolled back ${String(payload['num_turns'])} turns` };
    case 'entered_review_mode':
    case 'EnteredReviewMode':
      return { severity: 'info', text: `Review started: ${asString(item['user_facing_hint']) ?? ''}` };
    case 'exited_review_mode':
    case 'ExitedReviewMode':
      return { severity: 'info', text: `Review ended: ${reviewText(asObject(item['review_output']))}` };
    case 'Plan':
      return { severity: 'info', text: asString(item['text']) ?? '' };
    case 'HookPrompt':
      return { severity: 'info', text: asArray(item['fragments']).map((part) => textOf(asObject(part)?.['text'])).join('\n') };
    default:
      return undefined;
  }
}

/** A model's error is JSON inside the message: its innermost message is for a reader. */
function errorText(error: JsonObject[string]): string {
  const message = asString(asObject(error)?.['message']) ?? asString(asObject(error)?.['summary']) ?? textOf(error);
  const inner = parseObject(message);
  return inner === undefined ? message : (asString(asObject(inner['error'])?.['message']) ?? asString(inner['message']) ?? message);
}

function reviewText(output: JsonObject | undefined): string {
  const findings = asArray(output?.['findings']).map((finding) => asString(asObject(finding)?.['title']) ?? '');
  return [asString(output?.['overall_explanation']) ?? '', ...findings].filter((line) => line !== '').join('\n');
}
