import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { Session } from '../external/session';
import { withoutIcons } from './plainText';
import { describe } from './sessionText';
import { type HostNode, nodeId, type NoteNode } from './externalNodes';
import { sessionCount, sshWords } from './words';

/** A host is folded at first: it is asked when a person unfolds it. */
export function hostItem(node: HostNode): TreeItem {
  const { host, matching } = node;
  const { isAsking, failure } = host.state;
  const item = new TreeItem(node.folder.name, TreeItemCollapsibleState.Collapsed);
  item.id = nodeId(node);
  item.iconPath = new ThemeIcon(failure === null ? 'vm' : 'warning');
  item.description = isAsking ? l10n.t('asking…') : failure !== null ? l10n.t('could not be read') : host.sessions.isRead ? sessionCount(matching.length) : '';
  item.tooltip = l10n.t('Sessions on {0}, read through ssh', node.folder.name);
  item.accessibilityInformation = { label: [l10n.t('Host {0}', node.folder.name), item.description].filter((part) => part !== '').join(', ') };
  item.contextValue = isAsking ? 'host.asking' : 'host';
  return item;
}

/** What stands below a host beside its sessions: that it is asked, why it could not be, or that there is nothing. */
export function notesOf(node: HostNode, isFiltered: boolean): readonly NoteNode[] {
  const { host, listing, matching } = node;
  const { isAsking, failure, left } = host.state;
  const note = (of: NoteNode['of'], text: string): NoteNode => ({ kind: 'note', host, of, text });
  const notes: NoteNode[] = [];
  if (failure !== null && !isAsking) notes.push(note('failure', sshWords[failure.code](failure.detail)));
  else if (listing.failure !== null) notes.push(note('failure', l10n.t('The list may not be up to date: {0}', listing.failure.split('\n')[0] ?? '')));
  if (isAsking && listing.sessions.length === 0) notes.push(note('asking', l10n.t('Asking {0}…', host.host.destination)));
  else if (matching.length === 0 && notes.length === 0) notes.push(note('empty', isFiltered ? l10n.t('No session matches the filter.') : l10n.t('No agent has recorded a session there.')));
  if (left > 0) notes.push(note('left', l10n.t('{0} files were left out: too many, too large, or with names that can\'t be names here.', left)));
  return notes;
}

export function noteItem(node: NoteNode): TreeItem {
  const item = new TreeItem(withoutIcons(node.text));
  item.id = nodeId(node);
  item.iconPath = new ThemeIcon({ failure: 'warning', asking: 'loading~spin', empty: 'info', left: 'info' }[node.of]);
  item.tooltip = node.text;
  if (node.of !== 'failure') return item;
  item.command =
    node.host.state.failure?.code === 'invalid_destination'
      ? { command: 'localix.openSettings', title: l10n.t('Open Settings'), arguments: ['localix.hosts'] }
      : { command: 'localix.refreshHost', title: l10n.t('Try Again'), arguments: [node] };
  item.description = item.command.title;
  return item;
}

/** Behind the title of a session on a host: its folder there, since they are of many. */
export function describeOnHost(session: Session, now: Date, at: string | null): string {
  const folder = session.record.folder?.split('/').findLast((name) => name !== '') ?? '';
  return [describe(session, now, at), folder].filter((part) => part !== '').join(' · ');
}
