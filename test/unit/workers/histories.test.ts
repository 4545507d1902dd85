import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Agent, Place } from '../../../src/agents/agent';
import { agents } from '../../../src/agents/registry';
import type { HistoryDelta, HistoryReply, HistorySnapshot } from '../../../src/shared/history';
import { textHash } from '../../../src/transcript/history';
import { exportToFile } from '../../../src/workers/exportFile';
import { Histories } from '../../../src/workers/histories';
import { LocalOperations } from '../../../src/workers/operations';
import { Transcripts } from '../../../src/workers/transcripts';
import { Homes } from '../agents/adapterHome';

const id = '00000000-0000-4000-8000-000000000001';
const claude = agents.find((agent) => agent.id === 'claude-code') as Agent;

/** A session that a test writes, and the histories that read it. */
class Session {
  readonly file: string;
  readonly home: string;
  /** How often the session was read through. */
  reads = 0;
  onRead: () => void = () => {};
  private uuids = 0;

  constructor(homes: Homes) {
    this.home = homes.empty();
    this.file = path.join(this.home, `.claude/projects/-home-dev-app/${id}.jsonl`);
    fs.mkdirSync(path.dirname(this.file), { recursive: true });
  }

  /** Claude Code, counting. */
  private readonly agent: Agent = {
    ...claude,
    find: (place, files) => claude.find(place, files),
    read: (found, depth, context) => claude.read(found, depth, context),
    transcript: async (found, context) => {
      this.reads++;
      const transcript = await claude.transcript(found, context);
      this.onRead();
      return transcript;
    },
  };
  private readonly transcripts = new Transcripts();
  private readonly histories = new Histories(this.transcripts);

  get address(): { agent: Agent; place: Place; id: string } {
    return { agent: this.agent, place: { home: this.home, env: {} }, id };
  }

  line(type: string, message: object, at: string | null = '2026-03-01T10:00:00.000Z'): string {
    const uuid = `u${++this.uuids}`;
    const parentUuid = this.uuids === 1 ? null : `u${this.uuids - 1}`;
    return `${JSON.stringify({ type, uuid, parentUuid, sessionId: id, cwd: '/home/dev/app', requestId: `r${uuid}`, ...(at !== null && { timestamp: at }), message })}\n`;
  }

  prompt(text: string, at?: string | null): string {
    return this.line('user', { role: 'user', content: text }, at);
  }

  call(callId: string, input: object): string {
    return this.line('assistant', { id: `m${callId}`, model: 'm', content: [{ type: 'tool_use', id: callId, name: 'Bash', input }] });
  }

