import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { ReadStats } from '../../../src/platform/files';

const cli = path.resolve('dist/cli.js');

interface Run {
  readonly titles: Readonly<Record<string, string>>;
  readonly stats: ReadStats;
}

describe('X6 localix list keeps an index', () => {
  let home: string;
  let cache: string;
  const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const transcript = (number: number): string => path.join(home, '.claude/projects/-home-dev-app', `${id(number)}.jsonl`);
  const record = (number: number, text: string): string =>
    `${JSON.stringify({ type: 'user', uuid: `u-${text}`, sessionId: id(number), cwd: '/home/dev/app', timestamp: '2026-03-01T10:00:00.000Z', version: '2.1.0', message: { role: 'user', content: text } })}\n`;
  const rename = (number: number, title: string): string => `${JSON.stringify({ type: 'custom-title', customTitle: title, sessionId: id(number) })}\n`;

  function list(...more: string[]): Run {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [cli, 'list', '--everywhere', '--json', '--assume-installed', '--stats', '--home', home, ...more],
      { encoding: 'utf8', env: { ...process.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache } },
    );
    assert.equal(status, 0, stderr);
    const lines = stderr.trim().split('\n');
    assert.equal(lines.length, 1, stderr);
    const rows = JSON.parse(stdout) as { id: string; title: string }[];
    return { titles: Object.fromEntries(rows.map((row) => [row.id, row.title])), stats: JSON.parse(lines[0] ?? '') as ReadStats };
  }

  const cached = (): string[] => fs.readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sqlite'));
  const cost = ({ stats }: Run): number[] => [stats.opens, stats.bytes];

  beforeEach(() => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-home-'));
    cache = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-cache-'));
    fs.mkdirSync(path.dirname(transcript(1)), { recursive: true });
    for (const number of [1, 2, 3]) fs.writeFileSync(transcript(number), record(number, `prompt ${number}`));
  });
  afterEach(() => {
    for (const folder of [home, cache]) fs.rmSync(folder, { recursive: true, force: true });
  });

  it('opens no transcript the second time, and lists the same', () => {
    const first = list();
    assert.deepEqual(first.titles, { [id(1)]: 'prompt 1', [id(2)]: 'prompt 2', [id(3)]: 'prompt 3' });
    assert.ok(first.stats.opens >= 3);
    const second = list();
    assert.deepEqual(second.titles, first.titles);
    assert.deepEqual(cost(second), [0, 0]);
  });

  it('reads only what changed, came or went since', () => {
    list();
    fs.appendFileSync(transcript(2), rename(2, 'Renamed'));
    fs.rmSync(transcript(3));
    const { titles, stats } = list();
    assert.deepEqual(titles, { [id(1)]: 'prompt 1', [id(2)]: 'Renamed' });
    assert.equal(stats.opens, 1);
    assert.deepEqual(cost(list()), [0, 0]);
  });

  it('reads of a transcript that grew what was appended, and its end', () => {
    const reply = `${JSON.stringify({ type: 'assistant', uuid: 'r', sessionId: id(1), timestamp: '2026-03-01T10:01:00.000Z', message: { id: 'm', role: 'assistant', model: 'm', content: 'x'.repeat(2000) } })}\n`;
    fs.appendFileSync(transcript(1), reply.repeat(50));
    list();
    fs.appendFileSync(transcript(1), reply + rename(1, 'Renamed'));
    const grown = list();
    assert.equal(grown.titles[id(1)], 'Renamed');
    assert.deepEqual(cost(grown), [1, 16 << 10]);
    fs.appendFileSync(transcript(1), reply.repeat(20));
    const much = list();
    assert.ok(much.stats.bytes <= reply.length * 20 + 512);
    assert.equal(much.titles[id(1)], 'Renamed');
  });

  it('pays for a damaged or missing index with one reading, and says nothing', () => {
    const { titles } = list();
    const [name = ''] = cached();
    const file = path.join(cache, name);
    const whole = fs.readFileSync(file);
    const damages: Record<string, () => void> = {
      missing: () => fs.rmSync(file),
      empty: () => fs.truncateSync(file),
      cut: () => fs.writeFileSync(file, whole.subarray(0, whole.length - 5000)),
      garbage: () => fs.writeFileSync(file, Buffer.alloc(20_000, 'garbage ')),
      overwritten: () => fs.writeFileSync(file, Buffer.from(whole).fill('x', 100)),
    };
    for (const [kind, damage] of Object.entries(damages)) {
      damage();
      const rescan = list();
      assert.deepEqual(rescan.titles, titles, kind);
      assert.ok(rescan.stats.opens >= 3, kind);
      assert.deepEqual(cost(list()), [0, 0], kind);
    }
  });

  it('neither uses nor writes one with --no-index or --full', () => {
    list('--no-index');
    list('--full');
    assert.deepEqual(cached(), []);
    list();
    assert.equal(cached().length, 1);
    assert.ok(list('--no-index').stats.opens >= 3);
  });

  it('keeps what it knows of agents that were not asked for', () => {
    list();
    fs.mkdirSync(path.join(home, '.copilot/session-state'), { recursive: true });
    fs.writeFileSync(path.join(home, '.copilot/session-state', `${id(9)}.jsonl`), 'not a session\n');
    list('--agent', 'copilot');
    assert.deepEqual(cost(list('--agent', 'claude-code')), [0, 0]);
  });

  it('has an index for each home', () => {
    list();
    const other = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-home-'));
    fs.cpSync(home, other, { recursive: true });
    fs.rmSync(home, { recursive: true });
    home = other;
    assert.ok(list().stats.opens >= 3);
    assert.equal(cached().length, 2);
  });
});
