import type { Tally, TallyKind } from '../../../src/shared/tally';
import { locale } from '../boot';
import type { IconName } from '../icon';
import * as l10n from '../l10n';

const phrases: Record<TallyKind, (count: number) => string> = {
  execute: (count) => (count === 1 ? l10n.t('ran 1 command') : l10n.t('ran {0} commands', count)),
  edit: (count) => (count === 1 ? l10n.t('edited 1 file') : l10n.t('edited {0} files', count)),
  read: (count) => (count === 1 ? l10n.t('read 1 file') : l10n.t('read {0} files', count)),
  delete: (count) => (count === 1 ? l10n.t('deleted 1 file') : l10n.t('deleted {0} files', count)),
  move: (count) => (count === 1 ? l10n.t('moved 1 file') : l10n.t('moved {0} files', count)),
  search: (count) => (count === 1 ? l10n.t('searched once') : l10n.t('searched {0} times', count)),
  fetch: (count) => (count === 1 ? l10n.t('fetched 1 page') : l10n.t('fetched {0} pages', count)),
  other: (count) => (count === 1 ? l10n.t('used 1 tool') : l10n.t('used {0} tools', count)),
  thought: () => l10n.t('thought'),
  plan: () => l10n.t('updated the plan'),
  subagent: (count) => (count === 1 ? l10n.t('ran 1 sub-agent') : l10n.t('ran {0} sub-agents', count)),
  unknown: (count) => (count === 1 ? l10n.t('1 unknown record') : l10n.t('{0} unknown records', count)),
};

export const tallyIcons: Record<TallyKind, IconName> = {
  read: 'file',
  edit: 'edit',
  delete: 'trash',
  move: 'go',
  search: 'search',
  execute: 'terminal',
  fetch: 'globe',
  other: 'tools',
  thought: 'lightbulb',
  plan: 'checklist',
  subagent: 'agent',
  unknown: 'question',
};

/** What was done, as a sentence: “Ran 3 commands, edited 2 files”. */
export function tallyWords({ counts }: Pick<Tally, 'counts'>): string {
  const sentence = counts.map(([kind, count]) => phrases[kind](count)).join(', ');
  return sentence.charAt(0).toLocaleUpperCase(locale) + sentence.slice(1);
}

/** The icon of what was done most. */
export function tallyIcon({ counts }: Pick<Tally, 'counts'>): IconName {
  const done = counts.filter(([kind]) => kind !== 'thought');
  const [most] = [...(done.length > 0 ? done : counts)].sort(([, a], [, b]) => b - a);
  return most === undefined ? 'tools' : tallyIcons[most[0]];
}
