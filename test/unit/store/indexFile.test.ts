import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { readIndex, writeIndex } from '../../../src/store/indexFile';

describe('X6 the index file is a cache that may be thrown away', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-index-file-'));
    file = path.join(folder, 'deeper', 'sessions.sqlite');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));
  const rows = [
    { agent: 'claude-code', id: 'a', value: '{"title":"é\\u0000"}' },
    { agent: 'codex', id: 'a', value: '{}' },
  ];

  it('gives back what was written, and leaves nothing beside it', async () => {
    assert.deepEqual(await writeIndex(file, rows), { ok: true, value: null });
    assert.deepEqual(await readIndex(file), rows);
    assert.deepEqual(fs.readdirSync(path.dirname(file)), ['sessions.sqlite']);
  });

  it('removes indexes of other homes that nobody wrote for a month, and nothing else', async () => {
    const beside = path.dirname(file);
    fs.mkdirSync(beside, { recursive: true });
    const [month, days] = [new Date(Date.now() - 31 * 86_400_000), new Date(Date.now() - 29 * 86_400_000)];
    const other = (letter: string): string => `index-${letter.repeat(16)}.sqlite`;
    for (const [name, written] of [[other('a'), month], [other('b'), days], [`${other('c')}.torn`, month], ['other.sqlite', month]] as const) {
      fs.writeFileSync(path.join(beside, name), '');
      fs.utimesSync(path.join(beside, name), written, written);
    }
    await writeIndex(file, rows);
    assert.deepEqual(fs.readdirSync(beside).sort(), [other('b'), 'other.sqlite', 'sessions.sqlite']);
  });

  it('is none when it is missing, a folder, empty, or of another version', async () => {
    assert.equal(await readIndex(file), undefined);
    fs.mkdirSync(file, { recursive: true });
    assert.equal(await readIndex(file), undefined);
    fs.rmdirSync(file);
    fs.writeFileSync(file, '');
    assert.equal(await readIndex(file), undefined);
    fs.rmSync(file);
    await writeIndex(file, rows);
    const database = new DatabaseSync(file);
    database.exec("UPDATE origin SET made_by = '0.0.1'");
    database.close();
    assert.equal(await readIndex(file), undefined);
  });

  it('is none where a pipe stands, which nobody waits for', async function () {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (spawnSync('mkfifo', [file]).status !== 0) this.skip();
    assert.equal(await readIndex(file), undefined);
    assert.deepEqual(await writeIndex(file, rows), { ok: true, value: null });
    assert.deepEqual(await readIndex(file), rows);
  });

  it('never throws, however it was damaged', async () => {
    await writeIndex(file, rows);
    const whole = fs.readFileSync(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.uint8Array({ maxLength: 600 }), fc.boolean(), async (at, garbage, cut) => {
        const damaged = Buffer.from(whole);
        Buffer.from(garbage).copy(damaged, at);
        fs.writeFileSync(file, cut ? damaged.subarray(0, at) : damaged);
        const read = await readIndex(file);
        assert.ok(read === undefined || Array.isArray(read));
      }),
    );
  });

  it('says so when it can\'t be written', async () => {
    fs.writeFileSync(path.join(folder, 'deeper'), 'a file where the folder should be');
    const written = await writeIndex(file, rows);
    assert.deepEqual([written.ok, !written.ok && written.code], [false, 'index_not_written']);
  });
});
