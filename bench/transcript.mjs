// What opening one very long session costs, beside reading its bytes through once, which is the least that an editor does
// that opens the file as text.
//   node bench/transcript.mjs [100,1024]     sizes in MB
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { writeLongSession } from './longSession.mjs';

const sizes = (process.argv[2] ?? '100,1024').split(',').map(Number);
const here = import.meta.dirname;
const node = path.join(here, '..', 'node_modules', '.bin', 'node');
const id = '00000000-0000-4000-8000-000000000001';
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-bench-'));
const file = path.join(temporary, '.claude', 'projects', '-home-dev-app', `${id}.jsonl`);

/** Runs in a process of its own, so that its memory is its own. */
const reader = `
import fs from 'node:fs';
import { LocalOperations } from '../src/workers/operations';
const [home, file, id] = process.argv.slice(2);
const address = { agent: 'claude-code', place: { home, env: {} }, id };
const operations = new LocalOperations();
const timed = async (run) => {
  const started = performance.now();
  return [await run(), performance.now() - started];
};
const open = async (part) => {
  const { value } = await operations.transcript({ ...address, part });
  await operations.window({ ...address, part, revision: value.revision, from: value.rows - 100, count: 100, limit: 20000 });
  return value;
};
const [, readMs] = await timed(async () => {
  const buffer = Buffer.allocUnsafe(1 << 20);
  const descriptor = fs.openSync(file);
  while (fs.readSync(descriptor, buffer) > 0);
});
const [facts, openMs] = await timed(() => open(null));
fs.appendFileSync(file, JSON.stringify({ type: 'user', uuid: 'last', parentUuid: null, sessionId: id, timestamp: new Date().toISOString(), message: { role: 'user', content: 'More' } }) + '\\n');
const [, grownMs] = await timed(() => open(null));
const [, earlierMs] = facts.part === null ? [] : await timed(() => open(0));
const [, searchMs] = await timed(() => operations.search({ ...address, part: null, revision: facts.revision, text: 'no such text' }));
console.log(JSON.stringify({ parts: facts.part?.count ?? 1, rows: facts.rows, readMs, openMs, grownMs, earlierMs, searchMs, residentMb: process.resourceUsage().maxRSS / 1024 }));
`;

try {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const script = path.join(temporary, 'reader.mjs');
  buildSync({
    stdin: { contents: reader, resolveDir: here, loader: 'js' }, outfile: script, bundle: true, platform: 'node', format: 'esm', logLevel: 'error',
    banner: { js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);" },
  });
  for (const size of sizes) {
    writeLongSession(file, { id, cwd: '/home/dev/app', megabytes: size });
    const result = JSON.parse(execFileSync(node, [script, temporary, file, id], { encoding: 'utf8' }));
    console.log(`${size} MB`, Object.entries(result).map(([name, value]) => `${name} ${Math.round(value)}`).join('  '));
  }
} finally {
  fs.rmSync(temporary, { recursive: true, force: true });
}
