import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { Files } from '../../../src/platform/files';
import { LineStarts, PartFiles } from '../../../src/platform/partFiles';

type Seen = [number: number, offset: number, text: string];

async function linesOf(files: Files, file: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  await files.eachLine(file, ({ number, offset, bytes }) => seen.push([number, offset, bytes.toString()]));
  return seen;
}

describe('Reading a long file by parts', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-parts-'));
  const file = path.join(folder, 'a.jsonl');
  const starts = new LineStarts();
  after(() => fs.rmSync(folder, { recursive: true }));

  const part = (index: number | null, size: number): PartFiles => new PartFiles({ index, size }, starts);
  /** A new file each time: what was counted in one is no news of another. */
  const write = (content: string): void => {
    fs.rmSync(file, { force: true });
    fs.writeFileSync(file, content);
  };

  it('has every line in exactly one part, under its number in the file', async () => {
    const line = fc.string({ maxLength: 30, unit: fc.constantFrom('a', 'é', '\r', ' ') });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), fc.integer({ min: 1, max: 60 }), fc.boolean(), async (lines, size, isTorn) => {
        write(lines.join('\n') + (isTorn ? '' : '\n'));
        const fresh = new LineStarts();
        const count = Math.max(1, Math.floor(fs.statSync(file).size / size));
        const parts: Seen[] = [];
        for (let index = 0; index < count; index++) parts.push(...(await linesOf(new PartFiles({ index, size }, fresh), file)));
        assert.deepEqual(parts, await linesOf(new Files(), file));
      }),
    );
  });

  it('has the last one where none is named, and says what it is', async () => {
    write('12345678\n'.repeat(10));
    const last = part(null, 27);
    assert.deepEqual((await linesOf(last, file)).map(([number]) => number), [7, 8, 9, 10]);
    assert.deepEqual(last.read, { index: 2, count: 3, bytes: 36, total: 90 });
    const beyond = part(7, 27);
    assert.deepEqual((await linesOf(beyond, file)).map(([number]) => number), [7, 8, 9, 10]);
  });

  it('leaves a file that is short whole, and says nothing', async () => {
    write('12345678\n'.repeat(5));
    const files = part(null, 27);
    assert.equal((await linesOf(files, file)).length, 5);
    assert.equal(files.read, undefined);
  });

  it('counts what is before a part once', async () => {
    write('12345678\n'.repeat(1000));
    await linesOf(part(null, 1000), file);
    fs.appendFileSync(file, 'more\n');
    const again = part(null, 1000);
    assert.equal((await linesOf(again, file)).at(-1)?.[0], 1001);
    assert.ok(again.stats.bytes < 2100, `${again.stats.bytes} bytes for the last thousand or two`);
  });

  it('looks at a file anew that has taken the place of another', async () => {
    write('12345678\n'.repeat(20));
    await linesOf(part(null, 90), file);
    write('1234\n'.repeat(36));
    assert.equal((await linesOf(part(null, 90), file)).at(-1)?.[0], 36);
  });
});
