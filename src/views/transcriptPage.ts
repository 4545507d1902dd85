import { l10n, type WebviewPanel } from 'vscode';
import { clip, collapse } from '../core/text';
import { Owned, type Disposable } from '../core/owned';
import { parseKey, type SessionKey } from '../shared/agentId';
import type { TranscriptContract, TranscriptHead } from '../shared/transcriptContract';
import type { TranscriptPageState } from '../shared/transcriptPageState';
import { agentIcon } from '../workbench/agentIcons';
import { PageBridge } from './pageBridge';
import { transcriptParams } from './schema';
import type { Services } from './services';
import { transcriptAnswers } from './transcriptAnswers';
import { loadSurface } from './webviewDocument';

/** Editor tabs grow with their title. */
const tabTitleLimit = 50;

/** The host's side of one transcript's tab. */
export class TranscriptPage implements Disposable {
  private readonly own = new Owned();
  private readonly bridge: PageBridge<TranscriptContract>;
  private readonly key: SessionKey;
  /** Of the session, as last known. */
  private title: string;
  /** The session, and the sub-agents of it that were looked at. */
  private readonly shown: Set<SessionKey>;

  constructor(
    private readonly services: Services,
    private readonly panel: WebviewPanel,
    state: TranscriptPageState,
  ) {
    this.key = state.key;
    this.shown = new Set([state.key]);
    const { webview } = panel;
    const { log } = services;
    const checks = transcriptParams;
    const handlers = transcriptAnswers(services, { key: () => this.key, onHead: (head) => this.read(head) });
    this.bridge = this.own.add(new PageBridge({ webview, checks, handlers, log: (message, error) => log.error(message, error) }));
    const agent = parseKey(this.key)?.agent;
    if (agent !== undefined) panel.iconPath = agentIcon(services.extension, agent);
    this.title = services.hosts.sessionsOf(this.key).get(this.key)?.record.title ?? panel.title;
    this.nameTab();
    const tellActive = (): void => services.activeSession.tell(this, panel.active ? this.key : undefined);
    this.own.add(panel.onDidChangeViewState(tellActive));
    this.own.add({ dispose: () => services.activeSession.tell(this, undefined) });
    tellActive();
    loadSurface(services.extension, webview, { name: 'transcript', title: panel.title, state, agent });
  }

  /** Opened by its row once more, it takes the focus if it is what is shown. */
  reveal(fromRow: boolean): void {
    this.panel.reveal(undefined, fromRow && !this.panel.active);
  }

  close(): void {
    this.panel.dispose();
  }

  shows(key: SessionKey): boolean {
    return this.shown.has(key);
  }

  /** The files of what it shows changed. A hidden page hears nothing: it is built anew, and asks for all it shows, when it comes back. */
  refresh(): void {
    this.title = this.services.hosts.sessionsOf(this.key).get(this.key)?.record.title ?? this.title;
    this.nameTab();
    if (this.panel.visible) this.bridge.send('transcript.changed', { key: this.key });
  }

  /** The session's chat and its terminal bear the same title. */
  nameTab(): void {
    const line = clip(collapse(this.title), tabTitleLimit);
    const hasChat = this.services.chats.ofNative(this.key) !== undefined;
    this.panel.title = line === '' ? l10n.t('Transcript') : hasChat ? l10n.t('{0} (Transcript)', line) : line;
  }

  dispose(): void {
    this.own.dispose();
  }

  private read({ key, title }: TranscriptHead): void {
    this.shown.add(key);
    if (key !== this.key) return;
    this.title = title;
    this.nameTab();
  }
}
