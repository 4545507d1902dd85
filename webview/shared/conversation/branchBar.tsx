import { Button } from '../button';
import { words } from './words';

interface BranchBarProps {
  /** Absent where there is no other branch to go to. */
  readonly onShowCurrent: (() => void) | undefined;
}

/** Above a conversation that is shown along another branch than the one a resume goes on from. */
export function BranchBar({ onShowCurrent }: BranchBarProps) {
  return (
    <div class="part-bar">
      <p>{words.leftShown()}</p>
      {onShowCurrent !== undefined && <Button onClick={onShowCurrent}>{words.showCurrent()}</Button>}
    </div>
  );
}
