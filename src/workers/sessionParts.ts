import type { Agent, FoundSession, ReadContext } from '../agents/agent';
import { type LineStarts, type Part, PartFiles } from '../platform/partFiles';
import type { Line, LineOptions } from '../platform/files';
import type { Guard } from '../platform/mirror/guard';
import type { TranscriptEvent } from '../shared/transcriptEvent';
import type { Transcript } from '../transcript/model';

/** Is told of each record that is read, be it a line or a row, with the bytes of a line. */
export interface Meter {
  readonly onRecord: (bytes: number) => void;
}

/** Reads a part, and tells what it reads. */
export class MeteredFiles extends PartFiles {
  constructor(part: Part, starts: LineStarts, private readonly meter: Meter, guard?: Guard) {
    super(part, starts, guard);
  }

  override eachLine(file: string, onLine: (line: Line) => void, options: LineOptions = {}): Promise<{ offset: number; lines: number }> {
    const told = (line: Line): void => {
      this.meter.onRecord(line.length + 1);
      onLine(line);
    };
    return super.eachLine(file, told, options);
  }

  override dispose(): void {
    for (let row = 0; row < this.stats.rows; row++) this.meter.onRecord(0);
    super.dispose();
  }
}

/** Calls that still wait for their result at the end of a part are held back, with what follows them, up to this many events. */
const mostHeld = 2000;

/**
 * A session of any length, read to its end in parts of `size` bytes. A call and its result are one event although they stand in two
 * parts. Which branch was left is told within a part alone. File system errors are thrown as they come.
 */
export async function* sessionParts(
  agent: Agent,
  found: FoundSession,
  context: Omit<ReadContext, 'files'>,
  { size, starts, onRecord }: { size: number; starts: LineStarts } & Meter,
): AsyncGenerator<Transcript> {
  const seen = new Map<string, number>();
  let held: readonly TranscriptEvent[] = [];
  let usage: Transcript['responseUsage'];
  for (let index = 0, count = 1; index < count; index++) {
    const files = new MeteredFiles({ index, size }, starts, { onRecord }, context.place.guard);
    let part: Transcript;
    try {
      part = await agent.transcript(found, { ...context, files });
      count = files.read?.count ?? 1;
    } finally {
      files.dispose();
    }
    // A short file of a session with a long one is read with each part.
    const fresh = index === 0 ? part.events : part.events.filter(({ source }) => source.line > (seen.get(source.file) ?? 0));
    for (const { source } of part.events) seen.set(source.file, Math.max(source.line, seen.get(source.file) ?? 0));
    const events = joined(held, fresh);
    const open = index === count - 1 ? events.length : firstOpen(events);
    held = events.slice(open);
    // Of what was held back, too.
    const responseUsage = new Map([...(usage ?? []), ...(part.responseUsage ?? [])]);
    usage = part.responseUsage;
    yield { ...part, events: events.slice(0, open), responseUsage };
  }
}

/** `events` after `held`, whose calls take the results that were recorded without them. */
function joined(held: readonly TranscriptEvent[], events: readonly TranscriptEvent[]): readonly TranscriptEvent[] {
  if (held.length === 0) return events;
  const results = new Map(events.flatMap((event) => (event.tool?.name === '' && event.tool.callId !== undefined ? [[event.tool.callId, event] as const] : [])));
  const used = new Set<TranscriptEvent>();
  const completed = held.map((event) => {
    const { tool } = event;
    const result = tool !== undefined && isOpen(event) ? results.get(tool.callId ?? '') : undefined;
    if (tool === undefined || result?.tool === undefined) return event;
    used.add(result);
    const { name, kind, input } = tool;
    return { ...event, tool: { ...result.tool, name, kind, input }, ...(result.attachments && { attachments: result.attachments }) };
  });
  return [...completed, ...events.filter((event) => !used.has(event))];
}

function firstOpen(events: readonly TranscriptEvent[]): number {
  const from = Math.max(0, events.length - mostHeld);
  const open = events.slice(from).findIndex(isOpen);
  return open < 0 ? events.length : from + open;
}

function isOpen({ tool }: TranscriptEvent): boolean {
  return tool !== undefined && tool.output === null && tool.name !== '';
}
