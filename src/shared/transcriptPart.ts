/** A part of a source: `index` (from 0) of `count`, with `bytes` of its `total`. */
export interface TranscriptPart {
  readonly index: number;
  readonly count: number;
  readonly bytes: number;
  readonly total: number;
}

export interface TranscriptOmission {
  readonly code: 'broken_record' | 'oversized_record' | 'torn_end' | 'missing_part' | 'unreadable';
  readonly count: number;
  readonly bytes: number;
}
