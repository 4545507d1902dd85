import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readDatabase } from '../../../../src/platform/sqlite';
import { Files } from '../../../../src/platform/files';
import { databaseOf, dataPath, Homes, readHome, Store, transcriptOf, write } from './support';

describe('X6 changes in an opencode database', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  it('change the signature of the session they concern, and of no other', async () => {
    const home = homes.empty();
    const store = new Store(databaseOf(home));
    store.session('ses_1', 1000);
    store.session('ses_2', 2000);
    store.message('msg_1', 'ses_1', 1001, { role: 'assistant' }, [{ type: 'tool', tool: 'bash', state: { status: 'running' } }]);
    store.prompt('msg_2', 'ses_2', 2001, 'other');
    const changes = [
      "UPDATE session SET title = 'Renamed' WHERE id = 'ses_1'",
      "UPDATE session SET time_archived = 5 WHERE id = 'ses_1'",
      `UPDATE session SET revert = '{"messageID":"msg_1"}' WHERE id = 'ses_1'`,
      "UPDATE part SET time_updated = 1500, data = '{}' WHERE message_id = 'msg_1'",
      "UPDATE message SET time_updated = 1600 WHERE id = 'msg_1'",
      "INSERT INTO part VALUES ('prt_x', 'msg_1', 'ses_1', 1, 1, '{}')",
      "INSERT INTO message VALUES ('msg_3', 'ses_1', 1700, 1700, '{}')",
      "INSERT INTO session_message VALUES ('msg_4', 'ses_1', 'user', 1, 1800, 1800, '{}')",
      "INSERT INTO session_message VALUES ('msg_5', 'ses_1', 'shell', 2, 1900, 1900, '{}')",
      "DELETE FROM message WHERE id = 'msg_3'",
    ];
    let before = (await readHome(home, 'ends')).found;
    for (const sql of changes) {
      store.database.exec(sql);
      const after = (await readHome(home, 'ends')).found;
      assert.notEqual(after.get('ses_1')?.signature, before.get('ses_1')?.signature, sql);
      assert.equal(after.get('ses_2')?.signature, before.get('ses_2')?.signature, sql);
      before = after;
    }
    assert.equal((await readHome(home, 'ends')).found.get('ses_1')?.signature, before.get('ses_1')?.signature);
    store.close();
  });

  it('show a rename at once, also one that is only in the write-ahead log', async () => {
    const home = homes.empty();
    const store = new Store(databaseOf(home));
    store.session('ses_1', 1000, { title: 'Before' });
    store.prompt('msg_1', 'ses_1', 1001, 'Hello');
    store.close();
    assert.equal((await readHome(home, 'ends')).records.get('ses_1')?.title, 'Before');
    const writer = new DatabaseSync(databaseOf(home));
    writer.exec("PRAGMA wal_autocheckpoint = 0; UPDATE session SET title = 'After'");
    assert.equal((await readHome(home, 'ends')).records.get('ses_1')?.title, 'After');
    writer.close();
  });
});

describe('X6 an opencode session that runs', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  async function isRunning(touched: number, answer: object): Promise<boolean | undefined> {
    const home = homes.empty();
    const store = new Store(databaseOf(home));
    store.session('ses_1', 1000);
    store.message('msg_1', 'ses_1', 1001, answer, [{ type: 'tool' }]);
    store.database.prepare('UPDATE part SET time_updated = ?').run(touched);
    store.close();
    return (await readHome(home, 'ends')).joined.sessions[0]?.running;
  }

  it('has an unfinished answer that was written to lately', async () => {
    assert.equal(await isRunning(Date.now() - 60_000, { role: 'assistant' }), true);
    assert.equal(await isRunning(Date.now() - 3_600_000, { role: 'assistant' }), false);
    assert.equal(await isRunning(Date.now(), { role: 'assistant', time: { created: 1, completed: 2 } }), false);
    assert.equal(await isRunning(Date.now(), { role: 'assistant', error: { name: 'MessageAbortedError' } }), false);
    assert.equal(await isRunning(Date.now(), { role: 'user' }), false);
  });
});

