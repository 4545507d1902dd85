import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { codex } from '../../../../src/agents/codex/codex';
import type { ReadContext } from '../../../../src/agents/agent';
import { endsLimits } from '../../../../src/agents/ends';
import { fixtures, Home, idOf, Lines, removeHomes } from './home';

const one = idOf(1);
const two = idOf(2);

describe('X28 Bad input in Codex rollouts', () => {
  let home: Home;

  beforeEach(function () {
    home = Home.temporary(this);
  });

  afterEach(function () {
    removeHomes(this);
  });

  const texts = async (id: string): Promise<string[]> => (await home.transcript(id)).events.map(({ text }) => text);

  it('a torn last line waits, also where the newline is missing from a whole one', async () => {
    const { lines } = new Lines(0).meta(one).user('A').agent('a');
    home.rollout(one, [...lines, (lines[2] ?? '').slice(0, 60)], { end: '' });
    assert.equal((await home.read(one)).messageCount, 2);
    assert.deepEqual((await home.transcript(one)).omissions.map(({ code, source, bytes }) => [code, source.line, bytes]), [['torn_end', 4, 60]]);
    home.rollout(two, new Lines(0).meta(two).user('A').agent('a').lines, { end: '' });
    assert.equal((await home.read(two)).messageCount, 2);
    assert.deepEqual((await home.transcript(two)).omissions, []);
  });

  it('a record after a torn one on the same line counts, once', async () => {
    const { lines } = new Lines(0).meta(one).user('A').agent('a');
    const [meta = '', prompt = '', answer = ''] = lines;
    home.rollout(one, [meta, prompt.slice(0, 150) + prompt, answer.slice(0, 30) + answer]);
    assert.equal((await home.read(one)).messageCount, 2);
    assert.deepEqual(await texts(one), ['A', 'a']);
    assert.deepEqual((await home.transcript(one)).omissions, []);
  });

  it('invalid UTF-8 is replaced, the rest of the record stays', async () => {
    const { lines } = new Lines(0).meta(one).user('caf\u0000').agent('a');
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    bytes.write('\xff\xfe', bytes.indexOf('"caf') + 2, 'latin1');
    home.write(`sessions/2026/11/30/rollout-2026-11-30T10-00-00-${one}.jsonl`, bytes);
    assert.deepEqual(await texts(one), ['c\uFFFD\uFFFD\u0000', 'a']);
    assert.equal((await home.read(one, 'ends')).firstPrompt, 'c\uFFFD\uFFFD\u0000');
  });

  it('line separators inside texts, carriage returns and a byte order mark break no line', async () => {
    const { lines } = new Lines(0).meta(one).user('one\u2028two').agent('a');
    home.rollout(one, [`\uFEFF${lines.join('\r\n')}`], { end: '\r\n' });
    assert.deepEqual(await texts(one), ['one\u2028two', 'a']);
    assert.equal((await home.read(one)).createdAt, '2026-11-30T10:00:00.000Z');
  });

  it('a first line that is broken leaves the rest', async () => {
    const { lines } = new Lines(0).meta(one).turn(two).user('A').agent('a');
    home.rollout(one, ['{"timestamp":"2026-11-30T1', ...lines.slice(1)]);
    for (const depth of ['ends', 'full'] as const) {
      const { title, folder, createdAt } = await home.read(one, depth);
      assert.deepEqual([title, folder, createdAt], ['A', '/home/dev/app', '2026-11-30T10:00:01.000Z']);
    }
  });

  it('a damaged compressed file gives what comes before the damage', async () => {
    const lines = new Lines(0).meta(one).user('A').agent('a');
    for (let at = 0; at < 3000; at++) lines.add('world_state', { noise: Math.sin(at), more: Math.cos(at) });
    const packed = zstdCompressSync(`${lines.user('Z').lines.join('\n')}\n`);
    home.write(`sessions/2026/11/30/rollout-2026-11-30T10-00-00-${one}.jsonl.zst`, packed.subarray(0, packed.length - 100));
    assert.equal((await home.read(one)).messageCount, 2);
    assert.equal((await home.read(one, 'ends')).title, 'A');
    const { events, omissions } = await home.transcript(one);
    assert.deepEqual(events.map(({ text }) => text), ['A', 'a']);
    assert.deepEqual(omissions.map(({ code }) => code), ['unreadable']);
  });

  it('a file that may not be read is an error of its own', async function () {
    if (process.getuid?.() === 0) this.skip();
    const file = home.rollout(one, new Lines(0).meta(one).user('A').lines);
    fs.chmodSync(file, 0);
    await assert.rejects(home.read(one), { code: 'EACCES' });
  });

  it('a line of 200 MB is stepped over without being held', async function () {
    this.timeout(120_000);
    const lines = new Lines(0).meta(one).turn(two).user('Before').lines;
    const file = home.rollout(one, lines);
    const out = fs.openSync(file, 'a');
    fs.writeSync(out, '{"timestamp":"2026-11-30T10:00:03.000Z","ordinal":3,"type":"event_msg","payload":{"type":"item_completed","item":{"type":"AgentMessage","id":"big","content":[{"type":"Text","text":"');
    const block = Buffer.alloc(1 << 20, 'x');
    for (let written = 0; written < 200; written++) fs.writeSync(out, block);
    fs.writeSync(out, `"}]}}}\n${new Lines(4, 4).agent('After').lines.join('\n')}\n`);
    fs.closeSync(out);

    const script = home.write('../child.js', '');
    const entry = home.write('../child.ts', childSource);
    execFileSync('node_modules/.bin/esbuild', [entry, '--bundle', '--platform=node', '--format=cjs', `--outfile=${script}`, '--log-level=warning']);
    const printed = execFileSync(process.execPath, ['--max-old-space-size=64', script, home.root], { encoding: 'utf8' });
    const result = JSON.parse(printed) as { row: [number, string, string]; texts: string[]; omissions: string[]; peak: number };
    assert.deepEqual(result.row, [3, 'Before', '2026-11-30T10:00:04.000Z']);
    assert.deepEqual(result.texts, ['Before', 'After']);
    assert.deepEqual(result.omissions, ['oversized_record 4']);
    assert.ok(result.peak < 150 << 10, `${String(result.peak)} KB`);
  });

  it('mutated records throw nothing, and rows and transcripts agree', async function () {
    this.timeout(120_000);
    const genuine = genuineLines();
    const line = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...genuine) }, { weight: 2, arbitrary: mutated(genuine) }, { weight: 1, arbitrary: fc.string() });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 25 }), fc.array(line, { maxLength: 10 }), fc.boolean(), async (first, second, ended) => {
        const segments = [
          home.rollout(first.length % 2 === 0 ? one : two, first, { end: ended ? '\n' : '' }),
          home.rollout(one, second, { segment: two, end: ended ? '\n' : '' }),
        ];
        try {
          const context = await home.context();
          for (const id of context.sessions.keys()) await readAll(id, context);
        } finally {
          for (const file of segments) fs.rmSync(file);
        }
      }),
      { numRuns: 400 },
    );
  });
});

