import { timelineOf, timeOf } from '../../../src/shared/timeline';
import type { PageItem } from '../../../src/shared/transcriptContract';

/** The rows of a sub-agent's work, as if it were the conversation. The day that began with it need not begin again. */
export function subagentItems({ events, position }: PageItem): PageItem[] {
  const inner = timelineOf(events.map(({ ofSubagent: _, ...event }) => event), position);
  return inner.map((item) => ({ ...item, shownBefore: item.shownBefore ?? timeOf(item) }));
}
