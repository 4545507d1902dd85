import { l10n, window } from 'vscode';
import type { StoreCode } from '../store/operations';
import type { Services } from './services';
import { tellChat } from './tellChat';

/** Whether it can be gone on with what is sound. */
export function isDamage(code: StoreCode): boolean {
  return code === 'store_damaged' || code === 'snapshot_damaged';
}

/** Goes on with what is sound of the chats, when the person says so: what was saved behind the damage is not among it. */
export async function mendChats(services: Services): Promise<void> {
  const confirm = l10n.t('Continue');
  const detail = l10n.t('What was saved after the damage is left out. The damaged files are kept beside the new ones, under names with today\'s date; nothing is overwritten.');
  const answer = await window.showWarningMessage(l10n.t('Continue with the chats that are sound?'), { modal: true, detail }, confirm);
  if (answer !== confirm) return;
  const mended = await services.chats.mend();
  if (!mended.ok) return tellChat(services, mended);
  await services.openProjects.refresh();
  void window.showInformationMessage(mendedWords(mended.value.leftOut));
}

function mendedWords(leftOut: number | null): string {
  if (leftOut === null) return l10n.t('Your chats can be changed again. Some may be missing, or be as they were earlier.');
  return leftOut === 0 ? l10n.t('Your chats can be changed again. Nothing was left out.') : l10n.t('Your chats can be changed again. Changes left out: {0}', leftOut);
}
