import { fullTime } from '../../../src/shared/times';
import type { PageItem } from '../../../src/shared/transcriptContract';
import { locale } from '../boot';
import { Icon } from '../icon';
import { Clipped } from './clipped';
import { EventTime } from './eventTime';
import { asLoaded, type View } from './view';
import { severityWords, words } from './words';

/** Times of a repeated notice that its tooltip names. */
const named = 20;

/** Agents' programs set some of what they tell off from what people say by brackets, which a row of its own needs no more. */
function unbracketed(text: string): string {
  return /^\[([^[\]]+)\]$/.exec(text)?.[1] ?? text;
}

/** What the agent's program told beside the conversation: an interruption, an error, a changed setting. Repeated, it is counted. */
export function Notice({ events, view }: { events: PageItem['events']; view: View }) {
  const shown = asLoaded(view, events[0]);
  const severity = shown.severity ?? 'info';
  const times = events.slice(0, named).flatMap(({ at }) => (at === null ? [] : fullTime(at, { locale })));
  return (
    <div class={`notice notice-${severity}`}>
      <Icon name={severity} tone={severity} />
      <span class="hidden">{severityWords[severity]()}: </span>
      <div class="notice-text" dir="auto">
        {unbracketed(shown.text)}
        <Clipped event={shown} part="text" view={view} />
      </div>
      {events.length > 1 && (
        <span class="count" title={times.join('\n')}>
          <span aria-hidden="true">×{events.length}</span>
          <span class="hidden">{words.times(events.length)}</span>
        </span>
      )}
      <EventTime at={events.at(-1)?.at ?? null} />
    </div>
  );
}
