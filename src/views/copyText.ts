import { env, l10n, window } from 'vscode';
import { withoutIcons } from './plainText';

/** Milliseconds for which the status bar says what was copied. */
const shownFor = 4_000;

/** Copies `text`, and says what it is. */
export async function copyText(text: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(l10n.t('Copied: {0}', withoutIcons(text)), shownFor);
}
