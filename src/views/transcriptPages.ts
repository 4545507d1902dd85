import { ViewColumn, window, type WebviewPanel } from 'vscode';
import { nativeOf } from '../chats/chat';
import { Owned, type Disposable } from '../core/owned';
import type { SessionKey } from '../shared/agentId';
import { newTranscriptPageState, parseTranscriptPageState, type TranscriptPageState } from '../shared/transcriptPageState';
import { chooseSession } from './chooseSession';
import { byRow } from './focusedRow';
import type { OpenedChat } from './openChats';
import { registerCommands } from './registerCommands';
import type { Services } from './services';
import { TranscriptPage } from './transcriptPage';

const viewType = 'localix.transcript';

/** The open transcripts: one tab for a session, back again after a reload of the window. */
export function registerTranscriptPages(services: Services): Disposable {
  return new TranscriptPages(services);
}

class TranscriptPages implements Disposable {
  private readonly own = new Owned();
  private readonly pages = new Map<SessionKey, TranscriptPage>();

  constructor(private readonly services: Services) {
    const deserializeWebviewPanel = (panel: WebviewPanel, state: unknown): Promise<void> => {
      this.restore(panel, parseTranscriptPageState(state));
      return Promise.resolve();
    };
    this.own.add(window.registerWebviewPanelSerializer(viewType, { deserializeWebviewPanel }));
    this.own.add(services.external.onDidChangeTranscript((key) => this.refresh(key)));
    this.own.add(services.hosts.onDidChangeTranscript((key) => this.refresh(key)));
    this.own.add(services.chats.onDidChange(() => this.pages.forEach((page) => page.nameTab())));
    this.own.add(services.openChats.onDidOpen((opened) => this.giveWay(opened)));
    this.own.add(
      registerCommands(services, {
        'localix.openTranscript': async (argument, more) => {
          const key = await chooseSession(services, argument);
          if (key !== undefined) this.open(key, more === byRow);
        },
      }),
    );
    this.own.add({ dispose: () => this.pages.forEach((page) => page.dispose()) });
  }

  dispose(): void {
    this.own.dispose();
  }

  private refresh(key: SessionKey): void {
    for (const page of this.pages.values()) if (page.shows(key)) page.refresh();
  }

  private open(key: SessionKey, fromRow: boolean): void {
    const shown = this.pages.get(key);
    if (shown !== undefined) shown.reveal(fromRow);
    else this.add(window.createWebviewPanel(viewType, '', { viewColumn: ViewColumn.Active, preserveFocus: fromRow }), newTranscriptPageState(key));
  }

  /** What was opened in its agent is a chat, and the chat's page shows the same conversation. */
  private giveWay({ id, hasTerminal }: OpenedChat): void {
    const chat = hasTerminal ? this.services.chats.chat(id) : undefined;
    const key = chat && nativeOf(chat);
    if (key !== undefined) this.pages.get(key)?.close();
  }

  private restore(panel: WebviewPanel, state: TranscriptPageState | undefined): void {
    // A tab whose state was lost names no session any more, and a second tab of one session would only confuse.
    if (state === undefined || this.pages.has(state.key)) panel.dispose();
    else this.add(panel, state);
  }

  private add(panel: WebviewPanel, state: TranscriptPageState): void {
    const page = new TranscriptPage(this.services, panel, state);
    this.pages.set(state.key, page);
    panel.onDidDispose(() => {
      page.dispose();
      this.pages.delete(state.key);
    });
  }
}
