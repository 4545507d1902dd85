import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { endsLimits } from '../../../src/agents/ends';
import { GrowingEnds } from '../../../src/agents/growingEnds';
import { Files } from '../../../src/platform/files';

describe('X6 the growing ends of a file', () => {
  let folder: string;
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-ends-'));
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('are whole lines, each once and in order, however they grow', () => {
    const lines = fc.array(fc.nat(400), { maxLength: 60 }).map((lengths) => lengths.map((length, index) => `${index}:${'x'.repeat(length)}`));
    const growth = fc.array(fc.record({ head: fc.boolean(), bytes: fc.nat(3000) }), { maxLength: 30 });
    fc.assert(
      fc.property(lines, fc.boolean(), fc.boolean(), growth, (all, isEnded, isMarked, grows) => {
        const text = all.join('\n') + (isEnded && all.length > 0 ? '\n' : '');
        const file = path.join(folder, 'any');
        fs.writeFileSync(file, (isMarked ? '\ufeff' : '') + text);
        const size = fs.statSync(file).size;
        GrowingEnds.open(new Files(), file, size, (ends) => {
          let head = '';
          let tail = '';
          for (const { head: isHead, bytes } of [...grows, { head: true, bytes: size }]) {
            if (isHead) head += ends.growHead(bytes).toString();
            else tail = ends.growTail(bytes).toString() + tail;
            assert.ok(text.startsWith(head) && text.endsWith(tail.replace('\ufeff', '')) && head.length + tail.length <= text.length + 1);
          }
          assert.equal(ends.whole, true);
          assert.equal((head + tail).replace('\ufeff', ''), text);
        });
      }),
    );
  });

  it('stop at the limit, and leave out the middle', () => {
    const file = path.join(folder, 'long');
    const line = `${'y'.repeat(999)}\n`;
    fs.writeFileSync(file, line.repeat(1000));
    const files = new Files();
    GrowingEnds.open(files, file, 1_000_000, (ends) => {
      assert.equal(ends.growHead(16 << 10).toString(), line.repeat(16));
      assert.equal(ends.growTail(16 << 10).toString(), line.repeat(16));
      while (ends.left > 0) ends.growTail(64 << 10);
      assert.deepEqual([ends.whole, ends.growTail(1).length, ends.growHead(1).length], [false, 0, 0]);
    });
    assert.deepEqual([files.stats.bytes, files.stats.largestEndsRead], [endsLimits.file, endsLimits.file]);
  });

  it('of a file that became shorter are what is left of it', () => {
    const file = path.join(folder, 'shorter');
    fs.writeFileSync(file, 'one\ntwo\n');
    GrowingEnds.open(new Files(), file, 5000, (ends) => {
      assert.equal(ends.growHead(4000).toString().trim(), 'one\ntwo');
      assert.equal(ends.growTail(4000).toString().trim(), '');
    });
  });
});
