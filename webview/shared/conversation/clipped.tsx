import { transcriptLimits, type PageEvent } from '../../../src/shared/transcriptContract';
import { Button } from '../button';
import type { View } from './view';
import { words } from './words';

interface ClippedProps {
  readonly event: PageEvent;
  readonly part: 'text' | 'input' | 'output';
  readonly view: View;
}

/** Below a text of which only the start is shown: how to see the rest. */
export function Clipped({ event, part, view: { actions } }: ClippedProps) {
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
