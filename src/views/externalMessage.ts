import { l10n } from 'vscode';
import { clip, collapse } from '../core/text';

export interface ExternalCounts {
  readonly listed: number;
  /** Of those, what the filter leaves. */
  readonly matching: number;
  readonly notListed: number;
  /** Are chats, and so on the other tab. */
  readonly asChats: number;
}

/** Longest filter that is repeated, in UTF-16 units. */
const filterLimit = 60;

/** The line above the rows: what is not to be seen among them, and why; empty when they are everything. */
export function externalMessage({ listed, matching, notListed, asChats }: ExternalCounts, filter: string, failure: string | null): string {
  const text = clip(collapse(filter), filterLimit);
  const parts = [];
  if (text !== '') parts.push(l10n.t('{0} of {1} match “{2}”', matching, listed, text));
  if (notListed > 0) parts.push(text === '' ? l10n.t('{0} shown, {1} not shown', listed, notListed) : l10n.t('{0} not shown', notListed));
  if (asChats > 0) parts.push(l10n.t('{0} in Localix Chats', asChats));
  if (failure !== null) parts.push(l10n.t('The list may not be up to date: {0}', failure));
  return parts.join(' · ');
}
