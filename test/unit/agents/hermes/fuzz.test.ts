import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import type { Json, JsonObject } from '../../../../src/core/json';
import { eventsOf } from '../../../../src/agents/hermes/events';
import { isCounted, sighted, withSource } from '../../../../src/agents/hermes/messages';
import { filedMessage, storedMessage } from '../../../../src/agents/hermes/schema';
import { copyHome, edit, list, removeHomes, transcriptOf } from './fixture';

/** What a cell may hold: texts with meaning to a reader, cut and mixed, and values of any other type. */
const pieces = [
  '\0json:[', '[{"type":"text","text":"a"}', ']', '{"output": "x", "exit_code": ', '[PRIOR CONTEXT', '[END OF PRIOR CONTEXT', '--- END OF CONTEXT SUMMARY',
  '[{"id":"c","function":{"name":"delegate_task","arguments":"{\\"tasks\\":[{\\"goal\\":1}]}"}}]', '[System:', '[The user attached an image', ']\n\n', '{"_branched_from":', '"a"}',
];
const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string())).map((parts) => parts.join(''));
const cells = fc.oneof(texts, fc.integer(), fc.double(), fc.constantFrom(null, 0, 1, 1796033995.0233, 'user', 'assistant', 'tool', 'system', 'hidden', 'c'));

const fields = [
  'content', 'tool_call_id', 'tool_name', 'tool_calls', 'timestamp', 'reasoning', 'active', 'compacted', '_compressed_summary', 'display_kind',
  'display_order', 'identity',
];

/** Records put together from `values`, quicker than one by one from fast-check. */
function records(values: readonly Json[], seed: number, count: number): JsonObject[] {
  let state = seed;
  const next = (below: number): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % below;
  const role = ['user', 'assistant', 'tool', ...values];
  return Array.from({ length: count }, () => {
    const some = fields.filter(() => next(3) > 0);
    return { role: role[next(6)] ?? null, ...Object.fromEntries(some.map((name) => [name, values[next(values.length)]])) };
  });
}

describe('Any record of Hermes', () => {
  after(removeHomes);

  it('is read as a message, with events of different ids', () => {
    const pool = fc.array(fc.oneof(cells as fc.Arbitrary<Json>, fc.jsonValue() as fc.Arbitrary<Json>), { minLength: 100, maxLength: 200, size: 'max' });
    fc.assert(fc.property(pool, fc.nat(), (values, seed) => {
      const messages = records(values, seed, 1000).map((one, index) =>
        withSource(index % 4 === 0 ? filedMessage(one) : storedMessage(one), index + 1, { file: 'f', line: index + 1 }));
      const seen = sighted([messages]);
      assert.equal(seen.length, messages.length);
      assert.ok(seen.some(isCounted));
      const { events } = eventsOf(seen, null);
      assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
    }), { numRuns: 100 });
  });

  it('is read from the database, and hides no other', async () => {
    const value = fc.oneof(cells, fc.uint8Array());
    const columns = {
      sessions: ['source', 'parent_session_id', 'model_config', 'started_at', 'ended_at', 'end_reason', 'title', 'model', 'cwd', 'archived', 'input_tokens', 'output_tokens'],
      messages: ['role', 'content', 'tool_call_id', 'tool_calls', 'tool_name', 'timestamp', 'reasoning', 'active', 'compacted'],
      session_model_usage: ['model', 'input_tokens', 'last_seen'],
    };
    const change = fc.constantFrom(...Object.keys(columns) as (keyof typeof columns)[]).chain((table) =>
      fc.record({ table: fc.constant(table), column: fc.constantFrom(...columns[table]), row: fc.nat(106), value }));
    await fc.assert(fc.asyncProperty(fc.array(change, { minLength: 20, maxLength: 60 }), async (changes) => {
      const home = copyHome('main');
      edit(home, (database) => changes.forEach((one) => apply(database, one)));
      const { found, records, skipped } = await list(home);
      assert.deepEqual([records.length, skipped], [found.length, []]);
      const rows = found.flatMap(({ facts }) => facts['rows'] as JsonObject[]);
      assert.equal(new Set(rows.map(({ id }) => id)).size, 24 + 1);
      for (const { id } of found) await transcriptOf(home, id);
      removeHomes();
    }), { numRuns: 10 });
  });

  it('of a database with destroyed or missing bytes never stops a listing', async () => {
    const damage = fc.record({ at: fc.nat(659455), bytes: fc.uint8Array({ minLength: 1, maxLength: 5000 }), cut: fc.option(fc.nat(659456)) });
    await fc.assert(fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
      const home = copyHome('main');
      const file = path.join(home, '.hermes', 'state.db');
      const handle = fs.openSync(file, 'r+');
      for (const { at, bytes, cut } of damages) {
        fs.writeSync(handle, bytes, 0, bytes.length, at);
        if (cut !== null) fs.ftruncateSync(handle, cut);
      }
      fs.closeSync(handle);
      const { found } = await list(home);
      assert.ok(found.some(({ id }) => id === '20261130_102147_3e8cdb'));
      for (const { id } of found) await transcriptOf(home, id).catch((error: unknown) => assert.equal((error as { code?: string }).code, 'ERR_SQLITE_ERROR'));
      removeHomes();
    }), { numRuns: 40 });
  });
});

/** Changes that the schema refuses (no text, a name twice) are left out. */
function apply(database: DatabaseSync, { table, column, row, value }: { table: string; column: string; row: number; value: string | number | null | Uint8Array }): void {
  try {
    database.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(value, row % 25 + (table === 'messages' ? row - (row % 25) : 0));
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'ERR_SQLITE_ERROR');
  }
}
