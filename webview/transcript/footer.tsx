import { Button } from '../shared/button';
import { StatusLine } from '../shared/conversation/statusLine';
import type { Status } from '../shared/conversation/useConversation';
import { words } from './words';

export function Footer({ agentName, status, onOpen }: { agentName: string; status: Status | undefined; onOpen(): void }) {
  return (
    <footer class="foot">
      <Button primary onClick={onOpen}>
        {words.openIn(agentName)}
      </Button>
      <StatusLine status={status} />
    </footer>
  );
}
