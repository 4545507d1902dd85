import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { comparable, isWithin } from '../../../src/platform/folders';

describe('X2 folders are compared by path segment', () => {
  it('app-old is not below app, a subfolder and the folder itself are', () => {
    assert.equal(isWithin('/home/dev/app', '/home/dev/app'), true);
    assert.equal(isWithin('/home/dev/app', '/home/dev/app/packages/web'), true);
    assert.equal(isWithin('/home/dev/app', '/home/dev/app-old'), false);
    assert.equal(isWithin('/home/dev/app', '/home/dev'), false);
    assert.equal(isWithin('/home/dev/app', '/home/dev/other'), false);
    assert.equal(isWithin('/home/dev/app', '/home/dev/app/..hidden'), true);
    assert.equal(isWithin('/', '/home'), true);
  });

  it('a relative folder is within none, also not the one this process is in', () => {
    assert.equal(isWithin(process.cwd(), '.'), false);
    assert.equal(isWithin(process.cwd(), 'app'), false);
  });

  it('a folder reached through a link is the folder it leads to, also for the part that does not exist', async () => {
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'localix-folders-')));
    try {
      fs.mkdirSync(path.join(folder, 'real'));
      fs.symlinkSync(path.join(folder, 'real'), path.join(folder, 'link'));
      assert.equal(await comparable(path.join(folder, 'link', 'gone', 'deeper')), path.join(folder, 'real', 'gone', 'deeper'));
      assert.equal(await comparable(`${path.join(folder, 'link')}${path.sep}`), path.join(folder, 'real'));
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});
