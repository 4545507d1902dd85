import { locale } from '../shared/boot';
import * as l10n from '../shared/l10n';
import type { PeriodName, Step } from '../../src/shared/usagePeriods';

export const words = {
  title: () => l10n.t('Usage & Spend'),
  tabs: () => l10n.t('Whose usage'),
  localix: () => l10n.t('Localix'),
  external: () => l10n.t('External'),
  noChats: () => l10n.t('Nothing is recorded yet.'),
  noChatsNext: () => l10n.t('Chats of Localix itself will be counted here. What other agents used is under External.'),
  period: () => l10n.t('Period'),
  since: () => l10n.t('From'),
  until: () => l10n.t('To'),
  scope: () => l10n.t('Sessions'),
  folders: () => l10n.t('Open folders'),
  everywhere: () => l10n.t('Everywhere'),
  agent: () => l10n.t('Agent'),
  project: () => l10n.t('Project'),
  model: () => l10n.t('Model'),
  all: () => l10n.t('All'),
  notRecorded: () => l10n.t('(not recorded)'),
  loading: () => l10n.t('Looking for sessions…'),
  counting: (done: number, total: number) => l10n.t('Counting what sessions used for the first time: {0} of {1} sessions', number(done), number(total)),
  stop: () => l10n.t('Stop'),
  stopped: () => l10n.t('Not all sessions are counted yet; the figures are incomplete.'),
  goOn: () => l10n.t('Continue Counting'),
  failed: (message: string) => l10n.t('Counting failed: {0}', message),
  tryAgain: () => l10n.t('Try Again'),
  tokens: () => l10n.t('Tokens'),
  cost: () => l10n.t('Estimated cost'),
  sessions: () => l10n.t('Sessions'),
  activeDays: () => l10n.t('Active days'),
  requests: () => l10n.t('Requests'),
  input: () => l10n.t('Input'),
  output: () => l10n.t('Output'),
  cacheRead: () => l10n.t('Cache read'),
  cacheWrite: () => l10n.t('Cache write'),
  reasoning: () => l10n.t('of which reasoning'),
  more: (percent: string) => l10n.t('{0} more than in the period before', percent),
  less: (percent: string) => l10n.t('{0} less than in the period before', percent),
  same: () => l10n.t('the same as in the period before'),
  noneBefore: () => l10n.t('none in the period before'),
  costUnknown: () => l10n.t('unknown'),
  show: (what: string) => l10n.t('Show the sessions behind: {0}', what),
  chart: (step: Step) => ({ day: l10n.t('Tokens by day'), week: l10n.t('Tokens by week'), month: l10n.t('Tokens by month') })[step],
  chartKeys: () => l10n.t('Arrow keys move between the bars, Enter shows the sessions behind one.'),
  asTable: () => l10n.t('As a table'),
  heat: () => l10n.t('Days of the last year'),
  heatLess: () => l10n.t('less'),
  heatMore: () => l10n.t('more'),
  breakdown: (by: string) => l10n.t('By {0}', by),
  share: () => l10n.t('Share'),
  sessionsOf: (what: string) => (what === '' ? l10n.t('Sessions') : l10n.t('Sessions: {0}', what)),
  showAll: () => l10n.t('Show All'),
  onlyFirst: (shown: number, total: number) => l10n.t('The {0} largest of {1} sessions', number(shown), number(total)),
  session: () => l10n.t('Session'),
  lastDay: () => l10n.t('Last used'),
  unknown: () => l10n.t('unknown'),
  unknownSessions: (count: number) => (count === 1 ? l10n.t('1 session records no usage, so it is not counted.') : l10n.t('{0} sessions record no usage, so they are not counted.', number(count))),
  subagents: (tokens: string) => l10n.t('{0} of them by sub-agents', tokens),
  untitled: () => l10n.t('Untitled session'),
  undated: (tokens: string) => l10n.t('{0} tokens have no recorded time and are in no period.', tokens),
  withoutTime: () => l10n.t('without a time'),
  moreGroups: (count: number) => l10n.t('Show {0} More', number(count)),
  prices: (day: string) => l10n.t('Costs are estimates from prices as of {0}, not a bill.', day),
  setPrices: () => l10n.t('Set Your Own Prices'),
  unpriced: (models: string) => l10n.t('Left out of the estimates, as no price is known: {0}', models),
  nothing: () => l10n.t('Nothing was used in this period.'),
  nothingNext: () => l10n.t('Choose a longer period, another filter, or sessions everywhere.'),
  exportAs: (format: string) => l10n.t('Export {0}', format),
  exported: (file: string) => l10n.t('Written to {0}', file),
  exportFailed: (detail: string) => l10n.t('The file could not be written: {0}', detail),
  gone: () => l10n.t('This session is no longer there.'),
  pageFailed: () => l10n.t('The page could not get its figures.'),
  showLog: () => l10n.t('Show Log'),
};

export const periodWords: Record<PeriodName, () => string> = {
  today: () => l10n.t('Today'),
  '7': () => l10n.t('7 days'),
  '30': () => l10n.t('30 days'),
  '90': () => l10n.t('90 days'),
  month: () => l10n.t('This month'),
  all: () => l10n.t('All time'),
  custom: () => l10n.t('Custom'),
};

export function number(value: number): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** Short, for where the whole number is told elsewhere. */
export function compact(value: number): string {
  return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

export function dollars(cost: number | null): string {
  if (cost === null) return words.costUnknown();
  return `≈ ${new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cost)}`;
}

export function percent(part: number): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: part < 0.1 ? 1 : 0 }).format(part);
}

export function day(text: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(text));
}

export function daysText({ since, until }: { since: string | null; until: string | null }): string {
  if (since === null || until === null) return since === null && until === null ? '' : day(since ?? until ?? '');
  return since === until ? day(since) : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(new Date(since), new Date(until));
}
