import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { deflateSync } from 'node:zlib';
import { type Holding, isAskedFor } from '../../../../src/platform/mirror/holding';
import { Mirror, mirrorLimits } from '../../../../src/platform/mirror/mirror';
import { StandInHost } from '../standInHost';

const holding: Holding = { folder: '.agent', variable: 'AGENT_HOME', files: ['projects/*/*.jsonl', 'notes.json'], databases: ['state.db'] };

describe('R9 Names that a host tells', () => {
  it('are those that were asked for', () => {
    const good = ['projects/a/b.jsonl', 'projects/-home-dev/ä b.jsonl', 'notes.json', 'state.db', 'projects/.a/.jsonl'];
    assert.deepEqual(good.filter((name) => !isAskedFor(holding, name)), []);
  });

  it('are no others, and no way out', () => {
    const bad = [
      ...['', '/', '..', 'projects', 'projects/a', 'projects/a/b/c.jsonl', 'projects/../notes.jsonl', 'projects/./a.jsonl', '/projects/a/b.jsonl', 'projects//a.jsonl', 'auth.json'],
      ...['projects/a\\..\\..\\x/b.jsonl', 'projects/C:/b.jsonl', 'projects/a/b.jsonl:x.jsonl', 'projects/a\0/b.jsonl', 'projects/a\n/b.jsonl', 'projects/a./b.jsonl', 'projects/a /b.jsonl'],
      ...['projects/con/b.jsonl', 'projects/a/NUL.jsonl', `projects/${'x'.repeat(201)}/b.jsonl`, 'projects/\ud800/b.jsonl', 'notes.json/', 'Notes.json', 'projects/a/b.JSONL'],
    ];
    assert.deepEqual(bad.filter((name) => isAskedFor(holding, name)), []);
  });
});

