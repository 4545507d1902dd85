import type { PageEvent } from '../../../src/shared/transcriptContract';
import { IconButton } from '../button';
import { MarkdownText } from '../markdownText';
import { Clipped } from './clipped';
import { EventTime } from './eventTime';
import { LongName } from './longName';
import { Pictures } from './pictures';
import { asLoaded, type View } from './view';
import { words } from './words';

interface MessageProps {
  readonly event: PageEvent;
  readonly view: View;
}

/** What the reader said: at the other side, without a tile, its time below. */
export function OwnMessage({ event, view }: MessageProps) {
  return (
    <div class="message own">
      <h2 class="hidden">{words.you()}</h2>
      <div class="bubble">
        <MessageText event={event} view={view} />
      </div>
      <div class="own-foot">
        <MessageActions event={event} view={view} />
        <EventTime at={event.at} />
      </div>
    </div>
  );
}

/** What the agent said. */
export function AgentMessage({ event, view, isRunStart }: MessageProps & { isRunStart: boolean }) {
  return (
    <div class="message">
      {!isRunStart && <h2 class="hidden">{view.agentName}</h2>}
      <MessageText event={event} view={view} />
      <MessageActions event={event} view={view} />
    </div>
  );
}

function MessageText({ event, view }: MessageProps) {
  const shown = asLoaded(view, event);
  return (
    <>
      {shown.text !== '' && <MarkdownText text={shown.text} breaks={event.type === 'user_message'} />}
      <Clipped event={shown} part="text" view={view} />
      <Attachments names={event.attachments ?? []} />
      <Pictures event={event} view={view} />
    </>
  );
}

function MessageActions({ event, view: { actions } }: MessageProps) {
  return (
    <div class="message-actions">
      <IconButton icon="copy" label={words.copyMessage()} onClick={() => actions.copy(event, 'text')} />
      <IconButton icon="markdown" label={words.copyMarkdown()} onClick={() => actions.copy(event, 'markdown')} />
      <IconButton icon="go" label={words.openRecord()} onClick={() => actions.reveal(event.source)} />
    </div>
  );
}

export function Attachments({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <ul class="attachments" aria-label={words.attachments()}>
      {names.map((name) => (
        <li key={name}>
          <LongName name={name} />
        </li>
      ))}
    </ul>
  );
}
