import { transcriptLimits, type PageEvent } from '../../src/shared/transcriptContract';
import { Button } from '../shared/button';
import type { EventActions } from './actions';
import { words } from './words';

/** Below a text of which only the start is shown: how to see the rest. */
export function Clipped({ event, part, actions }: { event: PageEvent; part: 'text' | 'input' | 'output'; actions: EventActions }) {
  const length = event.clipped?.[part];
  if (length === undefined) return null;
  if (length <= transcriptLimits.whole) {
    return (
      <p class="clipped">
        <Button onClick={() => actions.showAll(event)}>{words.showAll(length)}</Button>
      </p>
    );
  }
  return (
    <p class="clipped">
      {words.tooLong(transcriptLimits.text, length)} <Button onClick={() => actions.reveal(event.source)}>{words.openSource()}</Button>
    </p>
  );
}
