import { commands, EventEmitter, l10n, window, type TreeDataProvider, TreeItem, type TreeView } from 'vscode';
import { chatGroupings, type ChatSection, sortedTimeOf } from '../chats/arrangeChats';
import type { ChatNode } from '../chats/chatTree';
import { isOpen } from '../chats/folds';
import { listingOf } from '../chats/listing';
import { previewed, shownChildren } from '../chats/shownChildren';
import type { ChatId } from '../core/ids';
import { Owned, type Disposable } from '../core/owned';
import { pickArrangement } from './arrangements';
import { registerChatActions } from './chatActions';
import { ChatListState } from './chatListState';
import { chatFace, type ChatFace, chatItem, chatNodeId, type ChatRowNode, type ChatTreeNode, footerItem, type NoticeNode, type Placed, placesOf, sectionItem, sectionLabel } from './chatNodes';
import { chatWords } from './chatWords';
import { isDamage } from './mendChats';
import { FilterBox } from './filterBox';
import { folderRows } from './folderRows';
import { registerCommands } from './registerCommands';
import type { Services } from './services';

/** Root chats of a section shown at first: a tree of thousands of rows is slow to send at every change. */
const page = 200;
const minute = 60_000;

/** The Localix tab: the chats of the selected project. */
export function registerChatsTree(services: Services): Disposable {
  return new ChatsTree(services);
}

class ChatsTree implements TreeDataProvider<ChatTreeNode>, Disposable {
  private readonly own = new Owned();
  private readonly changed = this.own.add(new EventEmitter<ChatTreeNode[] | undefined>());
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: TreeView<ChatTreeNode>;
  private readonly state: ChatListState;
  private searchBox: FilterBox | undefined;
  private begun: Thenable<unknown> | undefined;
  /** Whether both the project and its chats are known: before, an empty list says nothing. */
  private isBegun = false;
  private sections: readonly ChatSection[] = [];
  private places: ReadonlyMap<ChatId, Placed> = new Map();
  /** What stands where, in words: redrawing all of it costs the person their pointer. */
  private shape = '';
  /** The rows VS Code has and the face each got, to draw anew those alone that look different now. */
  private readonly faces = new Map<ChatRowNode, string>();
  /** What VS Code shows unfolded: it keeps its own mind for a row that it has drawn once. */
  private readonly unfolded = new Map<ChatId, boolean>();
  /** While the view itself unfolds a path, that is no choice of the person. */
  private revealing = false;

  constructor(private readonly services: Services) {
    const { chats, openProjects, openChats, activity, memory } = services;
    this.state = new ChatListState(memory);
    this.view = this.own.add(window.createTreeView('localix.chats', { treeDataProvider: this, canSelectMany: true, showCollapseAll: true }));
    this.own.add(chats.onDidChange(() => this.update()));
    this.own.add(openProjects.onDidChange(() => this.update()));
    this.own.add(activity.onDidChange(() => this.update()));
    this.own.add(openChats.onDidMove(() => void this.reveal()));
    this.own.add(this.view.onDidChangeVisibility(() => (this.update(), void this.reveal())));
    this.own.add(this.view.onDidExpandElement(({ element }) => this.fold(element, true)));
    this.own.add(this.view.onDidCollapseElement(({ element }) => this.fold(element, false)));
    // Who chooses a row has found it.
    this.own.add(this.view.onDidChangeSelection(({ selection }) => selection.length > 0 && this.searchBox?.keep()));
    const tick = setInterval(() => this.update(), minute);
    this.own.add({ dispose: () => clearInterval(tick) });
    this.own.add({ dispose: () => this.searchBox?.dispose() });
    this.own.add(
      registerCommands(services, {
        'localix.searchChats': () => this.askForSearch(),
        'localix.clearChatSearch': () => this.setSearch(''),
        'localix.arrangeChats': () => this.arrange(),
        'localix.showArchivedChats': () => this.showArchived(true),
        'localix.hideArchivedChats': () => this.showArchived(false),
        'localix.showAllChats': (node) => this.toggleAll(node as ChatTreeNode),
      }),
    );
    this.own.add(registerChatActions(services, this.view));
    this.tellArchived();
  }

