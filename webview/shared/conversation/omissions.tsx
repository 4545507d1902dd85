import { useState } from 'preact/hooks';
import type { TranscriptHead } from '../../../src/shared/transcriptContract';
import { Fold } from '../fold';
import { Icon } from '../icon';
import { omissionLines, unknownTypesLine } from './omissionLines';
import { words } from './words';

/** What of the source is not shown, or not understood. */
export function Omissions({ head }: { head: TranscriptHead }) {
  const lines = [...omissionLines(head), unknownTypesLine(head)].filter((line) => line !== '');
  if (lines.length === 0) return null;
  return (
    <div class="omissions notice notice-warning">
      <Icon name="warning" tone="warning" />
      <ul class="notice-text" aria-label={words.incomplete()}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** The same on one line that opens, where the conversation needs the room. */
export function OmissionsLine({ head }: { head: TranscriptHead }) {
  const [open, setOpen] = useState(false);
  if (!isIncomplete(head)) return null;
  const label = (
    <>
      <Icon name="warning" tone="warning" />
      <span>{words.incomplete()}</span>
    </>
  );
  return (
    <div class="omissions-line">
      <Fold open={open} onToggle={() => setOpen(!open)} head={label}>
        <Omissions head={head} />
      </Fold>
    </div>
  );
}

/** Whether there is anything to say of what is not shown. */
export function isIncomplete(head: TranscriptHead): boolean {
  return head.omissions.length > 0 || Object.keys(head.unknownTypes).length > 0;
}
