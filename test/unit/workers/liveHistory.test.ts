import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type HistoryState, mergeHistory, noHistory } from '../../../src/shared/history';
import { LocalOperations } from '../../../src/workers/operations';
import { Homes } from '../agents/adapterHome';

const id = '00000000-0000-4000-8000-000000000001';
const messages = 150;

/** Appends a record fifty times a second, each in two pieces: a reader sees half lines. */
const writer = `
const fs = require('node:fs');
const [file, id, count] = process.argv.slice(1);
let number = 0;
const timer = setInterval(() => {
  const uuid = 'u' + number;
  const record = { type: 'user', uuid, parentUuid: number === 0 ? null : 'u' + (number - 1), sessionId: id, cwd: '/home/dev/app', timestamp: new Date(1.7e12 + number).toISOString(), message: { role: 'user', content: 'Message ' + number } };
  const line = JSON.stringify(record) + '\\n';
  fs.appendFileSync(file, line.slice(0, 50));
  fs.appendFileSync(file, line.slice(50));
  if (++number === Number(count)) clearInterval(timer);
}, 20);
`;

describe('R4 A history that another process is writing', () => {
  const homes = new Homes();
  afterEach(() => homes.removeAll());

  it('is followed by a page without a lost, doubled or misplaced entry', async () => {
    const home = homes.with({ [`.claude/projects/-home-dev-app/${id}.jsonl`]: '' });
    const file = path.join(home, `.claude/projects/-home-dev-app/${id}.jsonl`);
    const process = spawn(globalThis.process.execPath, ['-e', writer, file, id, String(messages)], { stdio: 'inherit' });
    let isWriting = true;
    const ended = once(process, 'exit').then(() => (isWriting = false));
    const operations = new LocalOperations();
    let state: HistoryState = noHistory;
    let deltas = 0;
    const look = async (): Promise<void> => {
      const reply = await operations.history({ agent: 'claude-code', place: { home, env: {} }, id, history_version: 2, cursor: state.cursor });
      assert.ok(reply.ok, JSON.stringify(reply));
      if (reply.value.mode === 'delta') deltas++;
      const before = state.entries.length;
      state = mergeHistory(state, reply.value, state.cursor) ?? state;
      // Each look has the beginning of what is written, in its order.
      assert.deepEqual(state.entries.map(({ text }) => text), Array.from({ length: state.entries.length }, (_, number) => `Message ${String(number)}`));
      assert.ok(state.entries.length >= before);
    };
    while (isWriting) {
      await look();
      // A look at what did not change takes no turn of the loop, and the end would never be heard of.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await ended;
    await look();
    assert.equal(state.entries.length, messages);
    assert.ok(deltas > 10);
    assert.equal(fs.readFileSync(file, 'utf8').split('\n').length, messages + 1);
  });
});
