import assert from 'node:assert/strict';
import { messageReads } from '../../../src/store/messageTable';
import { migrations } from '../../../src/store/migrations';
import { projectReads } from '../../../src/store/projectTable';
import { type Database, Engine } from '../../../src/store/sqlEngine';
import { queryOn } from '../../../src/store/transaction';

describe('the schema', () => {
  let engine: Engine;
  before(async () => (engine = await Engine.load()));

  function migrated(version: number): Database {
    const database = engine.open(null);
    for (const sql of migrations.slice(0, version).flat()) database.run(sql, []);
    return database;
  }

  it('1 finds the words of messages, also of edited ones, and not those of deleted ones', () => {
    const database = migrated(1);
    const insert = 'INSERT INTO message (id, chat, role, text, is_active, created_at) VALUES (?, ?, ?, ?, 1, 1)';
    database.run(insert, [1, 'LOCALIX-1', 'user', 'Where is the Überlauf handled?']);
    database.run(insert, [2, 'LOCALIX-1', 'assistant', 'The overflow is handled in log.ts']);
    const found = (words: string): unknown[] =>
      database.all('SELECT docid FROM message_text WHERE message_text MATCH ? ORDER BY docid', [words]).map(({ docid }) => docid);
    assert.deepEqual([found('"handled"'), found('"uberlauf"'), found('"log ts"'), found('"nowhere"')], [[1, 2], [1], [2], []]);
    database.run('UPDATE message SET text = ? WHERE id = 2', ['It is dealt with elsewhere']);
    database.run('UPDATE message SET is_active = 0 WHERE id = 1', []);
    database.run('DELETE FROM message WHERE id = 1', []);
    assert.deepEqual([found('"handled"'), found('"dealt with"')], [[], [2]]);
    assert.deepEqual(database.all("INSERT INTO message_text (message_text) VALUES ('integrity-check')", []), []);
    database.close();
  });

  it('2 leaves every project where it is', () => {
    const database = migrated(1);
    database.run("INSERT INTO project (id, name, folder, comparable, created_at, updated_at) VALUES ('PRJ-1', 'app', '/app', '/app', 1, 1)", []);
    for (const sql of migrations.slice(1).flat()) database.run(sql, []);
    assert.deepEqual(projectReads.projects(queryOn(database)), [
      { id: 'PRJ-1', name: 'app', folder: { path: '/app', comparable: '/app', identity: null }, formerFolders: [], isHidden: false, createdAt: 1, updatedAt: 1 },
    ]);
    database.close();
  });

  it('3 leaves messages and their words as they are', () => {
    const database = migrated(2);
    database.run("INSERT INTO message (id, chat, role, text, is_active, created_at, payload) VALUES (1, 'LOCALIX-1', 'user', 'Water the plants', 1, 1, 'more')", []);
    for (const sql of migrations[2] ?? []) database.run(sql, []);
    const [message] = messageReads.messages(queryOn(database), { chat: 'LOCALIX-1', limit: 1 });
    assert.deepEqual([message?.text, message?.payload, message?.payloadBlob], ['Water the plants', 'more', null]);
    assert.deepEqual(database.all("SELECT docid FROM message_text WHERE message_text MATCH 'plants'", []), [{ docid: 1 }]);
    database.close();
  });
});
