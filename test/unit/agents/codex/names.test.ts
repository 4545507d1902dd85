import * as assert from 'node:assert/strict';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Home, idOf, Lines, removeHomes } from './home';

const id = idOf(1);

describe('X3 Names of Codex threads', () => {
  let home: Home;

  beforeEach(function () {
    home = Home.temporary(this);
    home.rollout(id, new Lines(0).meta(id).user('The first\n prompt').agent('Yes').lines);
  });

  afterEach(function () {
    removeHomes(this);
  });

  function database(name: string, sql: string): DatabaseSync {
    const writer = new DatabaseSync(path.join(home.root, '.codex', name));
    writer.exec(sql);
    return writer;
  }

  const withNames = (name: string | null, more = ''): string =>
    `CREATE TABLE threads (id TEXT PRIMARY KEY, name TEXT, title TEXT, first_user_message TEXT);
     INSERT INTO threads VALUES ('${id}', ${name === null ? 'NULL' : `'${name}'`}, 'The title', 'The first prompt'); ${more}`;
  const index = (...names: string[]): void =>
    void home.write('session_index.jsonl', names.map((name) => `${JSON.stringify({ id, thread_name: name })}\n`).join(''));
  const title = async (): Promise<string[]> => {
    const { title: text, titleSource } = await home.read(id, 'ends');
    return [text, titleSource];
  };

  it('are the first prompt where there is no other, in one line', async () => {
    assert.deepEqual(await title(), ['The first prompt', 'first_prompt']);
  });

  it('are those of the database', async () => {
    database('state_5.sqlite', withNames('Of the database')).close();
    index('Of the database');
    assert.deepEqual(await title(), ['Of the database', 'generated']);
  });

  it('are renames where another name came before', async () => {
    database('state_5.sqlite', withNames('Typed  by me')).close();
    index('Generated', 'Typed by me');
    assert.deepEqual(await title(), ['Typed by me', 'rename']);
  });

  it('are the last ones of the index where the database has none', async () => {
    database('state_5.sqlite', withNames(null)).close();
    index('First', 'Last');
    assert.deepEqual(await title(), ['Last', 'rename']);
  });

  it('give way to the first prompt when they are taken away', async () => {
    index('Named', '');
    assert.deepEqual(await title(), ['The first prompt', 'first_prompt']);
    database('state_5.sqlite', withNames('')).close();
    index('Named');
    assert.deepEqual(await title(), ['The first prompt', 'first_prompt']);
  });

  it('are titles that differ from the prompt where the database has no names', async () => {
    const sql = `CREATE TABLE threads (id TEXT, title TEXT, first_user_message TEXT); INSERT INTO threads VALUES ('${id}',`;
    database('state_5.sqlite', `${sql} 'Old name', 'The first prompt')`).close();
    assert.deepEqual(await title(), ['Old name', 'rename']);
    database('state_6.sqlite', `${sql} 'The first prompt', 'The first prompt')`).close();
    assert.deepEqual(await title(), ['The first prompt', 'first_prompt']);
  });

  it('are those of the database with the highest number', async () => {
    database('state_9.sqlite', withNames('Nine')).close();
    database('state_10.sqlite', withNames('Ten')).close();
    assert.deepEqual(await title(), ['Ten', 'generated']);
  });

  it('are read while Codex is writing them', async () => {
    const writer = database('state_5.sqlite', `PRAGMA journal_mode = WAL; ${withNames('In the log')}`);
    assert.deepEqual(await title(), ['In the log', 'generated']);
    writer.exec("UPDATE threads SET name = 'Renamed'");
    assert.deepEqual(await title(), ['Renamed', 'generated']);
    writer.close();
  });

  it('come from the index when the database is locked, damaged, empty or of an unknown kind, and that is said', async () => {
    index('Of the index');
    const detail = async (): Promise<string> => {
      assert.deepEqual(await title(), ['Of the index', 'generated']);
      const { sessions, skipped } = await home.find();
      assert.equal(sessions.length, 1);
      assert.deepEqual(skipped.map(({ reason }) => reason), ['database_unreadable']);
      return skipped[0]?.detail ?? '';
    };
    const writer = database('state_5.sqlite', `${withNames('Locked')} BEGIN EXCLUSIVE; DELETE FROM threads`);
    assert.match(await detail(), /locked/);
    writer.close();
    home.write('state_6.sqlite', Buffer.from('no database '.repeat(1000)));
    assert.match(await detail(), /not a database/);
    home.write('state_7.sqlite', '');
    assert.match(await detail(), /no table threads/);
    database('state_8.sqlite', 'CREATE TABLE threads (thread_key TEXT, label TEXT)').close();
    assert.match(await detail(), /no table threads/);
  });

  it('survive broken lines in the index', async () => {
    home.write('session_index.jsonl', `{"id":"${id}","thread_name":"Good"}\n{broken\n42\n{"id":7,"thread_name":[]}\n{"id":"${id}","thread_na`);
    assert.deepEqual(await title(), ['Good', 'generated']);
  });

  it('leave out rows of threads whose rollout is gone', async () => {
    database('state_5.sqlite', withNames(null, `INSERT INTO threads VALUES ('${idOf(9)}', 'Gone', '', '')`)).close();
    assert.deepEqual((await home.find()).sessions.map((session) => session.id), [id]);
  });
});
