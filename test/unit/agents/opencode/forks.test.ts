import assert from 'node:assert/strict';
import { databaseOf, Homes, type Reading, readHome, Store, write } from './support';

describe('X27 forks of opencode sessions', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  async function read(fill: (store: Store) => void): Promise<Reading> {
    const home = homes.empty();
    const store = new Store(databaseOf(home));
    fill(store);
    store.close();
    return readHome(home);
  }

  /** Copies `count` exchanges that began at 1001, and adds one of its own. */
  function conversation(store: Store, id: string, created: number, title: string, copies: number): void {
    store.session(id, created, { title });
    for (let index = 0; index < copies; index++) {
      store.prompt(`msg_${id}_${String(index)}p`, id, 1001 + 10 * index, 'a prompt');
      store.answer(`msg_${id}_${String(index)}r`, id, 1005 + 10 * index, 1 + index);
    }
    store.answer(`msg_${id}_own`, id, created + 5, 1000);
  }

  const outputs = ({ records }: Reading): Record<string, number | undefined> =>
    Object.fromEntries([...records.values()].map(({ id, usage }) => [id, usage?.output]));
  const parents = ({ records }: Reading): Record<string, string | null> =>
    Object.fromEntries([...records.values()].map(({ id, parentId }) => [id, parentId]));

  it('count what they copied once, also in forks of forks and in siblings', async () => {
    const reading = await read((store) => {
      conversation(store, 'ses_origin', 1000, 'Talk', 2);
      conversation(store, 'ses_fork', 2000, 'Talk (fork #1)', 2);
      conversation(store, 'ses_sibling', 3000, 'Talk about it', 1);
      conversation(store, 'ses_second', 4000, 'Talk (fork #2)', 2);
    });
    assert.deepEqual(outputs(reading), { ses_origin: 1003, ses_fork: 1000, ses_sibling: 1000, ses_second: 1000 });
    assert.deepEqual(parents(reading), { ses_origin: null, ses_fork: 'ses_origin', ses_sibling: 'ses_origin', ses_second: 'ses_fork' });
  });

  it('keep what they copied from a session that was deleted, in the oldest of them', async () => {
    const reading = await read((store) => {
      conversation(store, 'ses_fork', 2000, 'Talk (fork #1)', 2);
      conversation(store, 'ses_sibling', 3000, 'Talk (fork #1)', 2);
    });
    assert.deepEqual(outputs(reading), { ses_fork: 1003, ses_sibling: 1000 });
    assert.deepEqual(parents(reading), { ses_fork: null, ses_sibling: null });
  });

  it('are of the session that is no copy when names tell nothing', async () => {
    const reading = await read((store) => {
      conversation(store, 'ses_origin', 1000, 'Talk', 1);
      conversation(store, 'ses_renamed', 2000, 'Another name', 1);
      conversation(store, 'ses_later', 3000, 'Yet another', 1);
    });
    assert.deepEqual(parents(reading), { ses_origin: null, ses_renamed: 'ses_origin', ses_later: 'ses_origin' });
  });

  it('are not taken for copies when two sessions only begin in the same millisecond', async () => {
    const reading = await read((store) => {
      store.session('ses_one', 1000);
      store.session('ses_two', 1000);
      for (const id of ['ses_one', 'ses_two']) store.answer(`msg_${id}`, id, 1001, 7);
    });
    assert.deepEqual(outputs(reading), { ses_one: 7, ses_two: 7 });
    assert.deepEqual(parents(reading), { ses_one: null, ses_two: null });
  });

  it('end where the rows of opencode 2 name each other in a circle', async () => {
    const reading = await read((store) => {
      store.database.exec('CREATE TABLE session_v2 (id TEXT PRIMARY KEY, fork_session_id TEXT, title TEXT, time_created INTEGER)');
      for (const [id, origin] of [['ses_a', 'ses_b'], ['ses_b', 'ses_c'], ['ses_c', 'ses_b']]) {
        store.database.prepare('INSERT INTO session_v2 VALUES (?, ?, ?, 1000)').run(id ?? '', origin ?? '', 'x');
      }
    });
    assert.deepEqual(parents(reading), { ses_a: 'ses_b', ses_b: 'ses_c', ses_c: 'ses_b' });
  });

  it('count once in JSON files too', async () => {
    const home = homes.empty();
    const tokens = { input: 10, output: 5, reasoning: 0, cache: { read: 0, write: 0 } };
    const answer = (session: string, id: string, created: number): void =>
      write(home, `storage/message/${session}/${id}.json`, { id, role: 'assistant', providerID: 'mock', modelID: 'large', time: { created }, tokens });
    for (const [id, created] of [['ses_fork', 2000], ['ses_origin', 1000], ['ses_stranger', 900]] as const) {
      write(home, `storage/session/p/${id}.json`, { id, title: id, time: { created, updated: created } });
    }
    answer('ses_origin', 'msg_1', 1001);
    answer('ses_fork', 'msg_2', 1001);
    answer('ses_fork', 'msg_3', 2001);
    answer('ses_stranger', 'msg_4', 901);
    write(home, 'storage/part/msg_3/prt_1.json', { type: 'text', text: 'hi' });
    write(home, 'storage/session/p/ses_broken.json', '{');
    const reading = await readHome(home);
    assert.deepEqual(outputs(reading), { ses_origin: 5, ses_fork: 5, ses_stranger: 5, ses_broken: 0 });
    assert.equal(parents(reading)['ses_fork'], 'ses_origin');
  });
});
