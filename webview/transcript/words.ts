import type { TranscriptHead, TranscriptOmission } from '../../src/shared/transcriptContract';
import type { PlanStatus } from '../../src/shared/plan';
import type { Day } from '../../src/shared/times';
import type { ToolStatus } from '../../src/shared/transcriptEvent';
import { locale } from '../shared/boot';
import * as l10n from '../shared/l10n';
import type { PageCode, PageFailure } from './transcriptReader';

/** What the page says of a failure: what happened, and what to do. `detail` as in the failure; `agent` its name. */
export interface FailureWords {
  readonly what: string;
  readonly next: string;
}

const failures: Record<PageCode, (detail: string, agent: string) => FailureWords> = {
  session_missing: (_, agent) => ({
    what: l10n.t('This session is no longer among the files of {0}.', agent),
    next: l10n.t('It may have been deleted or moved. Refresh the External list to see what is there.'),
  }),
  session_unreadable: (detail) => ({
    what: withDetail(l10n.t('This session could not be read.'), detail),
    next: l10n.t('Check that its file can be opened, then try again.'),
  }),
  event_missing: () => ({
    what: l10n.t('This entry is no longer in the session.'),
    next: l10n.t('The session has changed; try again.'),
  }),
  agent_not_installed: (_, agent) => ({
    what: l10n.t('{0} was not found on this machine.', agent),
    next: l10n.t('Install it, or add its folder to PATH, then try again.'),
  }),
  folder_missing: (detail) => ({
    what: l10n.t('The folder of this session, {0}, is gone.', detail),
    next: l10n.t('Put the folder back, then try again.'),
  }),
  folder_not_recorded: () => ({
    what: l10n.t('This session does not say in which folder it ran.'),
    next: l10n.t('Resume it by hand in a terminal, in the folder you know it from.'),
  }),
  not_resumable: (_, agent) => ({
    what: l10n.t('Today\'s {0} can no longer continue a session that an old version of it recorded.', agent),
    next: l10n.t('It can be read here.'),
  }),
  workspace_untrusted: (_, agent) => ({
    what: l10n.t('{0} is not started in a workspace that is not trusted.', agent),
    next: l10n.t('Trust the workspace with “Manage Workspace Trust”, then try again.'),
  }),
  terminal_failed: (detail) => ({
    what: withDetail(l10n.t('The terminal could not be started.'), detail),
    next: l10n.t('Try again; if it fails again, see the Localix log.'),
  }),
  chat_not_saved: (detail) => ({
    what: withDetail(l10n.t('The session was not opened, since its chat could not be saved.'), detail),
    next: l10n.t('Once the Localix tab shows your chats again, try again.'),
  }),
  host_failed: (detail) => ({
    what: withDetail(l10n.t('The program that keeps terminals running could not be started.'), detail),
    next: l10n.t('Try again; if it fails again, see the Localix log.'),
  }),
  other_host: (version) => ({
    what: l10n.t('Terminals of another version of Localix, {0}, are running.', version),
    next: l10n.t('Close them, or reload the windows that show them, then try again.'),
  }),
  internal_error: (detail) => ({
    what: withDetail(l10n.t('Localix ran into an error of its own.'), detail),
    next: l10n.t('Try again; if it fails again, see the Localix log.'),
  }),
};

export function failureWords({ code, detail }: PageFailure, agent: string): FailureWords {
  return failures[code](detail, agent);
}

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

export const statusWords: Record<ToolStatus, () => string> = {
  pending: () => l10n.t('not started'),
  in_progress: () => l10n.t('running'),
  completed: () => l10n.t('completed'),
  failed: () => l10n.t('failed'),
};

export const planWords: Record<PlanStatus, () => string> = {
  pending: () => l10n.t('not started'),
  in_progress: () => l10n.t('under way'),
  completed: () => l10n.t('done'),
  cancelled: () => l10n.t('cancelled'),
};

export const severityWords = {
  info: () => l10n.t('Note'),
  warning: () => l10n.t('Warning'),
  error: () => l10n.t('Error'),
};

export function dayWords(day: Day): string {
  if (day.kind === 'date') return day.text;
  return day.kind === 'today' ? l10n.t('Today') : l10n.t('Yesterday');
}

