import type { FileChange } from '../../../src/shared/fileChanges';
import type { DiffLine } from '../../../src/shared/lineDiff';
import { words } from './words';

const marks: Record<DiffLine['kind'], string> = { same: ' ', added: '+', removed: '-', gap: '⋯' };

/** What was changed in a file, line by line: marks first, colours beside them. */
export function Diff({ change: { path, lines } }: { change: FileChange }) {
  const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  return (
    <figure class="diff">
      <figcaption>
        <span class="diff-path">{path}</span>
        <span aria-hidden="true">
          +{count('added')} −{count('removed')}
        </span>
        <span class="hidden">{words.changedLines(count('added'), count('removed'))}</span>
      </figcaption>
      <pre tabIndex={0}>
        {lines.map(({ kind, text }, index) => (
          <span key={index} class={`diff-line diff-${kind}`}>{`${marks[kind]} ${text}`}</span>
        ))}
      </pre>
    </figure>
  );
}
