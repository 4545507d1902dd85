import type { LinkedAgent } from '../../src/shared/chatContract';
import { locale } from '../shared/boot';
import * as l10n from '../shared/l10n';

export const agentStateWords: Record<LinkedAgent['state'], () => string> = {
  working: () => l10n.t('working'),
  running: () => l10n.t('running'),
  pending: () => l10n.t('its session is not known yet'),
  stopped: () => l10n.t('terminal closed'),
  exited: () => l10n.t('ended'),
  failed: () => l10n.t('could not be started'),
  idle: () => '',
};

export const words = {
  chat: () => l10n.t('Chat'),
  loading: () => l10n.t('Reading the chat…'),
  gone: () => l10n.t('This chat is no longer there.'),
  goneNext: () => l10n.t('It was deleted. This tab can be closed.'),
  failed: () => l10n.t('The chat could not be shown.'),
  tryAgain: () => l10n.t('Try Again'),

  place: () => l10n.t('Where this chat is'),
  switchProject: () => l10n.t('Switch Project'),
  rename: () => l10n.t('Rename'),
  archived: () => l10n.t('Archived'),

  empty: () => l10n.t('No messages yet'),
  emptyNext: () => l10n.t('Link a coding agent to work with it from this chat. Its terminal opens in the chat\'s folder.'),
  linkAgent: () => l10n.t('Link an Agent'),
  elsewhere: (agent: string) => l10n.t('The conversation of this chat is in {0}.', agent),
  pendingNext: (agent: string) => l10n.t('It appears here when {0} has recorded your first prompt.', agent),
  openTerminal: () => l10n.t('Open Terminal'),
  openTranscript: () => l10n.t('Open Transcript'),

  localix: () => 'Localix',
  linkAgentHint: () => l10n.t('No agent is linked. Choose one'),
  openAgentHint: (agent: string) => l10n.t('Show the terminal of {0}', agent),
  folder: () => l10n.t('Folder'),
  ownFolder: () => l10n.t('A folder of its own, made when it is needed'),
  branch: () => l10n.t('Branch'),

  draft: () => l10n.t('Message'),
  draftHint: () => l10n.t('Write a note or a draft: it is kept with the chat'),
  tooLong: (limit: number) => l10n.t('Drafts over {0} characters are kept only while this window is open.', limit.toLocaleString(locale)),
};