export const words = {
  transcript: () => l10n.t('Transcript'),
  conversation: () => l10n.t('Conversation'),
  untitled: () => l10n.t('Untitled session'),
  loading: () => l10n.t('Reading the session…'),
  empty: () => l10n.t('This session has no messages yet.'),
  emptyNext: () => l10n.t('What is said in it will appear here.'),
  tryAgain: () => l10n.t('Try again'),
  notUpToDate: () => l10n.t('What you see is what was read before.'),

  you: () => l10n.t('You'),
  thought: () => l10n.t('Thought'),
  tool: (name: string) => l10n.t('Tool {0}', name),
  input: () => l10n.t('Input'),
  output: () => l10n.t('Output'),
  noOutput: () => l10n.t('No output is recorded.'),
  openSubagent: (id: string) => l10n.t('Open sub-agent {0}', id),
  plan: () => l10n.t('Plan'),
  changedLines: (added: number, removed: number) => l10n.t('Lines added: {0}, removed: {1}', number(added), number(removed)),
  failed: (count: number) => l10n.t('{0} failed', number(count)),
  times: (count: number) => l10n.t('{0} times', number(count)),
  attachments: () => l10n.t('Attached'),
  showPictures: (count: number) => (count === 1 ? l10n.t('Show picture') : l10n.t('Show {0} pictures', number(count))),
  noPictures: () => l10n.t('The session has no picture in it, only the name of one.'),
  picture: () => l10n.t('Picture'),
  compacted: () => l10n.t('Earlier conversation was compacted'),
  unknownRecord: (type: string) => l10n.t('Unknown record: {0}', type),
  noType: () => l10n.t('no type'),
  rewound: () => l10n.t('Left behind by a rewind'),
  notLoaded: () => l10n.t('Loading…'),

  showAll: (length: number) => l10n.t('Show all ({0} characters)', number(length)),
  tooLong: (shown: number, length: number) => l10n.t('The first {0} of {1} characters. The rest is in the source file.', number(shown), number(length)),
  parts: () => l10n.t('Parts of the session'),
  part: (index: number, count: number, bytes: number, total: number) =>
    l10n.t('Part {0} of {1} of this session: {2} of {3}.', number(index), number(count), size(bytes), size(total)),
  earlierPart: () => l10n.t('Earlier part'),
  laterPart: () => l10n.t('Later part'),
  openSource: () => l10n.t('Open source'),
  exportSession: () => l10n.t('Export session…'),
  copyLink: () => l10n.t('Copy link'),
  copyMessage: () => l10n.t('Copy message'),
  copyMarkdown: () => l10n.t('Copy as Markdown'),
  openRecord: () => l10n.t('Open raw record'),
  copied: () => l10n.t('Copied'),
  openIn: (agent: string) => l10n.t('Open in {0}', agent),
  opening: (agent: string) => l10n.t('Opening in {0}…', agent),
  opened: (agent: string) => l10n.t('Opened in {0}.', agent),
  jumpToLatest: () => l10n.t('Jump to latest'),

  find: () => l10n.t('Find in the conversation'),
  noMatch: () => l10n.t('No results'),
  match: (index: number, total: number) => l10n.t('{0} of {1}', number(index), number(total)),
  nextMatch: () => l10n.t('Next match'),
  previousMatch: () => l10n.t('Previous match'),
  closeFind: () => l10n.t('Close'),

  details: () => l10n.t('Details'),
  incomplete: () => l10n.t('Not everything could be read'),
  running: () => l10n.t('Running'),
  agent: () => l10n.t('Agent'),
  folder: () => l10n.t('Folder'),
  branch: () => l10n.t('Branch'),
  models: () => l10n.t('Models'),
  time: () => l10n.t('Time'),
  messages: (count: number) => (count === 1 ? l10n.t('1 message') : l10n.t('{0} messages', number(count))),
  keys: () => l10n.t('Keyboard'),
  keyList: (): (readonly [string, string])[] => [
    ['J', l10n.t('Next entry')],
    ['K', l10n.t('Previous entry')],
    ['Enter', l10n.t('Open or fold the entry')],
    ['Ctrl+F, ⌘F', l10n.t('Find')],
    ['Home', l10n.t('To the start')],
    ['End', l10n.t('To the latest')],
  ],
};

function withDetail(sentence: string, detail: string): string {
  return detail === '' ? sentence : `${sentence} (${detail})`;
}

export function number(value: number): string {
  return value.toLocaleString(locale);
}

/** A number of bytes in the largest unit in which it is at least 1. */
function size(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: units[step], unitDisplay: 'short', maximumFractionDigits: 1 }).format(value);
}
