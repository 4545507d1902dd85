import type { ComponentChild } from 'preact';
import type { PageEvent, PageItem } from '../../../src/shared/transcriptContract';
import type { Fork } from '../../../src/shared/fork';
import type { SourcePosition } from '../../../src/shared/transcriptEvent';
import type { Loading, TranscriptReader } from './transcriptReader';

/** What a reader can do with an event. */
export interface EventActions {
  /** `text`: as it reads on the page. */
  copy(event: PageEvent, as: 'text' | 'markdown'): void;
  load(event: PageEvent): void;
  showAll(event: PageEvent): void;
  reveal(source: SourcePosition): void;
  openSubagent(id: string): void;
  /** The pictures recorded with a message, as data URLs; none where they are not, or could not be read. */
  pictures(event: PageEvent): Promise<readonly string[]>;
  /** Opens or folds what goes by the name of `fold`, and keeps that choice. */
  toggle(fold: string, open: boolean): void;
  /** Shows the branch of `index` at `fork`, and keeps that choice. */
  step(fork: Fork, index: number): void;
}

/** What the rows of a conversation need besides themselves. */
export interface View {
  readonly agentName: string;
  /** In which the session ran. */
  readonly folder: string | null;
  readonly actions: EventActions;
  /** As the reader chose, else `byDefault`. */
  isOpen(fold: string, byDefault?: boolean): boolean;
  loading(event: PageEvent): Loading | undefined;
  /** What a sub-agent did, to be drawn inside a call of the conversation that `view` shows. */
  drawSubagent(id: string, view: View): ComponentChild;
  /** Shows a branch of what `reader` reads, and keeps that choice. */
  stepIn(reader: TranscriptReader, fork: Fork, index: number): void;
}

export interface ItemProps {
  readonly item: PageItem;
  readonly view: View;
  /** Whether the agent is at work on it. */
  readonly isLive: boolean;
}

/** `event` with the texts that were loaded for it. */
export function asLoaded(view: View, event: PageEvent): PageEvent {
  const loading = view.loading(event);
  return loading?.state === 'loaded' ? loading.event : event;
}
