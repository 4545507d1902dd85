import type { Fork } from '../../../src/shared/fork';
import { IconButton } from '../button';
import { Icon } from '../icon';
import type { View } from './view';
import { words } from './words';

/** Where the conversation parts: which branch is shown, and the way to the others. */
export function Stepper({ fork, view }: { fork: Fork; view: View }) {
  const { branches, shown, current } = fork;
  const step = (by: number) => {
    if (branches[shown + by] !== undefined) view.actions.step(fork, shown + by);
  };
  // Where it parts again inside such a branch, the place before has said so.
  const isLeft = shown !== current && (current !== null || branches.length === 1);
  const note = isLeft ? words.branchLeft() : branches[shown] === null ? words.branchOpen() : undefined;
  return (
    <div
      class="stepper"
      role="group"
      aria-label={words.branches()}
      data-fork={branches[0]}
      onKeyDown={(key) => {
        const by = key.key === 'ArrowLeft' ? -1 : key.key === 'ArrowRight' ? 1 : 0;
        if (by === 0 || key.ctrlKey || key.metaKey || key.altKey || key.shiftKey) return;
        key.preventDefault();
        step(by);
      }}
    >
      <Icon name="branch" />
      {branches.length > 1 && (
        <span class="stepper-buttons">
          <IconButton icon="chevron-left" label={words.previousBranch()} disabled={shown === 0} onClick={() => step(-1)} />
          <span class="stepper-place">{words.branch(shown + 1, branches.length)}</span>
          <IconButton icon="chevron-right" label={words.nextBranch()} disabled={shown === branches.length - 1} onClick={() => step(1)} />
        </span>
      )}
      {note !== undefined && <span class="stepper-note">{note}</span>}
    </div>
  );
}
