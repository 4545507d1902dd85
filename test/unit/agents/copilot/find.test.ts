import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { copilot } from '../../../../src/agents/copilot/copilot';
import { Files } from '../../../../src/platform/files';
import { Homes, readHome, readTranscript } from '../adapterHome';

const id = 'aaaaaaaa-0000-4000-8000-000000000001';
const folder = `.copilot/session-state/${id}`;

let ids = 0;

function record(type: string, data: unknown, second = 0): unknown {
  return { type, data, id: `r${ids++}`, timestamp: `2026-06-01T10:00:${String(second).padStart(2, '0')}.000Z` };
}

function lines(...records: unknown[]): string {
  return records.map((each) => `${JSON.stringify(each)}\n`).join('');
}

const start = (second = 0): unknown => record('session.start', { sessionId: id, startTime: '2026-06-01T10:00:00.000Z', copilotVersion: '1.0.102', context: { cwd: '/a/app', branch: 'main' } }, second);
const turn = (name: string, second = 1): unknown[] => [record('user.message', { content: `Ask ${name}` }, second), record('assistant.message', { content: `Answer ${name}`, model: 'm' }, second)];

describe('X2 X3 X28 finding sessions of Copilot', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  const row = async (home: string, depth: 'ends' | 'full' = 'ends') => (await readHome(copilot, home, depth)).sessions[0]?.record;
  const home = (files: Readonly<Record<string, string>>): string => homes.with(Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text])));

  it('finds nothing where there is no history', async () => {
    assert.deepEqual(await readHome(copilot, homes.empty(), 'full'), { sessions: [], notShown: [] });
  });

  it('follows COPILOT_HOME', async () => {
    const moved = homes.with({ [`session-state/${id}/events.jsonl`]: lines(start(), ...turn('x')) });
    const { sessions } = await readHome(copilot, homes.empty(), 'ends', { env: { COPILOT_HOME: moved } });
    assert.deepEqual(sessions.map(({ key }) => key), [`copilot:${id}`]);
  });

  it('takes the name from the YAML beside the log: renamed, made by the program, or the prompt itself', async () => {
    const named = async (yaml: string, prompt = 'x') => {
      const record = await row(home({ 'events.jsonl': lines(start(), ...turn(prompt)), 'workspace.yaml': yaml }));
      return [record?.title, record?.titleSource];
    };
    assert.deepEqual(await named('name: "By: hand"\nuser_named: true\n'), ['By: hand', 'rename']);
    assert.deepEqual(await named('name: |-\n  Two\n  lines\nuser_named: false\n'), ['Two lines', 'generated']);
    assert.deepEqual(await named('name: Ask x\nuser_named: false\n'), ['Ask x', 'first_prompt']);
    assert.deepEqual(await named('summary: Ask x\n'), ['Ask x', 'first_prompt']);
    const long = 'ö'.repeat(600);
    assert.deepEqual(await named(`name: ${`Ask ${long}`.slice(0, 500)}...\n`, long), [`Ask ${'ö'.repeat(496)}...`, 'first_prompt']);
    for (const broken of ['name: [unclosed', 'name: &a [*a]', '- a list', '\0', 'name: a\nname: b\n', 'name: 42\n']) {
      assert.deepEqual(await named(broken), ['Ask x', 'first_prompt'], broken);
    }
  });

  it('takes the folder from the YAML, else the last one that the log names', async () => {
    const log = lines(start(), ...turn('x'), record('session.context_changed', { cwd: '/a/moved', branch: 'topic' }));
    assert.equal((await row(home({ 'events.jsonl': log, 'workspace.yaml': 'cwd: /a/yaml\n' })))?.folder, '/a/yaml');
    const bare = await row(home({ 'events.jsonl': log }));
    assert.deepEqual([bare?.folder, bare?.branch], ['/a/moved', 'topic']);
  });

  it('says that a rename changed the session', async () => {
    const place = { home: home({ 'events.jsonl': lines(start(), ...turn('x')), 'workspace.yaml': 'name: One\n' }), env: {} };
    const signature = async (): Promise<string | undefined> => (await copilot.find(place, new Files())).sessions[0]?.signature;
    const before = await signature();
    assert.equal(await signature(), before);
    fs.writeFileSync(path.join(place.home, folder, 'workspace.yaml'), 'name: Other one\n');
    assert.notEqual(await signature(), before);
  });

  it('reads at most 256 KB of a log for the list, and that only in search of the first prompt', async () => {
    const long = (size: number): unknown => record('system.message', { content: 'y'.repeat(size) });
    const read = async (log: string) => {
      const files = new Files();
      const place = { home: home({ 'events.jsonl': log }), env: {} };
      const { sessions } = await copilot.find(place, files);
      const { title, hidden } = await copilot.read(sessions[0] as never, 'ends', { place, files, sessions: new Map() });
      return [title, hidden, files.stats.largestEndsRead];
    };
    const near = lines(start(), ...turn('near'), ...Array.from({ length: 300 }, () => long(2000)), ...turn('last'));
    assert.deepEqual(await read(near), ['Ask near', null, 32 << 10]);
    const far = lines(start(), long(90_000), ...turn('far'), ...Array.from({ length: 300 }, () => long(2000)));
    assert.deepEqual((await read(far)).slice(0, 2), ['Ask far', null]);
    const beyond = lines(start(), long(900_000), ...turn('beyond'), ...Array.from({ length: 20 }, () => long(2000)));
    assert.deepEqual(await read(beyond), ['', null, 256 << 10]);
  });

  it('counts what a person and the model said to each other, once, and not what a fork paid for', async () => {
    const answered = record('assistant.message', { content: 'Again', model: 'm' }, 2);
    const call = (sequence: number, second: number): unknown => record('session.usage_record', { usage: { model: 'm', inputTokens: 10, outputTokens: 1, accounting: { sourceSessionId: 's', sequence } } }, second);
    const log = lines(
      start(30), ...turn('inherited', 1), call(1, 1),
      record('session.info', { infoType: 'fork', message: `Forked from "P" (bbbbbbbb-0000-4000-8000-000000000002) as "Q" (cccccccc-0000-4000-8000-000000000003).` }, 2),
      record('session.info', { infoType: 'fork', message: `Forked from "Q" (cccccccc-0000-4000-8000-000000000003) as "R\n" (${id}).` }, 30),
      ...turn('own', 31), call(2, 31), answered, answered, record('assistant.message', { content: ' ', model: 'm', toolRequests: [] }, 32),
    );
    const fork = await row(home({ 'events.jsonl': log }), 'full');
    assert.deepEqual([fork?.messageCount, fork?.usage?.input, fork?.parentId], [5, 10, 'cccccccc-0000-4000-8000-000000000003']);
    const withoutOwnLine = log.split('\n').filter((each) => !each.includes(`(${id})`)).join('\n');
    assert.equal((await row(home({ 'events.jsonl': withoutOwnLine })))?.parentId, null);
  });

  it('hides logs without conversation, without records, and terminals left without a prompt', async () => {
    const reason = async (files: Readonly<Record<string, string>>) => (await readHome(copilot, home(files), 'ends')).notShown.map(({ reason }) => reason);
    assert.deepEqual(await reason({ 'events.jsonl': lines(start()) }), ['no_message']);
    assert.deepEqual(await reason({ 'events.jsonl': 'nonsense\n' }), ['not_readable_as_history']);
    assert.deepEqual(await reason({ 'events.jsonl': '' }), ['empty_file']);
    assert.deepEqual(await reason({ 'workspace.yaml': 'id: x\n' }), ['no_message']);
    assert.deepEqual(await reason({ 'events.jsonl/x': '' }), ['is_directory']);
  });

  it('prefers the folder of a session to its older file, and goes on past what is no session', async () => {
    const place = homes.with({
      [`${folder}/events.jsonl`]: lines(start(), ...turn('x')),
      [`${folder}.jsonl`]: lines(start(), ...turn('older')),
      '.copilot/session-state/notes/events.jsonl': 'x',
      '.copilot/history-session-state/other.json': '{}',
      '.copilot/history-session-state/session_dddddddd-0000-4000-8000-000000000004_1.json': '{"chatMessages": [',
    });
    const { sessions, notShown } = await readHome(copilot, place, 'full');
    assert.deepEqual(sessions.map(({ record }) => record.title), ['Ask x']);
    assert.deepEqual(Object.fromEntries(notShown.map(({ path: file, reason }) => [path.basename(file), reason])), {
      'other.json': 'name_is_no_session',
      'session_dddddddd-0000-4000-8000-000000000004_1.json': 'not_readable_as_history',
      [`${id}.jsonl`]: 'duplicate',
      notes: 'name_is_no_session',
    });
  });

  it('throws what reading throws when a log is gone', async () => {
    const place = { home: home({ 'events.jsonl': lines(start(), ...turn('x')) }), env: {} };
    const files = new Files();
    const { sessions } = await copilot.find(place, files);
    fs.rmSync(path.join(place.home, folder), { recursive: true });
    const context = { place, files, sessions: new Map() };
    await assert.rejects(copilot.read(sessions[0] as never, 'ends', context), { code: 'ENOENT' });
    await assert.rejects(copilot.transcript(sessions[0] as never, context), { code: 'ENOENT' });
  });

  it('shows a line over 24 MB as left out, and what follows it', async () => {
    const place = home({ 'events.jsonl': lines(start(), record('assistant.message', { content: 'y'.repeat(25 << 20) }), ...turn('x')) });
    const { events, omissions } = await readTranscript(copilot, place, id);
    assert.deepEqual([events.map(({ text }) => text), omissions.map(({ code, source }) => [code, source.line])], [['Ask x', 'Answer x'], [['oversized_record', 2]]]);
  });
});

