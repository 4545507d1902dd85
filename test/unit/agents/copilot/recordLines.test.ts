import assert from 'node:assert/strict';
import { RecordLines } from '../../../../src/agents/copilot/recordLines';

/** What comes of a log, cut at line feeds: the records' ids with their lines, and what was left out. */
function read(log: string, maxLine = Infinity): { records: unknown[]; omissions: unknown[] } {
  const records: unknown[] = [];
  const omissions: unknown[] = [];
  const lines = new RecordLines(
    (raw, line) => records.push([line, raw['id'] ?? raw['data']]),
    (code, line, bytes) => omissions.push([code, line, bytes]),
  );
  const texts = log.split('\n');
  texts.forEach((text, index) => {
    const whole = Buffer.from(text);
    if (index === texts.length - 1 && text === '') return;
    lines.push({ bytes: whole.subarray(0, maxLine), number: index + 1, terminated: index < texts.length - 1, length: whole.length });
  });
  lines.end();
  return { records, omissions };
}

const record = (id: string): string => `{"type":"user.message","id":"${id}"}`;

describe('X28 damaged lines of a Copilot log', () => {
  it('get the whole record that stands behind a cut one', () => {
    const cut = record('a').slice(0, 20);
    assert.deepEqual(read(`${cut}${record('b')}\n${record('c')}\n`), { records: [[1, 'b'], [2, 'c']], omissions: [['broken_record', 1, 20]] });
  });

  it('get a record whose text holds raw line feeds', () => {
    const { records, omissions } = read(`${record('a')}\n{"type":"user.message","data":"one\ntwo\n\nthree"}\n${record('b')}\n`);
    assert.deepEqual(records, [[1, 'a'], [2, 'one\ntwo\n\nthree'], [6, 'b']]);
    assert.deepEqual(omissions, []);
  });

  it('lose one record only where it was cut', () => {
    assert.deepEqual(read(`${record('a').slice(0, 25)}\n${record('b')}\n`), { records: [[2, 'b']], omissions: [['broken_record', 1, 25]] });
    assert.deepEqual(read(`${record('a')}\n${record('b').slice(0, 25)}`), { records: [[1, 'a']], omissions: [['torn_end', 2, 25]] });
  });

  it('are read without zero bytes', () => {
    assert.deepEqual(read(`\0\0${record('a')}\0\0\n\0\0\0\0`), { records: [[1, 'a']], omissions: [['torn_end', 2, 4]] });
  });

  it('with nothing on them are no damage', () => {
    assert.deepEqual(read(`\n\n${record('a')}\n  \n`), { records: [[3, 'a']], omissions: [] });
  });

  it('with anything else are named', () => {
    assert.deepEqual(read(`nonsense\n42\n${record('a')}\n`), { records: [[3, 'a']], omissions: [['broken_record', 1, 8], ['broken_record', 2, 2]] });
  });

  it('do not make a cut record swallow the rest', () => {
    const { records, omissions } = read(`${record('a').slice(0, 25)}\n${'text\n'.repeat(1000)}${record('b')}\n`);
    assert.deepEqual(records, [[1002, 'b']]);
    assert.equal(omissions.length, 1001 - 200);
  });

  it('that are too long are left out, and without a word where nothing of theirs is shown', () => {
    const long = (type: string): string => `{"type":"${type}","data":"${'x'.repeat(70_000)}"}`;
    assert.deepEqual(read(`${long('user.message')}\n${long('model.messages_snapshot')}\n${record('a')}\n`, 100), {
      records: [[3, 'a']], omissions: [['oversized_record', 1, 70_033]],
    });
  });
});
