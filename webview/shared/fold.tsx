import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from './icon';

interface FoldProps {
  readonly open: boolean;
  onToggle(): void;
  /** What shows in either state: phrasing only, since it is inside a button. */
  readonly head: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Something that opens below its head. What is folded is not in the document. */
export function Fold({ open, onToggle, head, children }: FoldProps) {
  const body = useId();
  return (
    <div class="fold">
      <button type="button" class="fold-head" aria-expanded={open} aria-controls={open ? body : undefined} onClick={onToggle}>
        <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        {head}
      </button>
      {open && (
        <div class="fold-body" id={body}>
          {children}
        </div>
      )}
    </div>
  );
}
