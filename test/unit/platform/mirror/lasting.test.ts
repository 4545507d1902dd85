import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { takeLock } from '../../../../src/platform/fileLock';
import { Files } from '../../../../src/platform/files';
import type { Holding } from '../../../../src/platform/mirror/holding';
import { Mirror, mirrorLimits } from '../../../../src/platform/mirror/mirror';
import { askHost } from '../../../../src/platform/ssh';
import { eachPiece } from '../../../../src/workers/exportFile';
import { StandInHost, script } from '../standInHost';

const holding: Holding = { folder: '.agent', variable: 'AGENT_HOME', files: ['projects/*/*.jsonl', 'notes.json'], databases: ['*.db'] };
const first = 'projects/p/a.jsonl';

describe('R9 The copy of a host', () => {
  let host: StandInHost;
  let mirror: Mirror;
  beforeEach(() => {
    host = new StandInHost();
    mirror = new Mirror(host.place.mirror);
  });
  afterEach(() => host.remove());

  async function revision(): Promise<string> {
    const looked = await mirror.refresh([holding], { maxAge: 0 });
    assert.ok(looked.ok, JSON.stringify(looked));
    return looked.value;
  }

  const copyOf = (name: string): string => path.join(mirror.home.folder, '.agent', name);

  /** The bytes of a file, as a reader of the copy gets them that asks again for what is missing. */
  async function bytesOf(name: string): Promise<Buffer | undefined> {
    for (let round = 0; round < 5; round++) {
      const guard = mirror.guard();
      const pieces: Buffer[] = [];
      await eachPiece(copyOf(name), undefined, (piece) => pieces.push(Buffer.from(piece)), guard).catch((error: unknown) => {
        if (guard.missing.size === 0) throw error;
      });
      if (guard.missing.size === 0) return Buffer.concat(pieces);
      const fetched = await mirror.fetch([holding], guard.missing);
      assert.ok(fetched.ok, JSON.stringify(fetched));
    }
    return undefined;
  }

  const losses: Readonly<Record<string, () => void>> = {
    'was put there from elsewhere': () => {
      fs.cpSync(mirror.home.folder, `${mirror.home.folder}.other`, { recursive: true });
      fs.rmSync(mirror.home.folder, { recursive: true });
      fs.renameSync(`${mirror.home.folder}.other`, mirror.home.folder);
    },
    'has lost its files': () => fs.rmSync(mirror.home.folder, { recursive: true }),
    'has lost a file': () => fs.rmSync(copyOf(first)),
    'has lost what is known of it': () => fs.truncateSync(path.join(host.place.mirror.folder, 'manifest.json'), 10),
  };
  for (const [name, lose] of Object.entries(losses)) {
    it(`mends itself where it ${name}`, async () => {
      const file = host.write(`.agent/${first}`, Buffer.alloc(300_000, 'a'));
      host.write('.agent/notes.json', '{}');
      await revision();
      assert.ok((await bytesOf(first))?.equals(fs.readFileSync(file)));
      lose();
      await revision();
      assert.ok((await bytesOf(first))?.equals(fs.readFileSync(file)));
      assert.equal((await bytesOf('notes.json'))?.toString(), '{}');
    });
  }

  it('mends itself also between two looks', async () => {
    const file = host.write(`.agent/${first}`, Buffer.alloc(300_000, 'a'));
    await revision();
    losses['was put there from elsewhere']?.();
    assert.ok((await bytesOf(first))?.equals(fs.readFileSync(file)));
  });

  it('has a revision that changes with what is seen of the host, by whomever, and with nothing else', async () => {
    assert.equal(await revision(), '');
    const file = host.write(`.agent/${first}`, Buffer.alloc(100_000, 'a'));
    const begun = await revision();
    await bytesOf(first);
    assert.equal(await revision(), begun);
    fs.appendFileSync(file, 'b');
    assert.notEqual(await revision(), begun);
  });

  it('says so when a file was found changed while it was read', async () => {
    const file = host.write(`.agent/${first}`, Buffer.alloc(100_000, 'a'));
    const begun = await revision();
    fs.writeFileSync(file, Buffer.alloc(50_000, 'b'));
    assert.ok((await bytesOf(first))?.equals(fs.readFileSync(file)));
    const found = await revision();
    assert.notEqual(found, begun);
    assert.equal(await revision(), found);
  });

  it('takes a file that was written over, of the same length, for another', async () => {
    const file = host.write(`.agent/${first}`, Buffer.alloc(700_000, 'a'));
    await revision();
    const range = async (from: number): Promise<string> => {
      for (;;) {
        const guard = mirror.guard();
        const files = new Files(guard);
        const bytes = await files.range(copyOf(first), from, 1).catch(() => undefined);
        files.dispose();
        if (bytes !== undefined) return bytes.toString();
        assert.ok((await mirror.fetch([holding], guard.missing)).ok);
      }
    };
    assert.equal(await range(0), 'a');
    fs.writeFileSync(file, Buffer.alloc(700_000, 'b'));
    fs.utimesSync(file, 1e9, 1e9);
    assert.equal(await range(350_000), 'b');
    assert.equal(await range(0), 'b');
  });

  it('is right also where a file is cut while it is copied in several requests', async () => {
    mirror = new Mirror(host.place.mirror, { ...mirrorLimits, request: 100_000 });
    const file = host.write(`.agent/${first}`, Buffer.alloc(1_000_000, 'a'));
    await revision();
    // After the first piece.
    host.answerWith(`HOME='${host.home}'; export HOME; for last; do :; done; sh -c "$last"; [ "$(wc -c < '${file}')" -eq 150000 ] || truncate -s 150000 '${file}'`);
    assert.ok((await bytesOf(first))?.equals(Buffer.alloc(150_000, 'a')));
  });

  it('is one byte for byte of an empty file', async () => {
    host.write('.agent/notes.json', '');
    await revision();
    assert.deepEqual(await bytesOf('notes.json'), Buffer.alloc(0));
  });

  it('has also files of before 1970', async () => {
    const file = host.write('.agent/notes.json', '{}');
    assert.equal(spawnSync('touch', ['-d', '1950-01-01', file]).status, 0);
    await revision();
    assert.equal((await bytesOf('notes.json'))?.toString(), '{}');
  });

  it('names files as they are on the host, whatever its folders are called', async () => {
    const moved = path.join(host.root, "$&$'$`$$");
    fs.mkdirSync(path.join(moved, '.agent'), { recursive: true });
    fs.writeFileSync(path.join(moved, '.agent', 'notes.json'), '{}');
    host.answerWith(`HOME='${moved.replaceAll("'", "'\\''")}'; export HOME; for last; do :; done; exec sh -c "$last"`);
    await revision();
    assert.equal(mirror.asOnHost(`in ${copyOf('notes.json')}`), `in ${moved}/.agent/notes.json`);
  });

  it('leaves nothing half written behind where there is no room', async () => {
    host.write('.agent/notes.json', '{}');
    const { folder } = host.place.mirror;
    fs.mkdirSync(path.join(folder, 'manifest.json'), { recursive: true });
    const looked = await mirror.refresh([holding], { maxAge: 0 });
    assert.equal(!looked.ok && looked.code, 'not_copied');
    assert.deepEqual(fs.readdirSync(folder).filter((name) => name.endsWith('.part')), []);
  });

  it('is not waited for once nobody wants it', async () => {
    const { folder } = host.place.mirror;
    fs.mkdirSync(folder, { recursive: true });
    const lock = await takeLock(path.join(folder, 'lock'), 0);
    try {
      const stop = new AbortController();
      const looking = mirror.refresh([holding], { maxAge: 0, signal: stop.signal });
      stop.abort();
      assert.deepEqual(await looking, { ok: false, code: 'cancelled', detail: 'dev@box' });
      assert.deepEqual(host.argv(), []);
    } finally {
      lock.release();
    }
  });

  it('is not overwritten by one that stood still while another went on', async () => {
    host.write('.agent/notes.json', '{}');
    const lock = path.join(host.place.mirror.folder, 'lock');
    host.answerWith(`HOME='${host.home}'; export HOME; for last; do :; done; sh -c "$last"; mv '${lock}' '${lock}.old'; mkdir '${lock}'`);
    assert.deepEqual(await mirror.refresh([holding], { maxAge: 0 }), { ok: false, code: 'timed_out', detail: 'dev@box' });
    assert.equal(fs.existsSync(path.join(host.place.mirror.folder, 'manifest.json')), false);
  });
});

describe('R9 The script on a host', () => {
  it('says now and then that it goes on, in lines that are none of its answer', async () => {
    const host = new StandInHost();
    try {
      for (let number = 0; number < 50; number++) host.write(`.agent/projects/p/${String(number)}.jsonl`, 'x');
      const output = path.join(host.root, 'output');
      host.answerWith(`HOME='${host.home}'; export HOME; for last; do :; done; sh -c "$last" | tee '${output}'`);
      const text = fs.readFileSync(script, 'utf8');
      const ask = (text: string): ReturnType<typeof askHost> => askHost(host.host, text, { op: 'list', holdings: [{ ...holding }], limit: 100 });
      const answer = await ask(text);
      assert.equal(fs.readFileSync(output, 'utf8').split('\n').length, 3);
      assert.deepEqual(await ask(text.replace('SIGN_EVERY = 3', 'SIGN_EVERY = 0')), answer);
      assert.ok(fs.readFileSync(output, 'utf8').split('\n').length > 50);
    } finally {
      host.remove();
    }
  });
});
