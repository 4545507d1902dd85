import { Button } from '../shared/button';
import { Icon } from '../shared/icon';
import { words } from './words';

/** What happened last, said to a screen reader as well. */
export interface Status {
  readonly text: string;
  readonly failed: boolean;
}

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
