import { toIso } from '../../core/time';
import type { TranscriptEvent } from '../../shared/transcriptEvent';
import type { NativeMessage } from './message';

/** An event before it is known whether an undo hides it. The id is that of the row it is in: `msg_…` or `prt_…`. */
export type Draft = Omit<TranscriptEvent, 'on_active_branch'>;

/** What the events of a message share unless a part has its own. */
export function draftOf({ id, created, source }: NativeMessage): Pick<Draft, 'id' | 'at' | 'author' | 'source'> {
  return { id, at: toIso(created), author: null, source };
}
