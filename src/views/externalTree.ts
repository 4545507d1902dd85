import { commands, EventEmitter, l10n, TreeItem, window, workspace } from 'vscode';
import type { TreeDataProvider, TreeView } from 'vscode';
import type { Chats } from '../chats/chats';
import { Owned, type Disposable } from '../core/owned';
import { arrange, groupings, sortedTime } from '../external/arrange';
import { matcher } from '../external/filter';
import type { Listing } from '../external/externalSessions';
import type { HostSessions } from '../external/hostSessions';
import type { Session } from '../external/session';
import { tellApart } from '../external/tellApart';
import { agentIcon } from '../workbench/agentIcons';
import { Arrangements, pickArrangement } from './arrangements';
import { externalMessage } from './externalMessage';
import { type ExternalNode, folderItem, type FolderNode, folderOfHost, type GroupNode, groupItem, groupLabel, type HostNode, moreItem, nodeId, type NoteNode, type RowNode } from './externalNodes';
import { externalState } from './externalState';
import { FilterBox } from './filterBox';
import { byRow } from './focusedRow';
import { openFolders } from './folders';
import { describeOnHost, hostItem, noteItem, notesOf } from './hostNodes';
import { registerCommands } from './registerCommands';
import type { Services } from './services';
import { describe, spoken, titleOf, tooltipOf } from './sessionText';

/** Rows shown at first, and more with each "Show more": a tree of thousands of rows is slow to send at every change. */
const page = 200;
const minute = 60_000;

/** The External tab: the native sessions of the open folders. */
export function registerExternalTree(services: Services): Disposable {
  return new ExternalTree(services);
}

class ExternalTree implements TreeDataProvider<ExternalNode>, Disposable {
  private readonly own = new Owned();
  private readonly changed = this.own.add(new EventEmitter<ExternalNode[] | undefined>());
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: TreeView<ExternalNode>;
  private readonly arrangements: Arrangements;
  /** What the person typed; lasts as long as the window. */
  private filter = '';
  private filterBox: FilterBox | undefined;
  /** How many rows are shown under a node, where more than the first page. */
  private readonly limits = new Map<string, number>();
  /** The rows last given to VS Code with the description each got, to find those whose time has moved on. */
  private readonly described = new Map<RowNode, string>();
  /** The hosts that are unfolded: no other is asked. */
  private readonly asked = new Set<HostSessions>();
  /** The tree as last shown, in words: a transcript that grows changes nothing of it, and redrawing costs the person their pointer. */
  private drawn = '';
  private agents: number | undefined;
  private endProgress: (() => void) | undefined;

  constructor(private readonly services: Services) {
    this.arrangements = new Arrangements(services.memory);
    this.view = this.own.add(window.createTreeView('localix.external', { treeDataProvider: this, showCollapseAll: false }));
    this.own.add(services.external.onDidChange(() => this.update()));
    this.own.add(services.hosts.onDidChange(() => this.update()));
    this.own.add(this.view.onDidCollapseElement(({ element }) => element.kind === 'host' && this.asked.delete(element.host)));
    this.own.add(services.chats.onDidChange(() => this.update()));
    this.own.add(services.installations.onDidChange(() => void this.countAgents()));
    this.own.add(workspace.onDidChangeWorkspaceFolders(() => this.update()));
    this.own.add(this.view.onDidChangeVisibility(() => this.update()));
    // Who chooses a row has found it.
    this.own.add(this.view.onDidChangeSelection(({ selection }) => selection.length > 0 && this.filterBox?.keep()));
    const tick = setInterval(() => this.update(), minute);
    this.own.add({ dispose: () => clearInterval(tick) });
    this.own.add({ dispose: () => this.endProgress?.() });
    this.own.add({ dispose: () => this.filterBox?.dispose() });
    this.own.add(
      registerCommands(services, {
        'localix.refresh': () => this.refresh(),
        'localix.refreshHost': (node) => (node as HostNode | NoteNode).host.refresh(),
        'localix.stopHost': (node) => (node as HostNode).host.stop(),
        'localix.showMore': (node) => this.showMore(node as ExternalNode),
        'localix.filter': () => this.askForFilter(),
        'localix.clearFilter': () => this.setFilter(''),
        'localix.arrange': (node) => this.arrange(node as ExternalNode | undefined),
      }),
    );
  }

  getChildren(node?: ExternalNode): ExternalNode[] {
    switch (node?.kind) {
      case undefined: {
        this.described.clear();
        const folders = this.look();
        const [only, ...others] = folders;
        const hosts = this.lookAtHosts();
        return only !== undefined && others.length + hosts.length === 0 ? this.below(only) : [...folders, ...hosts];
      }
      case 'folder':
        return this.below(node);
      case 'host': {
        this.asked.add(node.host);
        const now = this.hostNode(node.host, true);
        return [...notesOf(now, this.filter.trim() !== ''), ...this.below(now)];
      }
      case 'group':
        return this.rows(node, node.folder.path, node.group.sessions);
      case 'row':
      case 'note':
      case 'more':
        return [];
    }
  }

