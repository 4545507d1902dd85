import type { UsageView } from '../../src/shared/usageContract';
import { Button } from '../shared/button';
import { settingLink } from '../shared/commandLinks';
import { Icon } from '../shared/icon';
import { compact, words } from './words';

interface NotesProps {
  readonly view: UsageView;
  onStop(): void;
  onCount(): void;
  onShowUnknown(): void;
  onShowUndated(): void;
}

/** How far counting is, and what the figures leave out. */
export function Notes({ view, onStop, onCount, onShowUnknown, onShowUndated }: NotesProps) {
  const { unknownSessions, undated, unpriced } = view;
  const undatedTokens = undated.input + undated.output + undated.cache_read + undated.cache_write;
  return (
    <div class="notes">
      <Counting counting={view.counting} onStop={onStop} onCount={onCount} />
      {unknownSessions > 0 && (
        <p class="note">
          <Icon name="info" tone="info" />
          <button type="button" class="link" onClick={onShowUnknown}>
            {words.unknownSessions(unknownSessions)}
          </button>
        </p>
      )}
      {undatedTokens > 0 && (
        <p class="note">
          <Icon name="info" tone="info" />
          <button type="button" class="link" onClick={onShowUndated}>
            {words.undated(compact(undatedTokens))}
          </button>
        </p>
      )}
      <p class="note muted">
        <span>
          {words.prices(view.pricesAsOf)} <a href={settingLink('localix.prices')}>{words.setPrices()}</a>
          {unpriced.length > 0 && ` · ${words.unpriced(unpriced.map((model) => model || words.notRecorded()).join(', '))}`}
        </span>
      </p>
    </div>
  );
}

function Counting({ counting, onStop, onCount }: Pick<NotesProps, 'onStop' | 'onCount'> & Pick<UsageView, 'counting'>) {
  switch (counting.state) {
    case 'complete':
      return null;
    case 'counting':
      return (
        <div class="note counting">
          <label>
            <span role="status">{counting.total === 0 ? words.loading() : words.counting(counting.done, counting.total)}</span>
            {counting.total > 0 && <progress value={counting.done} max={counting.total} />}
          </label>
          {counting.total > 0 && <Button onClick={onStop}>{words.stop()}</Button>}
        </div>
      );
    case 'stopped':
      return (
        <div class="note">
          <Icon name="warning" tone="warning" />
          <span role="status">{words.stopped()}</span>
          <Button onClick={onCount}>{words.goOn()}</Button>
        </div>
      );
    case 'failed':
      return (
        <div class="note">
          <Icon name="error" tone="error" />
          <span role="alert">{words.failed(counting.message)}</span>
          <Button onClick={onCount}>{words.tryAgain()}</Button>
        </div>
      );
  }
}