describe('X4 running sessions of Copilot', function () {
  const homes = new Homes();
  let holder: ChildProcess | undefined;

  before(function () {
    if (process.platform !== 'linux' || !fs.existsSync('/usr/bin/flock')) this.skip();
  });

  afterEach(async () => {
    const ended = holder && once(holder, 'exit');
    holder?.kill();
    holder = undefined;
    await ended;
  });

  after(() => homes.removeAll());

  const log = { [`${folder}/events.jsonl`]: lines(start(), ...turn('x'), record('assistant.message', { content: '', toolRequests: [{ toolCallId: 'c', name: 'bash' }] }), record('tool.execution_start', { toolCallId: 'c' })) };
  const isRunning = async (home: string): Promise<boolean | undefined> => (await readHome(copilot, home, 'ends')).sessions[0]?.running;

  it('are those whose hold file is locked, whoever has the process id', async () => {
    const home = homes.with({ ...log, [`${folder}/inuse.${process.pid}.lock`]: `${process.pid}\n`, [`${folder}/inuse.${process.pid}.hold`]: '' });
    assert.equal(await isRunning(home), false);
    const hold = path.join(home, folder, `inuse.${process.pid}.hold`);
    holder = spawn('/usr/bin/flock', ['--exclusive', '--no-fork', hold, 'sh', '-c', 'echo held; exec sleep 60']);
    await once(holder.stdout as NodeJS.ReadableStream, 'data');
    assert.equal(await isRunning(home), true);
    const { events } = await readTranscript(copilot, home, id);
    assert.equal(events.at(-1)?.tool?.status, 'in_progress');
  });

  it('are, before there were hold files, those whose process is a Copilot', async () => {
    holder = spawn('sleep', ['60'], { argv0: '/usr/local/bin/copilot' });
    await once(holder, 'spawn');
    assert.equal(await isRunning(homes.with({ ...log, [`${folder}/inuse.${holder.pid}.lock`]: `${holder.pid}\n` })), true);
    assert.equal(await isRunning(homes.with({ ...log, [`${folder}/inuse.${process.pid}.lock`]: `${process.pid}\n` })), false);
  });
});