  getChildren(node?: ChatTreeNode): ChatTreeNode[] {
    switch (node?.kind) {
      case undefined:
        this.faces.clear();
        void this.begin();
        this.look();
        return [...this.notices(), ...this.sections.flatMap((section) => this.topRows(section))];
      case 'section':
        return this.rows(chatNodeId(node), node.section.nodes, page);
      case 'chat':
        return this.rows(chatNodeId(node), this.places.get(node.id)?.node.children ?? [], previewed);
      case 'notice':
      case 'all':
      case 'less':
        return [];
    }
  }

  getTreeItem(node: ChatTreeNode): TreeItem {
    switch (node.kind) {
      case 'notice':
        return node.item;
      case 'section':
        return sectionItem(node, this.services.extension, new Date());
      case 'chat':
        return this.chatItem(node);
      case 'all':
      case 'less':
        return footerItem(node);
    }
  }

  /** Only asked to find what is revealed. */
  getParent(node: ChatTreeNode): ChatTreeNode | undefined {
    return node.kind === 'chat' ? this.places.get(node.id)?.parent : undefined;
  }

  dispose(): void {
    this.own.dispose();
  }

  /** The first look begins the reading. */
  private begin(): Thenable<unknown> {
    const { chats, openProjects } = this.services;
    const read = async (): Promise<void> => {
      await Promise.all([chats.start(), openProjects.start()]);
      this.isBegun = true;
      this.update();
    };
    return (this.begun ??= window.withProgress({ location: { viewId: 'localix.chats' } }, read));
  }

  private get isSearching(): boolean {
    return this.state.search.trim() !== '';
  }

  /** What leads to the chat that is open. */
  private onPath(): ReadonlySet<ChatId> {
    const { openChats, chats } = this.services;
    return new Set(openChats.current === undefined ? [] : chats.path(openChats.current).map(({ id }) => id));
  }

  private look(): void {
    const { chats, openProjects, activity } = this.services;
    const project = openProjects.current;
    const current = project === undefined ? [] : chats.of(project.id).map((chat) => ({ ...chat, activeAt: activity.lastOf(chat) }));
    const { search, showsArchived } = this.state;
    this.sections = listingOf(current, { arrangement: this.arrangement(), search, showsArchived }, new Date());
    this.places = placesOf(this.sections, this.isSearching);
  }

  private arrangement(): ReturnType<ChatListState['arrangement']> {
    return this.state.arrangement(this.services.openProjects.current?.id ?? '');
  }

  private notices(): NoticeNode[] {
    return folderRows(this.services).map((item) => ({ kind: 'notice', item }));
  }

  private topRows(section: ChatSection): ChatTreeNode[] {
    return section.by === 'none' ? this.rows('', section.nodes, page) : [{ kind: 'section', section }];
  }

  private rows(parent: string, nodes: readonly ChatNode[], limit: number): ChatTreeNode[] {
    // A path that a search opens ends at its matches, however many.
    const opened = this.isSearching && limit === previewed;
    const { shown, footer } = shownChildren(nodes, limit, opened || this.state.wantsAll.has(parent), this.onPath());
    const rows: ChatTreeNode[] = shown.flatMap(({ chat }) => this.places.get(chat.id)?.row ?? []);
    if (footer !== null && !opened) rows.push({ kind: footer, parent, count: nodes.length });
    return rows;
  }

  private chatItem(row: ChatRowNode): TreeItem {
    const placed = this.places.get(row.id);
    // Gone since VS Code was told of it; the list that is on its way does without.
    if (placed === undefined) return new TreeItem('');
    const face = this.faceOf(placed);
    this.faces.set(row, JSON.stringify(face));
    const open = this.isUnfolded(placed.row);
    if (!row.searching) this.unfolded.set(row.id, open);
    return chatItem(placed, face, open, this.services.extension);
  }

  private isUnfolded({ id, searching }: ChatRowNode): boolean {
    return searching || (this.unfolded.get(id) ?? isOpen(id, this.state.folds, this.onPath()));
  }

  private faceOf({ node: { chat, children }, row }: Placed): ChatFace {
    const at = sortedTimeOf(chat, this.arrangement().sort);
    return chatFace(chat, { at, children: children.length, isOpen: this.isUnfolded(row), ...this.services.activity.of(chat) }, new Date());
  }

