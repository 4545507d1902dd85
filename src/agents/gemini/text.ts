import { asString, type JsonObject } from '../../core/json';
import type { Message } from './schema';

/** What a message of type `user` really is: much of it is not written by the person. */
export type UserText =
  | { readonly kind: 'prompt'; readonly text: string }
  /** The summary that stands for everything before it after a compression. */
  | { readonly kind: 'summary'; readonly text: string }
  /** A reminder that the program itself sent to the model. */
  | { readonly kind: 'system'; readonly text: string }
  /** Tool results, context, attachments alone. */
  | { readonly kind: 'nothing' };

/** Wrappers that the program puts in front of a prompt, in a part of its own or in the same text (0.61.0). */
const context = /^\s*<(session_context|hook_context)>[\s\S]*?(?:<\/\1>\s*|$)/;

export function userText({ content, displayContent }: Message): UserText {
  const text = prompt(displayContent) || prompt(content);
  if (text.trim() === '') return { kind: 'nothing' };
  if (text.startsWith('<state_snapshot>')) return { kind: 'summary', text: text.replace(/^<state_snapshot>\s*|\s*<\/state_snapshot>\s*$/g, '') };
  if (text.startsWith('System: Potential loop detected')) return { kind: 'system', text };
  return { kind: 'prompt', text };
}

function prompt(parts: readonly JsonObject[]): string {
  return texts(parts).map(withoutContext).join('');
}

function withoutContext(text: string): string {
  let rest = text;
  while (context.test(rest)) rest = rest.replace(context, '');
  return rest;
}

/** The text of an answer. After a rewrite its thoughts are among the parts as well. */
export function answerText({ content }: Message): string {
  return texts(content.filter((part) => part['thought'] !== true)).join('');
}

/** The thoughts of an answer, each as Markdown, from the one of the two places that has them. */
export function thoughtsOf({ thoughts, content, at }: Message): { readonly text: string; readonly at: string | null }[] {
  if (thoughts.length > 0) {
    return thoughts.map(({ subject, description, at: own }) => ({
      text: subject === '' ? description : `**${subject}**\n\n${description}`.trimEnd(),
      at: own ?? at,
    }));
  }
  return texts(content.filter((part) => part['thought'] === true)).map((text) => ({ text, at }));
}

export function texts(parts: readonly JsonObject[]): string[] {
  return parts.flatMap((part) => asString(part['text']) ?? []);
}

/** Whether an answer has text, thoughts or tool calls. */
export function saysSomething(message: Message): boolean {
  const { thoughts, toolCalls, content } = message;
  return thoughts.length + toolCalls.length > 0 || answerText(message) !== '' || content.some((part) => part['thought'] === true || part['functionCall'] !== undefined);
}

/** An answer of no model: right after a summary it is stock text ("Got it. …") that the program adds. */
export function isBare({ model, tokens }: Message): boolean {
  return model === null && tokens === undefined;
}

export function isStockAnswer(message: Message, before: Message | undefined): boolean {
  return message.type === 'gemini' && isBare(message) && before?.type === 'user' && userText(before).kind === 'summary';
}
