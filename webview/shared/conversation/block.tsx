import { tally } from '../../../src/shared/tally';
import { timeOf } from '../../../src/shared/timeline';
import { Fold } from '../fold';
import { Icon } from '../icon';
import { Action } from './action';
import { EventTime } from './eventTime';
import { blockFold } from './folds';
import { tallyIcon, tallyWords } from './tallyWords';
import type { ItemProps } from './view';
import { words } from './words';

/** What the agent did between two messages, on one line that opens. While the agent is at work on it, it is open. */
export function Block({ item, view, isLive }: ItemProps) {
  const fold = blockFold(item.events[0].id);
  const open = view.isOpen(fold, isLive);
  const sum = tally(item.events);
  const head = (
    <>
      <Icon name={tallyIcon(sum)} />
      <span class="fold-summary block-summary">{tallyWords(sum)}</span>{' '}
      {sum.failed > 0 && (
        <span class="status failed">
          <Icon name="error" tone="error" />
          {words.failed(sum.failed)}{' '}
        </span>
      )}
      {sum.running > 0 && <Icon name="loading" />}
      <EventTime at={timeOf(item)} />
    </>
  );
  return (
    <Fold open={open} onToggle={() => view.actions.toggle(fold, !open)} head={head}>
      <ul class="block">
        {item.events.map((event) => (
          <li key={event.id}>
            <Action event={event} view={view} />
          </li>
        ))}
      </ul>
    </Fold>
  );
}