  getTreeItem(node: ExternalNode): TreeItem {
    switch (node.kind) {
      case 'folder':
        return folderItem(node);
      case 'host':
        return hostItem(node);
      case 'note':
        return noteItem(node);
      case 'group':
        return groupItem(node, this.services.extension, new Date());
      case 'row':
        return this.rowItem(node);
      case 'more':
        return moreItem(node);
    }
  }

  /** The tooltip is made for the row under the pointer alone. */
  async resolveTreeItem(item: TreeItem, node: ExternalNode): Promise<TreeItem> {
    if (node.kind !== 'row') return item;
    const session = this.current(node);
    const { folder } = session.record;
    item.tooltip = tooltipOf(session, folder === null || this.hostOf(session) !== undefined ? null : await this.services.worktrees.mainCheckout(folder));
    return item;
  }

  dispose(): void {
    this.own.dispose();
  }

  private look(): FolderNode[] {
    const { external, chats } = this.services;
    void chats.start();
    const now = new Date();
    const matches = matcher(this.filter);
    return openFolders().map((folder) => {
      const { listing, asChats } = apart(external.listing(folder.path), chats);
      const matching = listing.sessions.filter(matches);
      const groups = arrange(matching, this.arrangements.of(folder.path), external.foldersOf(folder.path), now);
      return { kind: 'folder', folder, listing, asChats, matching, groups };
    });
  }

  private lookAtHosts(): HostNode[] {
    const { list } = this.services.hosts;
    for (const host of this.asked) if (!list.includes(host)) this.asked.delete(host);
    return list.map((host) => this.hostNode(host, this.asked.has(host)));
  }

  /** What is not asked shows what was known when it was. */
  private hostNode(host: HostSessions, isAsked: boolean): HostNode {
    const folder = folderOfHost(host);
    const listing: Listing = isAsked || host.sessions.isRead ? host.listing(isAsked) : { state: 'loading', sessions: [], notShown: [], failure: null };
    const matching = listing.sessions.filter(matcher(this.filter));
    return { kind: 'host', host, folder, listing, matching, groups: arrange(matching, this.arrangements.of(folder.path), host.sessions.foldersOf('/'), new Date()) };
  }

  private hostOf({ key }: Session): HostSessions | undefined {
    return this.services.hosts.hostOf(key);
  }

  private below(node: FolderNode | HostNode): ExternalNode[] {
    const { folder, groups } = node;
    if (groups.some(({ by }) => by === 'none')) return this.rows(node, folder.path, groups.flatMap(({ sessions }) => sessions));
    return groups.map((group) => ({ kind: 'group', folder, group }));
  }

  private rows(parent: FolderNode | HostNode | GroupNode, folder: string, sessions: readonly Session[]): ExternalNode[] {
    const id = nodeId(parent);
    const limit = this.limits.get(id) ?? page;
    const rows: ExternalNode[] = sessions.slice(0, limit).map((session) => ({ kind: 'row', folder, session }));
    if (sessions.length > limit) rows.push({ kind: 'more', parent: id, count: sessions.length - limit });
    return rows;
  }

  private rowItem(node: RowNode): TreeItem {
    const session = this.current(node);
    const now = new Date();
    const item = new TreeItem(titleOf(session));
    item.id = nodeId(node);
    item.iconPath = agentIcon(this.services.extension, session.agent);
    item.description = this.describe(node, now);
    item.accessibilityInformation = { label: spoken(session, now, this.timeOf(node)) };
    item.contextValue = `${this.hostOf(session) === undefined ? 'session' : 'remote'}.${session.agent}`;
    item.command = { command: 'localix.openTranscript', title: l10n.t('Open Transcript'), arguments: [node, byRow] };
    this.described.set(node, item.description);
    return item;
  }

  /** The session of a row as it is now: the row may be older. */
  private current({ session }: RowNode): Session {
    return this.services.hosts.sessionsOf(session.key).get(session.key) ?? session;
  }

  private describe(node: RowNode, now: Date): string {
    const session = this.current(node);
    const words = this.hostOf(session) === undefined ? describe : describeOnHost;
    return words(session, now, this.timeOf(node));
  }

  private timeOf(node: RowNode): string | null {
    return sortedTime[this.arrangements.of(node.folder).sort](this.current(node));
  }

