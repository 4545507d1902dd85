import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyHome, edit, emptyHome, list, removeHomes, transcriptOf } from './fixture';

function reasons(listed: Awaited<ReturnType<typeof list>>): string[] {
  return listed.notShown.map(({ id, path: file, reason }) => `${id ?? path.basename(file)}: ${reason}`).sort();
}

/** Destroys the first page of a table or index. */
function overwritePage(file: string, name: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  const { page } = database.prepare('SELECT rootpage AS page FROM sqlite_master WHERE name = ?').get(name) as { page: number };
  database.close();
  const handle = fs.openSync(file, 'r+');
  fs.writeSync(handle, Buffer.alloc(4096, 0xff), 0, 4096, (page - 1) * 4096);
  fs.closeSync(handle);
}

/** Runs `work` as somebody who may read `folder` but not write it; root, who may do everything, becomes another user. */
async function withoutWriting<T>(home: string, folder: string, work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  fs.chmodSync(home, 0o755);
  fs.chmodSync(folder, 0o555);
  if (isRoot) process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
    fs.chmodSync(folder, 0o755);
  }
}

describe('X28 damaged homes of Hermes', () => {
  after(removeHomes);

  it('lists every readable row of a database with odd ones, each row in one conversation', async () => {
    const home = copyHome('odd-rows');
    const listed = await list(home);
    assert.deepEqual(Object.fromEntries(listed.sessions.map(({ record }) => [record.id.slice(-6), record.title])), {
      aaaaa1: 'Parent is gone',
      aaaaa2: 'Circle #2',
      aaaaa4: 'prompt 4',
      aaaaa5: 'Strange time',
      aaaaa6: 'Closed by compaction, no child',
    });
    assert.deepEqual(reasons(listed), ['20261130_120000_aaaaa7: sub_agent', '20261130_120000_aaaaa8: no_message']);
    const byId = new Map(listed.sessions.map(({ record }) => [record.id.slice(-6), record]));
    assert.equal(byId.get('aaaaa2')?.messageCount, 4);
    assert.equal(byId.get('aaaaa4')?.messageCount, 2);
    // Its beginning is text; the first message is of this time.
    assert.equal(byId.get('aaaaa5')?.createdAt, '2026-11-30T12:00:05.000Z');
    const { events, omissions } = await transcriptOf(home, '20261130_120000_aaaaa4');
    assert.deepEqual(events.map(({ text }) => text), ['prompt 4', 'answer 4']);
    assert.deepEqual(omissions.map(({ code, source }) => [code, source.line]), [['broken_record', 15], ['broken_record', 16]]);
  });

  for (const [home, detail] of [['broken-truncated', /malformed/], ['broken-zero', /no such table/], ['broken-text', /not a database/]] as const) {
    it(`says that the database of ${home} can't be read`, async () => {
      const { skipped } = await list(copyHome(home));
      assert.deepEqual(skipped.map(({ reason }) => reason), ['database_unreadable']);
      assert.match(skipped[0]?.detail ?? '', detail);
    });
  }

  it('reads the other homes beside a broken one', async () => {
    const home = copyHome('main');
    fs.copyFileSync(path.join(copyHome('broken-text'), '.hermes', 'state.db'), path.join(home, '.hermes', 'state.db'));
    const listed = await list(home);
    assert.deepEqual(listed.sessions.map(({ record }) => record.title), ['which profile is this?']);
    assert.deepEqual(reasons(listed), ['state.db: database_unreadable']);
  });

  it('lists the sessions of a database whose messages are damaged', async () => {
    const home = copyHome('main');
    for (const name of ['messages', 'idx_messages_session', 'idx_messages_session_active']) {
      overwritePage(path.join(home, '.hermes', 'state.db'), name);
    }
    const listed = await list(home);
    const named = listed.sessions.find(({ record }) => record.id === '20261130_101800_61ff43');
    assert.deepEqual([named?.record.title, named?.record.folder, named?.record.messageCount], ['Build notes', '/home/dev/other', null]);
    assert.ok(reasons(listed).includes('state.db: database_unreadable'));
    assert.deepEqual((await transcriptOf(home, '20261130_101800_61ff43')).omissions.map(({ code }) => code), ['unreadable']);
  });

  it('tells of a newer schema and reads what it knows of it', async () => {
    const listed = await list(copyHome('newer-v30'));
    assert.deepEqual(listed.skipped.map(({ reason, detail }) => [reason, detail]), [['newer_schema', '30']]);
    assert.equal(listed.sessions.length, 2);
  });

  it('reads on past numbers beyond those of JavaScript, and takes them and counts of another type as unknown', async () => {
    const home = copyHome('main');
    edit(home, (database) => {
      database.exec('UPDATE sessions SET input_tokens = 9223372036854775807 WHERE id = \'20261130_101800_61ff43\'');
      database.exec('UPDATE sessions SET output_tokens = \'many\' WHERE id = \'20261130_101811_07d00d\'');
    });
    const { sessions } = await list(home);
    const usage = (id: string): unknown => sessions.find(({ record }) => record.id === id)?.record.usage;
    assert.deepEqual([usage('20261130_101800_61ff43'), usage('20261130_101811_07d00d')], [null, null]);
    assert.equal(sessions.length, (await list(copyHome('main'))).sessions.length);
  });

  for (const name of ['main', 'live-wal']) {
    it(`reads from a copy where the folder can't be written (${name})`, async function () {
      if (process.getuid === undefined) this.skip();
      const home = copyHome(name);
      const folder = path.join(home, '.hermes');
      const before = fs.readdirSync(folder);
      const listed = await withoutWriting(home, folder, () => list(home));
      assert.ok(listed.sessions.some(({ record }) => record.title === 'Listing Project Files'));
      assert.deepEqual([listed.skipped, fs.readdirSync(folder)], [[], before]);
      assert.deepEqual(fs.readdirSync(os.tmpdir()).filter((entry) => entry.startsWith('localix-copy-')), []);
    });
  }

  it('says that a database is locked, and reads it when it no longer is', async () => {
    const home = copyHome('main');
    const database = new DatabaseSync(path.join(home, '.hermes', 'state.db'));
    // As on file systems that have no write-ahead log.
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    const locked = await list(home);
    assert.deepEqual(locked.skipped.map(({ reason, detail }) => [reason, detail]), [['database_unreadable', 'database is locked']]);
    assert.deepEqual(locked.sessions.map(({ record }) => record.title), ['which profile is this?']);
    database.exec('COMMIT');
    database.close();
    assert.equal((await list(home)).sessions.length, 19);
  });

  it('finds nothing, and nothing wrong, where there is no home', async () => {
    const { found, skipped } = await list(path.join(emptyHome(), 'nobody'));
    assert.deepEqual([found, skipped], [[], []]);
  });

  it('names a folder in place of the database, and a file in place of the profiles', async () => {
    const home = emptyHome();
    fs.mkdirSync(path.join(home, '.hermes', 'state.db'));
    fs.writeFileSync(path.join(home, '.hermes', 'profiles'), '');
    assert.deepEqual(reasons(await list(home)), ['profiles: unreadable', 'state.db: database_unreadable']);
  });

  it('lists the same session in two profiles once', async () => {
    const home = copyHome('main');
    fs.cpSync(path.join(home, '.hermes', 'profiles', 'work'), path.join(home, '.hermes', 'profiles', 'copy'), { recursive: true });
    const listed = await list(home);
    const session = listed.sessions.filter(({ record }) => record.id === '20261130_102147_3e8cdb');
    assert.deepEqual(session.map(({ resume }) => resume?.argv), [['hermes', '--resume', '20261130_102147_3e8cdb', '-p', 'copy']]);
    assert.ok(reasons(listed).includes('20261130_102147_3e8cdb: duplicate'));
  });
});

