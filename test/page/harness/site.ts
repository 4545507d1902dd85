import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pageDocument, type PageDocument } from '../../../src/shared/pageDocument';
import { themeNames, themeStyles, type ThemeName } from './themes';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};

/** What stands in place of a page that could not begin. */
export const failure = { what: 'This page could not be loaded.', next: 'Reload the window.', links: [{ label: 'Show Log', address: 'command:localix.showLog' }] };

/** Where surfaces are: the product's own, and those that only tests have (`test/page/surfaces`). */
const folders = ['dist/webview', 'dist/test/webview'];

function find(file: string): string | undefined {
  return folders.map((folder) => path.join(folder, file)).find((candidate) => fs.existsSync(candidate));
}

/** Serves the built pages as their host does: the product's own document, policy included. */
export class Site {
  private readonly documents = new Map<string, string>();

  private constructor(
    private readonly server: http.Server,
    readonly origin: string,
  ) {
    server.on('request', (request, response) => this.answer(request.url ?? '', response));
  }

  static async start(): Promise<Site> {
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Site(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  /** The address of a new document for `surface`. */
  add(surface: string, theme: ThemeName, state: PageDocument['state']): string {
    if (find(`${surface}.js`) === undefined) throw new Error(`No page is named ${surface}: there is no webview/${surface}/main.tsx`);
    const styles = ['codicon.css', `${surface}.css`].filter((file) => find(file) !== undefined);
    const name = `/page-${this.documents.size}.html`;
    const html = pageDocument({
      title: surface,
      language: 'en',
      script: `/${surface}.js`,
      styles: [`/${theme}.theme.css`, ...styles.map((file) => `/${file}`)],
      cspSource: this.origin,
      nonce: 'test',
      state,
      failure,
    });
    this.documents.set(name, html);
    return this.origin + name;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private answer(url: string, response: http.ServerResponse): void {
    const name = new URL(url, this.origin).pathname;
    const body = this.documents.get(name) ?? this.theme(name) ?? this.file(name);
    response.setHeader('content-type', contentTypes[path.extname(name)] ?? 'application/octet-stream');
    if (body === undefined) response.statusCode = 404;
    response.end(body);
  }

  private theme(name: string): string | undefined {
    const theme = themeNames.find((known) => name === `/${known}.theme.css`);
    return theme && themeStyles(theme);
  }

  private file(name: string): Buffer | undefined {
    // Chromium asks for an icon by itself; a 404 would count as an error of the page.
    if (name === '/favicon.ico') return Buffer.alloc(0);
    const file = find(path.basename(name));
    return file === undefined ? undefined : fs.readFileSync(file);
  }
}
