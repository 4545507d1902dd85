import * as assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as readline from 'node:readline';
import { copyHome, edit, list, removeHomes } from './fixture';

const session = '20261130_101800_61ff43';

const owners: ChildProcess[] = [];

/** A process that owns the database, as far as a reader can tell. */
function owner(home: string, script: string, ...argv: string[]): ChildProcess {
  const prelude = `const { DatabaseSync } = require('node:sqlite'); const database = new DatabaseSync(${JSON.stringify(path.join(home, '.hermes', 'state.db'))});`;
  const child = spawn(process.execPath, ['--no-warnings', '-e', prelude + script, '--', ...argv], { stdio: ['ignore', 'pipe', 'inherit'] });
  owners.push(child);
  return child;
}

async function messages(home: string): Promise<number> {
  const { sessions } = await list(home);
  return sessions.find(({ record }) => record.id === session)?.record.messageCount ?? 0;
}

describe('X6 a Hermes database in use', () => {
  afterEach(() => owners.splice(0).forEach((child) => child.kill()));
  after(removeHomes);

  it('gives every row that was committed before, and never keeps its owner from writing', async () => {
    const home = copyHome('main');
    // Without a busy timeout any lock of ours would be an error.
    const writer = owner(home, `
      const add = database.prepare("INSERT INTO messages (session_id, role, content, timestamp) VALUES ('${session}', 'user', 'again', ?)");
      (async () => {
        for (let count = 1; count <= 300; count++) {
          add.run(1796040000 + count);
          console.log(count);
          await new Promise((done) => setTimeout(done, 1));
        }
      })();`);
    const ended = once(writer, 'exit');
    let committed = 0;
    readline.createInterface({ input: writer.stdout as NodeJS.ReadableStream }).on('line', (line) => (committed = Number(line)));
    while (writer.exitCode === null) {
      const before = committed;
      assert.ok((await messages(home)) >= 2 + before);
      await new Promise((done) => setImmediate(done));
    }
    assert.deepEqual(await ended, [0, null]);
    assert.equal(await messages(home), 302);
  });

  it('has no new file beside it when nobody has it open', async () => {
    const home = copyHome('main');
    edit(home, (database) => database.exec('PRAGMA journal_mode = WAL'));
    const folder = path.join(home, '.hermes');
    const before = fs.readdirSync(folder);
    assert.ok((await list(home)).sessions.length > 0);
    assert.deepEqual(fs.readdirSync(folder), before);
  });

  for (const name of ['main', 'live-wal']) {
    it(`is left as it is, with its log (${name})`, async () => {
      const home = copyHome(name);
      const hashes = (): string[] => ['state.db', 'state.db-wal'].map((file) => {
        const whole = path.join(home, '.hermes', file);
        return createHash('sha1').update(fs.existsSync(whole) ? fs.readFileSync(whole) : '').digest('hex');
      });
      const before = hashes();
      await list(home);
      assert.deepEqual(hashes(), before);
    });
  }

  it('marks the session that a process was resumed for', async function () {
    if (process.platform !== 'linux') this.skip();
    const home = copyHome('main');
    const other = copyHome('main');
    const running = async (of = home): Promise<string[]> => (await list(of, 'ends')).sessions.filter((one) => one.running).map(({ record }) => record.id);
    assert.deepEqual(await running(), []);
    const child = owner(home, 'database.prepare("SELECT count(*) FROM messages").get(); console.log("open"); setInterval(() => undefined, 1000);', 'hermes', '--resume', '20261130_101927_fd21cd');
    const ended = once(child, 'exit');
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    assert.deepEqual(await running(), ['20261130_101905_d1b93d']);
    assert.deepEqual(await running(other), []);
    child.kill();
    await ended;
    assert.deepEqual(await running(), []);
  });

  it('changes the signature of a session with each message, name, undo and setting aside, and of no other', async () => {
    const home = copyHome('main');
    const signatures = async (): Promise<Map<string, string>> => new Map((await list(home, 'ends')).found.map(({ id, signature }) => [id, signature]));
    const changes = [
      `INSERT INTO messages (session_id, role, content, timestamp) VALUES ('${session}', 'user', 'more', 1796040000)`,
      `UPDATE sessions SET title = 'Another name' WHERE id = '${session}'`,
      `UPDATE sessions SET rewind_count = rewind_count + 1 WHERE id = '${session}'`,
      `UPDATE sessions SET archived = 1 WHERE id = '${session}'`,
      `UPDATE sessions SET output_tokens = output_tokens + 1 WHERE id = '${session}'`,
    ];
    let before = await signatures();
    for (const change of changes) {
      edit(home, (database) => database.exec(change));
      const now = await signatures();
      assert.deepEqual([...now].filter(([id, signature]) => before.get(id) !== signature).map(([id]) => id), [session], change);
      before = now;
    }
  });
});
