import type { JsonObject } from '../../core/json';
import type { TranscriptEvent } from '../../shared/transcriptEvent';
import { type Point, withBranches } from '../../transcript/branches';
import type { Omission, Transcript, Usage } from '../../transcript/model';
import type { FoundSession, ReadContext } from '../agent';
import { messageEvents, type ShownEvent } from './events';
import { mainFile } from './mainFile';
import { MessageLog } from './messageLog';
import { type Message, readRecord } from './schema';
import { eachRecord, type RecordPlace } from './source';
import { isStockAnswer } from './text';
import { responsesIn } from './tools';
import { usageOf } from './usage';

type Logged =
  | { readonly kind: 'message'; readonly message: Message; readonly line: number }
  | { readonly kind: 'unknown'; readonly name: string; readonly raw: JsonObject; readonly line: number };

/** The session's history as it would be loaded, and in its place what was rewound, failed or compressed away, as inactive. */
export async function readTranscript(found: FoundSession, { files, signal }: ReadContext): Promise<Transcript> {
  const { stamp } = await mainFile(found.files, files);
  const log = new MessageLog<Logged>();
  const ownLines = new Map<string, number>();
  const omissions = await eachRecord(files, stamp.path, (raw, place) => addTo(log, raw, place, ownLines), signal);
  return transcriptOf(log, stamp.path, omissions);
}

/** `ownLines` collects where each message has a line of its own: that is its place, also when a rewrite repeats it. */
function addTo(log: MessageLog<Logged>, raw: JsonObject, { line, messages }: RecordPlace, ownLines: Map<string, number>): void {
  const record = readRecord(raw);
  switch (record.type) {
    case 'message':
      ownLines.set(record.message.id, line);
      return log.set(record.message.id, { kind: 'message', message: record.message, line });
    case 'metadata':
      return record.messages && log.replace(
        record.messages.map((message, index) => {
          const place = messages?.[index] ?? ownLines.get(message.id) ?? line;
          return { id: message.id, value: { kind: 'message', message, line: place } };
        }),
      );
    case 'rewind':
      return log.rewindTo(record.to);
    case 'unknown':
      return log.add({ kind: 'unknown', name: record.name, raw: record.raw, line });
  }
}

function transcriptOf(log: MessageLog<Logged>, file: string, omissions: readonly Omission[]): Transcript {
  const entries = log.all;
  const responses = responsesIn(entries.flatMap(({ value }) => (value.kind === 'message' && value.message.type === 'user' ? value.message.content : [])));
  const events: TranscriptEvent[] = [];
  const points = new Map<TranscriptEvent, Point>();
  const ids = new Set<string>();
  const unknownTypes = new Map<string, number>();
  const responseUsage = new Map<string, Usage>();
  // The message before, in the history and among what was left behind.
  const before = new Map<boolean, Message>();
  for (const { id, value, active, place } of entries) {
    for (const { unknownType, ...event } of shownEvents(value, before.get(active), responses)) {
      if (unknownType !== undefined) unknownTypes.set(unknownType, (unknownTypes.get(unknownType) ?? 0) + 1);
      const shown: TranscriptEvent = { ...event, id: uniqueId(event.id, ids), on_active_branch: active, source: { file, line: value.line } };
      events.push(shown);
      // Nobody rewinds a note of the program: one that is left goes with what it stands behind.
      if (id !== undefined && (active || shown.type !== 'notice')) points.set(shown, place);
      // The summary of a compression goes on from what it sums up.
      if (shown.type === 'compaction' && place.replaced !== undefined) place.after = place.replaced;
    }
    if (value.kind !== 'message') continue;
    const { tokens } = value.message;
    before.set(active, value.message);
    if (tokens !== undefined) responseUsage.set(value.message.id, usageOf(tokens));
  }
  return { ...withBranches(events, (event) => points.get(event)), unknownTypes: Object.fromEntries(unknownTypes), omissions, responseUsage };
}

function shownEvents(logged: Logged, before: Message | undefined, responses: ReadonlyMap<string, JsonObject>): ShownEvent[] {
  if (logged.kind === 'unknown') {
    const { line, raw, name } = logged;
    return [{ id: `line:${line}`, type: 'unknown', at: null, author: null, text: JSON.stringify(raw), unknownType: name }];
  }
  return isStockAnswer(logged.message, before) ? [] : messageEvents(logged.message, responses);
}

/** `id`, marked when a damaged file has it twice. Takes it into `taken`. */
function uniqueId(id: string, taken: Set<string>): string {
  let unique = id;
  while (taken.has(unique)) unique += '~';
  taken.add(unique);
  return unique;
}
