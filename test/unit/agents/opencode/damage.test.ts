import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseOf, dataPath, Homes, readHome, Store, transcriptOf, write } from './support';

describe('X28 damaged opencode databases', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  async function problems(home: string): Promise<unknown[]> {
    const { joined, skipped } = await readHome(home);
    assert.deepEqual(joined.sessions, []);
    return skipped.map(({ path: file, reason, detail }) => [path.basename(file), reason, detail]);
  }

  it('are one visible problem each, never an empty list', async () => {
    assert.deepEqual(await problems(homes.copy('truncated-db')), [['opencode.db', 'database_unreadable', 'database disk image is malformed']]);
    const garbage = homes.empty();
    fs.writeFileSync(databaseOf(garbage), 'this is no database, but long enough to be one'.repeat(50));
    assert.deepEqual(await problems(garbage), [['opencode.db', 'database_unreadable', 'file is not a database']]);
    const folder = homes.empty();
    fs.mkdirSync(databaseOf(folder));
    assert.deepEqual((await readHome(folder)).skipped.map(({ reason }) => reason), ['database_unreadable']);
    const other = homes.empty();
    const database = new DatabaseSync(databaseOf(other));
    database.exec('CREATE TABLE something (id TEXT)');
    database.close();
    assert.deepEqual(await problems(other), [['opencode.db', 'database_unreadable', 'no session table']]);
  });

  it('are no problem when a new installation has not written anything yet', async () => {
    const home = homes.empty();
    fs.writeFileSync(databaseOf(home), '');
    assert.deepEqual(await problems(home), []);
  });

  it('are said to be locked when they are', async () => {
    const home = homes.empty();
    const writer = new DatabaseSync(databaseOf(home));
    writer.exec('PRAGMA journal_mode = WAL; PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE session (id TEXT)');
    assert.deepEqual(await problems(home), [['opencode.db', 'database_unreadable', 'database is locked']]);
    writer.close();
  });

  it('hide neither other databases nor JSON files', async () => {
    const home = homes.copy('legacy-json');
    fs.writeFileSync(databaseOf(home), 'no database');
    const store = new Store(databaseOf(home, 'opencode-dev.db'));
    store.session('ses_dev', 1000);
    store.prompt('msg_dev', 'ses_dev', 1001, 'Hello');
    store.close();
    const { joined } = await readHome(home);
    assert.equal(joined.sessions.length, 4);
    assert.deepEqual(joined.notShown.map(({ reason }) => reason).sort(), ['database_unreadable', 'sub_agent']);
  });

  it('give what is left of a write-ahead log that was cut in the middle', async () => {
    const home = homes.copy('live-wal');
    const log = `${databaseOf(home)}-wal`;
    fs.rmSync(`${databaseOf(home)}-shm`);
    fs.truncateSync(log, fs.statSync(log).size - 1000);
    const { joined, skipped } = await readHome(home);
    assert.deepEqual(skipped, []);
    const titles = joined.sessions.map(({ record }) => record.title);
    assert.ok(titles.includes('Name after') && titles.includes('Tool still running'), titles.join());
  });

  it('list their sessions when another table is destroyed, and call the sums unknown', async () => {
    const home = homes.empty();
    const file = databaseOf(home);
    const store = new Store(file);
    store.session('ses_1', 1000, { title: 'Still here' });
    store.prompt('msg_1', 'ses_1', 1001, 'Hello');
    const { rootpage } = store.database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'part'").get() as { rootpage: number };
    const { page_size: size } = store.database.prepare('PRAGMA page_size').get() as { page_size: number };
    store.close();
    const handle = fs.openSync(file, 'r+');
    fs.writeSync(handle, Buffer.alloc(size, 0xff), 0, size, (rootpage - 1) * size);
    fs.closeSync(handle);
    const { joined, skipped } = await readHome(home);
    const [session] = joined.sessions;
    assert.deepEqual([session?.record.title, session?.record.messageCount, session?.record.usage], ['Still here', null, null]);
    assert.deepEqual(skipped.map(({ reason }) => reason), ['database_unreadable']);
    assert.deepEqual((await transcriptOf(home, 'ses_1')).omissions, [{ code: 'unreadable', source: { file, line: 0 } }]);
  });

  it('read tables that lack columns, hold other types, and absurd numbers', async () => {
    const home = homes.empty();
    const database = new DatabaseSync(databaseOf(home));
    database.exec(`
      CREATE TABLE session (id, title, time_created, revert);
      CREATE TABLE message (id, session_id, time_created, time_updated, data);
      CREATE TABLE part (id, message_id, data);
      INSERT INTO session VALUES ('ses_1', 'One', 9223372036854775807, 'no json'), (NULL, 'no id', 1, NULL), (7, 'number', 1, NULL), ('ses_2', X'00ff', 'soon', X'01'), ('ses_3', NULL, NULL, NULL);
      INSERT INTO message VALUES ('msg_1', 'ses_1', -9223372036854775808, 9223372036854775807, '{"role":"user","time":"never"}'), (NULL, 'ses_2', NULL, NULL, NULL);
      INSERT INTO part VALUES ('prt_1', 'msg_1', '{"type":"text","text":"Hello"}'), (NULL, 'msg_1', X'00');`);
    database.close();
    const { joined, records, skipped } = await readHome(home);
    assert.deepEqual(skipped, []);
    assert.deepEqual([...records.keys()].sort(), ['ses_1', 'ses_2', 'ses_3']);
    assert.deepEqual(joined.sessions.map(({ record }) => [record.title, record.createdAt, record.lastActivityAt, record.messageCount, record.folder]), [['One', null, null, 1, null]]);
    await readHome(home, 'ends');
  });

  it('list a session whose messages can only be counted one by one', async () => {
    const home = homes.empty();
    const database = new DatabaseSync(databaseOf(home));
    database.exec(`
      CREATE TABLE session (id, title);
      CREATE TABLE message (id, session_id, time_created, data);
      CREATE TABLE part (id, message_id, data);
      INSERT INTO session VALUES ('ses_1', 'One');
      INSERT INTO message VALUES ('msg_1', 'ses_1', 1000, '{"role":"user"}');
      INSERT INTO part VALUES ('prt_1', 'msg_1', '{"type":"text","text":"Hello"}');`);
    database.close();
    for (const depth of ['ends', 'full'] as const) {
      assert.deepEqual((await readHome(home, depth)).joined.sessions.map(({ record }) => [record.title, record.messageCount]), [['One', depth === 'full' ? 1 : null]]);
    }
  });
});

