import * as assert from 'node:assert/strict';
import * as path from 'node:path';
import type { TranscriptEvent } from '../../../../src/shared/transcriptEvent';
import { fixtures, Home, idOf, Lines, removeHomes, timeOf } from './home';

const recorded = new Home(path.join(fixtures, 'home'));
const day = path.join(recorded.root, '.codex/sessions/2026/11/30');

/** An event as one short line: line, type, text or tool, in brackets when it is off the active branch. */
function brief({ source, type, text, tool, on_active_branch: active }: TranscriptEvent): string {
  const said = tool === undefined ? text : `${tool.name} ${tool.kind} ${tool.status} ${JSON.stringify(tool.input)} > ${String(tool.output)}`;
  const line = `${String(source.line)} ${type}: ${said.replaceAll('\n', '⏎')}`;
  return active ? line : `(${line})`;
}

async function briefs(id: string, home = recorded): Promise<string[]> {
  return (await home.transcript(id)).events.map(brief);
}

describe('A1 Transcripts of recorded Codex threads', () => {
  it('join parallel calls with their results, in the order of the calls', async () => {
    const { events, omissions, unknownTypes } = await recorded.transcript('01a22c1e-6419-7d83-92f2-7c60ef8e687c');
    const numbers = Array.from({ length: 9000 }, (_, at) => `${String(at + 1)}\n`).join('');
    const long = events.find(({ source }) => source.line === 14)?.tool?.output ?? '';
    // Codex itself leaves out the middle of a long output.
    assert.ok(long.startsWith(numbers.slice(0, 1000)), long.slice(0, 20));
    assert.deepEqual(
      events.map((event) => brief(event.source.line === 14 && event.tool ? { ...event, tool: { ...event.tool, output: '…' } } : event)),
      [
        '9 user_message: Run three things at once',
        '10 thought: **Fan out**⏎⏎Three commands.',
        '12 tool_call: exec_command read completed {"cmd":"cat login.test.js"} > test("login", { timeout: 10 });⏎',
        '13 tool_call: exec_command read failed {"cmd":"cat missing-fixture.txt"} > cat: missing-fixture.txt: No such file or directory⏎',
        '14 tool_call: exec_command execute completed {"cmd":"seq 1 9000"} > …',
        '23 agent_message: One failed. Patching.',
        '25 tool_call: apply_patch edit completed "*** Begin Patch\\n*** Update File: login.test.js\\n@@\\n-test(\\"login\\", { timeout: 10 });\\n+test(\\"login\\", { timeout: 1000 });\\n*** End Patch\\n" > Success. Updated the following files:⏎M login.test.js⏎',
        '30 agent_message: Raised the timeout.',
      ],
    );
    assert.deepEqual(omissions, []);
    assert.deepEqual(unknownTypes, {});
    const [user, thought, first] = events;
    assert.deepEqual(user, {
      id: '01a22c1e-64ca-71a2-a5d8-c1508af47425',
      type: 'user_message',
      at: '2026-11-30T11:01:59.117Z',
      author: null,
      text: 'Run three things at once',
      on_active_branch: true,
      source: { file: path.join(day, 'rollout-2026-11-30T11-01-58-01a22c1e-6419-7d83-92f2-7c60ef8e687c.jsonl'), line: 9 },
    });
    assert.equal(thought?.author, 'gpt-5.5');
    assert.deepEqual([first?.id, first?.at, first?.author], ['call_mock_0004_1', '2026-11-30T11:01:59.224Z', 'gpt-5.5']);
  });

  it('keep what a rewind left behind, off the active branch', async () => {
    const { events } = await recorded.transcript('01a22c1e-eaad-7992-8c27-12beb5271405');
    assert.deepEqual(events.map(brief), [
      '13 user_message: Write a haiku about tests',
      '14 agent_message: Green dots in the night.',
      '(23 user_message: Make it funnier)',
      '(24 agent_message: Green dots tell a joke.)',
      '7 user_message: Make it sadder',
      '8 agent_message: Red dots in the rain.',
    ]);
    const name = 'rollout-2026-11-30T11-02-40-01a22c1e-eaad-7992-8c27-12beb5271405_01a22c1f-0823-7c12-b4d9-02165482a294.jsonl';
    assert.equal(events[4]?.source.file, path.join(day, name));
    assert.deepEqual((await briefs('01a22c1f-2092-73b3-81dd-79493efc3b98')).map((line) => line.startsWith('(')), [true, true, true, true, false, false]);
  });

  it('begin a fork with what it inherited', async () => {
    const { events } = await recorded.transcript('01a22c1f-6fee-78b1-82c7-3b0b5f451c63');
    assert.deepEqual(events.map(brief), [
      '13 user_message: Compare sqlite and postgres',
      '14 agent_message: sqlite is enough for one machine.',
      '7 user_message: Go with sqlite',
      '8 agent_message: sqlite it is.',
    ]);
    assert.equal(path.basename(events[0]?.source.file ?? ''), 'rollout-2026-11-30T11-03-01-01a22c1f-59f0-7c13-b673-3bf3a7eb881a.jsonl');
  });

  it('give the answer of a sub-agent as the result of the call that started it', async () => {
    const { events } = await recorded.transcript('01a22c1f-a26a-7270-9fca-add1e6e01412');
    const calls = events.filter(({ tool }) => tool?.name === 'spawn_agent').map(({ tool }) => tool);
    assert.deepEqual(calls, [
      {
        name: 'spawn_agent',
        callId: 'call_mock_0032_1',
        kind: 'think',
        status: 'completed',
        input: { task_name: 'count_lines', message: 'Q291bnQgdGhlIGxpbmVzLg==', fork_turns: 'none' },
        output: 'login.test.js has one line.',
        subagentId: '01a22c1f-a2ff-73f2-b9f1-e4b03ba74db6',
      },
      {
        name: 'spawn_agent',
        callId: 'call_mock_0037_0',
        kind: 'think',
        status: 'completed',
        input: { task_name: 'read_log', message: 'UmVhZCB0aGUgbG9nLg==', fork_turns: 'all' },
        output: 'One commit: init.',
        subagentId: '01a22c1f-a539-7980-8425-683d6932b827',
      },
    ]);
    const old = (await recorded.transcript('01a22c1f-a785-7d43-a6c7-dac309155bdc')).events.find(({ tool }) => tool !== undefined)?.tool;
    assert.deepEqual([old?.output, old?.subagentId], ['Five words.', '01a22c1f-a801-77c3-af53-4ad6760afc4f']);
  });

  it('leave out what a sub-agent got of its parent', async () => {
    assert.deepEqual(await briefs('01a22c1f-a539-7980-8425-683d6932b827'), [
      '36 notice: Message Type: NEW_TASK⏎Task name: /root/read_log⏎Sender: /root⏎Payload:',
      '37 agent_message: One commit: init.',
    ]);
  });

  it('show the commands inside a script beside it', async () => {
    const lines = await briefs('01a22c1e-6bce-7ff1-b701-ffadfe027ec8');
    assert.equal(lines.length, 9);
    assert.match(lines[3] ?? '', /^18 tool_call: exec execute completed "const a = .*" > Script completed⏎Wall time 0\.4 seconds⏎Output:⏎\{"chunk_id"/);
    assert.equal(lines[4], '20 tool_call: exec_command read completed {"command":["/bin/bash","-lc","cat login.test.js"],"cwd":"/home/dev/app"} > test("login", { timeout: 1000 });⏎');
  });

  it('report interruptions, errors, reviews and compactions', async () => {
    assert.deepEqual((await briefs('01a22c1f-bfe3-79a3-a319-e98954aa80e2')).slice(2, 4), [
      '18 notice: Turn aborted: interrupted',
      '20 tool_call: user_shell execute completed {"command":["/bin/bash","-lc","echo word"],"cwd":"/home/dev/app"} > word⏎',
    ]);
    const errors = (await recorded.transcript('01a22c1f-ef7e-7c23-8ea3-ba0a0261a8fd')).events;
    assert.deepEqual([errors[1]?.type, errors[1]?.severity, errors[1]?.text], ['notice', 'error', 'mock: the request was bad']);
    assert.deepEqual(await briefs('01a22c20-7dd2-7112-a8e8-1c1fc6e20ac6'), [
      '2 notice: Review started: current changes',
      '4 user_message: [placeholder: review request]',
      '7 notice: Review ended: Nothing to report.',
      '9 agent_message: Nothing to report.',
    ]);
    const compact = await briefs('01a22c1e-b6f6-7a40-b8d8-17b81d38d9ca');
    assert.equal(compact[4], '34 compaction: [placeholder: compaction preamble]⏎The API got a route for users; pagination is next.');
    assert.equal(compact.filter((line) => line.includes('compaction:')).length, 1);
  });

  it('name attached images instead of holding them', async () => {
    const [prompt] = (await recorded.transcript('01a22c1f-f6c0-7140-ae10-1a1a3d0a0d4b')).events;
    assert.deepEqual([prompt?.text, prompt?.attachments], ['What is in this picture?', ['/home/dev/pixel.png']]);
  });

  it('read the older kind, with copies in a fork', async () => {
    const home = new Home(path.join(fixtures, 'home-0.105.0'));
    const output = 'Chunk ID: 4fbeb4⏎Wall time: 0.0516 seconds⏎Process exited with code 0⏎Original token count: 8⏎Output:⏎test("login", { timeout: 10 });⏎';
    assert.deepEqual(await briefs('01a22c17-d34f-7a23-bcc7-b656bb6fba1f', home), [
      '8 user_message: Add a health endpoint',
      '11 thought: **Planning**⏎⏎Run a command.',
      '13 agent_message: I will look first.',
      `15 tool_call: exec_command execute completed {"cmd":"cat login.test.js"} > ${output}`,
      '20 agent_message: The health endpoint answers "ok".',
      '26 user_message: Now add a test for it',
      '29 agent_message: A test would call health().',
      '39 user_message: Go another way',
      '42 agent_message: Another way.',
    ]);
    assert.equal((await briefs('01a22c17-944f-71e2-bdf2-ebce482624f3', home))[2], '19 compaction: [placeholder: compaction preamble]⏎Old-style summary.');
  });

  it('disclose what is broken in the damaged ones, with its line', async () => {
    const home = new Home(path.join(fixtures, 'home-damaged'));
    const torn = await home.transcript('01a22000-0000-7000-8000-000000000001');
    assert.deepEqual(torn.omissions.map(({ code, source, bytes }) => [code, source.line, bytes]), [['torn_end', 34, 99]]);
    const garbage = await home.transcript('01a22000-0000-7000-8000-000000000002');
    assert.deepEqual(garbage.omissions.map(({ code, source }) => [code, source.line]), [7, 8, 10, 11, 12, 14].map((line) => ['broken_record', line]));
    assert.deepEqual(garbage.unknownTypes, { from_the_future: 1 });
    const whole = (await home.transcript('01a22000-0000-7000-8000-000000000004')).events.map(({ type, text }) => [type, text]);
    for (const id of ['1', '2', '3', '5'].map((digit) => `01a22000-0000-7000-8000-00000000000${digit}`)) {
      const { events } = await home.transcript(id);
      assert.deepEqual(events.filter(({ type }) => type !== 'unknown').map(({ type, text }) => [type, text]), whole, id);
    }
  });

  it('count the messages that rows count, with ids of their own', async () => {
    for (const name of ['home', 'home-0.105.0', 'home-0.144.2', 'home-damaged']) {
      const home = new Home(path.join(fixtures, name));
      for (const { id } of (await home.find()).sessions) {
        const { events } = await home.transcript(id);
        const messages = events.filter(({ type, on_active_branch: active }) => active && /^(user|agent)_message$/.test(type));
        assert.equal(messages.length, (await home.read(id)).messageCount, id);
        assert.equal(new Set(events.map((event) => event.id)).size, events.length, id);
      }
    }
  });
});

describe('A1 A compaction of Codex', () => {
  const one = idOf(1);
  let home: Home;

  beforeEach(function () {
    home = Home.temporary(this);
  });

  afterEach(function () {
    removeHomes(this);
  });

  it('is told once, in whatever order its record and its markers come', async () => {
    const told = async (write: (lines: Lines) => Lines): Promise<string[]> => {
      home.rollout(one, write(new Lines(0).meta(one)).lines);
      return (await home.transcript(one)).events.map(({ type, text }) => `${type}: ${text}`);
    };
    const record = (lines: Lines): Lines => lines.add('compacted', { message: 'So far.' });
    const markers = (lines: Lines): Lines => lines.item('ContextCompaction', { id: 'c1' }).event('context_compacted');
    assert.deepEqual(await told((lines) => markers(record(lines))), ['compaction: So far.']);
    assert.deepEqual(await told((lines) => record(markers(lines))), ['compaction: So far.']);
    assert.deepEqual(await told((lines) => markers(record(lines).event('task_started'))), ['compaction: So far.', 'compaction: ']);
  });
});

describe('A2 Tool calls of Codex', () => {
  const one = idOf(1);
  let home: Home;

  beforeEach(function () {
    home = Home.temporary(this);
  });

  afterEach(function () {
    removeHomes(this);
  });

  async function tools(lines: Lines): Promise<unknown[]> {
    home.rollout(one, lines.lines);
    const { events } = await home.transcript(one);
    return events.filter(({ tool }) => tool !== undefined).map(({ tool }) => [tool?.name, tool?.kind, tool?.status, tool?.input, tool?.output]);
  }

  const call = (name: string, id: string, args: unknown = {}): [string, unknown] => ['response_item', { type: 'function_call', name, call_id: id, arguments: JSON.stringify(args) }];
  const output = (id: string, text: unknown): [string, unknown] => ['response_item', { type: 'function_call_output', call_id: id, output: text }];

  it('tell an exit code from what older shells wrote', async () => {
    const lines = new Lines().meta(one).add(...call('shell', 'a')).add(...output('a', '{"output":"no such file","metadata":{"exit_code":2}}'));
    lines.add(...call('exec_command', 'b')).add(...output('b', 'Wall time: 1 seconds\nProcess exited with code 127\nOutput:\nnot found'));
    lines.add(...call('exec_command', 'c')).add(...output('c', 'Process exited with code 0\nOutput:\nProcess exited with code 9'));
    assert.deepEqual(await tools(lines), [
      ['shell', 'execute', 'failed', {}, 'no such file'],
      ['exec_command', 'execute', 'failed', {}, 'Wall time: 1 seconds\nProcess exited with code 127\nOutput:\nnot found'],
      ['exec_command', 'execute', 'completed', {}, 'Process exited with code 0\nOutput:\nProcess exited with code 9'],
    ]);
  });

  it('are in progress until a result or the end of their turn', async () => {
    const lines = new Lines(0).meta(one).event('task_started').add(...call('exec_command', 'a', { cmd: 'sleep 9' }));
    assert.deepEqual(await tools(lines), [['exec_command', 'execute', 'in_progress', { cmd: 'sleep 9' }, null]]);
    lines.event('turn_aborted', { reason: 'interrupted' });
    assert.deepEqual(await tools(lines), [['exec_command', 'execute', 'failed', { cmd: 'sleep 9' }, null]]);
  });

  it('of servers are shown with their results and errors, as items and as events', async () => {
    const result = { content: [{ type: 'text', text: 'Found' }, { type: 'image', data: 'AAAA' }] };
    const lines = new Lines(0).meta(one).item('McpToolCall', { id: 'a', server: 'docs', tool: 'search', arguments: { q: 'x' }, status: 'completed', result });
    lines.item('McpToolCall', { id: 'b', server: 'docs', tool: 'search', arguments: {}, status: 'failed', error: { message: 'offline' } });
    lines.event('mcp_tool_call_end', { call_id: 'c', invocation: { server: 'docs', tool: 'get', arguments: { id: 1 } }, result: { Ok: result } });
    lines.event('mcp_tool_call_end', { call_id: 'd', invocation: { server: 'docs', tool: 'get' }, result: { Err: 'gone' } });
    assert.deepEqual(await tools(lines), [
      ['mcp__docs__search', 'other', 'completed', { q: 'x' }, 'Found\n[image]'],
      ['mcp__docs__search', 'other', 'failed', {}, 'offline'],
      ['mcp__docs__get', 'other', 'completed', { id: 1 }, 'Found\n[image]'],
      ['mcp__docs__get', 'other', 'failed', {}, 'gone'],
    ]);
  });

  it('of other kinds have the kind that fits', async () => {
    const lines = new Lines(0).meta(one);
    lines.item('WebSearch', { id: 'a', query: 'q', action: { type: 'search', query: 'q' } }).item('ImageView', { id: 'b', path: 'file:///home/dev/a%20b.png' });
    lines.item('FileChange', { id: 'c', status: 'declined', changes: { '/a': { type: 'delete' } } });
    lines.item('FileChange', { id: 'd', status: 'completed', changes: { '/a': { type: 'update', move_path: '/b' } } });
    lines.item('CommandExecution', { id: 'e', command: ['rg', 'x'], cwd: 'file:///w', parsed_cmd: [{ type: 'search' }, { type: 'list_files' }], exit_code: 1, status: 'completed', aggregated_output: '' });
    lines.add(...call('update_plan', 'f', { plan: [] })).add(...output('f', [{ type: 'input_text', text: 'Plan updated' }]));
    assert.deepEqual(await tools(lines), [
      ['web_search', 'fetch', 'completed', { type: 'search', query: 'q' }, null],
      ['view_image', 'read', 'completed', { path: '/home/dev/a b.png' }, null],
      ['apply_patch', 'delete', 'failed', { changes: { '/a': { type: 'delete' } } }, ''],
      ['apply_patch', 'move', 'completed', { changes: { '/a': { type: 'update', move_path: '/b' } } }, ''],
      ['exec_command', 'search', 'failed', { command: ['rg', 'x'], cwd: '/w' }, ''],
      ['update_plan', 'think', 'completed', { plan: [] }, 'Plan updated'],
    ]);
  });

  it('whose call is not recorded keep their output', async () => {
    assert.deepEqual(await tools(new Lines().meta(one).add(...output('lost', 'text'))), [['', 'other', 'completed', '', 'text']]);
  });

  it('have the time and the line of the call', async () => {
    home.rollout(one, new Lines(0).meta(one).user('A').add(...call('exec_command', 'a')).user('B').add(...output('a', 'x')).lines);
    const event = (await home.transcript(one)).events.find(({ tool }) => tool !== undefined);
    assert.deepEqual([event?.at, event?.source.line, event?.id], [timeOf(2), 3, 'a']);
  });
});
