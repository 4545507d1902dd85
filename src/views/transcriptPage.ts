import * as path from 'node:path';
import { commands, env, l10n, type WebviewPanel } from 'vscode';
import { clip, collapse } from '../core/text';
import { Owned, type Disposable } from '../core/owned';
import { fail, ok } from '../core/result';
import { parseSessionKey, sessionKey, type SessionKey } from '../shared/agentId';
import type { TranscriptContract } from '../shared/transcriptContract';
import type { TranscriptPageState } from '../shared/transcriptPageState';
import { agentIcon } from '../workbench/agentIcons';
import { sessionLink } from './chatLinks';
import type { CommandId } from './commands';
import { PageBridge, type Handlers } from './pageBridge';
import { resume } from './resumeCommands';
import { transcriptParams } from './schema';
import type { Services } from './services';
import { openSource } from './sessionActions';
import { loadSurface } from './webviewDocument';

/** Editor tabs grow with their title. */
const tabTitleLimit = 50;

/** The host's side of one transcript's tab. */
export class TranscriptPage implements Disposable {
  private readonly own = new Owned();
  private readonly bridge: PageBridge<TranscriptContract>;
  private readonly key: SessionKey;

  constructor(
    private readonly services: Services,
    private readonly panel: WebviewPanel,
    state: TranscriptPageState,
  ) {
    this.key = state.key;
    const { webview } = panel;
    const { log } = services;
    const checks = transcriptParams;
    const handlers = this.handlers();
    this.bridge = this.own.add(new PageBridge({ webview, checks, handlers, log: (message, error) => log.error(message, error) }));
    const agent = parseSessionKey(this.key)?.agent;
    if (agent !== undefined) panel.iconPath = agentIcon(services.extension, agent);
    this.setTitle(services.external.get(this.key)?.record.title ?? panel.title);
    loadSurface(services.extension, webview, { name: 'transcript', title: panel.title, state, agent });
  }

  reveal(): void {
    this.panel.reveal();
  }

  /** The session's files changed. A hidden page hears nothing: it is built anew, and asks for all it shows, when it comes back. */
  refresh(): void {
    this.setTitle(this.services.external.get(this.key)?.record.title ?? '');
    if (this.panel.visible) this.bridge.send('transcript.changed', { key: this.key });
  }

  dispose(): void {
    this.own.dispose();
  }

  private handlers(): Handlers<TranscriptContract> {
    const { external } = this.services;
    return {
      'transcript.open': async ({ part }) => {
        const head = await external.head(this.key, part);
        if (head.ok) this.setTitle(head.value.title);
        return head;
      },
      'transcript.window': ({ part, from, count }) => external.window(this.key, part, from, count),
      'transcript.event': ({ part, position, whole }) => external.event(this.key, part, position, whole),
      'transcript.pictures': ({ part, position }) => external.pictures(this.key, part, position),
      'transcript.search': ({ part, text }) => external.search(this.key, part, text),
      'history.get': ({ cursor }) => external.history(this.key, cursor),
      'history.entry': ({ id }) => external.historyEntry(this.key, id),
      'transcript.resume': () => resume(this.services, this.key),
      'transcript.openSubagent': async ({ id }) => {
        const agent = parseSessionKey(this.key)?.agent;
        if (agent !== undefined) await commands.executeCommand('localix.openTranscript' satisfies CommandId, sessionKey(agent, id));
        return ok(null);
      },
      'transcript.export': () => {
        void commands.executeCommand('localix.exportSession' satisfies CommandId, this.key);
        return Promise.resolve(ok(null));
      },
      'transcript.copyLink': async () => {
        await env.clipboard.writeText(sessionLink(this.key).toString());
        return ok(null);
      },
      'transcript.copy': async ({ text }) => {
        await env.clipboard.writeText(text);
        return ok(null);
      },
      'transcript.reveal': async ({ file, line }) => {
        if (!this.isHistory(file)) return fail('event_missing', file);
        await openSource(file, line);
        return ok(null);
      },
    };
  }

  private setTitle(title: string): void {
    const line = clip(collapse(title), tabTitleLimit);
    if (line !== '') this.panel.title = line;
    else if (this.panel.title === '') this.panel.title = l10n.t('Transcript');
  }

  /** A page opens files of agents' histories and no others, whatever stands in the transcript it shows. */
  private isHistory(named: string): boolean {
    const file = path.resolve(named);
    const roots = this.services.external.historyRoots().flatMap(({ paths }) => paths);
    const own = this.services.external.get(this.key)?.files ?? [];
    return own.includes(file) || roots.some((root) => file === root || file.startsWith(root + path.sep));
  }
}
