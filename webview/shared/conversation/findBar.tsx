import { useEffect, useRef } from 'preact/hooks';
import { transcriptLimits } from '../../../src/shared/transcriptContract';
import { Button, IconButton } from '../button';
import type { Search } from './useSearch';
import { words } from './words';

/** What is looked for, how often it is there, and the way from one to the next. */
export function FindBar({ search, onClose }: { search: Search; onClose(): void }) {
  const { text = '', total, index, elsewhere, step, goElsewhere, setText } = search;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <search class="find-bar">
      <input
        ref={input}
        class="search-box"
        type="text"
        aria-label={words.find()}
        placeholder={words.find()}
        maxLength={transcriptLimits.search}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(key) => {
          if (key.key === 'Escape') onClose();
          else if (key.key === 'Enter') step(key.shiftKey ? -1 : 1);
          else return;
          key.preventDefault();
        }}
      />
      <span role="status">{total === undefined ? '' : total === 0 ? words.noMatch() : words.match(index + 1, total)}</span>
      <IconButton icon="chevron-up" label={words.previousMatch()} onClick={() => step(-1)} />
      <IconButton icon="chevron-down" label={words.nextMatch()} onClick={() => step(1)} />
      {elsewhere > 0 && <Button onClick={goElsewhere}>{words.elsewhere(elsewhere)}</Button>}
      <IconButton icon="close" label={words.closeFind()} onClick={onClose} />
    </search>
  );
}
