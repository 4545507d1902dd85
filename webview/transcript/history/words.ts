import type { EntryType } from '../../../src/shared/historyFilter';
import type { HistoryEntry } from '../../../src/shared/history';
import * as l10n from '../../shared/l10n';
import { number, size } from '../../shared/numbers';

export const typeWords: Record<EntryType, () => string> = {
  user: () => l10n.t('User'),
  agent: () => l10n.t('Agent'),
  tool: () => l10n.t('Tool'),
};

/** What an entry is, as its card is headed. */
export function entryName({ role, kind, tool_name: name = '', is_error: isError }: HistoryEntry): string {
  if (role === 'user') return l10n.t('You');
  if (role === 'assistant') return kind === 'error' ? l10n.t('Assistant error') : l10n.t('Assistant');
  const tool = name === '' ? l10n.t('unknown') : name;
  if (kind === 'tool_call') return l10n.t('Tool call: {0}', tool);
  return isError === true ? l10n.t('Tool error: {0}', tool) : l10n.t('Tool output: {0}', tool);
}

export const words = {
  view: () => l10n.t('View'),
  chat: () => l10n.t('Chat'),
  history: () => l10n.t('History'),
  shownTypes: () => l10n.t('Shown entries'),
  type: (name: string, count: number) => `${name} ${number(count)}`,
  search: () => l10n.t('Search the loaded texts'),
  searchHint: () => l10n.t('Search'),
  shown: (visible: number, total: number) => `${number(visible)}/${number(total)}`,
  shownSpoken: (visible: number, total: number) => l10n.t('{0} of {1} entries shown', number(visible), number(total)),
  showAllTypes: () => l10n.t('Show All Types'),
  resetFilters: () => l10n.t('Reset Filters'),
  latest: (count: number) => l10n.t('The latest {0} messages and what was done between them. Earlier ones are in the Chat view.', number(count)),
  part: (bytes: number, total: number) => l10n.t('Of this session\'s {1} only the last {0} were read.', size(bytes), size(total)),
  entries: () => l10n.t('Entries'),
  nothing: () => l10n.t('No entries yet'),
  nothingShown: () => l10n.t('No entry matches the filters'),
  number: (index: number) => `#${number(index)}`,
  load: (isCall: boolean, bytes: number) => (isCall ? l10n.t('Load Arguments ({0})', size(bytes)) : l10n.t('Load Output ({0})', size(bytes))),
  loading: () => l10n.t('Loading…'),
  loadFailed: () => l10n.t('This text could not be loaded.'),
  showWhole: (length: number) => l10n.t('Show All ({0} characters)', number(length)),
  empty: () => l10n.t('Empty'),
  copy: () => l10n.t('Copy Text'),
  copied: (entry: string) => l10n.t('Text copied: {0}', entry),
  close: () => l10n.t('Close'),
  callId: () => l10n.t('Call ID'),
  cut: (shown: number, length: number) => l10n.t('The first {0} of {1} characters. “Copy Text” copies all.', number(shown), number(length)),
  minimap: () => l10n.t('Overview of the entries'),
};
