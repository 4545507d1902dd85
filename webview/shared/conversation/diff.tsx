import type { FileChange } from '../../../src/shared/fileChanges';
import type { DiffLine } from '../../../src/shared/lineDiff';
import { LongName } from './longName';
import { words } from './words';

const marks: Record<DiffLine['kind'], string> = { same: ' ', added: '+', removed: '-', gap: '⋯' };

/** What was changed in a file, line by line: marks first, colours beside them. */
export function Diff({ change: { path, from, isDeleted, lines } }: { change: FileChange }) {
  const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  return (
    <figure class="diff">
      <figcaption>
        <span class="diff-path">
          {from !== undefined && (
            <>
              <LongName name={from} /> →{' '}
            </>
          )}
          <LongName name={path} />
          {isDeleted === true && <span class="muted"> {words.deletedFile()}</span>}
        </span>
        <span aria-hidden="true">
          +{count('added')} −{count('removed')}
        </span>
        <span class="hidden">{words.changedLines(count('added'), count('removed'))}</span>
      </figcaption>
      {lines.length > 0 && (
        <pre tabIndex={0}>
          {lines.map(({ kind, text }, index) => (
            <span key={index} class={`diff-line diff-${kind}`}>{`${marks[kind]} ${text}`}</span>
          ))}
        </pre>
      )}
    </figure>
  );
}
