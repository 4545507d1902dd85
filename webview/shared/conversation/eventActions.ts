import type { PageEvent } from '../../../src/shared/transcriptContract';
import { renderedText } from '../markdown';
import type { PageFailure, TranscriptReader } from './transcriptReader';
import type { EventActions } from './view';
import { words } from './words';

interface ActionContext {
  readonly reader: TranscriptReader;
  readonly toggle: EventActions['toggle'];
  readonly step: EventActions['step'];
  /** Says how something ended: what went wrong, else `done`. */
  tell(outcome: PageFailure | undefined, done: string): void;
}

/** What can be done with the events that `reader` reads. */
export function eventActions({ reader, tell, toggle, step }: ActionContext): EventActions {
  const loaded = (event: PageEvent): PageEvent => {
    const loading = reader.loading(event);
    return loading?.state === 'loaded' ? loading.event : event;
  };
  return {
    toggle,
    step,
    async load(event) {
      const failure = await reader.load(event, false);
      if (failure !== undefined) tell(failure, '');
    },
    async showAll(event) {
      // The button goes when the text is there, and would take the focus along.
      document.activeElement?.closest('article')?.focus({ preventScroll: true });
      tell(await reader.load(event, true), '');
    },
    async copy(event, as) {
      const failure = loaded(event).clipped === undefined ? undefined : await reader.load(event, true);
      if (failure !== undefined) return tell(failure, '');
      const markdown = loaded(event).text;
      const text = as === 'markdown' ? markdown : renderedText(markdown, { breaks: event.type === 'user_message' });
      const answer = await reader.ask('transcript.copy', { text });
      tell(answer.ok ? undefined : answer, words.copied[as]());
    },
    async reveal({ file, line }) {
      const answer = await reader.ask('transcript.reveal', { file, line });
      tell(answer.ok ? undefined : answer, '');
    },
    async pictures(event) {
      const answer = await reader.pictures(event);
      if (!answer.ok) tell(answer, '');
      return answer.ok ? answer.value : [];
    },
    async openSubagent(id) {
      const answer = await reader.ask('transcript.openSubagent', { id });
      tell(answer.ok ? undefined : answer, '');
    },
  };
}
