import fs from 'node:fs';
import path from 'node:path';
import { makeDemo } from '../../src/demo/makeDemo';
import { stopBrowser } from '../e2e/harness/browser';
import { openWorkbench, type Workbench } from '../e2e/harness/workbench';

const images = path.resolve('docs/images');

interface Picture {
  readonly name: string;
  readonly theme: string;
  readonly width?: number;
}

const pictures: readonly Picture[] = [
  { name: 'light', theme: 'Light Modern' },
  { name: 'dark', theme: 'Dark Modern' },
  { name: 'high-contrast', theme: 'Default High Contrast' },
  { name: 'high-contrast-light', theme: 'Default High Contrast Light' },
  { name: 'narrow', theme: 'Dark Modern', width: 620 },
];

async function openDemo({ theme, width = 1280 }: Picture): Promise<Workbench> {
  let folder = '';
  return openWorkbench({
    theme,
    size: { width, height: 800 },
    // A demo is known by where it lies: in the temporary folder of the VS Code that shows it.
    prepare: async ({ temporary }) => {
      folder = (await makeDemo(path.join(temporary, 'demo'))).folder;
    },
    folder: () => folder,
  });
}

async function takeUsage(vscode: Workbench, name: string): Promise<void> {
  await vscode.run('Localix: Usage & Spend');
  const page = vscode.webview();
  await page.getByLabel('Period', { exact: true }).selectOption({ label: 'All time' });
  await page.getByRole('heading', { name: /^Tokens by/ }).waitFor();
  await restPointer(vscode);
  await vscode.screenshotTo(path.join(images, `usage-${name}.png`));
}

/** To where nothing tells of itself under the pointer. */
async function restPointer({ page }: Workbench): Promise<void> {
  await page.mouse.move(24, 600);
  await page.locator('.workbench-hover').first().waitFor({ state: 'hidden' });
}

async function take(picture: Picture): Promise<void> {
  const vscode = await openDemo(picture);
  try {
    await vscode.showContainer('Localix');
    await vscode.run('Localix: Show External Sessions');
    await vscode.rows.first().waitFor();
    await vscode.screenshotTo(path.join(images, `sidebar-${picture.name}.png`), vscode.page.locator('.sidebar'));
    await vscode.rows.nth(1).click();
    await vscode.webview().locator('article, [role="article"]').first().waitFor();
    await vscode.screenshotTo(path.join(images, `transcript-${picture.name}.png`));
    if (picture.name !== 'dark') {
      await takeUsage(vscode, picture.name);
      return;
    }
    await vscode.webview().getByRole('button', { name: /^Open in/ }).click();
    await vscode.terminalShows('demo');
    await vscode.screenshotTo(path.join(images, 'terminal-dark.png'));
    await vscode.pageTab('JSON output').last().click();
    await vscode.webview().getByRole('textbox', { name: 'Message' }).waitFor();
    await vscode.webview().locator('article, [role="article"]').first().waitFor();
    await vscode.run('Localix: Show Localix Chats');
    await restPointer(vscode);
    await vscode.screenshotTo(path.join(images, 'chat-dark.png'));
    await takeUsage(vscode, picture.name);
  } finally {
    await vscode.close();
  }
}

fs.mkdirSync(images, { recursive: true });
try {
  for (const picture of pictures) await take(picture);
} finally {
  await stopBrowser();
}
