import assert from 'node:assert/strict';
import { indexPath } from '../../../src/cli/indexPath';

describe('X6 where the command line keeps its index', () => {
  const place = { home: '/home/dev', env: {} };
  const folderOf = (file: string): string => file.replace(/[/\\]index-[0-9a-f]{16}\.sqlite$/, '');

  it('is the user\'s cache folder', () => {
    assert.equal(folderOf(indexPath(place, {}, 'linux', '/home/dev')), '/home/dev/.cache/localix');
    assert.equal(folderOf(indexPath(place, { XDG_CACHE_HOME: '/var/cache/dev' }, 'linux', '/home/dev')), '/var/cache/dev/localix');
    assert.equal(folderOf(indexPath(place, { XDG_CACHE_HOME: 'relative' }, 'linux', '/home/dev')), '/home/dev/.cache/localix');
    assert.equal(folderOf(indexPath(place, {}, 'darwin', '/Users/dev')), '/Users/dev/Library/Caches/localix');
    assert.equal(folderOf(indexPath(place, { LOCALAPPDATA: '/c/local' }, 'win32', '/c/dev')), '/c/local/localix/Cache');
  });

  it('has a file for each place: another home, or an agent\'s history elsewhere', () => {
    const places = [place, { home: '/home/other', env: {} }, { home: '/home/dev', env: { CODEX_HOME: '/srv/codex' } }];
    const files = places.map((each) => indexPath(each, {}, 'linux', '/home/dev'));
    assert.equal(new Set(files).size, 3);
    assert.equal(indexPath({ ...place, env: { EDITOR: 'vi' } }, {}, 'linux', '/home/dev'), files[0]);
  });
});
