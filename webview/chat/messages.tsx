import type { ChatState } from '../../src/shared/chatContract';
import { Button } from '../shared/button';
import { words } from './words';

interface MessagesProps {
  readonly chat: ChatState;
  onOpenAgent(): void;
  onRead(): void;
}

/** The chat's own messages: none yet, so what can be done here instead. */
export function Messages({ chat: { agent }, onOpenAgent, onRead }: MessagesProps) {
  if (agent === null) {
    return (
      <div class="whole-page">
        <p class="what">{words.empty()}</p>
        <p>{words.emptyNext()}</p>
        <Button primary onClick={onOpenAgent}>
          {words.linkAgent()}
        </Button>
      </div>
    );
  }
  return (
    <div class="whole-page">
      <p class="what">{words.elsewhere(agent.name)}</p>
      <p>{agent.isRecorded ? words.elsewhereNext() : words.pendingNext(agent.name)}</p>
      <div class="buttons">
        <Button primary onClick={onOpenAgent}>
          {words.openTerminal()}
        </Button>
        {agent.isRecorded && <Button onClick={onRead}>{words.openTranscript()}</Button>}
      </div>
    </div>
  );
}
