import type { TranscriptMode } from '../../src/shared/transcriptPageState';
import * as l10n from '../shared/l10n';
import { isMac } from '../shared/system';

export const words = {
  transcript: () => l10n.t('Transcript'),
  untitled: () => l10n.t('Untitled session'),

  openIn: (agent: string) => l10n.t('Open in {0}', agent),
  opening: (agent: string) => l10n.t('Opening in {0}…', agent),
  opened: (agent: string) => l10n.t('Opened in {0}.', agent),

  exportSession: () => l10n.t('Export Session…'),
  copyLink: () => l10n.t('Copy Link'),
  linkCopied: () => l10n.t('Link to this session copied'),

  details: () => l10n.t('Details'),
  running: () => l10n.t('Running'),
  agent: () => l10n.t('Agent'),
  folder: () => l10n.t('Folder'),
  branch: () => l10n.t('Branch'),
  models: () => l10n.t('Models'),
  time: () => l10n.t('Time'),
  keys: () => l10n.t('Keyboard Shortcuts'),
  /** What works in a view. */
  keyList: (mode: TranscriptMode): readonly (readonly [string, string])[] => [
    ...(mode === 'chat' ? ([['J', l10n.t('Next entry')], ['K', l10n.t('Previous entry')], ['Enter', l10n.t('Open or fold the entry')]] as const) : []),
    [isMac ? '⌘F' : 'Ctrl+F', l10n.t('Find')],
    ['Home', l10n.t('To the start')],
    ['End', l10n.t('To the latest')],
  ],
};