  result(callId: string, text: string): string {
    return this.line('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: callId, content: text }] });
  }

  write(...lines: readonly string[]): void {
    fs.writeFileSync(this.file, lines.join(''));
  }

  append(...lines: readonly string[]): void {
    fs.appendFileSync(this.file, lines.join(''));
  }

  async get(cursor?: unknown, histories = this.histories): Promise<HistoryReply> {
    const reply = await histories.get(this.address, cursor);
    assert.ok(reply.ok, JSON.stringify(reply));
    return reply.value;
  }

  async snapshot(cursor?: unknown, histories?: Histories): Promise<HistoryReply & HistorySnapshot> {
    const reply = await this.get(cursor, histories);
    assert.ok(reply.mode === 'snapshot');
    return reply;
  }

  async delta(cursor: unknown): Promise<HistoryReply & HistoryDelta> {
    const reply = await this.get(cursor);
    assert.ok(reply.mode === 'delta');
    return reply;
  }

  async code(): Promise<string> {
    const reply = await this.histories.get(this.address, undefined);
    return reply.ok ? reply.value.status : reply.code;
  }

  entry(entryId: string): ReturnType<Histories['entry']> {
    return this.histories.entry(this.address, entryId);
  }

  messages(): ReturnType<Histories['messages']> {
    return this.histories.messages(this.address);
  }

  /** As the chat view reads. */
  async open(): Promise<void> {
    assert.ok((await this.transcripts.open({ ...this.address, part: null })).ok);
  }
}

describe('R2 R3 The history of a session', () => {
  const homes = new Homes();
  let session: Session;
  beforeEach(() => (session = new Session(homes)));
  afterEach(() => homes.removeAll());
  const texts = ({ entries }: HistorySnapshot): string[] => entries.map(({ text }) => text);

  it('is read once for a history and a chat view that ask at once', async () => {
    session.write(session.prompt('Go'));
    await Promise.all([session.get(), session.open(), session.get(), session.messages()]);
    assert.equal(session.reads, 1);
  });

  it('unchanged, is not read again, and is an empty delta with the same cursor', async () => {
    session.write(session.prompt('Go'));
    const { cursor } = await session.snapshot();
    const { mode, upserts, removed, order, base_revision, cursor: same } = await session.delta(cursor);
    assert.deepEqual({ mode, upserts, removed, order, base_revision, same }, { mode: 'delta', upserts: [], removed: [], order: undefined, base_revision: 1, same: cursor });
    assert.equal(session.reads, 1);
  });

  it('waits for the end of a line that is half written', async () => {
    const [first, second] = [session.prompt('One'), session.prompt('Two')];
    session.write(first, second.slice(0, 40));
    const before = await session.snapshot();
    assert.deepEqual(texts(before), ['One']);
    session.append(second.slice(40));
    const after = await session.delta(before.cursor);
    assert.deepEqual(after.upserts.map(({ text }) => text), ['Two']);
    assert.equal(after.cursor.epoch, before.cursor.epoch);
  });

  it('that grew sends what is new alone, also where nothing has a time', async () => {
    session.write(session.prompt('One', null), session.prompt('Two', null));
    const { cursor } = await session.snapshot();
    session.append(session.prompt('Three', null));
    const { upserts, removed } = await session.delta(cursor);
    assert.deepEqual([upserts.map(({ text }) => text), removed], [['Three'], []]);
  });

  it('tells that arguments were rewritten, by size and hash, under the same id, also at equal length', async () => {
    session.write(session.call('a', { cmd: 'ls -a' }));
    const [before] = (await session.snapshot()).entries;
    const lines = fs.readFileSync(session.file, 'utf8');
    fs.writeFileSync(session.file, lines.replace('ls -a', 'ls -l'));
    const { cursor } = await session.snapshot({ epoch: 'none', revision: 1 });
    const rewritten = (await session.snapshot()).entries[0];
    assert.equal(rewritten?.id, before?.id);
    assert.equal(rewritten?.text_bytes, before?.text_bytes);
    assert.equal(rewritten?.text_hash, textHash('{\n  "cmd": "ls -l"\n}'));
    fs.writeFileSync(session.file, lines.replace('ls -a', 'ls -1 /tmp'));
    const { upserts } = await session.delta(cursor);
    assert.deepEqual(upserts.map(({ id: each, text_bytes: bytes }) => [each, bytes]), [[before?.id, (before?.text_bytes ?? 0) + 5]]);
  });

  it('leaves out texts of tools, with their length in UTF-8, and no others', async () => {
    session.write(session.prompt('Grüße'), session.call('a', {}), session.result('a', 'Grüße 🎈'));
    const { entries, cursor } = await session.snapshot();
    assert.deepEqual(entries.map(({ text, text_bytes: bytes, text_hash: hash }) => [text, bytes, hash]), [
      ['Grüße', undefined, undefined],
      ['', 2, textHash('{}')],
      ['', 12, textHash('Grüße 🎈')],
    ]);
    session.append(session.call('b', {}), session.result('b', 'é'), session.call('c', {}), session.result('c', ''));
    const { upserts } = await session.delta(cursor);
    assert.deepEqual(upserts.map(({ text, text_bytes: bytes }) => [text, bytes]), [['', 2], ['', 2], ['', 2], ['', undefined]]);
  });

  it('gives the text of an entry by its id, and says when there is none', async () => {
    session.write(session.call('a', {}), session.result('a', 'Grüße'));
    const [, result] = (await session.snapshot()).entries;
    const answer = await session.entry(result?.id ?? '');
    assert.ok(answer.ok);
    assert.deepEqual(answer.value, { entry_id: result?.id, text: 'Grüße', text_hash: result?.text_hash });
    const none = await session.entry('none');
    assert.deepEqual([none.ok, !none.ok && none.code], [false, 'entry_gone']);
    assert.equal(session.reads, 1);
  });

  it('has 200 messages: the next one puts out the first, and an export still has all', async () => {
    session.write(...Array.from({ length: 200 }, (_, number) => session.prompt(`Message ${number}`)));
    const { cursor, entries } = await session.snapshot();
    session.append(session.prompt('Message 200'));
    const { upserts, removed, order } = await session.delta(cursor);
    assert.deepEqual([upserts.map(({ text }) => text), removed, order?.length], [['Message 200'], [entries[0]?.id], 200]);
    const file = path.join(homes.empty(), 'out.json');
    assert.ok((await exportToFile({ ...session.address, agent: 'claude-code', format: 'atif', file })).ok);
    assert.equal((JSON.parse(fs.readFileSync(file, 'utf8')) as { steps: unknown[] }).steps.length, 201);
  });

  it('is a snapshot of a new epoch when its file became shorter, is another, or was gone', async () => {
    session.write(session.prompt('One'), session.prompt('Two'));
    let { cursor } = await session.snapshot();
    const changes: Readonly<Record<string, () => void>> = {
      shorter: () => session.write(session.prompt('One')),
      another: () => {
        fs.writeFileSync(`${session.file}.new`, `${fs.readFileSync(session.file, 'utf8')}${session.prompt('Two')}`);
        fs.renameSync(`${session.file}.new`, session.file);
      },
      gone: () => fs.rmSync(session.file),
      'back again': () => session.write(session.prompt('Back')),
    };
    for (const [name, change] of Object.entries(changes)) {
      change();
      const next = await session.snapshot(cursor);
      assert.notEqual(next.cursor.epoch, cursor.epoch, name);
      assert.equal(next.cursor.revision, 1, name);
      assert.equal(next.status, name === 'gone' ? 'missing_file' : 'ok');
      if (name === 'gone') assert.deepEqual(next.entries, []);
      ({ cursor } = next);
    }
  });

  it('is a snapshot for a cursor that is none, of another epoch, from the future, or too old, and for another connection', async () => {
    session.write(session.prompt('0'));
    const { cursor } = await session.snapshot();
    const { epoch } = cursor;
    for (const bad of [undefined, null, 'x', {}, { epoch }, { epoch, revision: '1' }, { epoch, revision: 0 }, { epoch, revision: 1.5 }, { epoch: 'other', revision: 1 }, { epoch, revision: 2 }]) {
      assert.equal((await session.snapshot(bad)).cursor.epoch, epoch, JSON.stringify(bad));
    }
    assert.notEqual((await session.snapshot(cursor, new Histories(new Transcripts()))).cursor.epoch, epoch);
    for (let revision = 2; revision <= 4; revision++) {
      session.append(session.prompt(String(revision)));
      await session.delta(cursor);
    }
    session.append(session.prompt('5'));
    assert.deepEqual(texts(await session.snapshot(cursor)), ['0', '2', '3', '4', '5']);
  });

  it('that changes while it is read is read twice, and has the new text', async () => {
    session.write(session.prompt('One'));
    session.onRead = () => {
      if (session.reads === 1) session.append(session.prompt('Two'));
    };
    assert.deepEqual(texts(await session.snapshot()), ['One', 'Two']);
    assert.equal(session.reads, 2);
  });

  it('that is rewritten at every reading fails, and is there once it rests', async () => {
    session.write(session.prompt('Word0'));
    session.onRead = () => session.write(fs.readFileSync(session.file, 'utf8').replace(/Word\d+/, `Word${session.reads}`));
    assert.equal(await session.code(), 'session_changing');
    assert.equal(session.reads, 4);
    session.onRead = () => {};
    assert.deepEqual(texts(await session.snapshot()), ['Word4']);
  });

  it('that grows at every reading is told as it was', async () => {
    session.write(session.prompt('One'));
    session.onRead = () => session.append(session.prompt('More'));
    assert.equal((await session.snapshot()).entries[0]?.text, 'One');
    session.onRead = () => {};
    assert.equal((await session.snapshot()).entries.length, session.reads);
  });

  it('whose reading fails is not kept: the next is a snapshot of a new epoch', async () => {
    session.write(session.prompt('One'));
    const { cursor } = await session.snapshot();
    session.append(session.prompt('Two'));
    session.onRead = () => {
      throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'read' });
    };
    assert.equal(await session.code(), 'session_unreadable');
    session.onRead = () => {};
    const next = await session.snapshot(cursor);
    assert.notEqual(next.cursor.epoch, cursor.epoch);
    assert.deepEqual(texts(next), ['One', 'Two']);
  });

