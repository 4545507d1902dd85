import type { UsagePageState } from '../../src/shared/usagePageState';
import { words } from './words';

type Tab = UsagePageState['tab'];

const tabs: readonly (readonly [Tab, () => string])[] = [
  ['localix', words.localix],
  ['external', words.external],
];

/** Arrow keys go from tab to tab. */
export function Tabs({ tab, onChange }: { tab: Tab; onChange(tab: Tab): void }) {
  const move = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next = tab === 'localix' ? 'external' : 'localix';
    onChange(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={words.tabs()} onKeyDown={move}>
      {tabs.map(([name, label]) => (
        <button key={name} type="button" id={`tab-${name}`} role="tab" aria-selected={name === tab} aria-controls="panel" tabIndex={name === tab ? 0 : -1} onClick={() => onChange(name)}>
          {label()}
        </button>
      ))}
    </div>
  );
}
