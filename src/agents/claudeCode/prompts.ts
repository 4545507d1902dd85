import { asObject, asString, type JsonObject } from '../../core/json';
import { blocksOf } from './schema';

/** What a `user` record is: a person's words, or one of the many things that the CLI records under that type. */
export type UserContent =
  | { readonly kind: 'prompt'; readonly text: string; readonly images: readonly string[] }
  /** A command that the CLI ran itself and no model saw: `/model sonnet`. */
  | { readonly kind: 'command'; readonly text: string }
  /** What such a command, or a shell line, printed. */
  | { readonly kind: 'output'; readonly text: string; readonly failed: boolean }
  | { readonly kind: 'interruption'; readonly text: string }
  /** A background task or a teammate reports. */
  | { readonly kind: 'notification'; readonly text: string }
  | { readonly kind: 'compact_summary'; readonly text: string }
  | { readonly kind: 'tool_results' }
  /** Reminders, caveats, expansions of commands: for the model only. */
  | { readonly kind: 'injected' };

/** Texts that stand in a `user` record but that no person wrote, by how they begin (1.0.128 to 2.1.332). */
const openers: readonly (readonly [string, 'output' | 'failed_output' | 'interruption' | 'notification' | 'injected'])[] = [
  ['<local-command-stdout>', 'output'],
  ['<local-command-stderr>', 'failed_output'],
  ['<bash-stdout>', 'output'],
  ['<bash-stderr>', 'failed_output'],
  ['[Request interrupted by user', 'interruption'],
  ['<task-notification>', 'notification'],
  ['<teammate-message', 'notification'],
  ['<local-command-caveat>', 'injected'],
  ['Caveat: The messages below', 'injected'],
  ['<system-reminder>', 'injected'],
  ['<tools-used-before-summary>', 'injected'],
  ['[Image: source:', 'injected'],
];

/** The answer of 1.0 to a command it doesn't have is recorded like a prompt. */
const unknownCommand = /^Unknown slash command: \S+$/;

/** `undefined` when the record has no message of the right shape. */
export function userContent(json: JsonObject): UserContent | undefined {
  const blocks = blocksOf(json);
  if (blocks === undefined) return undefined;
  const texts = blocks.filter((block) => block['type'] === 'text').map((block) => asString(block['text']) ?? '');
  const whole = texts.join('\n');
  if (json['isCompactSummary'] === true) return { kind: 'compact_summary', text: whole };
  if (blocks.some((block) => block['type'] === 'tool_result')) return { kind: 'tool_results' };
  if (json['isMeta'] === true || json['isVisibleInTranscriptOnly'] === true) return { kind: 'injected' };
  const origin = asString(asObject(json['origin'])?.['kind']);
  if (origin !== undefined && origin !== 'human') return { kind: 'notification', text: whole };
  const images = blocks.filter((block) => block['type'] === 'image' || block['type'] === 'document').map(describeMedia);
  const own = texts.filter((text) => text.trim() !== '' && openerOf(text) === undefined);
  if (own.length > 0) return ownText(own.join('\n'), images);
  return images.length > 0 ? { kind: 'prompt', text: '', images } : recorded(texts);
}

function ownText(text: string, images: readonly string[]): UserContent {
  const start = text.trimStart();
  if (start.startsWith('<command-name>')) return { kind: 'command', text: commandLine(text) };
  if (start.startsWith('<command-message>')) return { kind: 'prompt', text: commandLine(text), images };
  if (start.startsWith('<bash-input>')) return { kind: 'prompt', text: `! ${tagged(text, 'bash-input') ?? ''}`, images };
  if (unknownCommand.test(text)) return { kind: 'output', text, failed: true };
  return { kind: 'prompt', text: text.replace(/<\/?pasted_content\b[^>]*>/g, ''), images };
}

/** A record that holds nothing but what the CLI put there. */
function recorded(texts: readonly string[]): UserContent {
  const text = texts.find((candidate) => openerOf(candidate) !== undefined);
  const opener = text === undefined ? undefined : openerOf(text);
  switch (opener) {
    case 'output':
    case 'failed_output':
      return { kind: 'output', text: printed(texts.join('\n')), failed: opener === 'failed_output' };
    case 'interruption':
    case 'notification':
      return { kind: opener, text: text ?? '' };
    case 'injected':
    case undefined:
      return { kind: 'injected' };
  }
}

function openerOf(text: string): (typeof openers)[number][1] | undefined {
  const start = text.trimStart();
  return openers.find(([opener]) => start.startsWith(opener))?.[1];
}

/** The command in `text`, as it was typed: `/greet the team`. */
function commandLine(text: string): string {
  return `${tagged(text, 'command-name') ?? ''} ${tagged(text, 'command-args') ?? ''}`.trim();
}

const escapeSequences = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[ -/]*[@-~]`, 'g');

/** The command of a `system` record, where 2.1 records some that earlier versions record as `user`. */
export function localCommand(json: JsonObject): string | undefined {
  const content = json['subtype'] === 'local_command' ? asString(json['content']) : undefined;
  return content?.trimStart().startsWith('<command-name>') === true ? commandLine(content) : undefined;
}

/** What a command printed, without the tags around it and without colours. */
export function printed(text: string): string {
  return text.replace(/<\/?(?:local-command|bash)-(?:stdout|stderr)>/g, '').replace(escapeSequences, '').trim();
}

/** The text of the first `<tag>` in `text`. */
export function tagged(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  const end = text.indexOf(`</${tag}>`, start);
  return start < 0 || end < 0 ? undefined : text.slice(start + tag.length + 2, end).trim();
}

/** An image or document block in words that hold none of its data. */
export function describeMedia(block: JsonObject): string {
  const source = asObject(block['source']);
  return asString(source?.['media_type']) ?? asString(source?.['url']) ?? asString(block['type']) ?? 'image';
}