  it('is dated anew when its recorded beginning is corrected, in the same epoch', async () => {
    const [first, second] = [session.prompt('One'), session.prompt('Two', null)];
    session.write(first, second);
    const { cursor, entries } = await session.snapshot();
    assert.equal(entries[1]?.sent_at, '2026-03-01T10:00:00.001Z');
    session.write(first.replace('10:00:00', '11:00:00'), second);
    const { upserts } = await session.delta(cursor);
    assert.deepEqual(upserts.map(({ text, sent_at: at }) => [text, at]), [['One', '2026-03-01T11:00:00.000Z'], ['Two', '2026-03-01T11:00:00.001Z']]);
  });

  it('is its last messages alone for callers of version 1', async () => {
    session.write(session.prompt('One'), session.call('a', {}), session.result('a', 'x'), session.prompt('Two'));
    const reply = await session.messages();
    assert.ok(reply.ok);
    assert.deepEqual(Object.keys(reply.value).sort(), ['agent', 'detail', 'key', 'messages', 'path', 'status', 'updated_at']);
    assert.deepEqual(reply.value.messages.map(({ role, text }) => [role, text]), [['user', 'One'], ['user', 'Two']]);
    // As an operation, by what the caller asks for.
    const operations = new LocalOperations();
    const address = { ...session.address, agent: 'claude-code' } as const;
    assert.deepEqual(await operations.history(address), reply);
    const newer = await operations.history({ ...address, history_version: 2 });
    assert.equal(newer.ok && newer.value.mode, 'snapshot');
  });

