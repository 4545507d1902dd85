import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as fs from 'node:fs';
import { eventsOf } from '../../../../src/agents/opencode/events';
import { oldestMessage } from '../../../../src/agents/opencode/oldestShape';
import type { NativeMessage } from '../../../../src/agents/opencode/message';
import { newMessage } from '../../../../src/agents/opencode/newShape';
import { Tally } from '../../../../src/agents/opencode/tally';
import type { JsonObject } from '../../../../src/core/json';
import { databaseOf, Homes, readHome, Store, transcriptOf } from './support';

const keys = [
  'type', 'role', 'text', 'time', 'created', 'completed', 'start', 'tokens', 'input', 'output', 'cache', 'read', 'state', 'status', 'metadata', 'sessionId',
  'error', 'data', 'message', 'name', 'files', 'url', 'uri', 'source', 'content', 'structured', 'model', 'parts', 'toolInvocation', 'summary', 'attachments', 'location',
];
const words = [
  'user', 'assistant', 'text', 'reasoning', 'tool', 'file', 'agent', 'subtask', 'patch', 'compaction', 'retry', 'step-finish', 'shell', 'skill', 'model-switched',
  'completed', 'error', 'running', 'bash', 'task', '__proto__', 'constructor', 'file:///%zz', 'file://host/a', '<task id="ses_x"', '',
];
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...words),
    fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.string()),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys), tie('any'), { maxKeys: 6 }),
  ),
})).any;
const record = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 8 }) as fc.Arbitrary<JsonObject>;
const word = fc.constantFrom(...words, 'system', 'synthetic', 'idle', 'agent-switched', 'location-switched', 'unheard-of');
const source = { file: 'opencode.db', line: 1 };

/** What every consumer of a transcript relies on. */
function check(message: NativeMessage): void {
  for (const event of eventsOf(message)) {
    assert.equal(typeof event.text, 'string');
    assert.ok(event.at === null || !Number.isNaN(Date.parse(event.at)));
    assert.equal(event.tool !== undefined, event.type === 'tool_call');
    structuredClone(event);
  }
  const tally = new Tally({ message: 'msg_5', part: null });
  tally.message(message);
  for (const count of Object.values(tally.usage(new Set()) ?? {})) assert.ok(count >= 0);
}

describe('X28 mutated opencode records', () => {
  it('never throw, whatever a message and its parts hold', () => {
    fc.assert(
      fc.property(record, fc.array(fc.option(record, { nil: undefined }), { maxLength: 4 }), word, fc.boolean(), (data, parts, role, isNewShape) => {
        check({ id: 'msg_1', data, role, created: 1, source, isNewShape, parts: parts.map((part, index) => ({ id: `prt_${String(index)}`, data: part, source })) });
      }),
      { numRuns: 20_000 },
    );
  });

  it('never throw in the newer and in the oldest shape', () => {
    fc.assert(
      fc.property(fc.option(record, { nil: undefined }), word, (data, type) => {
        check(newMessage({ id: 'msg_1', type, created: null, source, data }));
        if (data !== undefined) check(oldestMessage('msg_1', data, source));
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('X28 mutated opencode databases', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  async function readAll(home: string): Promise<void> {
    const { records } = await readHome(home);
    await readHome(home, 'ends');
    for (const id of records.keys()) {
      const { events } = await transcriptOf(home, id);
      assert.equal(new Set(events.map((event) => event.id)).size, events.length);
    }
  }

  it('never throw, whatever their rows hold', async function () {
    this.timeout(60_000);
    const cell = fc.oneof(fc.constantFrom(null, '', 'ses_1', 'ses_2', 'msg_1'), fc.string(), fc.double(), fc.maxSafeInteger(), fc.uint8Array({ maxLength: 4 }), record.map((json) => JSON.stringify(json)));
    const row = fc.tuple(fc.constantFrom('session', 'message', 'part', 'session_message'), fc.array(cell, { minLength: 10, maxLength: 10 }));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
        const home = homes.empty();
        const store = new Store(databaseOf(home));
        store.session('ses_1', 1000);
        store.prompt('msg_1', 'ses_1', 1001, 'Hello');
        for (const [table, cells] of rows) {
          const columns = store.database.prepare(`PRAGMA table_info(${table})`).all().length;
          const marks = Array.from({ length: columns }, () => '?').join(', ');
          store.database.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${marks})`).run(...cells.slice(0, columns));
        }
        store.close();
        await readAll(home);
        homes.removeAll();
      }),
      { numRuns: 60 },
    );
  });

  it('never throw, whichever bytes of the file are wrong', async function () {
    this.timeout(60_000);
    const whole = fs.readFileSync(databaseOf(homes.copy('v2-messages')));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 400 }), fc.nat(whole.length), async (changes, cut) => {
        const home = homes.empty();
        const bytes = Buffer.from(whole);
        for (const [at, byte] of changes) bytes[at] = byte;
        fs.writeFileSync(databaseOf(home), changes.length % 4 === 0 ? bytes.subarray(0, cut) : bytes);
        await readAll(home);
        homes.removeAll();
      }),
      { numRuns: 60 },
    );
  });
});
