import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { ThreadedWatcher } from '../../../src/workers/watcher';

describe('X6 watching an agent that has not been used yet', () => {
  let home = '';
  let watcher: ThreadedWatcher;
  let ended = false;
  beforeEach(() => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-watch-'));
    watcher = new ThreadedWatcher({ script: path.resolve('dist/watchWorker.js'), log: assert.fail });
    ended = false;
  });
  afterEach(() => {
    ended = true;
    watcher.dispose();
    fs.rmSync(home, { recursive: true, force: true });
  });

  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue() && !ended) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  it('tells of its first session, and of the next', async () => {
    let told = 0;
    const projects = path.join(home, '.agent/projects');
    watcher.watch({ path: projects, depth: 1 }, () => told++);
    // One after the other, as an agent makes them at its first start; by now the thread has looked.
    await new Promise((resolve) => setTimeout(resolve, 300));
    fs.mkdirSync(path.join(home, '.agent'));
    fs.mkdirSync(path.join(projects, 'app'), { recursive: true });
    fs.writeFileSync(path.join(projects, 'app/first.jsonl'), '{}');
    await until(() => told > 0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = told;
    fs.writeFileSync(path.join(projects, 'app/second.jsonl'), '{}');
    await until(() => told > before);
  });

  it('tells of a database whose folder was missing', async () => {
    let told = 0;
    const database = path.join(home, '.agent/state.db');
    watcher.watch({ path: database }, () => told++);
    await new Promise((resolve) => setTimeout(resolve, 300));
    fs.mkdirSync(path.join(home, '.agent'));
    fs.writeFileSync(database, 'x');
    await until(() => told > 0);
  });
});