  private update(): void {
    if (!this.view.visible) return;
    const { chats, openProjects } = this.services;
    this.look();
    void commands.executeCommand('setContext', 'localix.chatsState', this.isBegun ? chats.state : 'loading');
    void commands.executeCommand('setContext', 'localix.chatsProblem', chats.problem !== undefined);
    void commands.executeCommand('setContext', 'localix.chatsDamaged', chats.problem !== undefined && isDamage(chats.problem.code));
    // In the title, since VS Code shows no description where a container's title stands for its only view.
    this.view.title = openProjects.current?.name ?? l10n.t('Localix');
    this.view.message = this.message();
    this.redraw();
  }

  /** The line above the rows. With one, VS Code would not show the welcome text of a list that is empty or could not be read. */
  private message(): string {
    const { problem, state } = this.services.chats;
    if (state !== 'ready') return '';
    // A path would be cut off here; the notification names it.
    if (problem !== undefined && isDamage(problem.code)) return l10n.t('Your chats are damaged. What is sound is shown, and can\'t be changed.');
    if (problem !== undefined) return chatWords[problem.code](problem.detail);
    if (!this.isSearching) return '';
    const words = this.state.search.trim();
    return this.places.size === 0 ? l10n.t('No chat matches “{0}”', words) : l10n.t('Chats that match “{0}”', words);
  }

  /** All of it where rows came, went or moved; else the rows that look different now. */
  private redraw(): void {
    const now = new Date();
    const keys = [...this.places.values()].map(({ row, parent }) => [row.id, row.session?.key, parent && chatNodeId(parent)]);
    const notices = this.notices().map(({ item }) => [item.id, item.label, item.description]);
    const shape = JSON.stringify([this.isSearching, [...this.onPath()], notices, this.sections.map((section) => sectionLabel(section, now)), keys]);
    if (shape !== this.shape) {
      this.shape = shape;
      this.changed.fire(undefined);
      return;
    }
    const moved = [...this.faces].filter(([{ id }, shown]) => {
      const placed = this.places.get(id);
      return placed !== undefined && JSON.stringify(this.faceOf(placed)) !== shown;
    });
    if (moved.length > 0) this.changed.fire(moved.map(([row]) => row));
  }

  private fold(node: ChatTreeNode, open: boolean): void {
    if (node.kind !== 'chat' || node.searching) return;
    this.unfolded.set(node.id, open);
    if (!this.revealing) this.state.fold(node.id, open);
    // The number of children stands on a folded row alone.
    this.changed.fire([node]);
  }

  /** Unfolds the way to the open chat and selects it. */
  private async reveal(): Promise<void> {
    const { current } = this.services.openChats;
    this.update();
    const row = current === undefined ? undefined : this.places.get(current)?.row;
    if (row === undefined || !this.view.visible) return;
    this.revealing = true;
    try {
      await this.view.reveal(row, { select: true, focus: false, expand: this.state.folds.get(row.id) !== false });
    } catch (error) {
      // The list changed meanwhile, and the row is not in it any more.
      this.services.log.debug('revealing a chat', error);
    } finally {
      this.revealing = false;
    }
  }

  private toggleAll(node: ChatTreeNode): void {
    if (node.kind === 'all') this.state.wantsAll.add(node.parent);
    else if (node.kind === 'less') this.state.wantsAll.delete(node.parent);
    this.changed.fire(undefined);
  }

  private async askForSearch(): Promise<void> {
    if (!this.view.visible) await commands.executeCommand('localix.showChats');
    this.searchBox?.keep();
    this.searchBox = new FilterBox(this.state.search, l10n.t('Words of the title'), (text) => this.setSearch(text));
  }

  private setSearch(text: string): void {
    this.state.search = text;
    void commands.executeCommand('setContext', 'localix.chatsSearched', this.isSearching);
    this.update();
  }

  private async arrange(): Promise<void> {
    const project = this.services.openProjects.current;
    const change = await pickArrangement([this.arrangement()], chatGroupings, l10n.t('Sort or group the chats of this project'));
    if (change === undefined || project === undefined) return;
    await this.state.arrange(project.id, change);
    this.update();
  }

  private async showArchived(shows: boolean): Promise<void> {
    await this.state.setShowsArchived(shows);
    this.tellArchived();
    this.update();
  }

  private tellArchived(): void {
    void commands.executeCommand('setContext', 'localix.showsArchivedChats', this.state.showsArchived);
  }
}
