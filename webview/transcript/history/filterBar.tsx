import { useEffect, useRef } from 'preact/hooks';
import type { HistoryEntry } from '../../../src/shared/history';
import { allTypes, countByType, entryTypes, type HistoryFilter, isFiltering } from '../../../src/shared/historyFilter';
import { transcriptLimits } from '../../../src/shared/transcriptContract';
import { Button } from '../../shared/button';
import { typeWords, words } from './words';

interface FilterBarProps {
  /** All that there are. */
  readonly entries: readonly HistoryEntry[];
  readonly visible: number;
  readonly filter: HistoryFilter;
  onFilter(filter: HistoryFilter): void;
}

/** What is shown: by type and by text. */
export function FilterBar({ entries, visible, filter, onFilter }: FilterBarProps) {
  const counts = countByType(entries);
  const { types, search } = filter;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (key: KeyboardEvent) => {
      if (key.key.toLowerCase() !== 'f' || !(key.ctrlKey || key.metaKey) || key.altKey || key.shiftKey) return;
      key.preventDefault();
      // The conversation, which is not to be seen, would open its own.
      key.stopImmediatePropagation();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return (
    <search class="filter-bar">
      <div class="toggles" role="group" aria-label={words.shownTypes()}>
        {entryTypes.map((type) => (
          <button key={type} type="button" class="toggle" aria-pressed={types[type]} onClick={() => onFilter({ ...filter, types: { ...types, [type]: !types[type] } })}>
            {words.type(typeWords[type](), counts[type])}
          </button>
        ))}
      </div>
      <input
        ref={input}
        class="search-box"
        type="text"
        aria-label={words.search()}
        placeholder={words.searchHint()}
        maxLength={transcriptLimits.search}
        value={search}
        onInput={({ currentTarget }) => onFilter({ ...filter, search: currentTarget.value })}
      />
      <span class="muted" role="status" title={words.shownSpoken(visible, entries.length)}>
        {isFiltering(filter) ? words.shown(visible, entries.length) : ''}
      </span>
      {entryTypes.some((type) => !types[type]) && <Button onClick={() => onFilter({ ...filter, types: allTypes })}>{words.showAllTypes()}</Button>}
      {search !== '' && <Button onClick={() => onFilter({ types: allTypes, search: '' })}>{words.resetFilters()}</Button>}
    </search>
  );
}