describe('X28 files of older releases of Hermes', () => {
  after(removeHomes);

  /** The older home as it is when its database is lost. */
  function withoutDatabase(): string {
    const home = copyHome('legacy-0.10.0');
    fs.rmSync(path.join(home, '.hermes', 'state.db'));
    return home;
  }

  it('are listed where there is no database, and nothing else of their folder', async () => {
    const listed = await list(withoutDatabase());
    assert.deepEqual(Object.fromEntries(listed.sessions.map(({ record }) => [record.id, [record.title, record.messageCount, record.usage]])), {
      '20261130_095645_8b0905': ['List the files, old version', 5, null],
      '20261130_095657_55379e': ['a second old session', 2, null],
      '20261130_103724_b8d91c7d': ['what is on my list?', 4, null],
      '20261130_103724_2f6946f4': ['[Bo] is the build green?', 2, null],
    });
    assert.deepEqual([listed.skipped, listed.notShown], [[], []]);
  });

  it('tell times in local time, and the line of each message', async () => {
    const home = withoutDatabase();
    const { sessions } = await list(home);
    const created = sessions.find(({ record }) => record.id === '20261130_095645_8b0905')?.record.createdAt;
    assert.equal(created, new Date(2026, 10, 30, 9, 56, 52, 382).toISOString());
    const { events } = await transcriptOf(home, '20261130_095645_8b0905');
    assert.deepEqual(events.map(({ type, source }) => [type, source.line]), [
      ['user_message', 12], ['thought', 16], ['agent_message', 16], ['tool_call', 16], ['agent_message', 38], ['user_message', 42], ['agent_message', 46],
    ]);
    assert.equal(events[3]?.tool?.output, 'README.md\npackages\nsum.js');
  });

  it('are skipped where they are broken, and a torn last line is left out', async () => {
    const home = withoutDatabase();
    const folder = path.join(home, '.hermes', 'sessions');
    fs.writeFileSync(path.join(folder, 'session_20261130_095657_55379e.json'), '{"session_id": "20261130_09');
    fs.appendFileSync(path.join(folder, '20261130_103724_2f6946f4.jsonl'), '{"role": "user", "content": "and n');
    const listed = await list(home);
    assert.deepEqual(reasons(listed), ['20261130_095657_55379e: not_readable_as_history']);
    const { events, omissions } = await transcriptOf(home, '20261130_103724_2f6946f4');
    assert.deepEqual([events.length, omissions.map(({ code }) => code)], [2, ['torn_end']]);
  });
});
