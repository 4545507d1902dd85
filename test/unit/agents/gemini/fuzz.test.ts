import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import fc from 'fast-check';
import { gemini } from '../../../../src/agents/gemini/gemini';
import { Homes, readHome, readTranscript } from '../adapterHome';
import { damaged, damagedLine, fuzzRuns, strangeValue } from '../damaged';

const session = '.gemini/tmp/app/chats/session-1-fuzzed';
const recorded = ['other/chats/session-2026-11-30T11-22-11111111.jsonl', 'app/chats/session-2026-11-30T11-23-22222222.jsonl']
  .flatMap((name) => fs.readFileSync(path.join(process.cwd(), 'test/fixtures/gemini/main/home/.gemini/tmp', name), 'utf8').split('\n'))
  .filter((line) => line !== '');

const strange = strangeValue('<session_context>', '<state_snapshot>', '/x');
const line = damagedLine(recorded, strange);

describe('X28 damaged histories of Gemini CLI', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  async function readsCalmly(home: string): Promise<void> {
    const short = await readHome(gemini, home, 'ends');
    const full = await readHome(gemini, home, 'full');
    assert.deepEqual(full.sessions.map(({ key, record }) => [key, record.title]), short.sessions.map(({ key, record }) => [key, record.title]));
    for (const { record } of full.sessions) {
      const { events, unknownTypes } = await readTranscript(gemini, home, record.id);
      assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
      assert.deepEqual(record.unknownTypes, unknownTypes);
      assert.equal(events.filter(({ type }) => type === 'unknown').length, Object.values(unknownTypes).reduce((sum, count) => sum + count, 0));
    }
  }

  it('are read without throwing, whatever a log holds', async () => {
    const home = homes.with({ [`${session}.jsonl`]: '' });
    const first = '{"sessionId":"fuzzed","projectHash":"h"}';
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 200, size: 'max' }), fc.boolean(), async (lines, starts) => {
        fs.writeFileSync(path.join(home, `${session}.jsonl`), (starts ? [first, ...lines] : lines).join('\n'));
        await readsCalmly(home);
      }),
      { numRuns: fuzzRuns },
    );
  });

  it('are read without throwing, whatever an old file holds', async () => {
    const home = homes.with({ [`${session}.json`]: '' });
    const document = { sessionId: 'fuzzed', messages: recorded.map((text) => JSON.parse(text) as unknown) };
    await fc.assert(
      fc.asyncProperty(damaged(document, strange), fc.double({ min: 0.5, max: 1.5, noNaN: true }), async (changed, part) => {
        const text = JSON.stringify(changed, null, 2);
        fs.writeFileSync(path.join(home, `${session}.json`), text.slice(0, Math.floor(text.length * part)));
        await readsCalmly(home);
      }),
      { numRuns: 100 },
    );
  });
});
