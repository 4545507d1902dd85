import type { PageEvent } from '../../src/shared/transcriptContract';
import { IconButton } from '../shared/button';
import { MarkdownText } from '../shared/markdownText';
import type { EventActions } from './actions';
import { Clipped } from './clipped';
import { EventTime } from './eventTime';
import { words } from './words';

interface MessageProps {
  readonly event: PageEvent;
  readonly agentName: string;
  readonly actions: EventActions;
}

/** What a person or the agent said. */
export function Message({ event, agentName, actions }: MessageProps) {
  const own = event.type === 'user_message';
  return (
    <>
      <div class="message-head">
        <h2>{own ? words.you() : agentName}</h2>
        {event.author !== null && <span class="muted">{event.author}</span>}
        <IconButton icon="copy" label={words.copyMessage()} onClick={() => actions.copy(event)} />
        <EventTime at={event.at} />
      </div>
      {event.text !== '' && <MarkdownText text={event.text} breaks={own} />}
      <Clipped event={event} part="text" actions={actions} />
      <Attachments names={event.attachments ?? []} />
    </>
  );
}

function Attachments({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <ul class="attachments" aria-label={words.attachments()}>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