describe('X28 reading an opencode database', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  const state = (home: string): Record<string, string> => {
    const folder = path.join(home, dataPath);
    return Object.fromEntries(
      fs.readdirSync(folder).filter((name) => name.includes('.db')).map((name) => [name, createHash('sha1').update(fs.readFileSync(path.join(folder, name))).digest('hex')]),
    );
  };

  it('leaves a database that nobody writes as it was, with nothing beside it', async () => {
    const home = homes.copy('main');
    const before = state(home);
    await readHome(home);
    await transcriptOf(home, 'ses_dd3fdf762ffepKJnoasSQvm5Rr');
    assert.deepEqual(state(home), before);
    assert.deepEqual(Object.keys(before), ['opencode.db']);
  });

  it('is done again when somebody begins to write meanwhile', () => {
    const home = homes.empty();
    const store = new Store(databaseOf(home));
    store.session('ses_1', 1000, { title: 'Before' });
    store.close();
    let writer: DatabaseSync | undefined;
    const read = readDatabase(new Files(), databaseOf(home), (database) => {
      if (writer === undefined) {
        writer = new DatabaseSync(databaseOf(home));
        writer.exec("UPDATE session SET title = 'After'");
      }
      return [...database.rows('SELECT title FROM session')].map((row) => row['title']);
    });
    writer?.close();
    assert.deepEqual(read, { ok: true, value: ['After'] });
  });

  it('leaves a write-ahead log as it was, and neither checkpoints nor removes it', async () => {
    const home = homes.copy('live-wal');
    const before = state(home);
    await readHome(home);
    const after = state(home);
    for (const name of ['opencode.db', 'opencode.db-wal']) assert.equal(after[name], before[name]);
  });

  it('sees every row that another process commits, and never makes it wait', async () => {
    const home = homes.empty();
    const file = databaseOf(home);
    new Store(file).close();
    const script = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(${JSON.stringify(file)});
      database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_autocheckpoint = 5');
      const session = database.prepare("INSERT INTO session VALUES (?, 'p', NULL, '/home/dev/app', 't', '1.18.33', NULL, 1, 1, NULL)");
      const message = database.prepare("INSERT INTO message VALUES (?, ?, 1, 1, '{}')");
      let number = 0;
      const next = () => {
        for (let i = 0; i < 10; i++, number++) {
          database.exec('BEGIN');
          session.run('ses_' + number);
          message.run('msg_' + number, 'ses_' + number);
          database.exec('COMMIT');
        }
        process.stdout.write(number + '\\n');
        if (number < 300) setTimeout(next, 1);
      };
      next();`;
    const writer = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    let committed = 0;
    let errors = '';
    writer.stdout.on('data', (chunk: Buffer) => (committed = Number(chunk.toString().trim().split('\n').at(-1))));
    writer.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => writer.on('close', resolve));
    let isOver = false;
    void ended.then(() => (isOver = true));
    while (!isOver) {
      const atLeast = committed;
      const { found, skipped } = await readHome(home, 'ends');
      assert.deepEqual(skipped, []);
      assert.ok(found.size >= atLeast, `${String(found.size)} of ${String(atLeast)}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual([await ended, errors], [0, '']);
    assert.equal((await readHome(home, 'ends')).found.size, 300);
  });
});

describe('X6 changes in opencode\'s JSON files', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  it('change the signature, wherever they are', async () => {
    const home = homes.copy('legacy-json');
    const id = 'ses_dd3ead261ffeFOi0vCboZACKXn';
    const signature = async (): Promise<string | undefined> => (await readHome(home, 'ends')).found.get(id)?.signature;
    const first = await signature();
    assert.equal(await signature(), first);
    write(home, 'storage/part/msg_22c153008001pEgIoBfXhlp83r/prt_zz.json', { type: 'text', text: 'more' });
    const second = await signature();
    assert.notEqual(second, first);
    write(home, `storage/message/${id}/msg_zz.json`, { role: 'user', time: { created: 1 } });
    assert.notEqual(await signature(), second);
  });
});
