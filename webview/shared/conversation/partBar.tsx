import type { TranscriptPart } from '../../../src/shared/transcriptPart';
import { Button } from '../button';
import { words } from './words';

interface PartBarProps {
  readonly part: TranscriptPart;
  /** `null`: the last. */
  onShow(part: number | null): void;
}

/** Above a conversation that is too long to be read whole: what of it is shown, and the way to the rest. */
export function PartBar({ part: { index, count, bytes, total }, onShow }: PartBarProps) {
  return (
    <nav class="part-bar" aria-label={words.parts()}>
      <p>{words.part(index + 1, count, bytes, total)}</p>
      {index > 0 && <Button onClick={() => onShow(index - 1)}>{words.earlierPart()}</Button>}
      {index < count - 1 && <Button onClick={() => onShow(index + 1 === count - 1 ? null : index + 1)}>{words.laterPart()}</Button>}
    </nav>
  );
}
