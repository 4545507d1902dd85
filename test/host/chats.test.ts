import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Mocha from 'mocha';
import { Chats } from '../../src/chats/chats';
import { listingOf } from '../../src/chats/listing';
import { Emitter } from '../../src/core/events';
import type { ProjectId } from '../../src/core/ids';
import { fail, ok } from '../../src/core/result';
import { Store } from '../../src/store/store';
import type { TerminalExit, TerminalHost, TerminalProcess, TerminalRequest } from '../../src/terminals/terminalHost';
import { Terminals } from '../../src/terminals/terminals';
import { TerminalTabs } from '../../src/workbench/terminalTabs';

const words = { ended: () => 'ended', failed: ({ detail }: { detail: string }) => detail };
const again = { specOf: ({ spec }: TerminalRequest) => Promise.resolve(spec) };

const ignore = (): void => undefined;
/** Nothing ends it. */
const immortal: TerminalProcess = { pid: 1, onData: new Emitter<string>().event, onExit: new Emitter<TerminalExit>().event, write: ignore, resize: ignore, detach: ignore, end: ignore };
const host: TerminalHost = {
  isAvailable: () => Promise.resolve(true),
  attach: () => Promise.resolve(ok(immortal)),
  reattach: () => Promise.resolve(ok(immortal)),
  orphans: () => Promise.resolve([]),
  look: () => Promise.resolve(fail('terminal_gone')),
  dispose: ignore,
};

describe('Chats in the extension host', () => {
  let root = '';
  let store: Store;
  let terminals: Terminals;
  let project: ProjectId;
  const open = async (on = store): Promise<Chats> => {
    const teardown: ConstructorParameters<typeof Chats>[0]['teardown'] = ({ id }) => terminals.stop(id);
    const chats = new Chats({ store: on, now: Date.now, teardown, removeFolder: () => Promise.resolve(), log: (line) => assert.fail(line) });
    await chats.start();
    return chats;
  };

  before(async () => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-'));
    store = new Store({ folder: path.join(root, 'store'), script: path.join(__dirname, '../../storeWorker.js'), log: (line) => assert.fail(line) });
    terminals = new Terminals({ host, surface: new TerminalTabs(), words, again });
    const made = await store.write('ensureProject', { folder: null, name: 'Default', now: 1 });
    assert.ok(made.ok);
    project = made.value.id;
  });
  after(async () => {
    await store.end();
    fs.rmSync(root, { recursive: true, force: true });
  });

  it('P14 stay in place, with the reason, when the terminal of one can\'t be ended', async () => {
    const chats = await open();
    const made = await chats.create(project);
    assert.ok(made.ok);
    const { id } = made.value;
    await terminals.open({ key: id, title: 'Immortal', agent: 'codex', spec: { file: '/bin/true', args: [], cwd: root, env: {} } });
    const removed = await chats.remove(id);
    assert.equal(!removed.ok && removed.code, 'not_stopped');
    assert.equal((await store.read('chat', { id })).ok && chats.chat(id)?.id, id);
  });

  it('P1 are read as far as they are sound when their file is damaged, and can be changed again when that is gone on with', async () => {
    const folder = path.join(root, 'damaged');
    const openStore = (): Store => new Store({ folder, script: path.join(__dirname, '../../storeWorker.js'), log: (line) => assert.fail(line) });
    const first = openStore();
    await first.write('ensureProject', { folder: null, name: 'Default', now: 1 });
    for (const title of ['sound', 'spoiled', 'behind']) await first.write('createChat', { project: 'PRJ-1', title, now: 1 });
    await first.end();
    const log = path.join(folder, 'log-1.jsonl');
    fs.writeFileSync(log, fs.readFileSync(log, 'utf8').replace('"spoiled"', '"sp0iled"'));
    const damaged = openStore();
    try {
      const chats = await open(damaged);
      const known = (): unknown => chats.all().map(({ id, title }) => [id, title]);
      const refused = await chats.create('PRJ-1');
      assert.deepEqual([chats.problem?.code, !refused.ok && refused.code, known()], ['store_damaged', 'store_damaged', [['LOCALIX-1', 'sound']]]);
      assert.deepEqual(await chats.mend(), ok({ leftOut: 2 }));
      const made = await chats.create('PRJ-1');
      assert.deepEqual([chats.problem, made.ok && made.value.id, chats.all().length], [undefined, 'LOCALIX-4', 2]);
    } finally {
      await damaged.end();
    }
  });

  it('X9 are read, listed and changed without a stop of the main thread, by the thousand', async () => {
    await Promise.all(Array.from({ length: 3_000 }, (_, at) => store.write('createChat', { project, title: `Chat ${at}`, now: at })));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const list = (chats: Chats): number => {
      const from = performance.now();
      listingOf(chats.of(project), { arrangement: { sort: 'title', group: 'day' }, search: 'chat', showsArchived: true }, new Date());
      return performance.now() - from;
    };
    await new Promise((resolve) => setTimeout(resolve, 200));
    delay.enable();
    const chats = await open();
    const listed = list(chats);
    await Promise.all(chats.all().slice(0, 200).map(({ id }) => chats.setPinned([id], true)));
    delay.disable();
    assert.equal(chats.all().filter(({ isPinned }) => isPinned).length, 200);
    Mocha.reporters.Base.consoleLog(`      3,000 chats: the main thread stood still for ${(delay.max / 1e6).toFixed(1)} ms at most; ${listed.toFixed(1)} ms to arrange them`);
  });
});
