import { asArray, asObject, asString, type Json, type JsonObject } from '../../core/json';

/** What a message says. */
export interface Content {
  readonly text: string;
  /** Pictures and files that came with it, without their data. */
  readonly attachments: readonly string[];
  readonly unknownParts: readonly JsonObject[];
}

/** Reads a content as stored: text, or a list of parts. */
export function contentOf(content: Json): Content {
  if (typeof content === 'string') return { text: content, attachments: [], unknownParts: [] };
  const texts: string[] = [];
  const attachments: string[] = [];
  const unknownParts: JsonObject[] = [];
  for (const value of asArray(content)) {
    const part = typeof value === 'string' ? { type: 'text', text: value } : (asObject(value) ?? {});
    const text = asString(part['text']);
    const attached = text === undefined ? attachment(part) : undefined;
    if (text !== undefined) texts.push(text);
    else if (attached !== undefined) attachments.push(attached);
    else unknownParts.push(part);
  }
  return { text: texts.join('\n'), attachments, unknownParts };
}

/** `image`, `image_url`, `input_audio`, `file`, `document` … by provider. */
const attachedKinds = /^(input_)?(image|image_url|audio|video|file|document)$/;

function attachment(part: JsonObject): string | undefined {
  const kind = asString(part['type']) ?? '';
  if (!attachedKinds.test(kind)) return undefined;
  const image = part['image_url'];
  const address = asString(asObject(image)?.['url']) ?? asString(image) ?? asString(part['filename']) ?? '';
  if (!address.startsWith('data:')) return address === '' ? kind : address;
  return /^data:([^;,]+)/.exec(address)?.[1] ?? kind;
}

/** In front of what the model wrote as a compaction: such rows are no messages. */
const summaryMarks = ['[PRIOR CONTEXT', '[CONTEXT COMPACTION', '[CONTEXT SUMMARY]:'];

export function isSummary(text: string): boolean {
  return summaryMarks.some((mark) => text.startsWith(mark));
}

/** The summary alone: a compaction may put an earlier answer in front of it, and a prompt behind. */
export function summaryText(text: string): string {
  const above = text.indexOf('[END OF PRIOR CONTEXT');
  const from = above < 0 ? 0 : text.indexOf(']', above) + 1;
  const end = text.indexOf('--- END OF CONTEXT SUMMARY', from);
  return text.slice(from, end < 0 ? undefined : end).trim();
}

/** What the program tells the model in a user's name. */
const noticeMarks = [
  '[ASYNC DELEGATION BATCH COMPLETE',
  '[System:',
  '[System note:',
  '[SYSTEM: The user has invoked',
  '[Continuing toward your standing goal]',
  '[Note: model was just switched',
];

export function isNotice(text: string): boolean {
  return noticeMarks.some((mark) => text.startsWith(mark));
}

/** Standing text in front of a real prompt: up to a bracket and an empty line. */
const preambles = [
  { mark: '[IMPORTANT: You are running as a scheduled cron job', attachment: undefined },
  { mark: '[The user attached an image', attachment: 'image' },
];

/** A user's words without what the program put in front of them. */
export function promptOf(content: Content): { readonly text: string; readonly attachments: readonly string[] } {
  let { text } = content;
  const attachments = [...content.attachments];
  for (;;) {
    const preamble = preambles.find(({ mark }) => text.startsWith(mark));
    const end = preamble === undefined ? -1 : text.indexOf(']\n\n');
    if (preamble === undefined || end < 0) return { text, attachments };
    text = text.slice(end + 3);
    if (preamble.attachment !== undefined) attachments.push(preamble.attachment);
  }
}
