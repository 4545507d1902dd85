import type { SourcePosition } from '../../shared/transcriptEvent';
import { type Content, contentOf, isNotice, isSummary, promptOf } from './content';
import type { MessageRow } from './schema';

/** A message with where it was recorded. */
export interface Message extends Omit<MessageRow, 'content'> {
  /** Order of writing: the row's number in the database, or its place in a file, from 1. */
  readonly number: number;
  readonly source: SourcePosition;
  readonly said: Content;
  /** Bytes of a content that is too long to load; 0 otherwise. */
  readonly oversized: number;
}

export function withSource({ content, ...row }: MessageRow, number: number, source: SourcePosition, oversized = 0): Message {
  return { ...row, number, source, said: contentOf(content), oversized };
}

/**
 * How a person sees a message. `copy`: written again by a compaction; `summary`: holds the summary of one; `hidden`: not
 * for a person; `undone`: taken back.
 */
export type Sight = 'shown' | 'undone' | 'summary' | 'copy' | 'hidden';

export interface Seen {
  readonly message: Message;
  readonly sight: Sight;
}

/** The messages of a conversation in order, by what they are to a person. One list for each row of its chain. */
export function sighted(rows: readonly (readonly Message[])[]): Seen[] {
  const known = new Set<string>();
  return rows.flatMap((messages) => {
    const copies = copiesOf(messages);
    return ordered(messages).map((message) => ({ message, sight: sightOf(message, copies, known) }));
  });
}

function sightOf(message: Message, copies: ReadonlySet<Message>, known: Set<string>): Sight {
  if (carries(message)) return 'summary';
  if (message.isHidden) return 'hidden';
  if (copies.has(message)) return 'copy';
  if (!message.standing) return 'undone';
  if (message.identity === undefined) return 'shown';
  const whole = JSON.stringify([message.identity, message.role, message.said.text]);
  if (known.has(whole)) return 'copy';
  known.add(whole);
  return 'shown';
}

function carries(message: Message): boolean {
  const byModel = message.role === 'user' || message.role === 'assistant';
  return message.isSummary || (byModel && isSummary(message.said.text));
}

/** Rows of one compaction are a microsecond apart; those of a branch, which are no copies to a reader, 200 or more. In seconds. */
const together = 50e-6;

/** The messages that a compaction wrote again around its summary, in one go. */
function copiesOf(messages: readonly Message[]): ReadonlySet<Message> {
  const written = [...messages].sort((a, b) => a.number - b.number);
  const copies = new Set<Message>();
  for (let at = 0; at < written.length; at++) {
    if (!carries(written[at] as Message)) continue;
    let [first, last] = [at, at];
    while (inOneGo(written[first - 1], written[first])) first--;
    while (inOneGo(written[last], written[last + 1])) last++;
    for (const message of written.slice(first, last + 1)) copies.add(message);
    at = last;
  }
  return copies;
}

function inOneGo(a: Message | undefined, b: Message | undefined): boolean {
  if (a?.at === undefined || b?.at === undefined) return false;
  return b.number === a.number + 1 && Math.abs(b.at - a.at) < together;
}

/** Newer releases give every message a place; older ones go by the order of writing. */
function ordered(messages: readonly Message[]): readonly Message[] {
  const placed = messages.every(({ order }) => order !== undefined);
  const place = (message: Message): number => (placed ? (message.order as number) : message.number);
  return [...messages].sort((a, b) => place(a) - place(b) || a.number - b.number);
}

/** What a person wrote, `undefined` for every other message. */
export function promptIn({ message, sight }: Seen): string | undefined {
  if (sight !== 'shown' || message.role !== 'user' || isNotice(message.said.text)) return undefined;
  const { text } = promptOf(message.said);
  return text.trim() === '' ? undefined : text;
}

/** Whether a person counts it: their own prompts, and answers with text. */
export function isCounted(seen: Seen): boolean {
  const { message, sight } = seen;
  if (message.role === 'assistant') return sight === 'shown' && message.said.text.trim() !== '';
  return promptIn(seen) !== undefined;
}
