import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { draftLimit } from '../../src/shared/chatContract';
import { words } from './words';

/** Where a message is written. What is written is kept; nothing can be sent yet. */
export function Composer({ draft, takesFocus, onChange }: { draft: string; takesFocus: boolean; onChange(text: string): void }) {
  const [text, setText] = useState(draft);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) area.current?.focus();
  }, []);
  useLayoutEffect(() => {
    if (area.current === null) return;
    area.current.style.height = 'auto';
    area.current.style.height = `${String(area.current.scrollHeight)}px`;
  }, [text]);
  return (
    <div class="composer">
      <textarea
        ref={area}
        rows={1}
        value={text}
        aria-label={words.draft()}
        placeholder={words.draftHint()}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          onChange(value);
        }}
      />
      <p class="muted" role="status">
        {text.length > draftLimit ? words.tooLong(draftLimit) : ''}
      </p>
    </div>
  );
}
