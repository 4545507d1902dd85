import fs from 'node:fs';
import path from 'node:path';
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { placeHistory } from '../../harness/placeHistory';
import { screenshotPath } from '../../harness/screenshots';
import { startServer, type Server, type ServerFolders } from '../../harness/server';
import { sharedBrowser } from './browser';
import { StandIns } from './standIns';

export interface WorkbenchOptions {
  /** Recorded homes, as paths below test/fixtures: `codex/home`. Their `/home/dev/app` becomes the open folder, `/home/dev` the home. */
  readonly histories?: readonly string[];
  /** Stand-ins for agents' programs, by name, with their answers: `{ codex: { '--version': 'codex-cli 0.144.2' } }`. */
  readonly agents?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** A theme's id: `Light Modern`, `Dark Modern`, `Default High Contrast`, `Default High Contrast Light`. */
  readonly theme?: string;
  /** Leaves workspace trust on: the folder starts untrusted, and VS Code asks. */
  readonly trust?: boolean;
  /** The folder to open, below the temporary root; the workspace by default, `null` for none. */
  readonly folder?: ((folders: ServerFolders) => string) | null;
  readonly prepare?: (folders: ServerFolders) => void | Promise<void>;
  /** The browser's window to open it in; by default a fresh one of the shared browser, as large as `size`. */
  readonly context?: BrowserContext;
  readonly size?: { readonly width: number; readonly height: number };
}

const open = new Set<Workbench>();

/** Keeps pictures of all open workbenches: for a test that failed. */
export async function photographAll(): Promise<void> {
  for (const workbench of open) await workbench.page.screenshot({ path: screenshotPath() }).catch(() => {});
}

/** A real VS Code in a browser, with the extension installed, as a person sees it. */
export class Workbench {
  /** Hosts that the page asked for something, other than its server. Must stay empty. */
  readonly outsideHosts = new Set<string>();
  readonly agents: StandIns;

  constructor(
    readonly page: Page,
    readonly server: Server,
    private readonly context: BrowserContext,
  ) {
    this.agents = new StandIns(server.folders.bin);
    open.add(this);
    page.setDefaultTimeout(20_000);
    page.on('request', (request) => this.noteRequest(request.url()));
  }

  get folders(): ServerFolders {
    return this.server.folders;
  }

  /**
   * Runs a command by its title in the palette. Tries again while the palette does not open (a page that is loading keeps
   * the keys that are typed into it) and while the command is not in it (some come late).
   */
  async run(title: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input[type="text"]');
    const deadline = Date.now() + 30_000;
    for (;;) {
      await this.page.keyboard.press('F1');
      try {
        await input.fill(`>${title}`, { timeout: 2000 });
        await this.pick(title, 2000);
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  /** Chooses an entry of the open quick pick; waits `timeout` milliseconds for it. */
  async pick(label: string, timeout = 20_000): Promise<void> {
    await this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: label }).first().click({ timeout });
  }

  /** Shows a view container of the activity bar. A click on the one that is shown would hide it. */
  async showContainer(title: string): Promise<void> {
    const item = this.page.locator('.activitybar .action-item').filter({ has: this.page.locator(`a[aria-label^="${title}"]`) });
    await item.waitFor();
    if (!/\bchecked\b/.test((await item.getAttribute('class')) ?? '')) await item.locator('a').first().click();
  }

  /** Rows of the trees in the side bar, from top to bottom. */
  get rows(): Locator {
    return this.page.locator('.sidebar .pane-body .monaco-list-row[role="treeitem"]');
  }

  /** Chooses an item of a row's context menu. */
  async chooseFromMenu(row: Locator, item: string): Promise<void> {
    await row.click({ button: 'right' });
    // A menu passes over a button that is let go within 100 ms of its opening.
    await this.page.locator('.monaco-menu .action-label').getByText(item, { exact: true }).click({ delay: 200 });
  }

  /** The row with exactly this label. */
  row(label: string): Locator {
    return this.rows.filter({ has: this.page.locator('.label-name').getByText(label, { exact: true }) });
  }

  /** The page inside the active editor. */
  webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready:visible').frameLocator('#active-frame');
  }

