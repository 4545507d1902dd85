import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { damageOf } from '../../../src/cli/damage';
import { diagnose, diagnosisText } from '../../../src/cli/doctor';
import type { Session } from '../../../src/external/session';

describe('X28 The doctor names what of a shown session can\'t be read', () => {
  let folder = '';
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-damage-'))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const session = (name: string): Session =>
    ({ key: 'codex:1', agent: 'codex', record: { id: '1', unknownTypes: {} }, files: [path.join(folder, name)] }) as unknown as Session;
  const write = (bytes: Buffer | string, name = 'a.jsonl'): Session => {
    fs.writeFileSync(path.join(folder, name), bytes);
    return session(name);
  };
  const reasons = async (of: Session): Promise<unknown> => (await damageOf([of])).map(({ reason, lines, first_line }) => [reason, lines, first_line]);

  it('nothing of a whole file, with or without a last line feed, of one with a byte order mark and carriage returns', async () => {
    assert.deepEqual(await reasons(write('{"a":1}\n{"b":2}')), []);
    assert.deepEqual(await reasons(write('\ufeff{"a":"é"}\r\n\r\n{"b":2}\r\n')), []);
  });

  it('a torn last line, lines that are none, bytes that are no text, a line that is too long', async () => {
    assert.deepEqual(await reasons(write('{"a":1}\n{"b":"c')), [['torn_end', 1, 2]]);
    assert.deepEqual(await reasons(write('x\n{"a":1}\n[1]\n')), [['broken_line', 2, 1]]);
    assert.deepEqual(await reasons(write(Buffer.from('{"a":"\xe9"}\n', 'latin1'))), [['invalid_utf8', 1, 1]]);
    const long = Buffer.alloc((16 << 20) + 1, 'x');
    assert.deepEqual(await reasons(write(Buffer.concat([Buffer.from('{}\n'), long, Buffer.from('\n{}\n')]))), [['oversized_line', 1, 2]]);
  });

  it('the same of a compressed file, and one that is cut off or gone', async () => {
    const packed = zstdCompressSync('{"a":1}\n{"b":"c');
    assert.deepEqual(await reasons(write(packed, 'a.jsonl.zst')), [['torn_end', 1, 2]]);
    assert.deepEqual(await reasons(write(packed.subarray(0, -4), 'b.jsonl.zst')), [['unreadable', 1, 0]]);
    assert.deepEqual(await reasons(session('gone.jsonl')), [['vanished', 1, 0]]);
  });

  it('in words, on lines that do nothing to a terminal', async () => {
    const torn = write('{"a":1}\n{"b', 'a\u001b[31m\n.jsonl');
    const text = diagnosisText(
      await diagnose({ sessions: [torn], notShown: [] }, { agents: [], place: { home: folder, env: {} }, installed: new Set() }),
    );
    assert.ok(text.includes(`  Codex  1: its last line breaks off, and was passed over (line 2)\n    ${folder}/a .jsonl\n`), text);
  });
});
