import { plainTerminalText } from '../shared/terminalText';
import type { TimelineItem } from '../shared/timeline';
import { toolInputText } from '../shared/toolText';
import type { TranscriptMatch, TranscriptMatches } from '../shared/transcriptContract';
import type { TranscriptEvent } from '../shared/transcriptEvent';
import type { Conversation } from './conversation';

/** Matches that are named; further ones are counted. */
const named = 5000;

/** Where `text` is found in a transcript, as `choices` of branches show it and beside that. */
export function searchShown(
  { events, conversation }: { readonly events: readonly TranscriptEvent[]; readonly conversation: Conversation },
  text: string,
  choices: readonly string[],
): TranscriptMatches {
  const { rows, path } = conversation.shownBy(choices);
  const found = search(rows, text);
  if (path.positions.length === events.length) return { ...found, elsewhere: null };
  const shown = new Set(path.positions);
  const wanted = text.toLowerCase();
  const others = [...events.keys()].filter((position) => !shown.has(position) && holds(events[position] as TranscriptEvent, wanted));
  // From branch to branch, and round: the next is behind the beginning of the last one that is shown.
  const last = events.findIndex(({ branch }) => branch === path.name);
  const next = others.find((position) => position > last) ?? others[0];
  const event = next === undefined ? undefined : events[next];
  if (next === undefined || event === undefined) return { ...found, elsewhere: null };
  return { ...found, elsewhere: { count: others.length, id: event.id, branches: conversation.tree.choicesTo(next) } };
}

/** The events that have `text` in what is shown of them, whatever its case. A call and its result are one event. */
export function search(timeline: readonly TimelineItem[], text: string): { matches: readonly TranscriptMatch[]; total: number } {
  const wanted = text.toLowerCase();
  const matches: TranscriptMatch[] = [];
  let total = 0;
  for (const [row, { events }] of timeline.entries()) {
    for (const event of events) {
      if (!holds(event, wanted)) continue;
      total++;
      if (matches.length < named) matches.push({ row, id: event.id });
    }
  }
  return { matches, total };
}

function holds(event: TranscriptEvent, wanted: string): boolean {
  return texts(event).some((each) => each.toLowerCase().includes(wanted));
}

/** As recorded, and as it reads without the marks of emphasis and code. */
function texts({ text, tool }: TranscriptEvent): string[] {
  return tool === undefined ? [text, text.replaceAll(/[*_`~]/g, '')] : [tool.name, toolInputText(tool.input), plainTerminalText(tool.output ?? '')];
}