  /** A notification that holds this text. */
  notification(text: string): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text }).first();
  }

  /** A modal dialog. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** The terminal in the editor area. */
  get terminal(): Locator {
    return this.page.locator('.editor-group-container .terminal-wrapper.active .xterm').first();
  }

  /** Settles when the terminal in the editor area shows this text. Its lines are joined, since a long one is wrapped. */
  async terminalShows(text: string): Promise<void> {
    await this.page.waitForFunction(
      (wanted) => [...document.querySelectorAll('.editor-group-container .terminal-wrapper.active .xterm-rows > div')].map((row) => row.textContent).join('').replaceAll('\u00a0', ' ').includes(wanted),
      text,
    );
  }

  /** The tab with this label in the editor area. */
  tab(label: string): Locator {
    return this.page.locator('.editor-group-container .tab').filter({ has: this.page.getByText(label, { exact: true }) });
  }

  /** Of the tabs with this label the terminal's. */
  terminalTab(label: string): Locator {
    return this.tab(label).filter({ has: this.page.locator('.terminal-tab') });
  }

  /** Of the tabs with this label the one that is no terminal's. */
  pageTab(label: string): Locator {
    return this.tab(label).filter({ hasNot: this.page.locator('.terminal-tab') });
  }

  async screenshot(name: string): Promise<void> {
    fs.mkdirSync('test-results', { recursive: true });
    await this.page.screenshot({ path: path.join('test-results', `${name}.png`) });
  }

  /** A picture of `part`, or of the whole window, when it has come to rest. */
  async screenshotTo(file: string, part?: Locator): Promise<void> {
    await this.page.waitForTimeout(500);
    await (part ?? this.page).screenshot({ path: file, animations: 'disabled' });
  }

  /** Loads the window again by VS Code's own command, which saves what is open first. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load', { timeout: 60_000 });
    await this.run('Developer: Reload Window');
    await loaded;
    await workbenchDrawn(this.page);
  }

  /** Another window on the same folder. It closes with this one. */
  async another(): Promise<Workbench> {
    const page = await this.context.newPage();
    await page.goto(this.page.url());
    await workbenchDrawn(page);
    return new Workbench(page, this.server, this.context);
  }

  /** Ends the window, does `meanwhile` what happens without it, and opens a window on `folder`. */
  async reopen(folder: string, meanwhile: () => void = () => {}): Promise<void> {
    await this.page.goto('about:blank');
    meanwhile();
    await this.page.goto(this.server.url(folder));
    await workbenchDrawn(this.page);
  }

  async close(): Promise<void> {
    for (const workbench of open) if (workbench.server === this.server) open.delete(workbench);
    await this.context.close();
    await this.server.stop();
  }

  private noteRequest(url: string): void {
    const { protocol, host, origin } = new URL(url);
    // Pages' resources have an address of this virtual host; the service worker answers them, and nothing leaves.
    const isVirtual = host.endsWith('.vscode-resource.vscode-cdn.net');
    if (protocol.startsWith('http') && origin !== this.server.origin && !isVirtual) this.outsideHosts.add(host);
  }
}

/** Settles when the workbench is drawn. The extension host comes some seconds later: wait for what the extension shows. */
async function workbenchDrawn(page: Page): Promise<void> {
  await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
  await page.locator('#workbench\\.parts\\.statusbar .statusbar-item').first().waitFor({ timeout: 60_000 });
}

async function newContext(viewport = { width: 1280, height: 800 }): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  return browser.newContext({ viewport, permissions: ['clipboard-read', 'clipboard-write'] });
}

/** Opens a VS Code of its own: fresh home, fresh folder, fresh settings. `close` it in `after`. */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const server = await startServer({
    link: [process.cwd()],
    idleSeconds: 600,
    trust: options.trust === true,
    env: options.env ?? {},
    settings: { ...(options.theme && { 'workbench.colorTheme': options.theme }), ...options.settings },
    async prepare(folders) {
      for (const history of options.histories ?? []) {
        placeHistory({ from: path.join('test/fixtures', history), to: folders.home, folders: { '/home/dev/app': folders.workspace, '/home/dev': folders.home } });
      }
      const agents = new StandIns(folders.bin);
      for (const [name, answers] of Object.entries(options.agents ?? {})) agents.add(name, answers);
      await options.prepare?.(folders);
    },
  });
  const context = options.context ?? (await newContext(options.size));
  const workbench = new Workbench(await context.newPage(), server, context);
  try {
    const folder = options.folder === null ? undefined : (options.folder?.(server.folders) ?? server.folders.workspace);
    await workbench.page.goto(server.url(folder));
    await workbenchDrawn(workbench.page);
    return workbench;
  } catch (error) {
    await photographAll();
    await workbench.close();
    throw error;
  }
}
