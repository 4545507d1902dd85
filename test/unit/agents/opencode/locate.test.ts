import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { opencode } from '../../../../src/agents/opencode/opencode';
import { databaseOf, dataPath, Homes, readHome, Store } from './support';

describe('X2 where opencode keeps its sessions', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  function fill(file: string, ...ids: string[]): void {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const store = new Store(file);
    for (const id of ids) {
      store.session(id, 1000, { title: path.basename(file) });
      store.prompt(`msg_${id}`, id, 1001, 'Hello');
    }
    store.close();
  }

  it('is nowhere in an empty home', async () => {
    const { joined } = await readHome(homes.empty());
    assert.deepEqual(joined, { sessions: [], notShown: [] });
  });

  it('follows XDG_DATA_HOME', async () => {
    const home = homes.empty();
    fill(path.join(home, 'elsewhere/opencode/opencode.db'), 'ses_1');
    const { joined } = await readHome(home, 'ends', { XDG_DATA_HOME: path.join(home, 'elsewhere') });
    assert.deepEqual(joined.sessions.map(({ key }) => key), ['opencode:ses_1']);
    assert.deepEqual((await readHome(home, 'ends')).joined.sessions, []);
  });

  it('is every database of every channel, the usual one first where an id is in two', async () => {
    const home = homes.empty();
    fill(databaseOf(home, 'opencode-dev.db'), 'ses_1', 'ses_2');
    fill(databaseOf(home), 'ses_1');
    fill(databaseOf(home, 'other.db'), 'ses_3');
    fill(databaseOf(home, 'opencode.db.backup'), 'ses_4');
    const { joined } = await readHome(home);
    assert.deepEqual(joined.sessions.map(({ record }) => [record.id, record.title]).sort(), [['ses_1', 'opencode.db'], ['ses_2', 'opencode-dev.db']]);
    assert.deepEqual(joined.notShown.map(({ id, reason, detail }) => [id, reason, path.basename(detail)]), [['ses_1', 'duplicate', 'opencode.db']]);
  });

  it('is also what OPENCODE_DB names: a path, a name, or nothing when kept in memory', async () => {
    const home = homes.empty();
    const far = path.join(home, 'far/away.db');
    fill(far, 'ses_far');
    fill(databaseOf(home, 'mine.db'), 'ses_mine');
    const ids = async (name: string): Promise<string[]> =>
      (await readHome(home, 'ends', { OPENCODE_DB: name })).joined.sessions.map(({ record }) => record.id);
    assert.deepEqual(await ids(far), ['ses_far']);
    assert.deepEqual(await ids('mine.db'), ['ses_mine']);
    assert.deepEqual(await ids(':memory:'), []);
    assert.deepEqual(await ids('not-made-yet.db'), []);
  });

  it('is watched as a folder, because write-ahead logs come and go', () => {
    assert.deepEqual(opencode.roots({ home: '/home/dev', env: {} }), [
      { path: path.join('/home/dev', dataPath), kind: 'folder', depth: 0, shown: true },
      { path: path.join('/home/dev', dataPath, 'storage/session'), kind: 'folder', depth: 1, shown: false },
    ]);
    const chosen = opencode.roots({ home: '/home/dev', env: { OPENCODE_DB: '/data/one.db' } }).map((root) => root.path);
    assert.ok(chosen.includes('/data/one.db') && chosen.includes('/data/one.db-wal'));
  });
});

describe('X14 the commands of opencode', () => {
  const session = { id: 'ses_1', folder: '/home/dev/app' };

  it('resume and fork by id, in the recorded folder', () => {
    assert.deepEqual(opencode.resume(session, {}), { argv: ['opencode', '--session', 'ses_1'], cwd: '/home/dev/app' });
    assert.deepEqual(opencode.fork?.({ ...session, presetId: null }, {}), { argv: ['opencode', '--session', 'ses_1', '--fork'], cwd: '/home/dev/app' });
    assert.deepEqual(opencode.launch({ folder: '/home/dev/web', presetId: null }, {}), { argv: ['opencode'], cwd: '/home/dev/web' });
  });

  it('start without an inherited PWD, which opencode would believe', () => {
    assert.deepEqual(Object.keys(opencode.unwantedEnv), ['PWD']);
  });
});
