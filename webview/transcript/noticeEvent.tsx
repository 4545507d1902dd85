import type { PageEvent } from '../../src/shared/transcriptContract';
import { Icon } from '../shared/icon';
import type { EventActions } from './actions';
import { Clipped } from './clipped';
import { EventTime } from './eventTime';
import { severityWords } from './words';

/** What the agent's program told beside the conversation: an interruption, an error, a changed setting. */
export function NoticeEvent({ event, actions }: { event: PageEvent; actions: EventActions }) {
  const severity = event.severity ?? 'info';
  return (
    <div class={`notice notice-${severity}`}>
      <Icon name={severity} tone={severity} />
      <span class="hidden">{severityWords[severity]()}: </span>
      <div class="notice-text" dir="auto">
        {event.text}
        <Clipped event={event} part="text" actions={actions} />
      </div>
      <EventTime at={event.at} />
    </div>
  );
}
