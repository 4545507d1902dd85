import type { PlanStatus } from '../../../src/shared/plan';
import type { Day } from '../../../src/shared/times';
import type { ToolStatus } from '../../../src/shared/transcriptEvent';
import * as l10n from '../l10n';
import { number, size } from '../numbers';

export const statusWords: Record<ToolStatus, () => string> = {
  pending: () => l10n.t('no result'),
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
  conversation: () => l10n.t('Conversation'),
  loading: () => l10n.t('Reading the session…'),
  empty: () => l10n.t('This session has no messages yet.'),
  emptyNext: () => l10n.t('What is said in it will appear here.'),
  tryAgain: () => l10n.t('Try Again'),
  incomplete: () => l10n.t('Not everything could be read'),
  notUpToDate: () => l10n.t('What you see is what was read before.'),

  you: () => l10n.t('You'),
  thought: () => l10n.t('Thought'),
  tool: (name: string) => l10n.t('Tool {0}', name),
  input: () => l10n.t('Input'),
  output: () => l10n.t('Output'),
  noOutput: () => l10n.t('No output is recorded.'),
  emptyOutput: () => l10n.t('The output is empty.'),
  deletedFile: () => l10n.t('deleted'),
  subagent: () => l10n.t('Sub-agent'),
  openInTab: () => l10n.t('Open in a Tab'),
  earlierRows: (count: number) => l10n.t('Show Earlier ({0})', number(count)),
  plan: () => l10n.t('Plan'),
  changedLines: (added: number, removed: number) => l10n.t('Lines added: {0}, removed: {1}', number(added), number(removed)),
  failed: (count: number) => l10n.t('{0} failed', number(count)),
  times: (count: number) => l10n.t('{0} times', number(count)),
  attachments: () => l10n.t('Attached'),
  showPictures: (count: number) => (count === 1 ? l10n.t('Show Picture') : l10n.t('Show {0} Pictures', number(count))),
  noPictures: () => l10n.t('The session has no picture in it, only the name of one.'),
  picture: () => l10n.t('Picture'),
  compacted: () => l10n.t('Earlier conversation was compacted'),
  unknownRecord: (type: string) => l10n.t('Unknown record: {0}', type),
  noType: () => l10n.t('no type'),
  subagentWork: () => l10n.t('Work of a sub-agent'),
  branches: () => l10n.t('Branches of the conversation'),
  branch: (index: number, count: number) => l10n.t('Branch {0} of {1}', number(index), number(count)),
  previousBranch: () => l10n.t('Previous Branch'),
  nextBranch: () => l10n.t('Next Branch'),
  branchLeft: () => l10n.t('A resume does not go on from this branch.'),
  branchOpen: () => l10n.t('Nothing was said on this branch yet.'),
  leftShown: () => l10n.t('You are reading a branch that a resume does not go on from.'),
  showCurrent: () => l10n.t('Show Current Branch'),
  currentShown: () => l10n.t('The current branch is shown'),
  notLoaded: () => l10n.t('Loading…'),

  showAll: (length: number) => l10n.t('Show All ({0} characters)', number(length)),
  tooLong: (shown: number, length: number) => l10n.t('The first {0} of {1} characters. The rest is in the source file.', number(shown), number(length)),
  parts: () => l10n.t('Parts of the session'),
  part: (index: number, count: number, bytes: number, total: number) =>
    l10n.t('Part {0} of {1} of this session: {2} of {3}.', number(index), number(count), size(bytes), size(total)),
  earlierPart: () => l10n.t('Earlier Part'),
  laterPart: () => l10n.t('Later Part'),
  openSource: () => l10n.t('Open Source File'),
  copyMessage: () => l10n.t('Copy Message'),
  copyMarkdown: () => l10n.t('Copy as Markdown'),
  openRecord: () => l10n.t('Open Raw Record'),
  copied: { text: () => l10n.t('Message copied'), markdown: () => l10n.t('Message copied as Markdown') },
  jumpToLatest: () => l10n.t('Jump to Latest'),

  find: () => l10n.t('Find in Conversation'),
  noMatch: () => l10n.t('No results'),
  match: (index: number, total: number) => l10n.t('{0} of {1}', number(index), number(total)),
  nextMatch: () => l10n.t('Next Match'),
  previousMatch: () => l10n.t('Previous Match'),
  elsewhere: (count: number) => l10n.t('On Other Branches ({0})', number(count)),
  closeFind: () => l10n.t('Close'),

  messages: (count: number) => (count === 1 ? l10n.t('1 message') : l10n.t('{0} messages', number(count))),
};
