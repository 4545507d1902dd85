import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { endsLimits, readEnds, readHead, type Ends } from '../../../src/agents/ends';
import { Files } from '../../../src/platform/files';

const enough = (): boolean => true;
const never = (): boolean => false;

describe('X6 The ends of a file', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ends-'));
    file = path.join(folder, 'a.jsonl');
  });

  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const texts = ({ head, tail }: Ends): string[] => [...head, ...tail].map(String);

  it('are all of a short file, with the torn last line as it is', () => {
    fs.writeFileSync(file, '\uFEFFone\r\ntwo\n\nthr');
    const ends = readEnds(new Files(), file, never);
    assert.deepEqual(texts(ends), ['one', 'two', '', 'thr']);
    assert.equal(ends.whole, true);
  });

  it('take 16 KB each where that is enough, in whole lines', () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `line ${String(at)} ${'x'.repeat(50)}`);
    fs.writeFileSync(file, `${lines.join('\n')}\n`);
    const files = new Files();
    const ends = readEnds(files, file, enough);
    assert.equal(ends.whole, false);
    assert.deepEqual(ends.head.map(String), lines.slice(0, ends.head.length));
    assert.deepEqual(ends.tail.map(String), lines.slice(-ends.tail.length));
    assert.equal(files.stats.bytes, 2 * endsLimits.end);
    assert.equal(files.stats.largestEndsRead, 2 * endsLimits.end);
    assert.equal(files.stats.opens, 1);
  });

  it('grow at the beginning until enough is seen, and not beyond 256 KB', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `line ${String(at)} ${'x'.repeat(50)}`);
    fs.writeFileSync(file, `${lines.join('\n')}\n`);
    const files = new Files();
    const ends = readEnds(files, file, (head) => head.some((line) => line.includes('line 1000 ')));
    assert.ok(ends.head.length > 1000 && ends.head.length < 2500);
    readEnds(files, file, never);
    assert.equal(files.stats.largestEndsRead, endsLimits.file);
    const head = readHead(files, file, never);
    assert.deepEqual(head.tail, []);
    assert.equal(files.stats.largestEndsRead, endsLimits.file);
  });

  it('meet in the middle without losing or doubling a line', () => {
    const line = fc.string({ minLength: 0, maxLength: 3000, unit: 'grapheme-ascii' }).map((text) => text.replace(/[\r\n]/g, ' '));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), fc.boolean(), (lines, ended) => {
        fs.writeFileSync(file, lines.join('\n') + (ended ? '\n' : ''));
        const ends = readEnds(new Files(), file, enough);
        const expected = fs.readFileSync(file, 'utf8').split('\n').filter((text, at, all) => at < all.length - 1 || text !== '');
        if (ends.whole) assert.deepEqual(texts(ends), expected);
        else {
          assert.deepEqual(ends.head.map(String), expected.slice(0, ends.head.length));
          assert.deepEqual(ends.tail.map(String), ends.tail.length === 0 ? [] : expected.slice(-ends.tail.length));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('of a compressed file are its beginning, all of it when it is short', () => {
    const packed = path.join(folder, 'a.jsonl.zst');
    const lines = Array.from({ length: 200 }, (_, at) => `line ${String(at)}`);
    fs.writeFileSync(packed, zstdCompressSync(`${lines.join('\n')}\n`));
    const short = readEnds(new Files(), packed, enough);
    assert.deepEqual(texts(short), lines);
    assert.equal(short.whole, true);

    const long = Array.from({ length: 200_000 }, (_, at) => `line ${String((at * 7919) % 1_000_003)} ${String((at * 104_729) % 999_983)}`);
    fs.writeFileSync(packed, zstdCompressSync(`${long.join('\n')}\n`));
    assert.ok(fs.statSync(packed).size > endsLimits.file);
    const files = new Files();
    const ends = readEnds(files, packed, (head) => head.length > 10);
    assert.equal(ends.whole, false);
    assert.deepEqual(ends.tail, []);
    assert.ok(ends.head.length > 10);
    assert.deepEqual(ends.head.map(String), long.slice(0, ends.head.length));
    readEnds(files, packed, never);
    assert.equal(files.stats.largestEndsRead, endsLimits.file);
  });

  it('of what only claims to be compressed are nothing', () => {
    const packed = path.join(folder, 'a.jsonl.zst');
    fs.writeFileSync(packed, '{"a":1}\n');
    assert.deepEqual(readEnds(new Files(), packed, never), { head: [], tail: [], whole: true });
  });
});
