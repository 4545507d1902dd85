// Serves VS Code with the extension for a person's own browser, until Ctrl-C.
//   node test/harness/serve.mjs FOLDER
//   node test/harness/serve.mjs --demo      sample histories; nothing of the person's own is used, not even the home folder
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { prepareDemo } from '../../scripts/demo.mjs';
import { onPath } from '../../scripts/install.mjs';
import { startServer } from './server.ts';

/** Shows an address in the desktop's browser, where there is a desktop. */
function openInBrowser(url) {
  const hasDesktop = process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined;
  if (hasDesktop && onPath('xdg-open')) spawn('xdg-open', [url], { stdio: 'ignore', detached: true }).on('error', () => {}).unref();
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { demo: { type: 'boolean' } } });
let folder = positionals[0];
const server = await startServer({
  link: [process.cwd()],
  ownEnvironment: true,
  ...(values.demo ? {} : { home: process.env.HOME }),
  settings: { 'workbench.reduceMotion': 'auto', 'editor.accessibilitySupport': 'auto' },
  async prepare(folders) {
    if (values.demo) ({ folder } = await prepareDemo(folders.temporary));
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void server.stop());
const url = server.url(folder);
console.log(`\nLocalix is open at ${url}\nCtrl-C ends it.`);
openInBrowser(url);
await server.ended;
