import { useLayoutEffect, useRef } from 'preact/hooks';
import { recordText } from '../../../src/shared/recordText';
import type { PageEvent } from '../../../src/shared/transcriptContract';
import { Button } from '../button';
import { MarkdownText } from '../markdownText';
import { Clipped } from './clipped';
import { Attachments } from './message';
import { ToolDetails } from './toolDetails';
import type { View } from './view';
import { words } from './words';

interface DetailsProps {
  readonly event: PageEvent;
  readonly view: View;
}

/** What an action's line opens to. It is asked for then; what was there before stays until what replaces it has come. */
export function ActionDetails({ event, view }: DetailsProps) {
  const loading = view.loading(event);
  const last = useRef<PageEvent>(undefined);
  if (loading?.state === 'loaded') last.current = loading.event;
  // Before the list looks where its end is: see `useFollowing`.
  useLayoutEffect(() => {
    if (loading === undefined) view.actions.load(event);
  }, [loading === undefined, event.digest]);
  if (last.current !== undefined) return <Details event={last.current} view={view} />;
  if (loading?.state !== 'failed') return <p class="muted">{words.notLoaded()}</p>;
  return (
    <p>
      <Button onClick={() => view.actions.load(event)}>{words.tryAgain()}</Button>
    </p>
  );
}

function Details({ event, view }: DetailsProps) {
  if (event.tool !== undefined) return <ToolDetails event={event} tool={event.tool} view={view} />;
  if (event.type === 'thought') {
    return (
      <>
        <MarkdownText text={event.text} breaks={false} />
        <Clipped event={event} part="text" view={view} />
        <Attachments names={event.attachments ?? []} />
      </>
    );
  }
  return (
    <>
      <pre tabIndex={0}>{recordText(event.text)}</pre>
      <Clipped event={event} part="text" view={view} />
      <p>
        <Button onClick={() => view.actions.reveal(event.source)}>{words.openSource()}</Button>
      </p>
    </>
  );
}
