import { commands, EventEmitter, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, window, workspace } from 'vscode';
import type { TreeDataProvider, TreeView } from 'vscode';
import { Owned, type Disposable } from '../core/owned';
import type { Listing } from '../external/externalSessions';
import type { Session } from '../external/session';
import { agentIcon } from '../workbench/agentIcons';
import { externalState } from './externalState';
import { openFolders, type OpenFolder } from './folders';
import { registerCommands } from './registerCommands';
import type { Services } from './services';
import { describe, spoken, titleOf, tooltipOf } from './sessionText';
import { sessionCount } from './words';

export interface RowNode {
  readonly kind: 'row';
  readonly folder: string;
  readonly session: Session;
}

type Node =
  | { readonly kind: 'folder'; readonly folder: OpenFolder }
  | RowNode
  | { readonly kind: 'more'; readonly folder: string; readonly count: number };

/** Rows shown at first, and more with each "Show more": a tree of thousands of rows is slow to send at every change. */
const page = 200;
const minute = 60_000;

/** The External tab: the native sessions of the open folders. */
export function registerExternalTree(services: Services): Disposable {
  return new ExternalTree(services);
}

class ExternalTree implements TreeDataProvider<Node>, Disposable {
  private readonly own = new Owned();
  private readonly changed = this.own.add(new EventEmitter<Node[] | undefined>());
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: TreeView<Node>;
  /** How many rows of a folder are shown, where more than the first page. */
  private readonly limits = new Map<string, number>();
  /** The rows last given to VS Code with the description each got, to find those whose time has moved on. */
  private readonly described = new Map<RowNode, string>();
  /** The rows as last shown, in words: a transcript that grows changes none of them, and redrawing costs the person their pointer. */
  private drawn = '';
  private agents: number | undefined;
  private endProgress: (() => void) | undefined;

  constructor(private readonly services: Services) {
    this.view = this.own.add(window.createTreeView('localix.external', { treeDataProvider: this, showCollapseAll: false }));
    this.own.add(services.external.onDidChange(() => this.update()));
    this.own.add(services.installations.onDidChange(() => void this.countAgents()));
    this.own.add(
      workspace.onDidChangeWorkspaceFolders(() => {
        this.drawn = '';
        this.update();
      }),
    );
    this.own.add(this.view.onDidChangeVisibility(() => this.update()));
    const tick = setInterval(() => this.moveTimes(), minute);
    this.own.add({ dispose: () => clearInterval(tick) });
    this.own.add({ dispose: () => this.endProgress?.() });
    this.own.add(
      registerCommands(services, {
        'localix.refresh': () => this.refresh(),
        'localix.showMore': (node) => this.showMore(node as Node),
      }),
    );
  }

  getChildren(node?: Node): Node[] {
    const folders = openFolders();
    if (node === undefined) {
      this.described.clear();
      const [only, ...others] = folders;
      if (only === undefined) return [];
      return others.length === 0 ? this.rowsOf(only.path) : folders.map((folder) => ({ kind: 'folder', folder }));
    }
    return node.kind === 'folder' ? this.rowsOf(node.folder.path) : [];
  }

  getTreeItem(node: Node): TreeItem {
    switch (node.kind) {
      case 'folder':
        return this.folderItem(node.folder);
      case 'row':
        return this.rowItem(node);
      case 'more': {
        const item = new TreeItem(l10n.t('Show more ({0})', node.count));
        item.id = `more\n${node.folder}`;
        item.command = { command: 'localix.showMore', title: '', arguments: [node] };
        return item;
      }
    }
  }

  /** The tooltip is made for the row under the pointer alone. */
  resolveTreeItem(item: TreeItem, node: Node): TreeItem {
    if (node.kind === 'row') item.tooltip = tooltipOf(this.services.external.get(node.session.key) ?? node.session);
    return item;
  }

  dispose(): void {
    this.own.dispose();
  }

  private rowsOf(folder: string): Node[] {
    const { sessions } = this.services.external.listing(folder);
    const limit = this.limits.get(folder) ?? page;
    const rows: Node[] = sessions.slice(0, limit).map((session) => ({ kind: 'row', folder, session }));
    if (sessions.length > limit) rows.push({ kind: 'more', folder, count: sessions.length - limit });
    return rows;
  }

  private folderItem({ name, path }: OpenFolder): TreeItem {
    const item = new TreeItem(name, TreeItemCollapsibleState.Expanded);
    item.id = `folder\n${path}`;
    item.iconPath = ThemeIcon.Folder;
    item.description = sessionCount(this.services.external.listing(path).sessions.length);
    item.tooltip = path;
    return item;
  }

  private rowItem(node: RowNode): TreeItem {
    const { folder, session } = node;
    const now = new Date();
    const item = new TreeItem(titleOf(session));
    // A session of a folder inside another open folder has a row in both.
    item.id = `row\n${folder}\n${session.key}`;
    item.iconPath = agentIcon(this.services.extension, session.agent);
    item.description = describe(session, now);
    item.accessibilityInformation = { label: spoken(session, now) };
    item.contextValue = `session.${session.agent}`;
    item.command = { command: 'localix.openTranscript', title: l10n.t('Open Transcript'), arguments: [node] };
    this.described.set(node, item.description);
    return item;
  }

  /** Shows what is known now. Asks for nothing while nobody has looked: the first look begins the reading. */
  private update(): void {
    if (!this.view.visible) return;
    if (this.agents === undefined) void this.countAgents();
    const listings = openFolders().map(({ path }) => this.services.external.listing(path));
    const state = externalState(listings, this.agents);
    const keys = new Set(listings.flatMap(({ sessions }) => sessions.map(({ key }) => key)));
    void commands.executeCommand('setContext', 'localix.externalState', state);
    void commands.executeCommand('setContext', 'localix.hasNotShown', listings.some(({ notShown }) => notShown.length > 0));
    // In the title, since VS Code shows no description where a container's title stands for its only view.
    this.view.title = keys.size === 0 ? l10n.t('External') : l10n.t('External ({0})', keys.size);
    this.view.message = state === 'ready' ? staleness(listings) : '';
    this.showProgress(state === 'loading');
    this.redraw(listings);
  }

  private redraw(listings: readonly Listing[]): void {
    const now = new Date();
    const drawn = JSON.stringify(listings.map(({ sessions }) => sessions.map((session) => [session.key, titleOf(session), describe(session, now)])));
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.changed.fire(undefined);
  }

  private async countAgents(): Promise<void> {
    const before = this.agents;
    this.agents = (await this.services.installations.list()).length;
    if (this.agents !== before) this.update();
  }

  private async refresh(): Promise<void> {
    await window.withProgress({ location: { viewId: 'localix.external' } }, () => this.services.external.refresh());
    this.update();
  }

  private showMore(node: Node): void {
    if (node.kind !== 'more') return;
    this.limits.set(node.folder, (this.limits.get(node.folder) ?? page) + page);
    this.changed.fire(undefined);
  }

  private moveTimes(): void {
    if (!this.view.visible) return;
    const now = new Date();
    const moved = [...this.described].filter(([{ session }, shown]) => describe(session, now) !== shown);
    if (moved.length > 0) this.changed.fire(moved.map(([node]) => node));
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

function staleness(listings: readonly Listing[]): string {
  const failure = listings.find((listing) => listing.failure !== null)?.failure;
  return failure === undefined || failure === null ? '' : l10n.t('The list may not be up to date: {0}', failure);
}
