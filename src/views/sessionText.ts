import { env, l10n, MarkdownString } from 'vscode';
import { clip, collapse } from '../core/text';
import { activityOf, type Session } from '../external/session';
import { agentNames, parseKey } from '../shared/agentId';
import { relativeTime } from './relativeTime';
import { messageCount } from './words';

/** A first prompt can be a page long; VS Code cuts a row by its width, but is sent all of it. */
const titleLimit = 200;

/** The session's title on one line, and a word for a session that has none. */
export function titleOf({ record }: Session): string {
  return clip(collapse(record.title), titleLimit) || l10n.t('Untitled session');
}

/** Behind the title: whether it runs, and how long ago `at` was. */
export function describe(session: Session, now: Date, at = activityOf(session)): string {
  const time = at === null ? '' : relativeTime(at, now, env.language);
  return [session.running ? l10n.t('● running') : '', time].filter((part) => part !== '').join(' · ');
}

/** The row as a screen reader says it: the icon, too, in words. */
export function spoken(session: Session, now: Date, at = activityOf(session)): string {
  const time = at === null ? '' : relativeTime(at, now, env.language);
  const running = session.running ? l10n.t('running') : '';
  return [titleOf(session), agentNames[session.agent], running, time].filter((part) => part !== '').join(', ');
}

/** All that is known of the session at a glance. `mainCheckout` is the folder of which the session's own is a git worktree. */
export function tooltipOf(session: Session, mainCheckout: string | null): MarkdownString {
  const { record, agent, running } = session;
  const facts: readonly (readonly [string, string | null])[] = [
    [l10n.t('Agent'), agentNames[agent] + (running ? ` (${l10n.t('running')})` : '')],
    [l10n.t('Host'), parseKey(session.key)?.host ?? null],
    [l10n.t('Folder'), record.folder],
    [l10n.t('Worktree of'), mainCheckout],
    [l10n.t('Branch'), record.branch],
    [l10n.t('Model'), record.models.join(', ') || null],
    [l10n.t('Messages'), record.messageCount === null ? null : messageCount(record.messageCount)],
    [l10n.t('Created'), wholeTime(record.createdAt)],
    [l10n.t('Last active'), wholeTime(activityOf(session))],
    [l10n.t('Archived'), record.archived ? l10n.t('yes') : null],
    [l10n.t('Session'), record.id],
  ];
  const tooltip = new MarkdownString('**').appendText(titleOf(session)).appendMarkdown('**\n\n');
  for (const [name, value] of facts) {
    if (value !== null) tooltip.appendText(`${name}: ${value}`).appendMarkdown('  \n');
  }
  return tooltip;
}

function wholeTime(at: string | null): string | null {
  return at === null ? null : new Date(at).toLocaleString(env.language, { dateStyle: 'medium', timeStyle: 'short' });
}
