import type { NotShown } from './join';

/** What was found besides the rows, by what it means for a person who misses something. */
export interface Found {
  /** Could have been a row, and is none. */
  readonly notListed: readonly NotShown[];
  /** Is listed as far as it is understood. */
  readonly inPart: readonly NotShown[];
  /** The work of sub-agents: part of a session that has its row. */
  readonly parts: readonly NotShown[];
}

/** Each thing once, also where several folders have found it. */
export function tellApart(found: readonly NotShown[]): Found {
  const all = [...new Map(found.map((item) => [JSON.stringify([item.path, item.id]), item])).values()];
  return {
    notListed: all.filter(({ reason }) => reason !== 'sub_agent' && reason !== 'newer_schema'),
    inPart: all.filter(({ reason }) => reason === 'newer_schema'),
    parts: all.filter(({ reason }) => reason === 'sub_agent'),
  };
}
