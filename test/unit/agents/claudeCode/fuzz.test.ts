import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { ActiveBranch } from '../../../../src/agents/claudeCode/branch';
import { GrowingEnds } from '../../../../src/agents/growingEnds';
import type { Node } from '../../../../src/agents/claudeCode/tree';
import { Files } from '../../../../src/platform/files';
import { Home, sessionId } from './home';

const id = sessionId(1);

/** Genuine records, to be damaged. */
const genuine = fs
  .readdirSync('test/fixtures/claude-code', { recursive: true })
  .map((file) => path.join('test/fixtures/claude-code', String(file)))
  .filter((file) => file.endsWith('.jsonl') && file.includes('projects') && !file.includes('000000000008.jsonl'))
  .flatMap((file) => fs.readFileSync(file, 'utf8').split('\n'))
  .filter((line) => line.startsWith('{"') && line.endsWith('}'));

const few = fc.constantFrom('a', 'b', 'c', 'd', null, id);
/** Values that lead to each other, so that parents form chains, rings and dead ends. */
const links = fc.record({ uuid: few, parentUuid: few, logicalParentUuid: few, sessionId: few, requestSessionId: few, forkedFrom: fc.record({ sessionId: few }) }, { requiredKeys: [] });

/** A genuine record with some of its values, at any depth, replaced by anything. */
const mutated = fc.tuple(fc.constantFrom(...genuine), fc.array(fc.tuple(fc.nat(), fc.jsonValue()), { maxLength: 3 }), fc.option(links)).map(([line, changes, linked]) => {
  const record = JSON.parse(line) as Record<string, unknown>;
  for (const [place, value] of changes) {
    const spots = spotsIn(record);
    const [owner, key] = spots[place % spots.length] as [Record<string, unknown>, string];
    owner[key] = value;
  }
  return JSON.stringify({ ...record, ...linked });
});

function spotsIn(value: unknown): [Record<string, unknown>, string][] {
  if (typeof value !== 'object' || value === null) return [];
  const owner = value as Record<string, unknown>;
  return Object.keys(owner).flatMap((key): [Record<string, unknown>, string][] => [[owner, key], ...spotsIn(owner[key])]);
}

const line = fc.oneof(
  { weight: 6, arbitrary: mutated.map((text) => Buffer.from(text)) },
  { weight: 2, arbitrary: fc.constantFrom(...genuine).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.tuple(mutated, fc.nat()).map(([text, cut]) => Buffer.from(text).subarray(0, cut % (text.length + 1))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.json().map((text) => Buffer.from(text)) },
);
const transcript = fc.tuple(fc.array(line, { maxLength: 30 }), fc.boolean()).map(([lines, isEnded]) => Buffer.concat(lines.flatMap((each, place) => (place === lines.length - 1 && !isEnded ? [each] : [each, Buffer.from('\n')]))));

describe('X28 any bytes as a Claude Code history', () => {
  let home: Home;
  before(() => (home = new Home()));
  after(() => home.dispose());

  it('are read without an error, to rows and events that hold together', async () => {
    await fc.assert(
      fc.asyncProperty(transcript, transcript, async (session, subagent) => {
        home.writeSession(sessionId(2), genuine.slice(0, 40));
        fs.writeFileSync(home.writeSession(id, []), session);
        fs.writeFileSync(home.write(`${id}/subagents/agent-a1.jsonl`, []), subagent);
        for (const depth of ['ends', 'full'] as const) {
          const { found, records, skipped } = await home.scan(depth);
          assert.equal(records.length, found.length);
          assert.ok(skipped.every(({ reason }) => reason === 'empty_file'));
          for (const { usage, messageCount, createdAt } of records) {
            assert.ok(Object.values(usage ?? {}).every((tokens) => Number.isFinite(tokens) && tokens >= 0));
            assert.ok(messageCount === null || messageCount >= 0);
            assert.ok(createdAt === null || new Date(createdAt).toISOString() === createdAt);
          }
          for (const { id: each, files } of depth === 'full' ? found : []) await checkTranscript(each, fs.readFileSync(files[0] as string));
        }
      }),
      { numRuns: 150 },
    );
  });

  async function checkTranscript(each: string, bytes: Buffer): Promise<void> {
    const { events, omissions, unknownTypes } = await home.transcript(each);
    const lines = bytes.toString('latin1').split('\n').length;
    assert.equal(new Set(events.map((event) => event.id)).size, events.length);
    for (const { source } of [...events, ...omissions]) assert.ok(source.line >= 1 && source.line <= lines);
    for (const event of events) {
      assert.equal(typeof event.text, 'string');
      assert.equal(event.type === 'tool_call', event.tool !== undefined);
    }
    const unknown = events.filter((event) => event.type === 'unknown' && event.text.startsWith('{')).length;
    assert.ok(Object.values(unknownTypes).reduce((sum, count) => sum + count, 0) <= unknown);
  }

  it('in any tree have a branch that holds its leaf and its messages once', () => {
    const node: fc.Arbitrary<Omit<Node, 'uuid'>> = fc.record({
      parent: fc.option(fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', 'x')),
      kind: fc.constantFrom('prompt', 'reply', 'turn', 'other'),
      isSidechain: fc.boolean(),
      at: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(node, { maxLength: 8 }), (all) => {
        const nodes = all.map((each, place): Node => {
          const reply = { key: String(place % 3), messageId: '', model: '', usage: { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: 0 } };
          return { ...each, uuid: String(place), ...(each.kind === 'reply' ? { reply } : {}) };
        });
        const branch = new ActiveBranch(nodes);
        const messages = nodes.filter(({ kind, isSidechain }) => !isSidechain && (kind === 'prompt' || kind === 'reply'));
        assert.ok(branch.messageCount <= messages.length);
        const leaf = nodes.findLast(({ kind, isSidechain }) => !isSidechain && kind !== 'other');
        if (leaf !== undefined) assert.ok(branch.holds(leaf.uuid));
        for (const each of nodes) assert.equal(branch.holds(each.uuid), branch.holds(each.uuid));
      }),
      { numRuns: 2000 },
    );
  });

  it('read from both ends in any steps give the lines of the file', () => {
    const file = path.join(home.root, 'lines');
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 40 }).map((text) => text.replaceAll('\n', ' '))), fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 60 }))), fc.boolean(), (lines, steps, isEnded) => {
        const text = lines.join('\n') + (isEnded ? '\n' : '');
        fs.writeFileSync(file, text);
        GrowingEnds.open(new Files(), file, Buffer.byteLength(text), (ends) => {
          const head: Buffer[] = [];
          const tail: Buffer[] = [];
          for (const [isHead, bytes] of steps) {
            if (isHead) head.push(ends.growHead(bytes));
            else tail.unshift(ends.growTail(bytes));
          }
          const [start, end] = [Buffer.concat(head).toString(), Buffer.concat(tail).toString()];
          assert.ok(text.startsWith(start) && (start === '' || start.endsWith('\n') || ends.whole));
          assert.ok(text.endsWith(end) && (end === '' || end === text || text[text.length - end.length - 1] === '\n' || ends.whole));
          if (!ends.whole) tail.unshift(ends.growTail(text.length * 4));
          assert.equal(Buffer.concat([...head, ...tail]).toString(), text.replace(/^\ufeff/, ''));
        });
      }),
      { numRuns: 500 },
    );
  });
});
