import type { RefObject } from 'preact';
import { Button } from '../button';
import { words } from './words';

interface JumpToLatestProps {
  readonly scroller: RefObject<HTMLElement | null>;
  onJump(): void;
}

/** Takes a reader who left the end of a list back to it. */
export function JumpToLatest({ scroller, onJump }: JumpToLatestProps) {
  return (
    <div class="jump">
      <Button
        onClick={() => {
          onJump();
          // The button goes, and would take the focus along.
          scroller.current?.focus();
        }}
      >
        {words.jumpToLatest()}
      </Button>
    </div>
  );
}
