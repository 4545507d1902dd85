import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { TranscriptEvent } from '../../../../src/shared/transcriptEvent';
import { Conversation, Home, sessionId, transcriptOf } from './home';

/** Recorded with the real program; the expected events were worked out by hand from the files. */
const recorded = (home: string): string => path.resolve('test/fixtures/claude-code', home);
const c0de = (number: number): string => `c0de0000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** An event in one line: where, what, off the branch or not, and its words. */
function outline({ source, type, text, tool, severity, attachments, on_active_branch: isActive }: TranscriptEvent): string {
  const words = tool === undefined ? text : `${tool.name} ${tool.kind} ${tool.status}`;
  return [source.line, isActive ? type : `(${type})`, ...(severity ? [severity] : []), words, ...(attachments ?? [])].join(' ');
}

async function outlines(home: string, id: string): Promise<string[]> {
  return (await transcriptOf(recorded(home), id)).events.map(outline);
}

describe('X21 a Claude Code transcript as recorded', () => {
  it('merges parallel calls with their results and loads an output that was moved to a file', async () => {
    const { events, omissions, unknownTypes } = await transcriptOf(recorded('home'), c0de(2));
    assert.deepEqual(events.map(outline), [
      '7 user_message Why does the login test fail sometimes?',
      '21 thought Read the test and run it; also count a lot.',
      '22 agent_message Let me look at three things at once.',
      '23 tool_call Read read completed',
      '24 tool_call Bash execute failed',
      '25 tool_call Bash execute completed',
      '42 agent_message The fixture is missing. I will relax the timeout.',
      '43 tool_call Edit edit completed',
      '47 agent_message Raised the timeout from 10 to 1000 ms.',
      '49 user_message Thanks, summarise that',
      '52 agent_message The login test raced its fixture; the timeout is longer now.',
    ]);
    assert.deepEqual([omissions, unknownTypes], [[], {}]);
    const [, , , read, failed, long] = events;
    assert.deepEqual(read?.tool?.input, { file_path: '/home/dev/app/login.test.js' });
    assert.equal(read?.tool?.output, '1\ttest("login", { timeout: 10 });\n2\t');
    assert.equal(failed?.tool?.output, 'Exit code 1\ncat: missing-fixture.txt: No such file or directory');
    assert.equal(long?.tool?.output, Array.from({ length: 9000 }, (_, index) => `${index + 1}\n`).join(''));
    const { id, at, author, source } = read;
    assert.deepEqual([id, at, author], ['98a949ca-e2e0-41d9-8374-0692a14a40ab', '2026-11-30T10:46:02.242Z', 'claude-opus-5-5']);
    assert.equal(source.file, path.join(recorded('home'), '.claude/projects/-home-dev-app', `${c0de(2)}.jsonl`));
  });

  it('keeps what a rewind left behind before what replaced it', async () => {
    assert.deepEqual(await outlines('home', c0de(6)), [
      '5 user_message Write a haiku about tests',
      '19 agent_message Green dots in the night.',
      '27 (user_message) Make it funnier',
      '29 (agent_message) Green dots tell a joke.',
      '32 user_message Make it sadder',
      '35 agent_message Red dots in the rain.',
    ]);
  });

  it('leads from a call to the transcript of the agent that did its work, and completes it when that one reports', async () => {
    const { events } = await transcriptOf(recorded('home'), c0de(8));
    assert.deepEqual(events.map(outline), [
      '3 user_message Use a helper to count',
      '19 agent_message Delegating the count.',
      '20 tool_call Agent think completed',
      '27 agent_message The helper found one line.',
      '34 user_message Start two background helpers',
      '36 tool_call Agent think completed',
      '38 tool_call Agent think completed',
      '43 agent_message Both helpers are running.',
      '46 notice info Agent "Read the log" finished',
      '49 agent_message Both helpers are running.',
      '52 notice info Agent "Count again" finished',
      '55 agent_message Both helpers are running.',
    ]);
    const subagents = events.flatMap((event) => event.tool?.subagentId ?? []);
    assert.deepEqual(subagents, ['ab938b57b0e31e697', 'a75610cf86260de87', 'a5bc2155e2ab9a082'].map((agent) => `${c0de(8)}.agent-${agent}`));
    assert.deepEqual(await outlines('home', subagents[2] as string), ['1 user_message Summarise the git log.', '14 agent_message One commit: init.']);
  });

  it('finds the agents that 2.0 keeps beside the sessions, and sets apart those that 1.0 records inline', async () => {
    const { events } = await transcriptOf(recorded('home-2.0.77'), '01d00000-0000-4000-8000-000000000002');
    assert.deepEqual(events.flatMap((event) => event.tool?.subagentId ?? []), ['-home-dev-app.agent-a9a8aa0']);
    assert.deepEqual(await outlines('home-1.0.128', '01d00000-0000-4000-8000-000000000002'), [
      '2 user_message Use a helper to count',
      '3 agent_message Delegating.',
      '4 tool_call Task think completed',
      '5 (user_message) Count the lines in login.test.js.',
      '6 (agent_message) Counting.',
      '7 (tool_call) Bash execute completed',
      '9 (agent_message) One line.',
      '11 agent_message The helper found one line.',
    ]);
  });

  it('shows a compaction with its summary', async () => {
    const summary = 'This session is being continued [placeholder: continuation preamble]\n\nSummary:\nThe API got a route for users; pagination is next.';
    assert.deepEqual(await outlines('home', c0de(9)), [
      '5 user_message Add a users route',
      '19 agent_message GET /users exists now.',
      '27 user_message What about pagination',
      '29 agent_message limit and offset will do.',
      `36 compaction ${summary}`,
      '39 notice info /compact keep the API part',
      '40 notice info Compacted (ctrl+o to see full summary)',
      '47 user_message Continue with pagination',
      '59 agent_message Pagination works.',
    ]);
  });

  it('tells of interruptions and errors', async () => {
    assert.deepEqual(await outlines('home', c0de(10)), [
      '5 user_message Tell me a very long story',
      '23 agent_message Once upon a time there was a build.',
      '24 agent_message It never finished, and nobody asked.',
      '25 notice warning [Request interrupted by user]',
      '30 user_message Run the slow script',
      '31 agent_message Running it.',
      '32 tool_call Bash execute failed',
      '38 notice warning [Request interrupted by user for tool use]',
      '44 user_message Then just say done',
      '47 agent_message Done.',
    ]);
    assert.deepEqual(await outlines('home', c0de(11)), [
      '3 user_message Trigger a bad request',
      '27 notice error API Error: 400 mock: the request was bad',
      '33 user_message Try while overloaded',
      '36 notice warning 529 Overloaded',
      '38 notice warning 529 Overloaded',
      '40 agent_message Recovered after two tries.',
    ]);
  });

  it('shows commands, shell lines, mentions and images as a person gave them', async () => {
    assert.deepEqual(await outlines('home', c0de(20)), [
      '7 user_message /greet the team',
      '24 agent_message Hello, team!',
      '34 user_message ! echo word',
      '35 notice info word',
      '38 agent_message You printed a word.',
      '43 notice info /model sonnet',
      '44 notice info Set model to `Sonnet 5.5` and saved as your default for new sessions',
      '46 user_message And a goodbye',
      '49 agent_message Goodbye, team!',
    ]);
    assert.equal((await outlines('home', c0de(13)))[0], '6 user_message Explain @login.test.js to me login.test.js');
    assert.equal((await outlines('home', c0de(12)))[0], '3 user_message What is in this picture? image/png');
  });

  it('discloses lines that are no records, and keeps records of a later version as they are', async () => {
    const { events, omissions, unknownTypes } = await transcriptOf(recorded('home-damaged'), 'da3a0000-0000-4000-8000-000000000003');
    // A torn record, NULs, a number, null, a list, a text; lines 38 and 39 are blank.
    assert.deepEqual(omissions.map(({ code, source }) => [code, source.line]), [36, 37, 40, 41, 42, 43].map((line) => ['broken_record', line]));
    assert.deepEqual(unknownTypes, { '(no type)': 1, 'from-the-future': 1 });
    assert.deepEqual(events.slice(6).map(outline), [
      '44 unknown {"no":"type"}',
      '45 unknown {"type":"from-the-future","sessionId":"z","payload":{"a":1}}',
      '46 agent_message A test would call health() and expect "ok".',
    ]);
  });
});

describe('X21 a Claude Code transcript of any shape', () => {
  let home: Home;
  const id = sessionId(1);
  beforeEach(() => (home = new Home()));
  afterEach(() => home.dispose());

  async function eventsOf(conversation: Conversation): Promise<readonly TranscriptEvent[]> {
    home.writeSession(id, conversation.lines);
    return (await home.transcript(id)).events;
  }

  it('gives each block of a record an id of its own', async () => {
    const talk = new Conversation(id);
    talk.prompt('Hello');
    const content = [{ type: 'thinking', thinking: 'hm' }, { type: 'text', text: 'Hi' }, { type: 'tool_use', id: 't1', name: 'Glob', input: { pattern: '*' } }];
    talk.add({ type: 'assistant', message: { id: 'm1', model: 'claude-a', content } });
    assert.deepEqual((await eventsOf(talk)).map((event) => event.id), ['0001-0001', '0001-0002:0', '0001-0002:1', '0001-0002:2']);
  });

  it('marks what it wrote for a person who was away', async () => {
    const talk = new Conversation(id);
    talk.prompt('Hello');
    talk.add({ type: 'system', subtype: 'away_summary', content: 'You said hello.', isMeta: false });
    assert.deepEqual((await eventsOf(talk)).map(({ type, text, severity }) => [type, text, severity]).at(-1), ['notice', 'Recap: You said hello.', 'info']);
  });

  it('leaves a call without a result pending', async () => {
    const talk = new Conversation(id);
    talk.prompt('Go');
    talk.reply('m1', { type: 'tool_use', id: 't1', name: 'mcp__db__query', input: { sql: 'select 1' } });
    const [, call] = await eventsOf(talk);
    assert.deepEqual(call?.tool, { name: 'mcp__db__query', callId: 't1', kind: 'other', status: 'pending', input: { sql: 'select 1' }, output: null });
  });

  it('leaves a background agent pending that never reported, and completes one that did', async () => {
    const talk = new Conversation(id);
    talk.prompt('Go');
    for (const call of ['t1', 't2', 't3']) {
      talk.reply(`m${call}`, { type: 'tool_use', id: call, name: 'Agent', input: {} });
      talk.add({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: call, content: 'launched' }] }, toolUseResult: { status: 'async_launched' } });
    }
    talk.prompt('<task-notification><tool-use-id>t1</tool-use-id><status>completed</status><summary>Done</summary></task-notification>');
    talk.prompt('<task-notification><tool-use-id>t2</tool-use-id><status>failed</status><summary>Failed</summary></task-notification>');
    assert.deepEqual((await eventsOf(talk)).map((event) => event.tool?.status ?? event.text), ['Go', 'completed', 'failed', 'pending', 'Done', 'Failed']);
  });

  it('keeps all calls of a reply on the branch when their results came in another order', async () => {
    const talk = new Conversation(id);
    talk.prompt('Look');
    const first = talk.reply('m1', { type: 'tool_use', id: 't1', name: 'Read', input: {} });
    const second = talk.reply('m1', { type: 'tool_use', id: 't2', name: 'Grep', input: {} });
    talk.rewindTo(second).result('t2', 'two');
    talk.rewindTo(first).result('t1', 'one');
    talk.reply('m2', 'Both seen');
    assert.deepEqual((await eventsOf(talk)).map(outline), [
      '1 user_message Look', '2 tool_call Read read completed', '3 tool_call Grep search completed', '6 agent_message Both seen',
    ]);
  });

  it('shows a result whose call was lost', async () => {
    const talk = new Conversation(id);
    talk.prompt('Look');
    talk.result('gone', 'still here', { is_error: true });
    const [, call] = await eventsOf(talk);
    assert.deepEqual([call?.type, call?.tool?.status, call?.tool?.output], ['tool_call', 'failed', 'still here']);
  });

  it('goes on across a record that was lost', async () => {
    const talk = new Conversation(id);
    talk.prompt('One');
    talk.rewindTo('lost').reply('m1', 'Two');
    assert.deepEqual((await eventsOf(talk)).map(outline), ['1 user_message One', '2 agent_message Two']);
  });

  it('loads of a saved output no more than a mebibyte, and nothing from elsewhere', async () => {
    const talk = new Conversation(id);
    const call = (number: number, saved: string): void => {
      talk.reply(`m${number}`, { type: 'tool_use', id: `t${number}`, name: 'Bash', input: {} });
      talk.add({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: `t${number}`, content: 'preview' }] }, toolUseResult: { persistedOutputPath: saved } });
    };
    const saved = `/elsewhere/projects/x/${id}/tool-results/`;
    const long = home.file('projects', '-home-dev-app', id, 'tool-results', 'long.txt');
    fs.mkdirSync(path.dirname(long), { recursive: true });
    fs.writeFileSync(long, 'x'.repeat((1 << 20) + 5));
    home.write(`${id}/other/secret.txt`, ['a secret']);
    call(1, `${saved}long.txt`);
    call(2, `${saved}gone.txt`);
    call(3, '/etc/passwd');
    call(4, `${saved}../../../../../../../../etc/passwd`);
    call(5, `/elsewhere/projects/x/${id}/other/secret.txt`);
    home.writeSession(id, talk.lines);
    const { events, omissions } = await home.transcript(id);
    assert.deepEqual(events.map((event) => event.tool?.output?.length), [1 << 20, 7, 7, 7, 7]);
    assert.deepEqual(omissions.map(({ code, bytes }) => [code, bytes]), [['missing_part', 5], ['missing_part', undefined]]);
  });

  it('shows what a person typed while the agent worked', async () => {
    const talk = new Conversation(id);
    talk.prompt('Start');
    talk.add({ type: 'attachment', attachment: { type: 'queued_command', prompt: 'And hurry', commandMode: 'prompt' } });
    assert.deepEqual((await eventsOf(talk)).map(outline), ['1 user_message Start', '2 user_message And hurry']);
  });

  it('reads records of the tree that come twice once', async () => {
    const talk = new Conversation(id);
    talk.prompt('Once');
    talk.lines.push(talk.lines[0] as string);
    assert.deepEqual((await eventsOf(talk)).map(outline), ['1 user_message Once']);
  });
});
