import { commands, l10n, window } from 'vscode';
import type { Disposable } from '../core/owned';
import type { LostSession } from '../external/keptSessions';
import { agentNames, parseSessionKey } from '../shared/agentId';
import { withoutLinks } from './plainText';
import type { Services } from './services';
import { revealFile } from './sessionActions';

/** Tells of sessions that their agent has deleted after a resume, and offers their copies. */
export function registerLostSessions({ kept, log }: Services): Disposable {
  return kept.onDidLose((lost) => {
    log.warn(`${lost.key} was deleted by its agent; a copy is ${lost.file}`);
    void offer(lost);
  });
}

async function offer({ key, title, file }: LostSession): Promise<void> {
  const agent = parseSessionKey(key)?.agent;
  const message = l10n.t(
    '{0} has deleted the session “{1}”: its present versions do that at the next start after a resume. Localix kept a copy: {2}',
    agent === undefined ? key : agentNames[agent], withoutLinks(title), withoutLinks(file),
  );
  const [read, show] = [l10n.t('Read the Copy'), l10n.t('Show the File')];
  const chosen = await window.showWarningMessage(message, read, show);
  if (chosen === read) await commands.executeCommand('localix.openTranscript', key);
  if (chosen === show) await revealFile(file);
}
