import assert from 'node:assert/strict';
import { readPart } from '../../../src/cli/transcript';
import { plainTerminalText } from '../../../src/shared/terminalText';
import { transcriptLimits, type TranscriptHead } from '../../../src/shared/transcriptContract';
import type { ToolCall, TranscriptEvent } from '../../../src/shared/transcriptEvent';
import { LocalOperations, type SessionAddress } from '../../../src/workers/operations';
import type { Branch } from '../../../src/transcript/model';
import { FakeHost } from './fakeHost';
import type { TranscriptPage } from './openTranscript';

export type Session = SessionAddress & { readonly key: string };

/** An event as the command line prints it. */
export type Printed = Pick<TranscriptEvent, 'id' | 'type' | 'text' | 'branch' | 'on_active_branch'> & { readonly tool: ToolCall | null };

export interface Told {
  readonly events: readonly Printed[];
  readonly branches: readonly Branch[];
}

export const operations = new LocalOperations();

/** What `localix transcript` has of a session; `undefined` when it says that it can't be read. */
export async function recorded(session: Session): Promise<Told | undefined> {
  const part = await readPart(operations, session, { from: 0, tail: false, maxEvents: 1_000_000 });
  return part.ok ? { events: part.value.events as Printed[], branches: part.value.branches } : undefined;
}

/** The events on the way to the end of a branch, in their order; all where the conversation never parts. */
export function onWayTo(branch: string | undefined, { events, branches }: Told): readonly Printed[] {
  const way = new Set<string>();
  for (let id = branch ?? null; id !== null; id = branches.find((each) => each.id === id)?.parent ?? null) way.add(id);
  return branches.length === 0 ? events : events.filter((event) => way.has(event.branch ?? ''));
}

/** A text's letters and digits: what is left when Markdown's marks and the white space of a page are taken away. */
function letters(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** As `onPage`. */
export function expected(events: readonly Printed[]): string[] {
  return events.flatMap(({ type, text, tool }) => {
    if (type === 'user_message' || type === 'agent_message') return text === '' ? [] : [`${type} ${letters(withoutMarks(text))}`];
    if (tool === null) return [];
    return [`${tool.name} ${tool.status} ${plainTerminalText(tool.output ?? 'No output is recorded.').slice(0, transcriptLimits.text)}`];
  });
}

/** Markdown's marks that have letters: the languages of code, the numbers of lists, addresses of links. */
function withoutMarks(text: string): string {
  return text.replaceAll(/^\s*(?:```|~~~)[^\n]*$/gm, '').replaceAll(/^\s*\d+\.\s/gm, '').replaceAll(/\]\([^)]*\)/g, ']');
}

const statuses: Readonly<Record<string, string>> = { 'no result': 'pending', running: 'in_progress', completed: 'completed', failed: 'failed' };

/** The messages, and the calls with their results, in the order in which they are on the page. */
export async function onPage({ page }: TranscriptPage): Promise<string[]> {
  const seen = await page.evaluate(() =>
    [...document.querySelectorAll('.message > .markdown, .bubble > .markdown, .tool-details')].map((element) => {
      const message = element.closest('.message');
      if (message !== null) return { message: `${message.classList.contains('own') ? 'user' : 'agent'}_message`, text: element.textContent ?? '' };
      const head = element.closest('.fold')?.querySelector('.fold-head');
      const title = [...element.querySelectorAll('.payload-title')].find(({ textContent }) => textContent === 'Output');
      const output = title === undefined ? 'No output is recorded.' : title.nextElementSibling?.localName === 'pre' ? title.nextElementSibling.textContent : '';
      return { name: head?.querySelector('.fold-name')?.textContent, status: head?.querySelector('.fold-summary + span')?.textContent, text: output };
    }),
  );
  return seen.map(({ message, name, status, text }) => (message === undefined ? `${name} ${statuses[status ?? '']} ${text}` : `${message} ${letters(text ?? '')}`));
}

/** A page's host that answers for `session`, from its files. */
export function answers(session: Session): FakeHost['answers'] {
  const limit = transcriptLimits.text;
  let revision = '';
  return {
    'transcript.open': async (params) => {
      const opened = await operations.transcript({ ...session, branches: params.branches });
      assert.ok(opened.ok, JSON.stringify(opened));
      const { rows: total, way, isCurrent, running, part, omissions, unknownTypes } = opened.value;
      ({ revision } = opened.value);
      const head = (await new FakeHost([]).answers['transcript.open']?.(params)) as { value: TranscriptHead };
      return { ok: true, value: { ...head.value, total, isCurrent, running, part, omissions, unknownTypes, revision: session.key + revision + way } };
    },
    'transcript.window': async ({ branches, from, count }) => {
      const window = await operations.window({ ...session, branches, revision, from, count, limit });
      return window.ok ? { ...window, value: { ...window.value, revision: session.key + window.value.revision + window.value.way } } : window;
    },
    'transcript.event': ({ position }) => operations.event({ ...session, revision, position, limit }),
  };
}
