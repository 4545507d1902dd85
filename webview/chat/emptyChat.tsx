import type { ChatState } from '../../src/shared/chatContract';
import { Button } from '../shared/button';
import { words } from './words';

interface EmptyChatProps {
  readonly agent: ChatState['agent'];
  onOpenAgent(): void;
}

/** There is no conversation to show: none yet, or it is not known which it is. What can be done instead. */
export function EmptyChat({ agent, onOpenAgent }: EmptyChatProps) {
  const [what, next, label] =
    agent === null
      ? [words.empty(), words.emptyNext(), words.linkAgent()]
      : [words.elsewhere(agent.name), words.pendingNext(agent.name), words.openTerminal()];
  return (
    <div class="whole-page">
      <p class="what">{what}</p>
      <p>{next}</p>
      <Button primary onClick={onOpenAgent}>
        {label}
      </Button>
    </div>
  );
}
