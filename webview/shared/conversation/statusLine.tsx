import { Icon } from '../icon';
import type { Status } from './useConversation';

/** What happened last. */
export function StatusLine({ status }: { status: Status | undefined }) {
  return (
    <p class="status-line" role="status">
      {status?.failed === true && <Icon name="error" tone="error" />}
      <span>{status?.text}</span>
    </p>
  );
}
