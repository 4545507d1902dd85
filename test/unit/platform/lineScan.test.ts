import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { Files } from '../../../src/platform/files';
import { LineScan, type Mark, markOf } from '../../../src/platform/lineScan';

describe('reading the lines that were appended', () => {
  let folder: string;
  let file: string;
  const scan = new LineScan();
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-lines-'));
    file = path.join(folder, 'a.jsonl');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  interface Read {
    readonly goesOn: boolean;
    readonly lines: readonly string[];
    readonly rest: string | undefined;
    readonly mark: Mark;
  }

  function read(before?: Mark): Read {
    const lines: string[] = [];
    let [goesOn, rest]: [boolean, string | undefined] = [false, undefined];
    const mark = scan.read(new Files(), file, before, (same) => (goesOn = same), (bytes, start, end, isTerminated) => {
      const text = bytes.toString('utf8', start, end);
      if (isTerminated) lines.push(text);
      else rest = text;
    });
    return { goesOn, lines, rest, mark };
  }

  it('gives the lines of any file as splitting it at line feeds does', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '\u2028', '\0', '"') , maxLength: 8 })), fc.string({ unit: fc.constantFrom('b', '\u{1f680}'), maxLength: 4 }), (lines, rest) => {
        fs.writeFileSync(file, lines.map((line) => `${line}\n`).join('') + rest);
        const { lines: found, rest: end, mark } = read();
        assert.deepEqual([found, end ?? '', mark.offset], [lines, rest, Buffer.byteLength(lines.map((line) => `${line}\n`).join(''))]);
      }),
    );
  });

  it('goes on after the last whole line when more was appended', () => {
    fs.writeFileSync(file, 'one\ntwo\nthr');
    const { mark } = read();
    fs.appendFileSync(file, 'ee\nfour\n');
    const kept = markOf(JSON.parse(JSON.stringify(mark)) as Mark);
    assert.deepEqual({ ...read(kept), mark: undefined }, { goesOn: true, lines: ['three', 'four'], rest: undefined, mark: undefined });
  });

  it('begins anew when the file was cut, replaced or written anew, also to a greater length', () => {
    const changes: Record<string, () => void> = {
      cut: () => fs.truncateSync(file, 4),
      replaced: () => {
        fs.writeFileSync(`${file}.new`, 'one\ntwo\nthree\nfour\n');
        fs.renameSync(`${file}.new`, file);
      },
      'written anew': () => fs.writeFileSync(file, 'one\nTWO\nthree\nfour\n'),
    };
    for (const [name, change] of Object.entries(changes)) {
      fs.writeFileSync(file, 'one\ntwo\nthree\n');
      const { mark } = read();
      change();
      const again = read(mark);
      assert.equal(again.goesOn, false, name);
      assert.deepEqual(again.lines, fs.readFileSync(file, 'utf8').split('\n').slice(0, -1), name);
    }
  });

  it('passes over a line of hundreds of megabytes in bounded memory, and takes lines of some', () => {
    const some = 'x'.repeat(3 << 20);
    fs.writeFileSync(file, `first\n${some}\n`);
    const piece = Buffer.alloc(4 << 20, 'y');
    const descriptor = fs.openSync(file, 'a');
    for (let count = 0; count < 50; count++) fs.writeSync(descriptor, piece);
    fs.writeSync(descriptor, '\nlast\n');
    fs.closeSync(descriptor);
    const before = process.memoryUsage().arrayBuffers;
    const { lines, mark } = read();
    assert.deepEqual(lines.map(({ length }) => length), [5, some.length, 4]);
    assert.equal(mark.offset, fs.statSync(file).size);
    assert.ok(process.memoryUsage().arrayBuffers - before < 64 << 20);
  });

  it('ends at a line of hundreds of megabytes that is still being written', () => {
    fs.writeFileSync(file, 'first\n');
    const descriptor = fs.openSync(file, 'a');
    for (let count = 0; count < 5; count++) fs.writeSync(descriptor, Buffer.alloc(4 << 20, 'y'));
    fs.closeSync(descriptor);
    const { lines, mark } = read();
    assert.deepEqual([lines, mark.offset], [['first'], 6]);
  });
});
