import { commands, l10n, Uri, ViewColumn, type WebviewPanel, window, workspace } from 'vscode';
import { Owned, type Disposable } from '../core/owned';
import { fail, ok, type Result } from '../core/result';
import { localDay } from '../core/time';
import { parseSessionKey, type SessionKey } from '../shared/agentId';
import type { UsageCode, UsageContract, UsageQuery } from '../shared/usageContract';
import { parseUsagePageState, type UsagePageState } from '../shared/usagePageState';
import { Prices } from '../usage/prices';
import { exported } from '../usage/usageExport';
import type { UsageOfRows } from '../usage/usageEntries';
import { sessionsOf, viewOf } from '../usage/usageView';
import { configuredPrices, onDidChangeUsageSettings } from '../workbench/settings';
import { openFolders } from './folders';
import { type Handlers, PageBridge } from './pageBridge';
import { registerCommands } from './registerCommands';
import { usageParams } from './schema';
import type { Services } from './services';
import { loadSurface } from './webviewDocument';

const viewType = 'localix.usage';

/** The tab Usage & Spend: one in a window, back again after a reload. */
export function registerUsagePage(services: Services): Disposable {
  const own = new Owned();
  let page: UsagePage | undefined;
  const show = (panel: WebviewPanel, state: unknown): void => {
    const made = new UsagePage(services, panel, state);
    page = made;
    panel.onDidDispose(() => {
      made.dispose();
      if (page === made) page = undefined;
    });
  };
  const deserializeWebviewPanel = (panel: WebviewPanel, state: unknown): Promise<void> => {
    if (page === undefined) show(panel, state);
    else panel.dispose();
    return Promise.resolve();
  };
  own.add(window.registerWebviewPanelSerializer(viewType, { deserializeWebviewPanel }));
  own.add(
    registerCommands(services, {
      'localix.showUsage': () => {
        if (page !== undefined) page.reveal();
        else show(window.createWebviewPanel(viewType, l10n.t('Usage & Spend'), ViewColumn.Active), newState());
      },
    }),
  );
  own.add({ dispose: () => page?.dispose() });
  return own;
}

/** Where no folder is open, the sessions of all of them are shown. */
function newState(): UsagePageState {
  const { tab, query } = parseUsagePageState(null);
  return { tab, query: { ...query, scope: openFolders().length === 0 ? 'everywhere' : 'folders' } };
}

/** The host's side of the tab. */
class UsagePage implements Disposable {
  private readonly own = new Owned();
  private prices = new Prices(configuredPrices());

  constructor(private readonly services: Services, private readonly panel: WebviewPanel, state: unknown) {
    const { usage, log } = services;
    const { webview } = panel;
    panel.iconPath = { light: this.resource('media', 'usage-light.svg'), dark: this.resource('media', 'usage-dark.svg') };
    const bridge = this.own.add(new PageBridge<UsageContract>({ webview, checks: usageParams, handlers: this.handlers(), log: (message, error) => log.error(message, error) }));
    // A hidden page hears nothing: it asks for all it shows when it comes back.
    const tell = (hasNew: boolean): void => {
      if (panel.visible) bridge.send('usage.changed', { counting: usage.counting, hasNew });
    };
    this.own.add(usage.onDidChange(({ hasNew }) => tell(hasNew)));
    this.own.add(workspace.onDidChangeWorkspaceFolders(() => tell(true)));
    this.own.add(
      onDidChangeUsageSettings(() => {
        this.prices = new Prices(configuredPrices());
        tell(true);
      }),
    );
    this.own.add(usage.watch());
    loadSurface(services.extension, webview, { name: 'usage', title: panel.title, state, agent: undefined });
  }

  reveal(): void {
    this.panel.reveal();
  }

  dispose(): void {
    this.own.dispose();
  }

  private handlers(): Handlers<UsageContract> {
    const { usage, external } = this.services;
    return {
      'usage.view': async ({ query }) => ({ ...viewOf(await this.usageOf(query), query, today(), this.prices), counting: usage.counting }),
      'usage.sessions': async ({ query, focus }) => {
        const titleOf = (key: string): string => external.get(key as SessionKey)?.record.title ?? '';
        return sessionsOf(await this.usageOf(query), query, focus, { today: today(), prices: this.prices, titleOf });
      },
      'usage.count': () => {
        void usage.count();
        return Promise.resolve(null);
      },
      'usage.stop': () => {
        usage.stop();
        return Promise.resolve(null);
      },
      'usage.open': async ({ key }) => {
        if (parseSessionKey(key) === undefined) return fail('session_missing', key);
        await commands.executeCommand('localix.openTranscript', key);
        return ok(null);
      },
      'usage.export': ({ query, format }) => this.export(query, format),
    };
  }

  private usageOf({ scope }: UsageQuery): Promise<UsageOfRows> {
    return this.services.usage.usage(scope === 'everywhere' ? undefined : openFolders().map(({ path }) => path));
  }

  private async export(query: UsageQuery, format: 'csv' | 'json'): Promise<Result<string | null, UsageCode>> {
    const name = `usage-${today()}.${format}`;
    const [folder] = openFolders();
    const file = await window.showSaveDialog({
      title: l10n.t('Export Usage'),
      filters: { [format.toUpperCase()]: [format] },
      ...(folder && { defaultUri: Uri.joinPath(Uri.file(folder.path), name) }),
    });
    if (file === undefined) return ok(null);
    try {
      await workspace.fs.writeFile(file, Buffer.from(exported(await this.usageOf(query), query, format, today(), this.prices)));
      return ok(file.fsPath);
    } catch (error) {
      return fail('export_failed', error instanceof Error ? error.message : String(error));
    }
  }

  private resource(...parts: readonly string[]): Uri {
    return Uri.joinPath(this.services.extension, ...parts);
  }
}

function today(): string {
  return localDay(new Date());
}
