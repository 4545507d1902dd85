import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { replaceFile, writeDurably } from '../../../src/platform/durable';

describe('A file that is replaced', () => {
  let file: string;
  beforeEach(() => (file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'localix-durable-')), 'current')));
  afterEach(() => fs.rmSync(path.dirname(file), { recursive: true, force: true }));

  it('is the old one until the new one is whole', () => {
    replaceFile(file, 'old', () => true);
    const descriptor = fs.openSync(file, 'r');
    const isReplaced = replaceFile(file, 'new', () => {
      assert.equal(fs.readFileSync(file, 'utf8'), 'old');
      return true;
    });
    assert.equal(isReplaced, true);
    assert.equal(fs.readFileSync(file, 'utf8'), 'new');
    assert.equal(fs.readFileSync(descriptor, 'utf8'), 'old', 'it is another file');
    fs.closeSync(descriptor);
    assert.deepEqual(fs.readdirSync(path.dirname(file)), ['current']);
  });

  it('stays when it may not be replaced', () => {
    replaceFile(file, 'old', () => true);
    assert.equal(replaceFile(file, 'new', () => false), false);
    assert.equal(fs.readFileSync(file, 'utf8'), 'old');
  });

  it('is nobody else\'s when it must be new', () => {
    writeDurably(file, Buffer.from('theirs'), 'wx');
    assert.throws(() => writeDurably(file, Buffer.from('ours'), 'wx'), { code: 'EEXIST' });
    assert.equal(fs.readFileSync(file, 'utf8'), 'theirs');
  });
});
