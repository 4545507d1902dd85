// Writes test/page/harness/themes.json: what a real VS Code gives to the pages of extensions, in four themes.
//   node test/harness/captureThemes.ts      (after: node test/harness/setup.mjs server browser; again for a newer VS Code)
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startBrowser } from './browser.ts';
import { startServer } from './server.ts';

const themes = {
  light: 'Light Modern',
  dark: 'Dark Modern',
  highContrast: 'Default High Contrast',
  highContrastLight: 'Default High Contrast Light',
};

/** An extension that opens an empty page at once. */
function makeExtension(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-theme-'));
  const manifest = { publisher: 'localix', name: 'theme-capture', version: '0.0.1', engines: { vscode: '^1.100.0' }, main: 'main.js', activationEvents: ['*'] };
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  const main = `exports.activate = () => {
    require('vscode').window.createWebviewPanel('capture', 'Capture', 1, {}).webview.html = '<!DOCTYPE html><html><body>captured</body></html>';
  };`;
  fs.writeFileSync(path.join(folder, 'main.js'), main);
  return folder;
}

const extension = makeExtension();
const browser = await startBrowser();
const captured: Record<string, unknown> = {};
let defaultStyles = '';
for (const [name, theme] of Object.entries(themes)) {
  const server = await startServer({ settings: { 'workbench.colorTheme': theme }, link: [extension], idleSeconds: 120 });
  const page = await browser.newPage();
  await page.goto(server.url(server.folders.workspace));
  const body = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame').locator('body', { hasText: 'captured' });
  const seen = await body.evaluate(() => {
    const { style } = document.documentElement;
    const variables = [...style].filter((property) => property.startsWith('--vscode-')).sort();
    return {
      bodyClass: document.body.className,
      kind: document.body.dataset['vscodeThemeKind'],
      id: document.body.dataset['vscodeThemeId'],
      variables: Object.fromEntries(variables.map((property) => [property, style.getPropertyValue(property)])),
      defaultStyles: document.querySelector('#_defaultStyles')?.textContent ?? '',
    };
  });
  ({ defaultStyles } = seen);
  captured[name] = { bodyClass: seen.bodyClass, kind: seen.kind, id: seen.id, variables: seen.variables };
  console.log(`${name}: ${Object.keys(seen.variables).length} variables, body class "${seen.bodyClass}"`);
  await page.close();
  await server.stop();
}
await browser.close();
fs.rmSync(extension, { recursive: true });
fs.writeFileSync('test/page/harness/themes.json', `${JSON.stringify({ defaultStyles, themes: captured }, null, 1)}\n`);
