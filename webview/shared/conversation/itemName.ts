import { tally } from '../../../src/shared/tally';
import type { PageItem } from '../../../src/shared/transcriptContract';
import { actionName } from './action';
import { tallyWords } from './tallyWords';
import { severityWords, words } from './words';

/** What a screen reader calls an item. */
export function itemName({ kind, events }: PageItem, agentName: string): string {
  const [event] = events;
  switch (kind) {
    case 'message':
      return event.type === 'user_message' ? words.you() : agentName;
    case 'actions':
      return events.length > 1 ? tallyWords(tally(events)) : event.tool === undefined ? actionName(event) : words.tool(event.tool.name);
    case 'notice':
      return severityWords[event.severity ?? 'info']();
    case 'compaction':
      return words.compacted();
    case 'subagent':
      return words.subagentWork();
  }
}
