import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { UsageAnswer } from '../../../src/cli/usage';
import { pricesAsOf } from '../../../src/usage/prices';
import { Counts } from '../usage/counting';

const cli = path.resolve('dist/cli.js');

describe('X27 localix usage', () => {
  let home: string;
  let cache: string;
  const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const transcript = (number: number, folder = '-home-dev-app'): string => path.join(home, '.claude/projects', folder, `${id(number)}.jsonl`);

  function reply(number: number, at: string | undefined, tokens: number, more: object = {}, usage: object | undefined = { input_tokens: tokens, output_tokens: 1 }): string {
    const message = { id: `msg_${number}_${at}_${tokens}`, role: 'assistant', model: 'model-a', content: [{ type: 'text', text: 'done' }], ...(usage && { usage }) };
    return `${JSON.stringify({ type: 'assistant', uuid: `u-${number}-${at}-${tokens}`, parentUuid: null, sessionId: id(number), cwd: '/home/dev/app', timestamp: at, requestId: `req-${number}-${at}`, message, ...more })}\n`;
  }
  const prompt = (number: number, cwd = '/home/dev/app'): string =>
    `${JSON.stringify({ type: 'user', uuid: `p-${number}`, parentUuid: null, sessionId: id(number), cwd, timestamp: '2026-03-01T10:00:00.000Z', message: { role: 'user', content: 'go on' } })}\n`;

  function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    return spawnSync(process.execPath, [cli, 'usage', '--home', home, ...args], { encoding: 'utf8', env: { ...process.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache, ...env } });
  }
  function usage(args: readonly string[], env?: Readonly<Record<string, string>>): UsageAnswer {
    const { status, stdout, stderr } = run(['--json', '--assume-installed', ...args], env);
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout) as UsageAnswer;
  }
  const inputs = ({ groups }: UsageAnswer): Record<string, number> => Object.fromEntries(groups.map(({ name, input }) => [name ?? '', input]));

  function write(file: string, ...lines: string[]): void {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, lines.join(''));
  }

  beforeEach(() => {
    home = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-home-'));
    cache = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-cache-'));
  });
  afterEach(() => {
    for (const folder of [home, cache]) fs.rmSync(folder, { recursive: true, force: true });
  });

  it('says when the home that was named is not there', () => {
    const { status, stderr } = run(['--everywhere', '--home', path.join(home, 'no', 'such')]);
    assert.deepEqual([status, stderr], [0, `localix: there is no folder ${path.join(home, 'no', 'such')}\n`]);
  });

  it('counts also where its counts can\'t be kept, and says so', () => {
    write(transcript(1), prompt(1), reply(1, '2026-03-01T10:00:00.000Z', 7));
    usage(['--everywhere']);
    const [kept = ''] = fs.globSync(path.join(cache, '**/usage-*.sqlite'));
    fs.rmSync(kept);
    fs.mkdirSync(path.join(kept, 'deeper'), { recursive: true });
    assert.equal(usage(['--everywhere']).totals.input, 7);
    assert.match(run(['--everywhere']).stderr, /is not kept: .* is no file/);
    assert.ok(fs.existsSync(path.join(kept, 'deeper')));
  });

  it('puts requests on the days of the local time zone, also where a day has 23 or 25 hours', () => {
    // New York went from UTC−5 to UTC−4 at 07:00 UTC on 8 March 2026 and goes back at 06:00 UTC on 1 November.
    const times: [string, number][] = [
      ['2026-03-08T04:59:59.999Z', 1], ['2026-03-08T05:00:00.000Z', 2], ['2026-03-09T03:59:59.999Z', 4], ['2026-03-09T04:00:00.000Z', 8],
      ['2026-11-01T03:59:59.999Z', 16], ['2026-11-01T04:00:00.000Z', 32], ['2026-11-02T04:59:59.999Z', 64], ['2026-11-02T05:00:00.000Z', 128],
    ];
    write(transcript(1), prompt(1), ...times.map(([at, tokens]) => reply(1, at, tokens)));
    assert.deepEqual(inputs(usage(['--everywhere'], { TZ: 'America/New_York' })), {
      '2026-03-07': 1, '2026-03-08': 6, '2026-03-09': 8, '2026-10-31': 16, '2026-11-01': 96, '2026-11-02': 128,
    });
    // The same counts, elsewhere, out of what was kept.
    assert.deepEqual(inputs(usage(['--everywhere'], { TZ: 'UTC' })), { '2026-03-08': 3, '2026-03-09': 12, '2026-11-01': 48, '2026-11-02': 192 });
    assert.deepEqual(inputs(usage(['--everywhere'], { TZ: 'Asia/Kathmandu' })), { '2026-03-08': 3, '2026-03-09': 12, '2026-11-01': 48, '2026-11-02': 192 });
  });

  it('keeps to a period, and puts what has no time in none', () => {
    write(transcript(1), prompt(1), reply(1, '2026-03-01T12:00:00.000Z', 1), reply(1, '2026-03-02T12:00:00.000Z', 2), reply(1, '2026-03-03T12:00:00.000Z', 4), reply(1, undefined, 8));
    const within = usage(['--everywhere', '--since', '2026-03-02', '--until', '2026-03-02'], { TZ: 'UTC' });
    assert.deepEqual([inputs(within), within.totals.input, within.undated.input], [{ '2026-03-02': 2 }, 2, 8]);
    const all = usage(['--everywhere'], { TZ: 'UTC' });
    assert.deepEqual([all.totals.input, all.totals.requests, all.undated.requests], [15, 4, 1]);
    assert.equal(all.groups.find(({ name }) => name === null)?.input, 8);
  });

  it('counts sub-agents in their session, and what a fork copied in its origin', () => {
    write(transcript(1), prompt(1), reply(1, '2026-03-01T12:00:00.000Z', 1));
    write(path.join(home, '.claude/projects/-home-dev-app', id(1), 'subagents/agent-a.jsonl'), reply(1, '2026-03-01T12:01:00.000Z', 2, { isSidechain: true, agentId: 'a' }));
    write(transcript(2), prompt(1), reply(1, '2026-03-01T12:00:00.000Z', 1, { sessionKind: 'bg' }), reply(2, '2026-03-01T12:02:00.000Z', 4, { sessionKind: 'bg' }));
    assert.deepEqual(inputs(usage(['--everywhere', '--by', 'session'])), { [`claude-code:${id(1)}`]: 3, [`claude-code:${id(2)}`]: 4 });
  });

  it('says of how many sessions nothing is known, and never takes that for 0', () => {
    write(transcript(1), prompt(1), reply(1, '2026-03-01T12:00:00.000Z', 1));
    write(transcript(2), prompt(2), reply(2, '2026-03-05T12:00:00.000Z', 2, {}, undefined).replace(/"usage":\{[^}]*\},?/, ''));
    const all = usage(['--everywhere', '--by', 'session']);
    assert.deepEqual([inputs(all), all.unknown_sessions], [{ [`claude-code:${id(1)}`]: 1 }, 1]);
    assert.equal(usage(['--everywhere', '--since', '2026-03-10']).unknown_sessions, 0);
  });

  it('keeps to the sessions of a folder and of installed agents', () => {
    write(transcript(1), prompt(1), reply(1, '2026-03-01T12:00:00.000Z', 1));
    write(transcript(2, '-home-dev-app-old'), prompt(2, '/home/dev/app-old'), reply(2, '2026-03-01T12:00:00.000Z', 2, { cwd: '/home/dev/app-old' }));
    assert.deepEqual(inputs(usage(['--folder', '/home/dev/app', '--by', 'project'])), { '/home/dev/app': 1 });
    assert.deepEqual(inputs(usage(['--everywhere', '--by', 'project'])), { '/home/dev/app-old': 2, '/home/dev/app': 1 });
    const { status, stdout } = run(['--everywhere', '--json'], { PATH: '/nowhere' });
    assert.deepEqual([status, (JSON.parse(stdout) as UsageAnswer).totals.requests], [0, 0]);
  });

  it('reads only what was appended the next time, and nothing is kept with --no-index', () => {
    write(transcript(1), prompt(1), `${JSON.stringify({ type: 'attachment', text: 'x'.repeat(500_000) })}\n`, reply(1, '2026-03-01T12:00:00.000Z', 1));
    const bytes = (args: readonly string[] = []): number => {
      const { status, stderr } = run(['--json', '--assume-installed', '--everywhere', '--stats', ...args]);
      assert.equal(status, 0, stderr);
      return (JSON.parse(stderr) as { bytes: number }).bytes;
    };
    assert.ok(bytes(['--no-index']) > 500_000);
    assert.deepEqual(fs.readdirSync(cache), []);
    assert.ok(bytes() > 500_000);
    assert.equal(bytes(), 0);
    fs.appendFileSync(transcript(1), reply(1, '2026-03-01T13:00:00.000Z', 2));
    assert.ok(bytes() < 10_000);
    assert.equal(usage(['--everywhere']).totals.input, 3);
  });

  it('counts once more when what was kept is damaged', async () => {
    write(transcript(1), prompt(1), reply(1, '2026-03-01T12:00:00.000Z', 1));
    const counts = new Counts();
    for (const damage of [(file: string) => fs.writeFileSync(file, 'no database'), (file: string) => fs.truncateSync(file, 5000), (file: string) => fs.rmSync(file)]) {
      assert.equal(Object.values(await counts.by(home, 'agent'))[0]?.input, 1);
      damage(counts.file);
    }
    assert.equal(Object.values(await counts.by(home, 'agent'))[0]?.input, 1);
    counts.remove();
  });

  it('counts all the same where nothing can be kept, and says so', () => {
    write(transcript(1), prompt(1), reply(1, '2026-03-01T12:00:00.000Z', 1));
    const file = path.join(cache, 'a file');
    fs.writeFileSync(file, '');
    const { status, stdout, stderr } = run(['--everywhere', '--json', '--assume-installed'], Object.fromEntries(['HOME', 'XDG_CACHE_HOME', 'LOCALAPPDATA'].map((name) => [name, path.join(file, 'below')])));
    assert.match(stderr, /is not kept/);
    assert.deepEqual([status, (JSON.parse(stdout) as UsageAnswer).totals.input], [0, 1]);
  });

  it('prints a table for a person', () => {
    write(transcript(1), prompt(1), reply(1, '2026-03-01T12:00:00.000Z', 1234567));
    const { stdout } = run(['--everywhere', '--assume-installed', '--by', 'agent']);
    assert.equal(stdout, [
      'agent            input  output  cache read  cache write  requests  estimate',
      'Claude Code  1,234,567       1           0            0         1   unknown',
      'total        1,234,567       1           0            0         1   unknown',
      `Costs are estimates by prices of ${pricesAsOf}.`,
      'Not in them, for want of a price: model-a.',
      '',
    ].join('\n'));
  });
});
