import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { agents } from '../../../src/agents/registry';
import { DemoInstallations } from '../../../src/demo/demoAgents';
import { ExternalSessions } from '../../../src/external/externalSessions';
import { addStats, noReads, type ReadStats } from '../../../src/platform/files';
import { LocalOperations } from '../../../src/workers/operations';
import type { Scan } from '../../../src/workers/scanning';
import { ThreadedWatcher } from '../../../src/workers/watcher';
import { Homes } from '../agents/adapterHome';

const watchScript = path.resolve('dist/watchWorker.js');

/** The operations of one window, with what they cost. */
class CountedOperations extends LocalOperations {
  stats: ReadStats = noReads;
  scans = 0;
  saves = 0;

  override async scan(params: Parameters<LocalOperations['scan']>[0]): Promise<Scan> {
    const scan = await super.scan(params);
    this.stats = addStats(this.stats, scan.stats);
    this.scans++;
    return scan;
  }

  override async writeIndex(params: Parameters<LocalOperations['writeIndex']>[0]): ReturnType<LocalOperations['writeIndex']> {
    const written = await super.writeIndex(params);
    this.saves++;
    return written;
  }
}

describe('X6 the list of a window', () => {
  const homes = new Homes();
  const windows: ExternalSessions[] = [];
  const watchers: ThreadedWatcher[] = [];
  const complaints: string[] = [];

  afterEach(() => {
    for (const each of [...windows.splice(0), ...watchers.splice(0)]) each.dispose();
    assert.deepEqual(complaints.splice(0), []);
  });
  after(() => homes.removeAll());

  function openWindow(home: string, indexFile: string): { external: ExternalSessions; operations: CountedOperations } {
    const operations = new CountedOperations();
    const log = (line: string): number => complaints.push(line);
    const watcher = new ThreadedWatcher({ script: watchScript, log });
    watchers.push(watcher);
    const external = new ExternalSessions({ agents, operations, watcher, log, indexFile, installations: new DemoInstallations(agents), place: { home, env: {} } });
    windows.push(external);
    return { external, operations };
  }

  const titles = (external: ExternalSessions): string[] => external.listing('/').sessions.map(({ key, record }) => `${key} ${record.title}`);

  it('looks again before a session is resumed: one that is gone from a database is not there', async () => {
    const home = homes.copy('opencode/main/home');
    const { external } = openWindow(home, path.join(home, 'index.sqlite'));
    const database = new DatabaseSync(path.join(home, '.local/share/opencode/opencode.db'));
    const { id } = database.prepare('SELECT id FROM session WHERE parent_id IS NULL').get() as { id: string };
    assert.equal((await external.find(`opencode:${id}`))?.record.id, id);
    database.exec('PRAGMA foreign_keys = OFF');
    database.prepare('DELETE FROM session WHERE id = ?').run(id);
    database.close();
    assert.equal(await external.current(`opencode:${id}`), undefined);
  });

  /** Waits for `holds`, as a person would; the test's own timeout ends it. */
  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await sleep(20);
  }

  async function scanned({ external }: { external: ExternalSessions }): Promise<void> {
    external.listing('/');
    await external.find('codex:none');
    await until(() => external.listing('/').state === 'ready');
  }

  const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const transcriptOf = (number: number): string => `.claude/projects/-home-dev-app/${id(number)}.jsonl`;
  const prompt = (number: number): string =>
    `${JSON.stringify({ type: 'user', uuid: `u${number}`, sessionId: id(number), cwd: '/home/dev/app', timestamp: '2026-03-01T10:00:00.000Z', version: '2.1.0', message: { role: 'user', content: `prompt ${number}` } })}\n`;
  const rename = (number: number, title: string): string => `${JSON.stringify({ type: 'custom-title', customTitle: title, sessionId: id(number) })}\n`;

  it('opens on what another window has read, opening no transcript, and both follow a change', async () => {
    const home = homes.with({ [transcriptOf(1)]: prompt(1), [transcriptOf(2)]: prompt(2) });
    const indexFile = path.join(homes.empty(), 'index.sqlite');
    const first = openWindow(home, indexFile);
    await scanned(first);
    await until(() => first.operations.saves === 1);
    const second = openWindow(home, indexFile);
    await scanned(second);
    assert.deepEqual(titles(second.external), [`claude-code:${id(1)} prompt 1`, `claude-code:${id(2)} prompt 2`]);
    assert.deepEqual(titles(first.external), titles(second.external));
    assert.deepEqual([second.operations.stats.opens, second.operations.stats.bytes], [0, 0]);

    // Repeated until both watches, which say nothing of their beginning, have begun.
    const timer = setInterval(() => fs.appendFileSync(path.join(home, transcriptOf(2)), rename(2, 'Renamed')), 200);
    const renamed = `claude-code:${id(2)} Renamed`;
    await until(() => [first, second].every(({ external }) => titles(external).includes(renamed)));
    clearInterval(timer);
    assert.deepEqual(titles(first.external), titles(second.external));
    assert.equal(titles(first.external).length, 2);
  });

  it('follows databases and their logs, and its own reading is no reason to read again', async () => {
    const home = homes.copy('opencode/main/home');
    for (const fixture of ['hermes/main', 'codex/home']) fs.cpSync(path.join('test/fixtures', fixture), home, { recursive: true });
    const { external, operations } = openWindow(home, path.join(homes.empty(), 'index.sqlite'));
    await scanned({ external });

    const changes: readonly (readonly [file: string, sql: (title: string) => string])[] = [
      ['.local/share/opencode/opencode.db', (title) => `UPDATE session SET title = '${title}'`],
      ['.hermes/state.db', (title) => `UPDATE sessions SET title = '${title} ' || rowid`],
    ];
    for (const [file, sql] of changes) {
      const owner = new DatabaseSync(path.join(home, file));
      const title = `Changed in ${path.basename(file)}`;
      const timer = setInterval(() => owner.exec(sql(title)), 300);
      await until(() => titles(external).some((line) => line.includes(title)));
      clearInterval(timer);
      // What was written last is still to be read.
      let scans: number;
      do {
        scans = operations.scans;
        await sleep(1500);
      } while (operations.scans > scans && scans < 200);
      assert.ok(scans < 200, 'it reads again and again');
      await external.refresh();
      const after = operations.scans;
      await sleep(1500);
      assert.equal(operations.scans, after, `reading ${file} caused a reading`);
      owner.close();
    }
  });
});
