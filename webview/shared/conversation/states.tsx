import { Button } from '../button';
import { failureWords } from './failureWords';
import type { PageFailure } from './transcriptReader';
import { words } from './words';

export function Loading() {
  return (
    <div class="whole-page">
      <p role="status">{words.loading()}</p>
    </div>
  );
}

interface FailedProps {
  readonly failure: PageFailure;
  readonly agentName: string;
  onRetry(): void;
}

/** Nothing could be read. */
export function Failed({ failure, agentName, onRetry }: FailedProps) {
  const { what, next } = failureWords(failure, agentName);
  return (
    <div class="whole-page">
      <div role="alert">
        <p class="what">{what}</p>
        <p>{next}</p>
      </div>
      <Button onClick={onRetry}>{words.tryAgain()}</Button>
    </div>
  );
}

/** Nothing newer could be read. */
export function Outdated({ failure, agentName, onRetry }: FailedProps) {
  const { what, next } = failureWords(failure, agentName);
  return (
    <div class="outdated">
      <p role="alert">
        {what} {words.notUpToDate()} {next}
      </p>
      <Button onClick={onRetry}>{words.tryAgain()}</Button>
    </div>
  );
}

export function Empty() {
  return (
    <div class="whole-page">
      <p class="what">{words.empty()}</p>
      <p>{words.emptyNext()}</p>
    </div>
  );
}
