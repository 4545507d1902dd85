import type { PageEvent } from '../../src/shared/transcriptContract';
import type { SourcePosition } from '../../src/shared/transcriptEvent';

/** What a reader can do with an event. */
export interface EventActions {
  copy(event: PageEvent): void;
  showAll(event: PageEvent): void;
  reveal(source: SourcePosition): void;
  toggle(event: PageEvent): void;
}
