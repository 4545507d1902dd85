import type { TranscriptHead } from '../../../src/shared/transcriptContract';
import type { TranscriptOmission } from '../../../src/shared/transcriptPart';
import * as l10n from '../l10n';
import { number, size } from '../numbers';

const omissionWords: Record<TranscriptOmission['code'], (count: string) => string> = {
  broken_record: (count) => l10n.t('Damaged records, skipped: {0}', count),
  oversized_record: (count) => l10n.t('Records too large to load: {0}', count),
  torn_end: () => l10n.t('The last record is not written to its end yet.'),
  missing_part: (count) => l10n.t('Earlier parts that were not found: {0}', count),
  unreadable: (count) => l10n.t('Files that could not be read: {0}', count),
};

/** What of the source is not in the transcript, a sentence each. */
export function omissionLines({ omissions }: Pick<TranscriptHead, 'omissions'>): string[] {
  return omissions.map(({ code, count, bytes }) => {
    const line = omissionWords[code](number(count));
    return bytes > 0 ? `${line} (${size(bytes)})` : line;
  });
}

/** Record types that the adapter does not know; empty when there are none. */
export function unknownTypesLine({ unknownTypes }: Pick<TranscriptHead, 'unknownTypes'>): string {
  const types = Object.entries(unknownTypes).map(([type, count]) => `${type} × ${number(count)}`);
  return types.length === 0 ? '' : l10n.t('Records of unknown types, shown as they are: {0}', types.join(', '));
}
