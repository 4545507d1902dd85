import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { Files, type LineOptions } from '../../../src/platform/files';

describe('Files', () => {
  let folder: string;
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-files-'));
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  function write(name: string, content: string | Buffer): string {
    const file = path.join(folder, name);
    fs.writeFileSync(file, content);
    return file;
  }

  async function linesOf(file: string, options?: LineOptions): Promise<{ text: string; number: number; offset: number; terminated: boolean; length: number }[]> {
    const lines: { text: string; number: number; offset: number; terminated: boolean; length: number }[] = [];
    await new Files().eachLine(file, ({ bytes, ...line }) => lines.push({ text: bytes.toString(), ...line }), options);
    return lines;
  }

  it('waits for no pipe, and reads no device', async function () {
    if (process.platform === 'win32') this.skip();
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const file of [pipe, '/dev/zero']) {
      await assert.rejects(linesOf(file), { code: 'ENOTSUP' });
      await assert.rejects(new Files().small(file), { code: 'ENOTSUP' });
    }
  });

  it('gives each line with its number and offset, and says of the last one whether it is ended', async () => {
    assert.deepEqual(await linesOf(write('plain', 'one\n\nthree')), [
      { text: 'one', number: 1, offset: 0, terminated: true, length: 3 },
      { text: '', number: 2, offset: 4, terminated: true, length: 0 },
      { text: 'three', number: 3, offset: 5, terminated: false, length: 5 },
    ]);
  });

  it('strips a byte order mark and carriage returns, and keeps U+2028 inside a line', async () => {
    const lines = await linesOf(write('bom', '\ufeffa\r\nb\u2028c\r\n'));
    assert.deepEqual(lines.map(({ text }) => text), ['a', 'b\u2028c']);
  });

  it('begins at an offset, and answers where to go on', async () => {
    const file = write('grown', 'first\nsecond\nhalf');
    const answer = await new Files().eachLine(file, () => undefined);
    assert.equal(answer.offset, 'first\nsecond\n'.length);
    assert.deepEqual((await linesOf(file, { from: answer.offset })).map(({ text }) => text), ['half']);
  });

  it('keeps lines whole across the pieces in which it reads', async () => {
    const texts = Array.from({ length: 40_000 }, (_, at) => `${String(at)} ${'x'.repeat(at % 200)}`);
    assert.deepEqual((await linesOf(write('many', texts.join('\n')))).map(({ text }) => text), texts);
  });

  it('gives only the head of a line over the limit, with its real length', async () => {
    const long = 'x'.repeat(3 << 20);
    const lines = await linesOf(write('long', `a\n${long}\nb\n`), { maxLine: 1 << 20 });
    assert.deepEqual(lines.map(({ text, length }) => [text.length, length]), [[1, 1], [4096, long.length], [1, 1]]);
  });

  it('reads the lines of a compressed file', async () => {
    const lines = await linesOf(write('rollout.jsonl.zst', zstdCompressSync(Buffer.from('one\ntwo\n'))));
    assert.deepEqual(lines.map(({ text }) => text), ['one', 'two']);
  });

  it('fails with the system\'s own code for a missing file and a folder, compressed or not', async () => {
    await assert.rejects(linesOf(path.join(folder, 'none')), { code: 'ENOENT' });
    await assert.rejects(linesOf(path.join(folder, 'none.zst')), { code: 'ENOENT' });
    await assert.rejects(linesOf(folder), { code: 'EISDIR' });
  });

  it('fails for a compressed file that is damaged, and does not hang', async () => {
    await assert.rejects(linesOf(write('damaged.zst', Buffer.from('not zstd at all'))));
  });

  it('refuses a small file that is too large', async () => {
    await assert.rejects(new Files().small(write('large', 'x'.repeat(100)), 99), { code: 'ERR_FS_FILE_TOO_LARGE' });
    assert.equal((await new Files().small(write('fits', 'x'.repeat(99)), 99)).length, 99);
  });

  it('counts what reading cost', async () => {
    const files = new Files();
    const file = write('counted', 'x'.repeat(1000));
    await files.stat(file);
    await files.range(file, 900, 500);
    assert.deepEqual([files.stats.stats, files.stats.opens, files.stats.bytes], [1, 1, 100]);
  });

  it('splits any bytes the way splitting them at every line feed does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('\n', 'a', 'é', '\r', '{"x":1}', '\0'), { maxLength: 200 }), async (pieces) => {
        const text = pieces.join('');
        const lines = await linesOf(write('any', text));
        const expected = text.split('\n').map((line) => line.replace(/\r$/, ''));
        if (text.endsWith('\n') || text === '') expected.pop();
        assert.deepEqual(lines.map((line) => line.text), expected);
        for (const line of lines) assert.equal(Buffer.from(text).subarray(line.offset, line.offset + line.length).includes(0x0a), false);
      }),
    );
  });
});
