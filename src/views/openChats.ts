import { l10n, window } from 'vscode';
import type { Chats } from '../chats/chats';
import { type Event, Emitter } from '../core/events';
import type { ChatId, ProjectId } from '../core/ids';
import { type Disposable, Owned } from '../core/owned';
import type { OpenProjects } from '../projects/openProjects';

/** Where the keyboard goes: into the page, to where a message is written, or nowhere, so that a list of rows keeps it. */
export type ChatFocus = 'page' | 'message' | 'list';

export interface OpenedChat {
  readonly id: ChatId;
  readonly focus: ChatFocus;
  /** Its terminal is on its way by itself. */
  readonly hasTerminal: boolean;
}

/** Which chat this window is at. */
export class OpenChats implements Disposable {
  private readonly own = new Owned();
  private readonly moved = this.own.add(new Emitter<ChatId>());
  /** The window is at another chat. */
  readonly onDidMove: Event<ChatId> = this.moved.event;
  private readonly opened = this.own.add(new Emitter<OpenedChat>());
  /** The person wants to see a chat. */
  readonly onDidOpen: Event<OpenedChat> = this.opened.event;
  private at: ChatId | undefined;
  private project: ProjectId | undefined;

  constructor(private readonly deps: { chats: Chats; openProjects: OpenProjects }) {
    this.own.add(deps.openProjects.onDidChange(() => void this.follow()));
  }

  get current(): ChatId | undefined {
    return this.at;
  }

  /** Goes to a chat. It counts as read from then on, and as the last one in its project; its times stay. */
  open(id: ChatId, focus: ChatFocus = 'page'): Promise<void> {
    return this.goTo({ id, focus, hasTerminal: false });
  }

  /** As `open`, for a chat whose terminal is opened beside. */
  openWithTerminal(id: ChatId): Promise<void> {
    return this.goTo({ id, focus: 'page', hasTerminal: true });
  }

  private async goTo(opened: OpenedChat): Promise<void> {
    const { id } = opened;
    const { chats } = this.deps;
    await chats.start();
    const chat = chats.chat(id);
    if (chat === undefined) {
      void window.showWarningMessage(l10n.t('There is no chat {0} any more.', id));
      return;
    }
    this.at = id;
    this.moved.fire(id);
    this.opened.fire(opened);
    if (chat.isUnread) await chats.setUnread([id], false);
    await chats.setPlace(chat.project, id);
  }

  dispose(): void {
    this.own.dispose();
  }

  /** In another project the person is where they last were in it. */
  private async follow(): Promise<void> {
    const { chats, openProjects } = this.deps;
    const project = openProjects.current?.id;
    if (project === undefined || project === this.project) return;
    this.project = project;
    const [place] = await Promise.all([chats.place(project), chats.start()]);
    if (place === undefined || chats.chat(place) === undefined || this.project !== project) return;
    this.at = place;
    this.moved.fire(place);
  }
}
