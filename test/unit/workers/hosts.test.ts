import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { agents } from '../../../src/agents/registry';
import type { Result } from '../../../src/core/result';
import { join, type Joined } from '../../../src/external/join';
import { Files } from '../../../src/platform/files';
import { CopiedHome } from '../../../src/platform/mirror/copiedHome';
import { agentIds } from '../../../src/shared/agentId';
import { exportToFile } from '../../../src/workers/exportFile';
import { Hosts } from '../../../src/workers/hosts';
import { LocalOperations } from '../../../src/workers/operations';
import { readHome } from '../agents/adapterHome';
import { StandInHost } from '../platform/standInHost';

const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const message = (number: number, text: string): string =>
  `${JSON.stringify({ type: 'user', uuid: `u-${text.slice(0, 20)}`, parentUuid: null, sessionId: id(number), cwd: '/home/dev/app', timestamp: '2026-03-01T10:00:00.000Z', version: '2.1.0', message: { role: 'user', content: text } })}\n`;
const claude = (number: number): string => `.claude/projects/-home-dev-app/${id(number)}.jsonl`;

describe('R9 Sessions on a host', () => {
  let host: StandInHost;
  let operations: LocalOperations;
  beforeEach(() => {
    host = new StandInHost();
    operations = new LocalOperations();
  });
  afterEach(() => host.remove());

  const refresh = async (maxAge = 0): Promise<boolean> => {
    const looked = await operations.refreshHost({ mirror: host.place.mirror, agents: agentIds, maxAge });
    assert.ok(looked.ok, JSON.stringify(looked));
    return looked.value.hasChanged;
  };

  async function list(agent: (typeof agents)[number]): Promise<Joined> {
    const { found, records, skipped } = await operations.scan({ agent: agent.id, place: host.place, depth: 'ends', known: {} });
    const features = Object.fromEntries(Object.keys(agent.features).map((name) => [name, true]));
    return join(agent, { found, records: new Map(records.map((record) => [record.id, record])), skipped }, features);
  }

  /** What does not depend on where the files lie. */
  const rows = ({ sessions }: Joined): unknown[] => sessions.map(({ key, record, resume }) => ({ key, record: { ...record, endMark: null }, resume })).sort((a, b) => (a.key < b.key ? -1 : 1));

  const history = async (agent: 'claude-code' | 'codex', session: string): Promise<Result<unknown, string>> =>
    operations.history({ agent, place: host.place, id: session, history_version: 2 });

  const fixtures = { 'claude-code': 'claude-code/home', codex: 'codex/home', opencode: 'opencode/live-wal/home', gemini: 'gemini/main/home', copilot: 'copilot/main', hermes: 'hermes/live-wal' };

  for (const agent of agents) {
    it(`of ${agent.id} are listed, read and exported as they would be there`, async () => {
      fs.cpSync(path.join(process.cwd(), 'test/fixtures', fixtures[agent.id]), host.home, { recursive: true });
      await refresh();
      const there = await readHome(agent, host.home, 'ends');
      assert.ok(there.sessions.length > 0);
      assert.deepEqual(rows(await list(agent)), rows(there));
      for (const { record } of there.sessions) {
        const address = { agent: agent.id, id: record.id, part: null };
        const [read, near] = await Promise.all([operations.transcript({ ...address, place: host.place }), new LocalOperations().transcript({ ...address, place: { home: host.home, env: {} } })]);
        assert.ok(read.ok && near.ok, JSON.stringify(read));
        assert.equal(read.value.events, near.value.events);
      }
      for (const { record } of there.sessions.slice(0, 2)) {
        for (const format of ['atif', 'raw'] as const) {
          const [here, beside] = ['a', 'b'].map((name) => path.join(host.root, `export-${name}`)) as [string, string];
          const task = { agent: agent.id, id: record.id, format };
          const exported = await exportToFile({ ...task, place: host.place, file: here });
          const local = await exportToFile({ ...task, place: { home: host.home, env: {} }, file: beside });
          assert.equal(exported.ok ? 'ok' : exported.code, local.ok ? 'ok' : local.code);
          // A database is copied by its rows; how SQLite lays them out is its own.
          if (exported.ok && local.ok && !(format === 'raw' && agent.holding.databases.length > 0 && isDatabase(here))) assert.deepEqual(fs.readFileSync(here), fs.readFileSync(beside), `${record.id} ${format}`);
        }
      }
    });
  }

  it('are none where the host has no history', async () => {
    assert.equal(await refresh(), false);
    assert.deepEqual((await list(agents[0] as (typeof agents)[number])).sessions, []);
    const reply = await history('claude-code', id(1));
    assert.ok(reply.ok);
    assert.equal((reply.value as { status: string }).status, 'missing_file');
  });

  it('are never those of this machine', async () => {
    const here = path.join(host.root, 'here');
    fs.mkdirSync(path.dirname(path.join(here, claude(1))), { recursive: true });
    fs.writeFileSync(path.join(here, claude(1)), message(1, 'local'));
    const files = new Files(await new Hosts().guardOf(host.place.mirror));
    await assert.rejects(files.small(path.join(here, claude(1))), { code: 'ENOENT' });
    files.dispose();
  });

  it('cost one look when nothing changed, and none when that was a moment ago', async () => {
    host.write(claude(1), message(1, 'Hello'));
    await refresh();
    await list(agents[0] as (typeof agents)[number]);
    assert.deepEqual(host.requests().map(({ op }) => op), ['list', 'read']);
    assert.equal(await refresh(), false);
    await list(agents[0] as (typeof agents)[number]);
    assert.deepEqual(host.requests().map(({ op }) => op), ['list']);
    assert.equal(await refresh(60_000), false);
    assert.deepEqual(host.requests(), []);
  });

  it('are said to be others also where somebody else looked at the host before', async () => {
    host.write(claude(1), message(1, 'Hello'));
    assert.equal(await refresh(), true);
    host.write(claude(2), message(2, 'New'));
    const exported = await exportToFile({ agent: 'claude-code', place: host.place, id: id(2), format: 'raw', file: path.join(host.root, 'out') });
    assert.ok(exported.ok);
    assert.equal(await refresh(), true);
    assert.equal(await refresh(), false);
  });

  it('show their pictures also when their bytes were dropped meanwhile', async () => {
    const png = 'iVBORw0KGgo=';
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } };
    host.write(claude(1), message(1, 'PICTURE').replace('"PICTURE"', JSON.stringify([{ type: 'text', text: 'Look' }, image])));
    await refresh();
    const address = { agent: 'claude-code' as const, place: host.place, id: id(1), part: null };
    const opened = await operations.transcript(address);
    assert.ok(opened.ok);
    const { folder } = host.place.mirror;
    const { size } = fs.statSync(path.join(host.place.home, claude(1)));
    new CopiedHome(folder).begin(claude(1), size, 0);
    assert.deepEqual(await operations.pictures({ ...address, revision: opened.value.revision, position: 0 }), { ok: true, value: [`data:image/png;base64,${png}`] });
  });

  it('are listed by their ends; what is read between them is fetched first', async () => {
    const filler = Array.from({ length: 3000 }, (_, index) => message(1, `${index} ${'x'.repeat(500)}`)).join('');
    const file = host.write(claude(1), message(1, 'First') + filler + message(1, 'Last'));
    await refresh();
    const [row] = (await list(agents[0] as (typeof agents)[number])).sessions;
    assert.equal(row?.record.title, 'First');
    const copy = path.join(host.place.home, claude(1));
    assert.equal(fs.statSync(copy).size, fs.statSync(file).size);
    assert.ok(fs.statSync(copy).blocks * 512 < 600_000);
    const opened = await operations.transcript({ agent: 'claude-code', place: host.place, id: id(1), part: null });
    assert.ok(opened.ok);
    assert.equal(opened.value.events, 3002);
    assert.deepEqual(opened.value.omissions, []);
    assert.deepEqual(fs.readFileSync(copy), fs.readFileSync(file));
  });

  it('that grew are fetched from where they ended; one that was rewritten, from its beginning', async () => {
    const before = Array.from({ length: 300 }, (_, index) => message(1, `${index} ${'x'.repeat(500)}`)).join('');
    const file = host.write(claude(1), before);
    const read = async (): Promise<number | string> => {
      await refresh();
      const opened = await operations.transcript({ agent: 'claude-code', place: host.place, id: id(1), part: null });
      assert.deepEqual(fs.readFileSync(path.join(host.place.home, claude(1))), fs.readFileSync(file));
      return opened.ok ? opened.value.events : opened.code;
    };
    const ranges = (): unknown[] => host.requests().flatMap(({ items }) => (items ?? []).map((item) => item.ranges));
    assert.equal(await read(), 300);
    ranges();
    fs.appendFileSync(file, message(1, 'More'));
    assert.equal(await read(), 301);
    assert.deepEqual(ranges(), [[[before.length, before.length + message(1, 'More').length]]]);
    // In place, of the same file: longer, and other from its first byte on.
    const other = Array.from({ length: 400 }, (_, index) => message(1, `${index} ${'y'.repeat(500)}`)).join('');
    fs.writeFileSync(file, other);
    assert.equal(await read(), 400);
    assert.equal(ranges().length > 1, true);
    fs.writeFileSync(file, message(1, 'Short'));
    assert.equal(await read(), 1);
    fs.rmSync(file);
    assert.equal(await refresh(), true);
    assert.equal(fs.existsSync(path.join(host.place.home, claude(1))), false);
  });

  it('show no byte that is not there, whatever is read in which order', async () => {
    let seed = 11;
    const random = (below: number): number => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % below;
    const truth = Buffer.from(Array.from({ length: 700_000 }, () => 1 + random(255)));
    const file = host.write(claude(1), truth);
    await refresh();
    const hosts = new Hosts();
    const copy = path.join(host.place.home, claude(1));
    for (let round = 0; round < 25; round++) {
      const [from, length] = [random(truth.length), random(20_000)];
      const bytes = await hosts.over(host.place, { agents: ['claude-code'], maxAge: 0 }, async ({ guard }) => {
        const files = new Files(guard);
        try {
          return await files.range(copy, from, length);
        } finally {
          files.dispose();
        }
      });
      assert.deepEqual(bytes, fs.readFileSync(file).subarray(from, from + length));
      if (random(3) === 0) fs.appendFileSync(file, Buffer.from(Array.from({ length: 1 + random(5000) }, () => 1 + random(255))));
    }
  });

  it('of which two files have one id are refused, with the paths on the host', async () => {
    const rollout = (folder: string): string => `.codex/${folder}/rollout-2026-03-01T10-00-00-${id(7)}.jsonl`;
    const meta = `${JSON.stringify({ timestamp: '2026-03-01T10:00:00.000Z', type: 'session_meta', payload: { id: id(7), cwd: '/home/dev/app', timestamp: '2026-03-01T10:00:00.000Z' } })}\n`;
    const files = ['sessions/2026/03/01', 'archived_sessions'].map((folder) => host.write(rollout(folder), meta));
    await refresh();
    const reply = await history('codex', id(7));
    assert.ok(!reply.ok);
    assert.deepEqual([reply.code, reply.detail.split('\n').sort()], ['ambiguous_transcript', files.sort()]);
    // The same file by two names is one.
    fs.rmSync(files[0] as string);
    fs.linkSync(files[1] as string, files[0] as string);
    await refresh();
    const once = await history('codex', id(7));
    assert.ok(once.ok, JSON.stringify(once));
  });

  it('in a database are as it is now, with what is still in its log', async () => {
    fs.cpSync(path.join(process.cwd(), 'test/fixtures/opencode/main/home'), host.home, { recursive: true });
    const agent = agents.find(({ id: name }) => name === 'opencode') as (typeof agents)[number];
    const file = path.join(host.home, '.local/share/opencode/opencode.db');
    await refresh();
    const before = (await list(agent)).sessions;
    const writer = new DatabaseSync(file);
    writer.exec("PRAGMA journal_mode = WAL; UPDATE session SET title = 'Told by the log'");
    try {
      assert.ok(fs.statSync(`${file}-wal`).size > 0);
      assert.equal(await refresh(), true);
      const titles = new Set((await list(agent)).sessions.map(({ record }) => record.title));
      assert.deepEqual([titles.size, titles.has('Told by the log')], [1, true]);
      assert.ok(before.every(({ record }) => record.title !== 'Told by the log'));
    } finally {
      writer.close();
    }
    assert.deepEqual(fs.readdirSync(path.dirname(path.join(host.place.home, '.local/share/opencode/opencode.db'))), ['opencode.db']);
  });

  it('are where the host keeps them, named in its environment', async () => {
    fs.cpSync(path.join(process.cwd(), 'test/fixtures/codex/home/.codex'), path.join(host.home, 'elsewhere'), { recursive: true });
    host.answerWith(`HOME='${host.home}' CODEX_HOME='${host.home}/elsewhere'; export HOME CODEX_HOME; for last; do :; done; exec sh -c "$last"`);
    await refresh();
    const [session] = (await list(agents.find(({ id: name }) => name === 'codex') as (typeof agents)[number])).sessions;
    const reply = await history('codex', session?.record.id ?? '');
    assert.ok(reply.ok);
    assert.match(String((reply.value as { path: string }).path), new RegExp(`^${host.home}/elsewhere/sessions/`));
  });

  it('are a failure that says why where the host can\'t be asked', async () => {
    host.write(claude(1), message(1, 'Hello'));
    await refresh();
    host.answerWith('echo "python3: not found" >&2; exit 127');
    assert.deepEqual(await operations.refreshHost({ mirror: host.place.mirror, agents: agentIds, maxAge: 0 }), { ok: false, code: 'no_python', detail: 'python3: not found' });
    const opened = await new LocalOperations().transcript({ agent: 'claude-code', place: host.place, id: id(1), part: null });
    // What was looked at a moment ago is asked for again only where bytes are missing.
    assert.equal(!opened.ok && opened.code, 'no_python');
    const exported = await exportToFile({ agent: 'claude-code', place: host.place, id: id(1), format: 'raw', file: path.join(host.root, 'out') });
    assert.equal(!exported.ok && exported.code, 'no_python');
    assert.equal(fs.existsSync(path.join(host.root, 'out')), false);
  });

  it('are read by several at once, and the host is asked by one at a time', async () => {
    for (let number = 1; number <= 6; number++) host.write(claude(number), message(number, 'x'.repeat(100_000)));
    const busy = path.join(host.root, 'busy');
    host.answerWith(`mkdir '${busy}' || exit 9; HOME='${host.home}'; export HOME; for last; do :; done; sh -c "$last"; status=$?; rmdir '${busy}'; exit $status`);
    const readers = Array.from({ length: 3 }, () => new LocalOperations());
    await readers[0]?.refreshHost({ mirror: host.place.mirror, agents: agentIds, maxAge: 0 });
    const opened = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => (readers[number % 3] as LocalOperations).transcript({ agent: 'claude-code', place: host.place, id: id(number), part: null })));
    assert.deepEqual(opened.map((one) => (one.ok ? one.value.events : `${one.code} ${one.detail}`)), [1, 1, 1, 1, 1, 1]);
  });

  it('are never exported over what is theirs, or an agent\'s here', async () => {
    host.write(claude(1), message(1, 'Hello'));
    const place = host.place;
    const copy = path.join(place.home, claude(1));
    await refresh();
    assert.equal((await operations.transcript({ agent: 'claude-code', place, id: id(1) })).ok, true);
    const exported = await exportToFile({ agent: 'claude-code', place, id: id(1), format: 'raw', file: copy });
    assert.equal(!exported.ok && exported.code, 'is_source');
  });
});

function isDatabase(file: string): boolean {
  return fs.readFileSync(file).subarray(0, 15).toString('latin1') === 'SQLite format 3';
}
