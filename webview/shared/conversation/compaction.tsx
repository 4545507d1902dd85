import type { PageEvent } from '../../../src/shared/transcriptContract';
import { Fold } from '../fold';
import { Icon } from '../icon';
import { MarkdownText } from '../markdownText';
import { Clipped } from './clipped';
import { EventTime } from './eventTime';
import { asLoaded, type View } from './view';
import { words } from './words';

/** A line across the conversation; opened, the summary that the agent went on with. */
export function Compaction({ event, view }: { event: PageEvent; view: View }) {
  const shown = asLoaded(view, event);
  const open = view.isOpen(event.id);
  const label = (
    <>
      <Icon name="fold" />
      <span class="fold-name">{words.compacted()}</span>{' '}
      <EventTime at={event.at} />
    </>
  );
  if (event.text === '') return <div class="compaction fold-head">{label}</div>;
  return (
    <div class="compaction">
      <Fold open={open} onToggle={() => view.actions.toggle(event.id, !open)} head={label}>
        <MarkdownText text={shown.text} breaks={false} />
        <Clipped event={shown} part="text" view={view} />
      </Fold>
    </div>
  );
}
