import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import type { Answer, Contract, EventName, HostMessage, Params, RequestMessage, RequestName } from '../../../src/shared/bridge';
import type { PageDocument } from '../../../src/shared/pageDocument';
import { screenshotPath } from '../../harness/screenshots';
import { shared } from './shared';
import { themeOf, type ThemeName } from './themes';

/** What the host answers, by the name of the request. May be asynchronous; what it throws reaches the page as an error. */
export type Answers<C extends Contract> = {
  [N in RequestName<C>]?: (params: Params<C, N>) => Answer<C, N> | Promise<Answer<C, N>>;
};

export interface PageOptions<C extends Contract> {
  /** The folder in `webview/`. */
  readonly surface: string;
  readonly answers: Answers<C>;
  /** What the host puts into the page before its script runs. */
  readonly state?: PageDocument['state'];
  /** What an earlier life of the page gave to `setState`. */
  readonly savedState?: unknown;
  readonly theme?: ThemeName;
  readonly size?: { readonly width: number; readonly height: number };
  /** The time that the page's clock stands at, in UTC; the machine's clock and zone without it. ISO 8601. */
  readonly now?: string;
}

/** A page of ours in a real browser, with a host that a test scripts. */
export class TestPage<C extends Contract> {
  /** Everything that the page asked, in order. */
  readonly requests: { readonly name: string; readonly params: unknown }[] = [];
  /** All else that the page sent. */
  readonly messages: unknown[] = [];
  /** What the page's console, its script or its policy complained about. Must be empty at the end of `withPage`. */
  readonly errors: string[] = [];
  /** What the page last gave to `setState`. */
  savedState: unknown;

  constructor(
    readonly page: Page,
    private readonly answers: Answers<C>,
  ) {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(error.stack ?? error.message));
    page.on('requestfailed', (request) => this.errors.push(`${request.url()} failed: ${request.failure()?.errorText ?? ''}`));
  }

  /** Sets or replaces the answer to one request. */
  answer<N extends RequestName<C>>(name: N, answer: NonNullable<Answers<C>[N]>): void {
    this.answers[name] = answer;
  }

  /** Sends an event, as the host does. */
  async fire<N extends EventName<C>>(name: N, value: C['events'][N]): Promise<void> {
    await this.post({ kind: 'event', name, value });
  }

  /** Sends any message, for what a host of another version or a broken one would send. */
  async post(message: unknown): Promise<void> {
    await this.page.evaluate((data) => window.postMessage(data, '*'), message);
  }

  /** Called by the page for each message to its host. */
  async receive(message: unknown): Promise<void> {
    const { kind, id, name, params } = message as RequestMessage;
    if (kind !== 'request') return void this.messages.push(message);
    this.requests.push({ name, params });
    const answer = this.answers[name as RequestName<C>];
    let reply: HostMessage;
    try {
      if (answer === undefined) throw new Error(`The test gives no answer to ${name}`);
      reply = { kind: 'answer', id, result: await answer(params) };
    } catch (error) {
      reply = { kind: 'answer', id, error: String(error) };
    }
    // A page that is gone needs no answer.
    if (!this.page.isClosed()) await this.post(reply);
  }

  /** Changes the colour theme under the open page, as VS Code does. */
  async setTheme(name: ThemeName): Promise<void> {
    const { bodyClass, kind, id } = themeOf(name);
    await this.page.evaluate(
      async ({ name, bodyClass, kind, id }) => {
        const link = document.querySelector<HTMLLinkElement>('link[href$=".theme.css"]');
        if (link === null) throw new Error('The page has lost its theme');
        const loaded = new Promise((resolve) => link.addEventListener('load', resolve, { once: true }));
        link.href = `/${name}.theme.css`;
        await loaded;
        document.body.classList.remove(...[...document.body.classList].filter((known) => known.startsWith('vscode-')));
        document.body.classList.add(...bodyClass.split(' '));
        document.body.dataset['vscodeThemeKind'] = kind;
        document.body.dataset['vscodeThemeId'] = id;
      },
      { name, bodyClass, kind, id },
    );
  }

  /** Accessibility problems (WCAG 2.2 A and AA) of what is shown now, a line each. */
  async audit(): Promise<string[]> {
    await this.page.evaluate(fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
    const results = await this.page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(context: Document, options: object): Promise<AxeResults> } };
      return axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
    });
    return results.violations.flatMap((violation) =>
      violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}: ${(node.failureSummary ?? violation.help).replaceAll(/\s+/g, ' ')}`),
    );
  }

  /** Keeps a picture under test-results/, whatever the outcome. */
  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({ path: path.join('test-results', `${name}.png`) });
  }
}

/**
 * Opens a page for the length of `use`. Fails when the page complained about anything; a test that expects complaints
 * empties `errors` after looking at them. A failure keeps a picture under test-results/.
 */
export async function withPage<C extends Contract>(options: PageOptions<C>, use: (page: TestPage<C>) => Promise<void>): Promise<void> {
  const { browser, site } = await shared();
  const context = await browser.newContext({
    viewport: options.size ?? { width: 900, height: 700 },
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
    ...(options.now !== undefined && { timezoneId: 'UTC' }),
  });
  const page = await context.newPage();
  const test = new TestPage<C>(page, { ...options.answers });
  try {
    const theme = options.theme ?? 'dark';
    const { bodyClass, kind, id } = themeOf(theme);
    test.savedState = options.savedState;
    if (options.now !== undefined) await page.clock.setFixedTime(options.now);
    await page.exposeFunction('toTestHost', (message: unknown) => test.receive(message));
    await page.exposeFunction('keepState', (state: unknown) => void (test.savedState = state));
    await page.addInitScript(standIn, { savedState: options.savedState, bodyClass, kind, id });
    await page.goto(site.add(options.surface, theme, options.state ?? { state: {} }));
    await use(test);
    assert.deepEqual(test.errors, [], 'The page complained');
  } catch (error) {
    await page.screenshot({ path: screenshotPath() }).catch(() => {});
    throw error;
  } finally {
    await context.close();
  }
}

interface HostWindow {
  toTestHost(message: unknown): Promise<void>;
  keepState(state: unknown): Promise<void>;
  acquireVsCodeApi(): unknown;
}

/** Runs in the page before its own script: VS Code's side of it. */
function standIn({ savedState, bodyClass, kind, id }: { savedState: unknown; bodyClass: string; kind: string; id: string }): void {
  const host = window as unknown as HostWindow;
  let state = savedState;
  let acquired = false;
  host.acquireVsCodeApi = () => {
    if (acquired) throw new Error('An instance of the VS Code API has already been acquired');
    acquired = true;
    return {
      postMessage: (message: unknown) => void host.toTestHost(message),
      getState: () => state,
      setState(next: unknown) {
        state = next;
        void host.keepState(next);
        return next;
      },
    };
  };
  // The body comes after this script, and has its theme before the page's script runs.
  new MutationObserver((_, observer) => {
    if (document.body === null) return;
    observer.disconnect();
    document.body.className = bodyClass;
    document.body.dataset['vscodeThemeKind'] = kind;
    document.body.dataset['vscodeThemeId'] = id;
  }).observe(document, { childList: true, subtree: true });
}
