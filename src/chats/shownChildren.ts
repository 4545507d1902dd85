import type { ChatId } from '../core/ids';
import type { ChatNode } from './chatTree';

/** Children of a chat that are shown at first. */
export const previewed = 5;

export interface ShownChildren {
  readonly shown: readonly ChatNode[];
  /** What stands below them: a way to the rest, or back, or nothing. */
  readonly footer: 'all' | 'less' | null;
}

/**
 * The first of `nodes`, or all of them where the person wants so. One that leads to the open chat (`onPath`) is shown
 * also beyond the first.
 */
export function shownChildren(nodes: readonly ChatNode[], limit: number, wantsAll: boolean, onPath: ReadonlySet<ChatId>): ShownChildren {
  if (nodes.length <= limit) return { shown: nodes, footer: null };
  if (wantsAll) return { shown: nodes, footer: 'less' };
  const shown = nodes.filter(({ chat }, at) => at < limit || onPath.has(chat.id));
  return { shown, footer: shown.length < nodes.length ? 'all' : null };
}
