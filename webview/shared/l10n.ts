import { boot } from './boot';

/** `message` in the reader's language, with `{0}` … replaced by `values`. Works like `vscode.l10n.t`, over the same bundle. */
export function t(message: string, ...values: readonly (string | number)[]): string {
  const translation = boot.words?.[message];
  const text = typeof translation === 'string' ? translation : message;
  return text.replace(/\{(\d+)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
}
