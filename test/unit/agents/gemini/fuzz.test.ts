import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import fc from 'fast-check';
import { gemini } from '../../../../src/agents/gemini/gemini';
import { Homes, readHome, readTranscript } from '../adapterHome';

const session = '.gemini/tmp/app/chats/session-1-fuzzed';
const recorded = ['other/chats/session-2026-11-30T11-22-11111111.jsonl', 'app/chats/session-2026-11-30T11-23-22222222.jsonl']
  .flatMap((name) => fs.readFileSync(path.join(process.cwd(), 'test/fixtures/gemini/main/home/.gemini/tmp', name), 'utf8').split('\n'))
  .filter((line) => line !== '');

/** About 100 records each. LOCALIX_FUZZ_RUNS=1000 is a thorough test of some minutes. */
const runs = Number(process.env['LOCALIX_FUZZ_RUNS'] ?? 50);

/** Every place in a JSON value, as the keys that lead there. */
function places(value: unknown, at: readonly string[] = []): string[][] {
  const below = typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, item]) => places(item, [...at, key])) : [];
  return [[...at], ...below];
}

const values = recorded.map((text) => JSON.parse(text) as unknown);
const placesOf = new Map(values.map((value) => [value, places(value)]));

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('__proto__', 'constructor', '<session_context>', '<state_snapshot>', '/x', -1, 1e308, [], {}, [[]], null),
);

/** A recorded line with one value in it replaced, cut somewhere, or any text. */
const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...values), fc.nat(), strange).map(([value, which, by]) => {
    const all = placesOf.get(value) ?? [];
    return JSON.stringify(replaced(value, all[which % all.length] ?? [], by));
  }) },
  { weight: 2, arbitrary: fc.constantFrom(...recorded) },
  fc.tuple(fc.constantFrom(...recorded), fc.double({ min: 0, max: 1, noNaN: true })).map(([text, part]) => text.slice(0, Math.floor(text.length * part))),
  fc.string(),
);

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
      { numRuns: runs },
    );
  });

  it('are read without throwing, whatever an old file holds', async () => {
    const home = homes.with({ [`${session}.json`]: '' });
    const document = { sessionId: 'fuzzed', messages: values };
    const all = places(document);
    await fc.assert(
      fc.asyncProperty(fc.nat(), strange, fc.double({ min: 0.5, max: 1.5, noNaN: true }), async (which, by, part) => {
        const text = JSON.stringify(replaced(document, all[which % all.length] ?? [], by), null, 2);
        fs.writeFileSync(path.join(home, `${session}.json`), text.slice(0, Math.floor(text.length * part)));
        await readsCalmly(home);
      }),
      { numRuns: 100 },
    );
  });
});