describe('X28 damaged opencode JSON files', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  it('are left out one by one, each with its reason', async () => {
    const home = homes.empty();
    const info = (id: string): object => ({ id, title: id, directory: '/home/dev/app', time: { created: 1000, updated: 1000 } });
    write(home, 'storage/session/p/ses_good.json', info('ses_good'));
    write(home, 'storage/session/q/ses_good.json', info('ses_good'));
    write(home, 'storage/session/p/ses_garbage.json', '{"id":');
    write(home, 'storage/session/p/ses_blank.json', '');
    write(home, 'storage/session/p/ses_unused.json', info('ses_unused'));
    write(home, 'storage/session/p/notes.txt', 'mine');
    write(home, 'storage/session/p/ses_folder.json/inside', 'x');
    write(home, 'storage/session/file', 'x');
    write(home, 'storage/message/ses_good/msg_1.json', { role: 'user', time: { created: 1001 } });
    write(home, 'storage/message/ses_good/msg_2.json', '{"role":"assi');
    write(home, 'storage/message/ses_good/msg_3.json/inside', 'x');
    write(home, 'storage/part/msg_1/prt_1.json', { type: 'text', text: 'Hello' });
    write(home, 'storage/part/msg_1/prt_2.json', 'torn');
    write(home, 'storage/part/msg_1/prt_3.txt', 'not ours');
    for (const depth of ['ends', 'full'] as const) {
      const { joined } = await readHome(home, depth);
      assert.deepEqual(joined.sessions.map(({ record, resume }) => [record.id, record.firstPrompt, resume]), [['ses_good', 'Hello', null]]);
      const reasons = joined.notShown.map(({ path: file, reason }) => `${path.relative(path.join(home, dataPath, 'storage/session'), file)} ${reason}`);
      assert.deepEqual(reasons.sort(), [
        'p/notes.txt name_is_no_session',
        'p/ses_blank.json empty_file',
        'p/ses_folder.json is_directory',
        'p/ses_garbage.json not_readable_as_history',
        'p/ses_unused.json no_message',
        'q/ses_good.json duplicate',
      ]);
    }
    const { omissions } = await transcriptOf(home, 'ses_good');
    assert.deepEqual(omissions.map(({ code, bytes, source }) => [code, bytes, path.basename(source.file)]).sort(), [
      ['broken_record', 13, 'msg_2.json'],
      ['broken_record', 4, 'prt_2.json'],
      ['missing_part', undefined, 'msg_3.json'],
    ]);
  });

  it('are listed under their prompt and folder when only the session\'s own file is lost', async () => {
    const home = homes.copy('legacy-json');
    write(home, 'storage/session/global/ses_dd3eabfd6ffeFUpIhpVfMMVkUf.json', 'garbage');
    const { joined } = await readHome(home, 'ends');
    const record = joined.sessions.find((session) => session.record.id === 'ses_dd3eabfd6ffeFUpIhpVfMMVkUf')?.record;
    assert.deepEqual([record?.title, record?.folder, record?.createdAt], ['Read my notes', '/home/dev/notes', '2026-11-30T10:51:59.933Z']);
  });

  it('are named when they are too large to be a message', async () => {
    const home = homes.copy('legacy-json');
    const file = 'storage/part/msg_22c15403d001uKBAM1p61j8S50/prt_22c1540420012b7FGybkk6njUw.json';
    write(home, file, 'x'.repeat(25 << 20));
    const { omissions, events } = await transcriptOf(home, 'ses_dd3eabfd6ffeFUpIhpVfMMVkUf');
    assert.deepEqual(omissions, [{ code: 'oversized_record', source: { file: path.join(home, dataPath, file), line: 1 } }]);
    assert.deepEqual(events.map(({ type }) => type), ['agent_message']);
  });

  it('are a visible problem when a file stands where the folder should be', async () => {
    const home = homes.empty();
    fs.mkdirSync(path.dirname(path.join(home, dataPath)), { recursive: true });
    fs.writeFileSync(path.join(home, dataPath), 'x');
    const { skipped } = await readHome(home);
    assert.ok(skipped.length > 0);
    assert.ok(skipped.every(({ reason }) => reason === 'unreadable'));
  });
});