async function readAll(id: string, context: ReadContext): Promise<void> {
  const found = context.sessions.get(id);
  assert.ok(found);
  const ends = await codex.read(found, 'ends', context);
  const row = await codex.read(found, 'full', context);
  const isShort = found.files.every((file) => fs.statSync(file).size < endsLimits.end);
  if (isShort) assert.deepEqual(ends, { ...row, messageCount: null, usage: null, unknownTypes: {} });
  const { events } = await codex.transcript(found, context);
  const messages = events.filter(({ type, on_active_branch: active }) => active && /^(user|agent)_message$/.test(type));
  assert.equal(row.messageCount, messages.length);
  assert.equal(new Set(events.map((event) => event.id)).size, events.length);
  for (const count of Object.values(row.usage ?? {})) assert.ok(count >= 0);
  for (const time of [row.createdAt, row.lastActivityAt, ...events.map(({ at }) => at)]) assert.ok(time === null || !Number.isNaN(Date.parse(time)));
}

/** Lines of recorded rollouts of all kinds. */
function genuineLines(): string[] {
  const lines: string[] = [];
  for (const entry of fs.readdirSync(fixtures, { recursive: true, withFileTypes: true })) {
    if (!/^rollout-.*\.jsonl$/.test(entry.name)) continue;
    lines.push(...fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8').split('\n').filter((text) => text !== '' && text.length < 4000));
  }
  return lines;
}

/** A line cut off, or one with a value somewhere in it replaced by any other. */
function mutated(lines: readonly string[]): fc.Arbitrary<string> {
  const cut = fc.tuple(fc.constantFrom(...lines), fc.double({ min: 0, max: 1, noNaN: true })).map(([text, share]) => text.slice(0, Math.floor(text.length * share)));
  const replaced = fc.tuple(fc.constantFrom(...lines), fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }), fc.jsonValue({ maxDepth: 2 })).map(([text, steps, value]) => {
    try {
      const record = JSON.parse(text) as unknown;
      replaceAt(record, steps, value);
      return JSON.stringify(record);
    } catch {
      return text;
    }
  });
  return fc.oneof(cut, replaced);
}

function replaceAt(node: unknown, [step = 0, ...rest]: readonly number[], value: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const keys = Object.keys(node);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return;
  const container = node as Record<string, unknown>;
  if (rest.length === 0 || typeof container[key] !== 'object' || container[key] === null) container[key] = value;
  else replaceAt(container[key], rest, value);
}

/** Reads the only thread of a home and prints what it found and the most memory it took, in KB. */
const childSource = `
import { codex } from '${path.join(process.cwd(), 'src/agents/codex/codex.ts')}';
import { Files } from '${path.join(process.cwd(), 'src/platform/files.ts')}';
async function main() {
  const place = { home: process.argv[2], env: {} };
  const files = new Files();
  const { sessions } = await codex.find(place, files);
  const context = { place, files, sessions: new Map(sessions.map((one) => [one.id, one])) };
  await codex.read(sessions[0], 'ends', context);
  const row = await codex.read(sessions[0], 'full', context);
  const peak = process.resourceUsage().maxRSS;
  const { events, omissions } = await codex.transcript(sessions[0], context);
  console.log(JSON.stringify({
    row: [row.messageCount, row.title, row.lastActivityAt],
    texts: events.map(({ text }) => text),
    omissions: omissions.map(({ code, source }) => code + ' ' + source.line),
    peak,
  }));
}
void main();
`;
