import { plainTerminalText } from '../shared/terminalText';
import type { TimelineItem } from '../shared/timeline';
import { toolInputText } from '../shared/toolText';
import type { TranscriptMatch } from '../shared/transcriptContract';
import type { TranscriptEvent } from '../shared/transcriptEvent';

/** Matches that are named; further ones are counted. */
const named = 5000;

/** The events that have `text` in what is shown of them, whatever its case. A call and its result are one event. */
export function search(timeline: readonly TimelineItem[], text: string): { matches: readonly TranscriptMatch[]; total: number } {
  const wanted = text.toLowerCase();
  const matches: TranscriptMatch[] = [];
  let total = 0;
  for (const [row, { events }] of timeline.entries()) {
    for (const event of events) {
      if (!texts(event).some((each) => each.toLowerCase().includes(wanted))) continue;
      total++;
      if (matches.length < named) matches.push({ row, id: event.id });
    }
  }
  return { matches, total };
}

/** As recorded, and as it reads without the marks of emphasis and code. */
function texts({ text, tool }: TranscriptEvent): string[] {
  return tool === undefined ? [text, text.replaceAll(/[*_`~]/g, '')] : [tool.name, toolInputText(tool.input), plainTerminalText(tool.output ?? '')];
}
