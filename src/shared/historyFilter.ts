import type { HistoryEntry } from './history';

export const entryTypes = ['user', 'agent', 'tool'] as const;
/** `agent`: messages and errors of the agent; `tool`: calls, outputs, and errors of tools. */
export type EntryType = (typeof entryTypes)[number];

export interface HistoryFilter {
  readonly types: Readonly<Record<EntryType, boolean>>;
  /** Looked for as it stands, whatever its case; empty for everything. */
  readonly search: string;
}

export const firstFilter: HistoryFilter = { types: { user: true, agent: true, tool: false }, search: '' };
export const allTypes: HistoryFilter['types'] = { user: true, agent: true, tool: true };

export function entryType({ role }: Pick<HistoryEntry, 'role'>): EntryType {
  return role === 'assistant' ? 'agent' : role;
}

export function countByType(entries: readonly Pick<HistoryEntry, 'role'>[]): Record<EntryType, number> {
  const counts = { user: 0, agent: 0, tool: 0 };
  for (const entry of entries) counts[entryType(entry)]++;
  return counts;
}

/** Whether it leaves anything out of any history. */
export function isFiltering({ types, search }: HistoryFilter): boolean {
  return search !== '' || entryTypes.some((type) => !types[type]);
}

/** The entries that `filter` lets through. `textOf` gives what is there of an entry's text: what was not loaded is not found. */
export function filtered<E extends HistoryEntry>(entries: readonly E[], { types, search }: HistoryFilter, textOf: (entry: E) => string): E[] {
  const wanted = search.toLowerCase();
  return entries.filter((entry) => types[entryType(entry)] && (wanted === '' || textOf(entry).toLowerCase().includes(wanted)));
}