  /** Shows what is known now. Asks for nothing while nobody has looked: the first look begins the reading. */
  private update(): void {
    if (!this.view.visible) return;
    if (this.agents === undefined) void this.countAgents();
    const folders = this.look();
    const listings = folders.map(({ listing }) => listing);
    const state = externalState(listings, this.agents);
    const listed = distinct(listings.flatMap(({ sessions }) => sessions));
    const notShown = listings.flatMap((listing) => listing.notShown);
    const counts = { listed, matching: distinct(folders.flatMap(({ matching }) => matching)), notListed: tellApart(notShown).notListed.length, asChats: distinct(folders.flatMap(({ asChats }) => asChats)) };
    const failure = listings.find((listing) => listing.failure !== null)?.failure ?? null;
    void commands.executeCommand('setContext', 'localix.externalState', state);
    void commands.executeCommand('setContext', 'localix.hasNotShown', notShown.length > 0);
    // In the title, since VS Code shows no description where a container's title stands for its only view.
    this.view.title = listed === 0 ? l10n.t('External') : l10n.t('External ({0})', listed);
    // With a message, VS Code would not show the welcome text of the other states.
    this.view.message = state === 'ready' ? externalMessage(counts, this.filter, failure) : '';
    this.showProgress(state === 'loading');
    this.redraw(folders);
  }

  /** All of it where rows came, went or moved; else the rows whose description is another now. */
  private redraw(folders: readonly FolderNode[]): void {
    const now = new Date();
    const drawn = JSON.stringify([
      this.lookAtHosts().map((node) => [node.folder, hostItem(node).description, notesOf(node, false).map(({ text }) => text), sketch(node, now)]),
      folders.map((node) => [node.folder, sketch(node, now)]),
    ]);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.changed.fire(undefined);
      return;
    }
    const moved = [...this.described].filter(([node, shown]) => this.describe(node, now) !== shown);
    if (moved.length > 0) this.changed.fire(moved.map(([node]) => node));
  }

  private async countAgents(): Promise<void> {
    const before = this.agents;
    this.agents = (await this.services.installations.list()).length;
    if (this.agents !== before) this.update();
  }

  private async refresh(): Promise<void> {
    this.services.worktrees.forget();
    await window.withProgress({ location: { viewId: 'localix.external' } }, () => this.services.external.refresh());
    for (const host of this.asked) void host.refresh();
    this.update();
  }

  private showMore(node: ExternalNode): void {
    if (node.kind !== 'more') return;
    this.limits.set(node.parent, (this.limits.get(node.parent) ?? page) + page);
    this.changed.fire(undefined);
  }

  private async askForFilter(): Promise<void> {
    if (!this.view.visible) await commands.executeCommand('localix.showExternal');
    this.filterBox?.keep();
    this.filterBox = new FilterBox(this.filter, l10n.t('Words of the title, the folder or the session id'), (text) => this.setFilter(text));
  }

  private setFilter(text: string): void {
    this.filter = text;
    void commands.executeCommand('setContext', 'localix.filtered', text.trim() !== '');
    this.update();
  }

  /** For the folder it was called on, else for all open ones. */
  private async arrange(node: ExternalNode | undefined): Promise<void> {
    const folders = node?.kind === 'folder' || node?.kind === 'host' ? [node.folder] : [...openFolders(), ...this.services.hosts.list.map(folderOfHost)];
    const change = await pickArrangement(folders.map(({ path }) => this.arrangements.of(path)), groupings, l10n.t('Sort or group the sessions of this folder'));
    if (change === undefined) return;
    for (const { path } of folders) await this.arrangements.change(path, change);
    this.update();
  }

  private showProgress(isLoading: boolean): void {
    if (!isLoading) {
      this.endProgress?.();
      this.endProgress = undefined;
    } else if (this.endProgress === undefined) {
      const loading = new Promise<void>((resolve) => (this.endProgress = resolve));
      void window.withProgress({ location: { viewId: 'localix.external' } }, () => loading);
    }
  }
}

/** The rows in words. */
function sketch({ folder, groups }: FolderNode | HostNode, now: Date): unknown {
  return groups.map((group) => [group.key, groupLabel({ kind: 'group', folder, group }, now), group.sessions.map((session) => [session.key, titleOf(session)])]);
}

function distinct(sessions: readonly Session[]): number {
  return new Set(sessions.map(({ key }) => key)).size;
}

/** Without what has a chat, archived or not: that is on the Localix tab. Before that is known nothing is shown, or it would go again. */
function apart(listing: Listing, chats: Chats): { readonly listing: Listing; readonly asChats: readonly Session[] } {
  if (chats.state === 'loading') return { listing: { ...listing, state: 'loading', sessions: [] }, asChats: [] };
  const hasChat = ({ key }: Session): boolean => chats.ofNative(key) !== undefined;
  return { listing: { ...listing, sessions: listing.sessions.filter((session) => !hasChat(session)) }, asChats: listing.sessions.filter(hasChat) };
}
