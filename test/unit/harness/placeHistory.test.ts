import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { placeHistory } from '../../harness/placeHistory';

describe('A recorded home placed in a test', () => {
  let root: string;
  const recorded = (name: string): string => path.join(root, 'recorded', name);
  const placed = (name: string): string => path.join(root, 'home', name);

  function write(name: string, content: string | Buffer): void {
    fs.mkdirSync(path.dirname(recorded(name)), { recursive: true });
    fs.writeFileSync(recorded(name), content);
  }

  function place(): void {
    placeHistory({ from: path.join(root, 'recorded'), to: path.join(root, 'home'), folders: { '/home/dev/app': '/tmp/x/app', '/home/dev': '/tmp/home/dev' } });
  }

  beforeEach(() => (root = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-test-'))));
  afterEach(() => fs.rmSync(root, { recursive: true }));

  it('speaks of the new folder and the new home, each replaced once, and of siblings of the folder beside it', () => {
    write('.codex/a.jsonl', '{"cwd":"/home/dev/app"}\n{"cwd":"/home/dev/app-old"}\n{"cwd":"/home/dev/other"}\n');
    place();
    const expected = '{"cwd":"/tmp/x/app"}\n{"cwd":"/tmp/x/app-old"}\n{"cwd":"/tmp/home/dev/other"}\n';
    assert.equal(fs.readFileSync(placed('.codex/a.jsonl'), 'utf8'), expected);
  });

  it('names Claude Code\'s project folders anew', () => {
    write('.claude/projects/-home-dev-app/s.jsonl', '');
    write('.claude/projects/-home-dev-app-old/s.jsonl', '');
    place();
    assert.deepEqual(fs.readdirSync(placed('.claude/projects')).sort(), ['-tmp-x-app', '-tmp-x-app-old']);
  });

  it('keeps times, and bytes that are not UTF-8', () => {
    write('a.jsonl', Buffer.concat([Buffer.from('/home/dev/app '), Buffer.from([0xff, 0xc3])]));
    fs.utimesSync(recorded('a.jsonl'), 1_700_000_000, 1_700_000_000);
    place();
    assert.deepEqual(fs.readFileSync(placed('a.jsonl')), Buffer.concat([Buffer.from('/tmp/x/app '), Buffer.from([0xff, 0xc3])]));
    assert.equal(fs.statSync(placed('a.jsonl')).mtimeMs, 1_700_000_000_000);
  });

  it('reaches into compressed files and text columns, and leaves other columns', () => {
    write('r.jsonl.zst', zstdCompressSync('{"cwd":"/home/dev/app"}'));
    const database = new DatabaseSync(recorded('state.sqlite'));
    database.exec("CREATE TABLE threads (id INTEGER, cwd TEXT, data BLOB); INSERT INTO threads VALUES (1, '/home/dev/app/web', x'00ff'), (2, NULL, NULL)");
    database.close();
    place();
    assert.equal(zstdDecompressSync(fs.readFileSync(placed('r.jsonl.zst'))).toString(), '{"cwd":"/tmp/x/app"}');
    const copy = new DatabaseSync(placed('state.sqlite'));
    assert.deepEqual(
      copy.prepare('SELECT id, cwd, hex(data) AS data FROM threads').all().map((row) => ({ ...row })),
      [
        { id: 1, cwd: '/tmp/x/app/web', data: '00FF' },
        { id: 2, cwd: null, data: '' },
      ],
    );
    copy.close();
  });

  it('copies what only looks like a database', () => {
    write('state.sqlite', 'SQLite format 3\0 and no more: /home/dev/app');
    place();
    assert.equal(fs.readFileSync(placed('state.sqlite'), 'utf8'), 'SQLite format 3\0 and no more: /home/dev/app');
  });
});
