import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Files } from '../../../src/platform/files';
import { readDatabase, type ForeignDatabase, type Row } from '../../../src/platform/sqlite';

describe('X28 Databases of other programs', () => {
  let folder: string;
  let file: string;
  const all = (database: ForeignDatabase): Row[] => [...database.rows('SELECT a, b FROM t ORDER BY a')];
  const rows = [{ a: 1, b: 'one' }, { a: 2, b: 'two' }].map((row) => Object.assign(Object.create(null) as object, row));

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sqlite-'));
    file = path.join(folder, 'state #1 50%.sqlite');
  });

  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  function create(mode: string): DatabaseSync {
    const writer = new DatabaseSync(file);
    writer.exec(`PRAGMA journal_mode = ${mode}; CREATE TABLE t (a INTEGER, b TEXT); INSERT INTO t VALUES (1, 'one'), (2, 'two')`);
    return writer;
  }

  it('are read row by row, and rows and openings are counted', () => {
    create('delete').close();
    const files = new Files();
    const result = readDatabase(files, file, all);
    assert.deepEqual(result, { ok: true, value: rows });
    assert.equal(files.stats.rows, 2);
    assert.equal(files.stats.opens, 1);
  });

  it('are opened once for all that one scan reads of them, and closed with it', () => {
    const writer = create('wal');
    const files = new Files();
    for (const time of ['first', 'second']) assert.deepEqual(readDatabase(files, file, all), { ok: true, value: rows }, time);
    assert.equal(files.stats.opens, 1);
    files.dispose();
    writer.close();
    // The last one to close a database removes its log.
    assert.deepEqual(fs.readdirSync(folder), [path.basename(file)]);
  });

  it('give an absurd integer as the nearest number, and the rest as it is', () => {
    const writer = create('delete');
    writer.exec('UPDATE t SET a = 9223372036854775807 WHERE a = 1');
    writer.close();
    const read = readDatabase(new Files(), file, (database) => [...database.rows('SELECT a, b FROM t')].map(({ a, b }) => [a, b]));
    assert.deepEqual(read, { ok: true, value: [[2 ** 63, 'one'], [2, 'two']] });
  });

  it('name their columns, and none for a table that is not there', () => {
    create('delete').close();
    const result = readDatabase(new Files(), file, (database) => [database.columns('t'), database.columns('gone')]);
    assert.deepEqual(result, { ok: true, value: [new Set(['a', 'b']), new Set()] });
  });

  it('are left without a trace when nobody has them open', () => {
    create('wal').close();
    assert.equal(readDatabase(new Files(), file, all).ok, true);
    assert.deepEqual(fs.readdirSync(folder), [path.basename(file)]);
  });

  it('give what is only in the write-ahead log, and keep it there', () => {
    const writer = create('wal');
    const log = fs.statSync(`${file}-wal`).size;
    assert.deepEqual(readDatabase(new Files(), file, all), { ok: true, value: rows });
    assert.equal(fs.statSync(`${file}-wal`).size, log);
    writer.close();
  });

  it('are no pipes, which would be waited for, and no folders', function () {
    if (process.platform === 'win32') this.skip();
    execFileSync('mkfifo', [file]);
    for (const other of [file, folder]) {
      assert.deepEqual(readDatabase(new Files(), other, all), { ok: false, code: 'database_unreadable', detail: `${other} is no file` });
    }
  });

  it('cannot be written', () => {
    create('delete').close();
    const result = readDatabase(new Files(), file, (database) => [...database.rows('DELETE FROM t RETURNING a')]);
    assert.equal(result.ok ? '' : result.code, 'database_unreadable');
    assert.deepEqual(readDatabase(new Files(), file, all), { ok: true, value: rows });
  });

  it('are busy while their owner holds them, and not waited for long', () => {
    const writer = create('delete');
    writer.exec('BEGIN EXCLUSIVE; INSERT INTO t VALUES (3, \'three\')');
    const result = readDatabase(new Files(), file, all);
    assert.equal(result.ok ? '' : result.code, 'database_busy');
    writer.exec('ROLLBACK');
    writer.close();
    assert.equal(readDatabase(new Files(), file, all).ok, true);
  });

  it('that are none, are damaged or are missing are values, not errors', () => {
    create('delete').close();
    const whole = fs.readFileSync(file);
    const codeOf = (bytes: Buffer): string => {
      fs.writeFileSync(file, bytes);
      const result = readDatabase(new Files(), file, all);
      return result.ok ? 'ok' : result.code;
    };
    assert.equal(codeOf(Buffer.from('nothing of the kind '.repeat(500))), 'database_unreadable');
    assert.equal(codeOf(whole.subarray(0, 3000)), 'database_unreadable');
    assert.equal(codeOf(Buffer.from(whole).fill(0xff, 4096)), 'database_unreadable');
    assert.equal(codeOf(Buffer.alloc(0)), 'database_unreadable');
    const result = readDatabase(new Files(), path.join(folder, 'none.sqlite'), all);
    assert.equal(result.ok ? '' : result.code, 'database_missing');
    const directory = readDatabase(new Files(), folder, all);
    assert.equal(directory.ok ? '' : directory.code, 'database_unreadable');
  });

  it('do not hide a mistake of the one who reads', () => {
    create('delete').close();
    assert.throws(() => readDatabase(new Files(), file, () => { throw new TypeError('mine'); }), TypeError);
  });
});
