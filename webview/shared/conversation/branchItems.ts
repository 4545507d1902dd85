import { timelineOf, timeOf } from '../../../src/shared/timeline';
import type { PageItem } from '../../../src/shared/transcriptContract';

/** The rows of a branch, as if it were the conversation. The day that began with the branch need not begin again. */
export function branchItems({ events, position }: PageItem): PageItem[] {
  const inner = timelineOf(events.map((event) => ({ ...event, on_active_branch: true })), position);
  return inner.map((item) => ({ ...item, shownBefore: item.shownBefore ?? timeOf(item) }));
}
