import { commands, ThemeIcon, type WebviewPanel } from 'vscode';
import { nativeOf } from '../chats/chat';
import type { ChatId } from '../core/ids';
import { parseChatId } from '../core/ids';
import { Owned, type Disposable } from '../core/owned';
import { fail, ok } from '../core/result';
import { clip } from '../core/text';
import type { SessionKey } from '../shared/agentId';
import type { ChatContract, ChatState } from '../shared/chatContract';
import type { ChatPageState } from '../shared/chatPageState';
import { chatTitle } from './chatNodes';
import { type Notice, takeStep } from './notice';
import { openAgent } from './openAgent';
import type { ChatFocus } from './openChats';
import { PageBridge, type Handlers } from './pageBridge';
import { chatParams } from './schema';
import type { Services } from './services';
import { folderOf, folderSteps, stateOfChat } from './stateOfChat';
import { terminalNotice } from './tellChat';
import { transcriptAnswers } from './transcriptAnswers';
import { loadSurface } from './webviewDocument';

/** Editor tabs grow with their title. */
const tabTitleLimit = 50;

/** The host's side of one chat's tab. */
export class ChatPage implements Disposable {
  private readonly own = new Owned();
  private readonly bridge: PageBridge<ChatContract>;
  readonly id: ChatId;
  /** The session, and the sub-agents of it that were looked at. */
  private readonly shown = new Set<SessionKey>();
  private readonly facts: { branch: string | null; agentNotice: Notice | undefined } = { branch: null, agentNotice: undefined };

  constructor(
    private readonly services: Services,
    private readonly panel: WebviewPanel,
    state: ChatPageState,
    private focus: ChatFocus,
  ) {
    this.id = state.id;
    const { log, external, chats, projects, projectFolders, activity, branches, drafts } = services;
    const { webview } = panel;
    this.bridge = this.own.add(new PageBridge({ webview, checks: chatParams, handlers: this.handlers(), log: (message, error) => log.error(message, error) }));
    this.own.add(chats.onDidChange((ids) => (ids.length === 0 || this.isAbout(ids)) && this.update()));
    this.own.add(projects.onDidChange(() => this.update()));
    this.own.add(projectFolders.onDidChange(() => this.update()));
    this.own.add(activity.onDidChange(() => this.update()));
    this.own.add(branches.onDidChange(() => void this.readBranch()));
    this.own.add(external.onDidChangeTranscript((key) => this.refreshConversation(key)));
    this.own.add(panel.onDidChangeViewState(() => this.update()));
    this.own.add({ dispose: () => services.activeSession.tell(this, undefined) });
    this.own.add({ dispose: () => void drafts.flush() });
    this.nameTab();
    this.tellActive();
    // Not the agent's: that is on its terminal's tab, which bears the same title.
    panel.iconPath = new ThemeIcon('comment-discussion');
    loadSurface(services.extension, webview, { name: 'chat', title: panel.title, state, agent: undefined });
  }

  /** Opened by its row once more, it takes the focus if it is what is shown. */
  reveal(focus: ChatFocus): void {
    this.panel.reveal(undefined, focus === 'list' && !this.panel.active);
  }

  close(): void {
    this.panel.dispose();
  }

  /** Shows the agent's terminal. What goes wrong is told on the page. */
  async openAgent(where: 'front' | 'shown' = 'front'): Promise<void> {
    this.tell(undefined);
    const chat = this.services.chats.chat(this.id);
    const failure = chat && (await openAgent(this.services, chat, where));
    if (failure !== undefined) this.services.log.warn(`${this.id}: ${failure.code} ${failure.detail}`);
    // Linked meanwhile, it may have another name for what is missing.
    const now = this.services.chats.chat(this.id);
    this.tell(failure === undefined || now === undefined ? undefined : terminalNotice(now, failure));
  }

  dispose(): void {
    this.own.dispose();
  }

  private handlers(): Handlers<ChatContract> {
    const { chats, drafts, openChats, openProjects, projects, projectFolders } = this.services;
    return {
      ...transcriptAnswers(this.services, { key: () => this.session(), onHead: ({ key }) => this.shown.add(key) }),
      'chat.open': async () => {
        await Promise.all([chats.start(), openProjects.start()]);
        const chat = chats.chat(this.id);
        if (chat === undefined) return fail('chat_missing');
        const project = projects.get(chat.project);
        await Promise.all([this.readBranch(), project && projectFolders.look(project)]);
        const isNew = this.focus === 'message';
        // Once: a page that was hidden opens anew when it comes back.
        this.focus = 'page';
        return ok({ chat: this.state() as ChatState, draft: await drafts.get(this.id), isNew });
      },
      'chat.saveDraft': ({ text }) => {
        drafts.set(this.id, text);
        return Promise.resolve(null);
      },
      'chat.go': async ({ id }) => {
        const chat = parseChatId(id);
        if (chat !== undefined) await openChats.open(chat);
        return null;
      },
      'chat.switchProject': () => run('localix.switchProject'),
      'chat.rename': () => run('localix.renameChat', this.id),
      'chat.openAgent': async () => {
        await this.openAgent();
        return null;
      },
      'chat.readSession': async () => {
        const key = this.session();
        return key === undefined ? null : run('localix.openTranscript', key);
      },
      'chat.step': async ({ of, index }) => {
        const chat = chats.chat(this.id);
        const steps = of === 'agent' ? this.facts.agentNotice?.steps : chat && folderSteps(this.services, chat);
        const step = steps?.[index];
        if (step !== undefined) await takeStep(step);
        return null;
      },
    };
  }

  private refreshConversation(changed: SessionKey): void {
    const key = this.session();
    if (key !== undefined && (changed === key || this.shown.has(changed)) && this.panel.visible) this.bridge.send('transcript.changed', { key });
  }

  private session(): SessionKey | undefined {
    const chat = this.services.chats.chat(this.id);
    return chat && nativeOf(chat);
  }

  private tell(notice: Notice | undefined): void {
    this.facts.agentNotice = notice;
    this.update();
  }

  /** A hidden page hears nothing: it asks for all it shows when it comes back. */
  private update(): void {
    this.nameTab();
    this.tellActive();
    if (!this.panel.visible) return;
    const state = this.state();
    if (state !== undefined) this.bridge.send('chat.changed', state);
    else if (this.services.chats.state === 'ready') this.bridge.send('chat.gone', null);
  }

  private state(): ChatState | undefined {
    const chat = this.services.chats.chat(this.id);
    return chat && stateOfChat(this.services, this.panel.webview, chat, this.facts);
  }

  private isAbout(ids: readonly ChatId[]): boolean {
    return this.services.chats.path(this.id).length === 0 || this.services.chats.path(this.id).some(({ id }) => ids.includes(id));
  }

  private async readBranch(): Promise<void> {
    const chat = this.services.chats.chat(this.id);
    const folder = chat && folderOf(this.services, chat);
    const branch = folder == null ? null : await this.services.branches.of(folder);
    if (branch === this.facts.branch) return;
    this.facts.branch = branch;
    this.update();
  }

  private tellActive(): void {
    this.services.activeSession.tell(this, this.panel.active ? this.session() : undefined);
  }

  private nameTab(): void {
    const chat = this.services.chats.chat(this.id);
    if (chat === undefined) return;
    this.panel.title = clip(chatTitle(chat), tabTitleLimit);
  }
}

async function run(command: string, ...given: readonly unknown[]): Promise<null> {
  await commands.executeCommand(command, ...given);
  return null;
}
