import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Homes } from '../../unit/agents/adapterHome';
import { FakeHost } from './fakeHost';
import { still, withTranscript } from './openTranscript';
import { answers, expected, onPage, recorded, type Session } from './sessions';

const id = '00000000-0000-4000-8000-000000000001';
const name = `.claude/projects/-home-dev-app/${id}.jsonl`;
/** How long the other process writes, in seconds: `LOCALIX_WRITE_SECONDS` for longer. */
const seconds = Number(process.env['LOCALIX_WRITE_SECONDS'] ?? 4);

/** Runs in a process of its own: two turns, and when it is told to, 50 records a second, in two pieces each. */
const writer = `
const fs = require('node:fs');
const [file, seconds] = process.argv.slice(1);
let until = Infinity;
let count = 0, parent = null;
function record(type, content) {
  const uuid = 'u' + count;
  const at = new Date(Date.UTC(2026, 2, 1) + count * 20).toISOString();
  const message = type === 'user' ? { role: 'user', content } : { id: 'm' + count, role: 'assistant', model: 'opus', content };
  const line = JSON.stringify({ type, uuid, parentUuid: parent, sessionId: '${id}', cwd: '/home/dev/app', timestamp: at, message }) + '\\n';
  parent = uuid;
  count++;
  fs.appendFileSync(file, line.slice(0, 40));
  fs.appendFileSync(file, line.slice(40));
}
function step() {
  const turn = count % 8, call = 'call' + (count - (count % 2));
  if (turn === 0) record('user', 'Prompt ' + count);
  else if (turn === 7) record('assistant', [{ type: 'text', text: 'Answer ' + count }]);
  else if (turn % 2 === 1) record('assistant', [{ type: 'tool_use', id: 'call' + count, name: 'Bash', input: { command: 'step ' + count } }]);
  else record('user', [{ type: 'tool_result', tool_use_id: 'call' + (count - 1), content: 'result ' + count }]);
}
function go() {
  step();
  if (Date.now() < until || count % 8 !== 0) setTimeout(go, 20);
  else process.exit();
}
for (let each = 0; each < 16; each++) step();
process.stdin.once('data', () => {
  until = Date.now() + seconds * 1000;
  go();
});
`;

describe('X21 A transcript that another process is writing', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  it('is followed without a flicker of folds, and no entry is lost or doubled', async function () {
    this.timeout(60_000 + seconds * 3000);
    const home = homes.with({ [name]: '' });
    const file = path.join(home, name);
    const session: Session = { agent: 'claude-code', place: { home, env: {} }, id, key: `claude-code:${id}` };
    const writing = spawn(process.execPath, ['-e', writer, file, String(seconds)], { stdio: ['pipe', 'inherit', 'inherit'] });
    const ended = new Promise((resolve) => writing.once('exit', resolve));
    while (fs.readFileSync(file, 'utf8').split('\n').length < 17) await new Promise((resolve) => setTimeout(resolve, 20));

    await withTranscript(new FakeHost([]), { answers: answers(session), size: { width: 700, height: 60_000 } }, async (test) => {
      const { page } = test;
      await page.getByRole('button', { name: /^Ran 3 commands/ }).first().click();
      await page.getByText('step 1', { exact: true }).first().waitFor();
      // Every state that the opened block is drawn in from here on.
      await page.evaluate(() => {
        const seen = new Set<string>();
        const look = (): void => {
          const block = document.querySelector('.block');
          seen.add(`${block?.closest('.fold')?.querySelector('button')?.ariaExpanded} ${block?.querySelectorAll('li').length}`);
          seen.add(document.querySelector('.placeholder') === null ? 'all there' : 'something missing');
        };
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
        Object.assign(window, { seen });
      });
      const watcher = fs.watch(file, () => void test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' }).catch(() => undefined));
      writing.stdin.write('go');
      await ended;
      watcher.close();
      await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
      const events = (await recorded(session))?.events ?? [];
      assert.ok(events.length > seconds * 20, `${events.length} events`);
      const last = events.at(-1)?.text ?? '';
      await page.getByText(last, { exact: true }).waitFor();
      await still(test);
      assert.deepEqual(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]), ['true 3', 'all there']);
      assert.equal(await page.getByRole('button', { name: 'Jump to Latest' }).count(), 0);
      const openAll = (heads: string): Promise<void> =>
        page.evaluate((selector) => document.querySelectorAll<HTMLElement>(selector).forEach((head) => head.click()), `${heads}[aria-expanded="false"]`);
      await openAll('article > .agents > .fold > .fold-head');
      await still(test);
      await openAll('.block .fold-head');
      const calls = events.filter(({ tool }) => tool !== null).length;
      await page.waitForFunction((count) => document.querySelectorAll('.tool-details').length === count, calls);
      assert.deepEqual(await onPage(test), expected(events));
    });
  });
});
