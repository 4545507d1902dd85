import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { ok } from '../../../src/core/result';
import { migrations } from '../../../src/store/migrations';
import { writes } from '../../../src/store/operations';
import { type LocalWindow, localWindow, StoreFolders } from './storeFolder';

/** LOCALIX_FUZZ_RUNS=5000 takes a minute or two. */
const numRuns = Number(process.env['LOCALIX_FUZZ_RUNS'] ?? 150);

describe('a log with anything at its end', () => {
  const folders = new StoreFolders();
  after(() => folders.endAll());
  const count = 6;
  let folder: string;
  let log: string;
  let whole: Buffer;

  before(async () => {
    folder = folders.make();
    log = path.join(folder, 'log-1.jsonl');
    const { writer, replica } = await localWindow(folder);
    for (let number = 1; number <= count; number++) await writer.write((tx) => writes.setPlace(tx, { scope: `scope ${number}`, value: 'value' }));
    replica.forget();
    whole = fs.readFileSync(log);
  });

  const scopes = ({ replica }: LocalWindow): number => Number(replica.state?.database.get('SELECT count(*) AS scopes FROM place', [])?.['scopes']);
  /** The lines, the first of which make the tables, that end before `length`. */
  const linesIn = (length: number): number => whole.subarray(0, length).filter((byte) => byte === 10).length;
  /** Bytes, or the number of a line that is written once more. */
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom('\n', '~\n', '{}\n', '\0\0\0').map((text) => Buffer.from(text)),
    fc.nat(count),
  );
  const sameBytes = (bytes: Buffer): number => {
    const differs = bytes.findIndex((byte, index) => byte !== whole[index]);
    return differs === -1 ? Math.min(bytes.length, whole.length) : differs;
  };

  it('keeps every line before it, takes nothing from it, and is either added to or left as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(piece, { maxLength: 3 }), async (at, pieces) => {
        const cut = whole.indexOf(10) + 1 + (at % (whole.length - whole.indexOf(10)));
        const lines = whole.toString().split('\n').slice(0, linesIn(cut));
        const added = pieces.map((one) => (typeof one === 'number' ? Buffer.from(`${lines[one % lines.length]}\n`) : one));
        const bytes = Buffer.concat([whole.subarray(0, cut), ...added]);
        fs.writeFileSync(log, bytes);
        const window = await localWindow(folder);
        const caught = window.replica.catchUp();
        const kept = Math.max(0, linesIn(sameBytes(bytes)) - migrations.length);
        assert.equal(scopes(window), kept);
        if (bytes.subarray(cut).indexOf(10) === -1) assert.ok(caught.ok, 'what is torn is no damage');
        const written = await window.writer.write((tx) => writes.setPlace(tx, { scope: 'scope 0', value: 'new' }));
        assert.equal(written.ok, caught.ok);
        const now = fs.readFileSync(log);
        assert.ok(now.subarray(0, bytes.length).equals(bytes), 'nothing is overwritten or cut');
        assert.equal(now.length > bytes.length, caught.ok);
        window.replica.forget();
        const again = await localWindow(folder);
        assert.equal(again.replica.catchUp().ok, caught.ok);
        assert.equal(scopes(again), caught.ok ? kept + 1 : kept);
        again.replica.forget();
      }),
      { numRuns },
    );
  });

  it('is added to when a line was half written', async () => {
    for (let cut = whole.lastIndexOf(10, whole.length - 2) + 1; cut < whole.length; cut++) {
      fs.writeFileSync(log, whole.subarray(0, cut));
      const { writer, replica } = await localWindow(folder);
      assert.deepEqual(await writer.write((tx) => writes.setPlace(tx, { scope: 'scope 0', value: 'new' })), ok(null));
      replica.forget();
    }
  });
});
