import * as z from 'zod/mini';
import { transcriptLimits } from '../shared/transcriptContract';
import { periodNames } from '../shared/usagePeriods';

/** What pages send. A page is our own code, but it shows foreign text: nothing it sends is taken on trust. */
export const requestMessage = z.object({
  kind: z.literal('request'),
  id: z.number(),
  name: z.string(),
  params: z.unknown(),
});

export const failedMessage = z.object({ kind: z.literal('failed'), reason: z.string().check(z.maxLength(10_000)) });

const nothing = z.object({});
const place = z.int().check(z.minimum(0));
const part = z.nullable(place);
const subagent = z.optional(z.string());
const way = { subagent, part, branches: z.array(z.string()).check(z.maxLength(transcriptLimits.branches)) };

const text = z.string();
const days = z.object({ since: z.nullable(text), until: z.nullable(text) });
const parts = { agent: z.optional(text), project: z.optional(text), model: z.optional(text) };
const query = z.object({ scope: z.enum(['folders', 'everywhere']), period: z.enum(periodNames), custom: days, ...parts });

/** Parameters of the usage page's requests, by name. */
export const usageParams = {
  'usage.view': z.object({ query }),
  'usage.sessions': z.object({ query, focus: z.object({ days: z.optional(days), ...parts, unknown: z.optional(z.boolean()), undated: z.optional(z.boolean()) }) }),
  'usage.count': nothing,
  'usage.stop': nothing,
  'usage.open': z.object({ key: text }),
  'usage.export': z.object({ query, format: z.enum(['csv', 'json']) }),
};

/** Parameters of the transcript page's requests, by name. */
export const transcriptParams = {
  'transcript.open': z.object(way),
  'transcript.window': z.object({ ...way, from: place, count: place }),
  'transcript.event': z.object({ subagent, part, position: place, whole: z.boolean() }),
  'transcript.pictures': z.object({ subagent, part, position: place }),
  'transcript.search': z.object({ ...way, text: z.string().check(z.minLength(1), z.maxLength(transcriptLimits.search)) }),
  'history.get': z.object({ cursor: z.nullable(z.object({ epoch: z.string(), revision: place })) }),
  'history.entry': z.object({ id: z.string() }),
  'transcript.resume': nothing,
  'transcript.export': nothing,
  'transcript.copyLink': nothing,
  'transcript.openSubagent': z.object({ id: z.string() }),
  'transcript.copy': z.object({ text: z.string() }),
  'transcript.reveal': z.object({ file: z.string(), line: place }),
};

/** Parameters of the chat page's requests, by name. */
export const chatParams = {
  ...transcriptParams,
  'chat.open': nothing,
  'chat.saveDraft': z.object({ text: z.string() }),
  'chat.go': z.object({ id: z.string() }),
  'chat.switchProject': nothing,
  'chat.rename': nothing,
  'chat.openAgent': nothing,
  'chat.readSession': nothing,
  'chat.step': z.object({ of: z.enum(['folder', 'agent']), index: place }),
};