  it('says when it was written, and where', async () => {
    session.write(session.prompt('One'));
    fs.utimesSync(session.file, 1_700_000_000, 1_700_000_000);
    const { path: file, updated_at: at, agent, key, detail } = await session.snapshot();
    assert.deepEqual([file, at, agent, key, detail], [session.file, '2023-11-14T22:13:20.000Z', 'claude-code', `claude-code:${id}`, '']);
  });
});

describe('R8 A session is found by its exact id', () => {
  const homes = new Homes();
  afterEach(() => homes.removeAll());
  const thread = '01a22c1e-6419-7d83-92f2-7c60ef8e687c';
  const codex = agents.find((agent) => agent.id === 'codex') as Agent;
  const get = async (home: string, wanted = thread): Promise<string> => {
    const reply = await new Histories(new Transcripts()).get({ agent: codex, place: { home, env: {} }, id: wanted }, undefined);
    return reply.ok ? reply.value.status : `${reply.code} ${reply.detail}`;
  };
  const fileIn = (home: string): string => {
    const name = fs.readdirSync(path.join(home, '.codex/sessions'), { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith(`${thread}.jsonl`));
    return path.join(home, '.codex/sessions', name ?? '');
  };

  it('and not by a part of it', async () => {
    const home = homes.copy('codex/home');
    assert.equal(await get(home), 'ok');
    assert.equal(await get(home, thread.slice(1)), 'missing_file');
  });

  it('and refused where two files have it, by naming them', async () => {
    const home = homes.copy('codex/home');
    const file = fileIn(home);
    const other = path.join(home, '.codex/archived_sessions', path.basename(file));
    fs.mkdirSync(path.dirname(other), { recursive: true });
    fs.copyFileSync(file, other);
    assert.equal(await get(home), `ambiguous_transcript ${file}\n${other}`);
  });

  it('also where it is reached twice', async () => {
    const home = homes.copy('codex/home');
    const file = fileIn(home);
    fs.mkdirSync(path.join(home, '.codex/archived_sessions'), { recursive: true });
    fs.linkSync(file, path.join(home, '.codex/archived_sessions', path.basename(file)));
    assert.equal(await get(home), 'ok');
  });

  it('and two homes with the same path never see each other’s text', async () => {
    const histories = [homes.empty(), homes.empty()].map((home, number) => ({ home, number, session: new Session(homes) }));
    for (const { session, number } of histories) session.write(session.prompt(`Of ${number}`));
    for (const { session, number } of histories) assert.deepEqual((await session.snapshot()).entries.map(({ text }) => text), [`Of ${number}`]);
  });
});
