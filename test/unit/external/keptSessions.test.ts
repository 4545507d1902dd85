import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { agents } from '../../../src/agents/registry';
import { gemini } from '../../../src/agents/gemini/gemini';
import { Emitter } from '../../../src/core/events';
import { KeptSessions, type LostSession } from '../../../src/external/keptSessions';
import type { Session } from '../../../src/external/session';
import type { SessionKey } from '../../../src/shared/agentId';
import { LocalOperations } from '../../../src/workers/operations';
import { Homes } from '../agents/adapterHome';

const id = '77777777-0000-4000-8000-000000000007';
const key: SessionKey = `gemini:${id}`;

describe('B8 Copies of sessions that a resume endangers', () => {
  const homes = new Homes();
  let home = '';
  let folder = '';
  let lost: LostSession[] = [];
  const complaints: string[] = [];
  const open: KeptSessions[] = [];
  const changed = new Emitter<void>();
  const changedTranscript = new Emitter<SessionKey>();

  beforeEach(() => {
    home = homes.copy('gemini/main/home');
    folder = path.join(homes.empty(), 'kept');
    lost = [];
  });
  afterEach(() => {
    for (const kept of open.splice(0)) kept.dispose();
    assert.deepEqual(complaints, []);
  });
  after(() => homes.removeAll());

  const chats = (): string => path.join(home, '.gemini/tmp/app/chats');
  const file = (): string => path.join(chats(), 'session-2026-11-30T11-23-77777777.jsonl');
  const session = (): Session => ({ key, agent: 'gemini', record: { id, title: 'Fix the tabs' }, files: [file()] }) as unknown as Session;

  function window(): KeptSessions {
    const kept = new KeptSessions({ agents, place: { home, env: {} }, folder, log: (line) => complaints.push(line) });
    open.push(kept);
    kept.onDidLose((each) => lost.push(each));
    kept.follow({ get: (asked) => (asked === key && fs.existsSync(file()) ? session() : undefined), onDidChange: changed.event, onDidChangeTranscript: changedTranscript.event });
    return kept;
  }

  /** What the next start of the program does. */
  function removeOriginal(): void {
    fs.rmSync(file());
    fs.rmSync(path.join(chats(), id), { recursive: true });
    changed.fire();
  }

  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  it('are read in place of what the agent has deleted, sub-agents and folder included', async () => {
    const kept = window();
    await kept.keep(session());
    assert.equal(kept.placeOf(key), undefined, 'while the session is there');
    const operations = new LocalOperations();
    const address = { agent: 'gemini', place: { home, env: {} }, id } as const;
    const before = await operations.transcript(address);
    removeOriginal();
    assert.equal((await operations.transcript(address)).ok, false);
    const place = kept.placeOf(key);
    assert.ok(place && before.ok);
    const after = await operations.transcript({ ...address, place });
    assert.ok(after.ok);
    assert.deepEqual([after.value.events, after.value.record.title, after.value.record.folder], [before.value.events, before.value.record.title, before.value.record.folder]);
    assert.ok(after.value.events > 2);
    assert.ok(fs.existsSync(path.join(folder, 'gemini', id, '.gemini/tmp/app/chats', id)));
  });

  it('are told once, in whatever window, with the copy\'s file', async () => {
    const kept = window();
    await kept.keep(session());
    changed.fire();
    removeOriginal();
    await until(() => lost.length > 0);
    assert.deepEqual(lost, [{ key, title: 'Fix the tabs', file: path.join(folder, 'gemini', id, '.gemini/tmp/app/chats', path.basename(file())) }]);
    assert.ok(fs.existsSync(lost[0]?.file ?? ''));
    // What is lost later is told after it has been looked for the first one again.
    const next = window();
    const other = path.join(home, 'other.jsonl');
    fs.writeFileSync(other, '{}\n');
    await next.keep({ ...session(), key: 'gemini:later', record: { id: 'later', title: 'Later' }, files: [other] } as unknown as Session);
    fs.rmSync(other);
    changed.fire();
    await until(() => lost.some((each) => each.key === 'gemini:later'));
    assert.deepEqual([...new Set(lost.map((each) => each.key))], [key, 'gemini:later']);
    assert.equal(lost.filter((each) => each.key === key).length, 1);
  });

  it('grow with the session, and keep what the agent takes away', async () => {
    const kept = window();
    await kept.keep(session());
    fs.appendFileSync(file(), '{"id":"later"}\n');
    changedTranscript.fire(key);
    changed.fire();
    const copy = path.join(folder, 'gemini', id, '.gemini/tmp/app/chats', path.basename(file()));
    await until(() => fs.readFileSync(copy, 'utf8').includes('later'));
    const whole = fs.readFileSync(copy, 'utf8');
    removeOriginal();
    await until(() => lost.length > 0);
    assert.equal(fs.readFileSync(copy, 'utf8'), whole);
  });

  it('are of the session alone, and told, whatever its id', async () => {
    const odd: SessionKey[] = ['gemini:..', 'gemini:a b%/../../..'];
    for (const each of odd) await window().keep({ ...session(), key: each, record: { ...session().record, id: each.slice('gemini:'.length) } });
    assert.deepEqual(fs.readdirSync(path.dirname(folder)), ['kept']);
    const homesOfCopies = fs.readdirSync(path.join(folder, 'gemini'));
    assert.equal(homesOfCopies.length, odd.length);
    for (const each of homesOfCopies) assert.deepEqual(fs.readdirSync(path.join(folder, 'gemini', each, '.gemini/tmp/app')).sort(), ['.project_root', 'chats']);
    for (const each of homesOfCopies) assert.deepEqual(fs.readdirSync(path.join(folder, 'gemini', each, '.gemini/tmp/app/chats')), [path.basename(file())]);
    removeOriginal();
    await until(() => lost.length >= odd.length);
    assert.deepEqual([...new Set(lost.map((each) => each.key))].sort(), odd.sort());
  });

  it('are made where an agent deletes, and nowhere else', async () => {
    const kept = window();
    await kept.keep({ ...session(), key: 'codex:1', agent: 'codex' });
    assert.ok(!fs.existsSync(folder));
    assert.deepEqual(agents.filter(({ atRisk }) => atRisk !== undefined), [gemini]);
  });

  it('are the newest fifty', async () => {
    const kept = window();
    for (let n = 0; n < 52; n++) await kept.keep({ ...session(), key: `gemini:${n}`, record: { id: `${n}`, title: '' } } as Session);
    assert.equal(fs.readdirSync(path.join(folder, 'gemini')).length, 50);
  });
});
