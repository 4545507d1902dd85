import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import fc from 'fast-check';
import { copilot } from '../../../../src/agents/copilot/copilot';
import { Homes, readHome, readTranscript } from '../adapterHome';
import { damaged, damagedLine, fuzzRuns, strangeValue } from '../damaged';

const folder = '.copilot/session-state/ffffffff-0000-4000-8000-000000000001';
const sessions = ['main/.copilot/session-state/bcd2c352-6924-4330-9c11-ba51aab74c63', 'main/.copilot/session-state/25cead73-2956-4c6d-88ac-50b9d6a3e4ba', 'old-1.0.60-then-1.0.102/.copilot/session-state/6a51094e-1642-48ae-8c35-7001cf73bc88'];
const recorded = sessions
  .flatMap((name) => fs.readFileSync(path.join(process.cwd(), 'test/fixtures/copilot', name, 'events.jsonl'), 'utf8').split('\n'))
  .filter((line) => line !== '');
const strange = strangeValue('user.message', 'tool.execution_complete', 'call_000002');
const line = damagedLine(recorded, strange);

describe('X28 damaged histories of Copilot', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  async function readsCalmly(home: string): Promise<void> {
    await readHome(copilot, home, 'ends');
    const { sessions: rows, notShown } = await readHome(copilot, home, 'full');
    assert.ok(notShown.every(({ reason }) => !['unreadable', 'vanished'].includes(reason)));
    for (const { record } of rows) {
      const { events, unknownTypes } = await readTranscript(copilot, home, record.id);
      assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
      assert.deepEqual(record.unknownTypes, unknownTypes);
      assert.equal(events.filter(({ type }) => type === 'unknown').length, Object.values(unknownTypes).reduce((sum, count) => sum + count, 0));
    }
  }

  it('are read without throwing, whatever a log holds', async () => {
    const home = homes.with({ [`${folder}/events.jsonl`]: '' });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\n', '\r\n', '')), { maxLength: 200, size: 'max' }), async (lines) => {
        fs.writeFileSync(path.join(home, folder, 'events.jsonl'), lines.flat().join(''));
        await readsCalmly(home);
      }),
      { numRuns: fuzzRuns },
    );
  });

  it('are read without throwing, whatever lies beside a log or in an old document', async () => {
    const document = JSON.parse(fs.readFileSync(path.join(process.cwd(), 'test/fixtures/copilot/broken/.copilot/history-session-state/session_eeeeeeee-0000-4000-8000-000000000001_1759957816398.json'), 'utf8')) as unknown;
    const old = '.copilot/history-session-state/session_eeeeeeee-0000-4000-8000-000000000001_1.json';
    const home = homes.with({ [`${folder}/events.jsonl`]: recorded.slice(0, 12).join('\n'), [`${folder}/workspace.yaml`]: '', [old]: '' });
    const yaml = fc.oneof(fc.string(), fc.tuple(fc.constantFrom('name', 'cwd', 'user_named', 'created_at'), strange).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`));
    await fc.assert(
      fc.asyncProperty(yaml, damaged(document, strange), async (text, changed) => {
        fs.writeFileSync(path.join(home, folder, 'workspace.yaml'), text);
        fs.writeFileSync(path.join(home, old), JSON.stringify(changed));
        await readsCalmly(home);
        await readTranscript(copilot, home, 'eeeeeeee-0000-4000-8000-000000000001');
      }),
      { numRuns: 100 },
    );
  });
});
