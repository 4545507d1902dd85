// Serves VS Code with the extension for a person's own browser, until Ctrl-C.
//   node test/harness/serve.ts FOLDER [--demo]
// With --demo nothing of the person's own is used: not even the home folder.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startServer, type Server } from './server.ts';

/** The desktop's program that opens an address, where there is a desktop. */
function opener(): string | undefined {
  if (process.platform === 'darwin') return 'open';
  const hasDesktop = process.env['DISPLAY'] !== undefined || process.env['WAYLAND_DISPLAY'] !== undefined;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return hasDesktop && folders.some((folder) => fs.existsSync(path.join(folder, 'xdg-open'))) ? 'xdg-open' : undefined;
}

function show(server: Server, folder: string): void {
  const url = server.url(folder);
  console.log(`\nLocalix is open at ${url}\nCtrl-C ends it.`);
  const program = opener();
  if (program !== undefined) spawn(program, [url], { stdio: 'ignore', detached: true }).on('error', () => {}).unref();
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { demo: { type: 'boolean' } } });
const folder = path.resolve(positionals[0] ?? '.');
const own = process.env['HOME'];
const server = await startServer({
  link: [process.cwd()],
  ownEnvironment: true,
  ...(values.demo || own === undefined ? {} : { home: own }),
  settings: { 'workbench.reduceMotion': 'auto', 'editor.accessibilitySupport': 'auto' },
});
// The server ends with this process: it notices by itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void server.stop().then(() => process.exit(0)));
show(server, folder);
await server.ended;
