import { Button } from '../shared/button';
import type { Status } from '../shared/conversation/useConversation';
import { Icon } from '../shared/icon';
import { words } from './words';

export function Footer({ agentName, status, onOpen }: { agentName: string; status: Status | undefined; onOpen(): void }) {
  return (
    <footer class="foot">
      <Button primary onClick={onOpen}>
        {words.openIn(agentName)}
      </Button>
      <p role="status">
        {status?.failed === true && <Icon name="error" tone="error" />}
        <span>{status?.text}</span>
      </p>
    </footer>
  );
}