describe('R9 What a host answers', () => {
  let host: StandInHost;
  let mirror: Mirror;
  const refresh = (): ReturnType<Mirror['refresh']> => mirror.refresh([holding], { maxAge: 0 });
  const answer = (value: unknown): void => {
    fs.writeFileSync(path.join(host.root, 'answer'), JSON.stringify(value));
    host.answerWith(`cat > /dev/null; cat '${host.root}/answer'`);
  };
  const list = (...files: readonly (readonly unknown[])[]): unknown => ({ home: '/home/dev', roots: ['/home/dev/.agent'], files, left: 0, complete: true });
  const copied = (): string[] => (fs.existsSync(mirror.home.folder) ? fs.readdirSync(mirror.home.folder, { recursive: true, encoding: 'utf8' }).filter((name) => fs.lstatSync(path.join(mirror.home.folder, name)).isFile()).sort() : []);
  /** Everything that is not the copy. */
  const around = (): string[] => fs.readdirSync(host.root, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'calls' && name !== 'mirrors' && !name.startsWith('mirrors/')).sort();
  const packed = (bytes: string): string => deflateSync(bytes).toString('base64');

  beforeEach(() => {
    host = new StandInHost();
    mirror = new Mirror(host.place.mirror, { ...mirrorLimits, file: 1 << 20, all: 4 << 20 });
  });
  afterEach(() => host.remove());

  it('comes to lie in its copy and nowhere else', async () => {
    answer({});
    const before = around();
    const names = ['../../../escape.jsonl', 'projects/../../x.jsonl', '/etc/passwd', 'projects/a/ok.jsonl', 'projects/a/OK.jsonl', 'auth.json'];
    answer(list(...names.map((name, index) => [0, name, 5, 1e18, `1:${index}`]), [7, 'notes.json', 1, 1, '1:99'], [0, 'notes.json', 1, 1, '1:3']));
    assert.ok((await refresh()).ok);
    assert.deepEqual(copied(), ['.agent/projects/a/ok.jsonl']);
    assert.equal(mirror.left, 7);
    assert.deepEqual(around(), before);
  });

  it('does not write through a link that stands in the copy', async () => {
    const outside = host.write('outside.jsonl', 'mine');
    fs.mkdirSync(path.join(mirror.home.folder, '.agent'), { recursive: true });
    fs.symlinkSync(outside, path.join(mirror.home.folder, '.agent', 'notes.json'));
    answer(list([0, 'notes.json', 4, 1e18, '1:1']));
    assert.ok((await refresh()).ok);
    answer({ items: [{ stamp: [4, 1e18, '1:1'], pieces: [[0, packed('evil')]] }] });
    assert.ok((await mirror.fetch([holding], new Map([['.agent/notes.json', [[0, 4]]]]))).ok);
    assert.equal(fs.readFileSync(outside, 'utf8'), 'mine');
    assert.equal(fs.readFileSync(path.join(mirror.home.folder, '.agent', 'notes.json'), 'utf8'), 'evil');
  });

  it('leaves out what is too large, and takes no space for what was not wanted', async () => {
    answer(list([0, 'notes.json', 2 ** 52, 1e18, '1:1'], [0, 'projects/a/b.jsonl', 2 ** 31, 1e18, '1:2']));
    assert.ok((await refresh()).ok);
    assert.deepEqual(copied(), ['.agent/projects/a/b.jsonl']);
    const stat = fs.statSync(path.join(mirror.home.folder, '.agent/projects/a/b.jsonl'));
    assert.deepEqual([stat.size, stat.blocks < 100], [2 ** 31, true]);
    const whole = await mirror.fetch([holding], new Map([['.agent/projects/a/b.jsonl', [[0, Infinity]]]]));
    assert.equal(!whole.ok && whole.code, 'too_large');
  });

  it('is no more files than were asked for, of which those that were not found later stay out', async () => {
    mirror = new Mirror(host.place.mirror, { ...mirrorLimits, files: 3 });
    const names = Array.from({ length: 10 }, (_, index) => `projects/a/${String(index)}.jsonl`);
    answer(list(...names.map((name, index) => [0, name, 5, 1e18, `1:${index}`])));
    assert.ok((await refresh()).ok);
    assert.deepEqual([copied().length, mirror.left], [3, 7]);
    answer({ home: '', roots: [], files: [[0, 'notes.json', 1, 1, '1:1']], left: 0, complete: false });
    assert.ok((await refresh()).ok);
    assert.deepEqual([copied(), mirror.left], [['.agent/notes.json'], 1]);
  });

  it('of a file that is suddenly as long as no transcript takes no space', async () => {
    answer(list([0, 'notes.json', 4, 1e18, '1:1']));
    assert.ok((await refresh()).ok);
    answer({ items: [{ stamp: [2 ** 43, 1e18, '1:2'] }] });
    assert.ok((await mirror.fetch([holding], new Map([['.agent/notes.json', [[0, 4]]]]))).ok);
    assert.deepEqual(copied(), []);
  });

  it('is no more of databases, all together, than may be copied of a host', async () => {
    const size = 1 << 20;
    const many: Holding = { ...holding, databases: ['*.db'] };
    answer(list(...Array.from({ length: 9 }, (_, index) => [0, `${String(index)}.db`, 5, 1e18, `1:${index}`])));
    host.answerWith(`request=$(cat); case $(echo "$request" | tail -n 1 | cut -d'"' -f2 | base64 -d) in *'"list"'*) cat '${host.root}/answer';; *) cat '${host.root}/copy';; esac`);
    fs.writeFileSync(path.join(host.root, 'copy'), JSON.stringify({ size, data: packed('x'.repeat(size)) }));
    const looked = await mirror.refresh([many], { maxAge: 0 });
    // What comes nevertheless is refused.
    assert.equal(looked.ok ? 'ok' : looked.code, 'ok');
    assert.deepEqual([copied().length, mirror.left], [4, 5]);
  });

  it('is refused where it is more, less or other than was asked for', async () => {
    answer(list([0, 'notes.json', 4, 1e18, '1:1']));
    assert.ok((await refresh()).ok);
    const bombs = [
      { items: [] },
      { items: [{ stamp: [4, 1e18, '1:1'], pieces: [] }] },
      { items: [{ stamp: [4, 1e18, '1:1'], pieces: [[1, packed('abcd')]] }] },
      { items: [{ stamp: [4, 1e18, '1:1'], pieces: [[0, packed('abc')]] }] },
      { items: [{ stamp: [4, 1e18, '1:1'], pieces: [[0, packed('x'.repeat(50_000_000))]] }] },
      { items: [{ stamp: [4, 1e18, '1:1'], pieces: [[0, 'no base64!']] }] },
    ];
    for (const bomb of bombs) {
      answer(bomb);
      const fetched = await mirror.fetch([holding], new Map([['.agent/notes.json', [[0, 4]]]]));
      assert.equal(!fetched.ok && fetched.code, 'bad_answer', JSON.stringify(bomb).slice(0, 100));
    }
    assert.equal(fs.readFileSync(path.join(mirror.home.folder, '.agent/notes.json'), 'latin1'), '\0\0\0\0');
  });

  it('of a database is no more than its limit', async () => {
    answer(list([0, 'state.db', 4, 1e18, '1:1']));
    host.answerWith(`request=$(cat); case $(echo "$request" | tail -n 1 | cut -d'"' -f2 | base64 -d) in *'"list"'*) cat '${host.root}/answer';; *) cat '${host.root}/copy';; esac`);
    fs.writeFileSync(path.join(host.root, 'copy'), JSON.stringify({ size: 2 << 20, data: packed('x'.repeat(2 << 20)) }));
    const refreshed = await refresh();
    assert.equal(!refreshed.ok && refreshed.code, 'bad_answer');
    assert.deepEqual(copied(), []);
  });

  it('is an answer or a failure, whatever it is', async () => {
    let seed = 3;
    const random = (below: number): number => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % below;
    const odd: readonly unknown[] = [null, -1, 1.5, 1e300, '', '..', [], {}, true, 'x'.repeat(5000), [null], 2 ** 53];
    const garbled = (value: unknown): unknown => {
      if (random(8) === 0) return odd[random(odd.length)];
      if (Array.isArray(value)) return value.map(garbled);
      if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, of]) => [random(20) === 0 ? 'other' : key, garbled(of)]));
      return value;
    };
    answer({});
    const before = around();
    for (let round = 0; round < 60; round++) {
      answer(garbled(list([0, 'notes.json', 4, 1e18, '1:1'], [0, 'projects/a/b.jsonl', 9, 1e18, '1:2'])));
      const refreshed = await refresh();
      assert.ok(refreshed.ok || refreshed.code === 'bad_answer');
      answer(garbled({ items: [{ stamp: [4, 1e18, '1:1'], pieces: [[0, packed('abcd')]] }] }));
      const fetched = await mirror.fetch([holding], new Map([['.agent/notes.json', [[0, 4]]]]));
      assert.ok(fetched.ok || fetched.code === 'bad_answer', JSON.stringify(fetched));
      assert.deepEqual(copied().filter((name) => name !== '.agent/notes.json' && name !== '.agent/projects/a/b.jsonl'), []);
    }
    assert.deepEqual(around(), before);
  });

  it('is dropped again when there is no room, what was wanted longest ago first', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `projects/p/${name}.jsonl`);
    const size = 1 << 20;
    host.answerWith(undefined);
    for (const name of names) host.write(`.agent/${name}`, Buffer.alloc(size, name));
    assert.ok((await refresh()).ok);
    for (const name of names) assert.ok((await mirror.fetch([holding], new Map([[`.agent/${name}`, [[0, Infinity]]]]))).ok);
    const blocks = names.map((name) => fs.statSync(path.join(mirror.home.folder, '.agent', name)).blocks > 1000);
    assert.deepEqual(blocks, [false, false, true, true, true, true]);
    assert.deepEqual(names.map((name) => fs.statSync(path.join(mirror.home.folder, '.agent', name)).size), names.map(() => size));
  });
});
