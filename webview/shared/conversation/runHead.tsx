import { monogram, tileColour } from '../../../src/shared/monogram';
import { timeOf } from '../../../src/shared/timeline';
import type { PageItem } from '../../../src/shared/transcriptContract';
import { EventTime } from './eventTime';

/** Whose the following rows are: a tile in a colour of its own, the name, and when it began. */
export function RunHead({ item, agentName }: { item: PageItem; agentName: string }) {
  const model = item.events.find(({ author }) => author !== null)?.author;
  return (
    <div class="run-head">
      <span class="tile" aria-hidden="true" style={{ background: tileColour(agentName) }}>
        {monogram(agentName)}
      </span>
      <h2>{agentName}</h2>
      {model !== undefined && <span class="muted">{model}</span>}
      <EventTime at={timeOf(item)} />
    </div>
  );
}
