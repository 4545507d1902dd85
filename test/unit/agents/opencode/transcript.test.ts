import assert from 'node:assert/strict';
import * as path from 'node:path';
import type { TranscriptEvent } from '../../../../src/shared/transcriptEvent';
import type { Transcript } from '../../../../src/transcript/model';
import { databaseOf, Homes, Store, transcriptOf, write } from './support';

/** Worked out by hand from the rows: id, type and text of each event; a call's name, kind, status and result instead of a text. */
function told(events: readonly TranscriptEvent[]): unknown[] {
  return events.map(({ id, type, text, tool }) => (tool ? [id, type, tool.name, tool.kind, tool.status, tool.output] : [id, type, text]));
}

function byId({ events }: Transcript, id: string): TranscriptEvent {
  const event = events.find((candidate) => candidate.id === id);
  assert.ok(event, id);
  return event;
}

describe('X21 transcripts of recorded opencode sessions', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  it('tells two turns with thoughts, parallel calls, an edit, a failed and an unknown tool', async () => {
    const home = homes.copy('main');
    const transcript = await transcriptOf(home, 'ses_dd3fdf762ffepKJnoasSQvm5Rr');
    const unknown = byId(transcript, 'prt_22c022360001KXdbhBF8l75UTW').tool?.output ?? '';
    assert.deepEqual(told(transcript.events), [
      ['msg_22c02093d0014EMDWWS2RylPn0', 'user_message', 'Please fix the sum in src/math.js'],
      ['prt_22c021b5e001u4u1YxbeuIydQS', 'thought', 'The user wants the sum fixed. I look first.'],
      ['prt_22c021b700015KCWU8YLgCfAOV', 'agent_message', 'I will look at the file and the folder.'],
      ['prt_22c021b75001ZKciORcwIw6k0j', 'tool_call', 'read', 'read', 'completed',
        '<path>/home/dev/app/src/math.js</path>\n<type>file</type>\n<content>\n1: export const add = (a, b) => a - b;\n\n(End of file - total 1 lines)\n</content>'],
      ['prt_22c021bed001edARLpOuTgfnx8', 'tool_call', 'bash', 'execute', 'completed', 'math.js\n'],
      ['prt_22c0220260014dfDW3wPx6Xl03', 'agent_message', 'The sign is wrong; I change it.'],
      ['prt_22c022035001CeoigrdbfTBNfu', 'tool_call', 'edit', 'edit', 'completed', 'Edit applied successfully.'],
      ['prt_22c022220001hDoBvDbIZ2diNq', 'notice', 'Changed: /home/dev/app/src/math.js'],
      ['prt_22c0223110012SLpW6pDh55xVA', 'agent_message', 'Now I check it.'],
      ['prt_22c022318001S1lrRXNvuRjiS1', 'tool_call', 'bash', 'execute', 'completed', '(no output)'],
      ['prt_22c022335001CqfRsiOQA3INxV', 'tool_call', 'read', 'read', 'failed', 'File not found: /home/dev/app/src/nothing.js'],
      ['prt_22c022360001KXdbhBF8l75UTW', 'tool_call', 'invalid', 'other', 'completed', unknown],
      ['prt_22c02259a0016qTREX8Q1aDmiY', 'agent_message', 'The sum is fixed; one check failed for another reason.'],
      ['msg_22c0237c8001gAIPPMfHPAU3m8', 'user_message', 'Thanks!'],
      ['prt_22c024dc60017LeBJFVyOblXgz', 'agent_message', 'You are welcome.'],
    ]);
    assert.match(unknown, /^The arguments provided to the tool are invalid: Model tried to call unavailable/);
    assert.deepEqual(byId(transcript, 'prt_22c021bed001edARLpOuTgfnx8'), {
      id: 'prt_22c021bed001edARLpOuTgfnx8',
      type: 'tool_call',
      at: '2026-11-30T10:31:05.493Z',
      author: 'mock/mock-large',
      response: 'msg_22c021213001GNgRgpFBD8Ikbk',
      text: '',
      tool: { name: 'bash', callId: 'call_2_1', kind: 'execute', status: 'completed', input: { command: 'ls src', description: 'List the source folder' }, output: 'math.js\n' },
      on_active_branch: true,
      source: { file: path.join(home, '.local/share/opencode/opencode.db'), line: 6 },
    });
    assert.deepEqual(transcript.unknownTypes, {});
    assert.deepEqual(transcript.omissions, []);
  });

  it('tells shell mode, attachments, a mentioned agent and its sub-agent', async () => {
    const transcript = await transcriptOf(homes.copy('main'), 'ses_dd3f7d632ffeRyNDDRl46vC212');
    const result = '<task id="ses_dd3f7d2c1ffe2ABYnfwxJXCOOt" state="completed">\n<task_result>\nYes.\n</task_result>\n</task>';
    const todos = byId(transcript, 'prt_22c0831e90014CbFZUgGfH6Hy6').tool?.output ?? '';
    assert.deepEqual(told(transcript.events), [
      ['prt_22c082a12001oTfpsfBDG22lVz', 'tool_call', 'bash', 'execute', 'completed', 'from shell mode\n'],
      ['msg_22c082a71001XAVQRV7gsUhI1y', 'user_message', 'Look at @README.md and the picture'],
      ['prt_22c082b9a001knPhz0SnBCEDMo', 'agent_message', 'A title and a dot.'],
      ['msg_22c082c840012RqiRrADrVHAyD', 'user_message', 'Ask @general whether it works'],
      ['prt_22c082d32001JKqh44CaIuiw1p', 'tool_call', 'task', 'think', 'completed', result],
      ['prt_22c082f7d0014Zk9zCsubzsFv4', 'agent_message', 'The helper says yes.'],
      ['msg_22c083002001iioJyrivS5xQLk', 'user_message', 'Write a stand-up note about the parts in two lines.'],
      ['prt_22c0830b6001jQIr4eH2KioLB3', 'agent_message', 'Yesterday: parts.\nToday: more parts.'],
      ['msg_22c083162001smWNwFsegNjK24', 'user_message', 'Keep a list'],
      ['prt_22c0831e90014CbFZUgGfH6Hy6', 'tool_call', 'todowrite', 'think', 'completed', todos],
      ['prt_22c0832cb001gcjJQyyoDfQxgb', 'agent_message', 'Listed.'],
    ]);
    assert.equal((JSON.parse(todos) as unknown[]).length, 2);
    assert.deepEqual(byId(transcript, 'msg_22c082a71001XAVQRV7gsUhI1y').attachments, ['/home/dev/app/README.md', 'dot.png']);
    assert.deepEqual(byId(transcript, 'msg_22c082c840012RqiRrADrVHAyD').attachments, ['@general']);
    assert.equal(byId(transcript, 'prt_22c082d32001JKqh44CaIuiw1p').tool?.subagentId, 'ses_dd3f7d2c1ffe2ABYnfwxJXCOOt');
  });

  it('keeps what an undo hides, off the active branch', async () => {
    const { events } = await transcriptOf(homes.copy('main'), 'ses_dd3f816e0ffeJXvyIdEMI0SSai');
    assert.deepEqual(events.map(({ text, on_active_branch }) => [text, on_active_branch]), [
      ['Write a haiku', true],
      ['Leaves fall.', true],
      ['Now a limerick', false],
      ['There once was.', false],
    ]);
  });

  it('tells compactions by their summaries, asked for and automatic', async () => {
    const home = homes.copy('main');
    const asked = (await transcriptOf(home, 'ses_dd3f80ce6ffeOENy0cWKvfJlPS')).events;
    assert.deepEqual(asked.map(({ type, text }) => [type, text]), [
      ['user_message', 'First topic'],
      ['agent_message', 'Answer one.'],
      ['user_message', 'Second topic'],
      ['agent_message', 'Answer two.'],
      ['compaction', '## Goal\nTalk about topics.\n## Progress\nTwo topics done.'],
      ['user_message', 'Third topic'],
      ['agent_message', 'Answer three.'],
    ]);
    const automatic = (await transcriptOf(home, 'ses_dd3f80831ffePxPewQ0E82XhU6')).events;
    assert.deepEqual(automatic.map(({ type, text }) => [type, text]), [
      ['user_message', 'Read everything'],
      ['agent_message', 'Reading.'],
      ['tool_call', ''],
      ['compaction', '## Goal\nRead everything.'],
      ['agent_message', 'Continued after the summary.'],
    ]);
  });

  it('tells an interruption and an error of the model, when they happened', async () => {
    const home = homes.copy('main');
    const interrupted = (await transcriptOf(home, 'ses_dd3f8033affeGRBac555oLB6P1')).events;
    assert.deepEqual(interrupted.map(({ type, text, severity, at }) => [type, text, severity, at]), [
      ['user_message', 'Tell a long story', undefined, '2026-11-30T10:37:30.728Z'],
      ['agent_message', 'Once upon a time there was a build that', undefined, '2026-11-30T10:37:30.872Z'],
      ['notice', 'Aborted', 'warning', '2026-11-30T10:37:34.273Z'],
    ]);
    const failed = (await transcriptOf(home, 'ses_dd3f7e6f1ffePlubiGxSHGrFIz')).events.at(-1);
    assert.deepEqual([failed?.type, failed?.text, failed?.severity, failed?.source.line], ['notice', 'scripted: bad request', 'error', 63]);
  });

  it('reads what is only in the write-ahead log, a call still running among it', async () => {
    const { events } = await transcriptOf(homes.copy('live-wal'), 'ses_dd3cf01b4ffeZWYtisqbmYxnst');
    assert.deepEqual(told(events), [
      ['msg_22c30fe6d001lBhuD2euhF85K4', 'user_message', 'Run the long job'],
      ['prt_22c30fedc001Fj1fs4IrzuYQ2t', 'agent_message', 'Starting the job.'],
      ['prt_22c30fee3001RfMJQ3imaN385m', 'tool_call', 'bash', 'execute', 'in_progress', null],
    ]);
  });

  it('reads the newer shape of messages', async () => {
    const { events } = await transcriptOf(homes.copy('v2-messages'), 'ses_aa11bb22cc33presetIdTwo002');
    assert.deepEqual(told(events), [
      ['msg_22c1a7fe2001OGjEtp5OsoYL4Q', 'user_message', 'Read the notes'],
      ['msg_22c1a825c001T3blhfQVF2mSHK/0', 'agent_message', 'Reading.'],
      ['msg_22c1a825c001T3blhfQVF2mSHK/1', 'tool_call', 'read', 'read', 'completed', 'remember\n'],
      ['msg_22c1a8473001gmCy0arpWuGCQ2/0', 'agent_message', 'It says: remember.'],
    ]);
    const newer = (await transcriptOf(homes.copy('newer-schema'), 'ses_v2aaaaaaaaaaaaaaaaaaaaA001')).events;
    assert.deepEqual(newer.map(({ type, text, source }) => [type, text, source.line]), [
      ['user_message', 'Start the second generation', 9],
      ['notice', 'Model: mock/mock-large', 10],
      ['agent_message', 'Started.', 11],
      ['compaction', 'so far', 13],
      ['agent_message', 'Went on.', 14],
    ]);
  });

  it('reads JSON files, each event with its own file', async () => {
    const home = homes.copy('legacy-0.5');
    const { events } = await transcriptOf(home, 'ses_7c0aa1b2cffeAAAAlegacyone1');
    assert.deepEqual(told(events), [
      ['msg_83f55e4d3001uuuuuuuuuuuuuu', 'user_message', 'Tidy the imports, please\n'],
      ['prt_83f55e4d4001qqqqqqqqqqqqqq', 'tool_call', 'read', 'read', 'completed', 'import a\n'],
      ['prt_83f55e4d4002qqqqqqqqqqqqqq', 'agent_message', 'They were tidy already.'],
    ]);
    const folder = '.local/share/opencode/project/home-dev-app/storage/session/part/ses_7c0aa1b2cffeAAAAlegacyone1/msg_83f55e4d4001aaaaaaaaaaaaaa';
    assert.deepEqual(events[2]?.source, { file: path.join(home, folder, 'prt_83f55e4d4002qqqqqqqqqqqqqq.json'), line: 1 });
  });

  it('shows unknown records raw and says which are broken', async () => {
    const home = homes.copy('damaged-rows');
    const database = path.join(home, '.local/share/opencode/opencode.db');
    const unknown = await transcriptOf(home, 'ses_dd3ea53e3ffevGSaxrW52c9WpA');
    assert.deepEqual(unknown.unknownTypes, { 'part hologram': 1, 'message narrator': 1 });
    assert.deepEqual(unknown.events.filter(({ type }) => type === 'unknown').map(({ text, source }) => [JSON.parse(text) as unknown, source.line]), [
      [{ type: 'hologram', scene: 8 }, 19],
      [{ role: 'narrator', time: { created: 1796035947577 }, mood: 'epic', parts: [{ type: 'hologram', scene: 7 }] }, 8],
    ]);
    const broken = await transcriptOf(home, 'ses_dd3ea5b47ffeETXu2mKGfZRum5');
    assert.deepEqual(broken.events.map(({ text }) => text), ['\nWhat is this project?', 'Short answer.']);
    assert.deepEqual(broken.omissions, [{ code: 'broken_record', source: { file: database, line: 4 }, bytes: 25 }]);
  });
});

describe('X21 transcripts of made-up opencode sessions', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  function made(fill: (store: Store) => void): string {
    const home = homes.empty();
    const store = new Store(databaseOf(home));
    store.session('ses_1', 1000);
    fill(store);
    store.close();
    return home;
  }

  it('undoes a part of an answer', async () => {
    const home = made((store) => {
      store.message('msg_1', 'ses_1', 1001, { role: 'assistant' }, [{ type: 'text', text: 'kept' }, { type: 'text', text: 'undone' }]);
      store.database.prepare('UPDATE session SET revert = ?').run(JSON.stringify({ messageID: 'msg_1', partID: 'prt_msg_1_1' }));
    });
    const { events } = await transcriptOf(home, 'ses_1');
    assert.deepEqual(events.map(({ text, on_active_branch }) => [text, on_active_branch]), [['kept', true], ['undone', false]]);
  });

  it('shows a compaction without a summary, a delegated task, a retry and a picture of a tool', async () => {
    const picture = { type: 'file', mime: 'image/png', url: 'data:image/png;base64,AAAA' };
    const home = made((store) => {
      store.message('msg_1', 'ses_1', 1001, { role: 'user' }, [{ type: 'compaction', auto: true }]);
      store.message('msg_2', 'ses_1', 1002, { role: 'user' }, [{ type: 'subtask', prompt: 'Look around', agent: 'explore' }]);
      store.message('msg_3', 'ses_1', 1003, { role: 'assistant' }, [
        { type: 'retry', attempt: 2, error: { name: 'APIError', data: { message: 'busy' } } },
        { type: 'tool', tool: 'toString', state: { status: 'constructor', input: 'raw', attachments: [picture] } },
      ]);
    });
    const { events } = await transcriptOf(home, 'ses_1');
    assert.deepEqual(told(events), [
      ['prt_msg_1_0', 'compaction', ''],
      ['msg_2', 'user_message', 'Look around'],
      ['prt_msg_3_0', 'notice', 'Tried again: busy'],
      ['prt_msg_3_1', 'tool_call', 'toString', 'other', 'pending', null],
    ]);
    assert.deepEqual(events.at(-1)?.attachments, ['image/png']);
  });

  it('keeps the parts of a message that is broken itself', async () => {
    const home = made((store) => {
      store.message('msg_1', 'ses_1', 1001, {}, [{ type: 'text', text: 'whose?' }]);
      store.database.exec("UPDATE message SET data = '{'");
    });
    const { events, omissions } = await transcriptOf(home, 'ses_1');
    assert.deepEqual(events.map(({ type, text }) => [type, JSON.parse(text) as unknown]), [['unknown', { type: 'text', text: 'whose?' }]]);
    assert.deepEqual(omissions.map(({ code, bytes }) => [code, bytes]), [['broken_record', 1]]);
  });

  it('tells commands that a person typed, skills and moves in the newer shape', async () => {
    const home = made((store) => {
      const insert = store.database.prepare('INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?, ?)');
      const rows: readonly (readonly [string, object])[] = [
        ['user', { text: 'Look', files: [{ uri: 'file:///home/dev/a%20b.txt?start=1', mime: 'text/plain' }], agents: [{ name: 'plan' }] }],
        ['shell', { command: 'ls', output: { output: 'a\n', truncated: false }, time: { created: 1, completed: 2 } }],
        ['shell', { command: 'sleep 9', status: 'running' }],
        ['skill', { name: 'release', text: 'long' }],
        ['agent-switched', { agent: 'plan' }],
        ['location-switched', { location: { directory: '/home/dev/other' } }],
        ['system', { text: 'for the model' }],
        ['teleport', { to: 'mars' }],
        ['assistant', { content: [{ type: 'tool', name: 'bash', state: { status: 'error', input: {}, error: { type: 'x', message: 'no' } } }], error: { type: 'aborted', message: 'stop' } }],
      ];
      rows.forEach(([type, data], seq) => insert.run(`msg_${String(seq)}`, 'ses_1', type, seq, 1001 + seq, 1001, JSON.stringify(data)));
    });
    const { events, unknownTypes } = await transcriptOf(home, 'ses_1');
    assert.deepEqual(told(events), [
      ['msg_0', 'user_message', 'Look'],
      ['msg_1', 'tool_call', 'shell', 'execute', 'completed', 'a\n'],
      ['msg_2', 'tool_call', 'shell', 'execute', 'in_progress', null],
      ['msg_3', 'notice', 'Skill: release'],
      ['msg_4', 'notice', 'Agent: plan'],
      ['msg_5', 'notice', 'Folder: /home/dev/other'],
      ['msg_7', 'unknown', '{"to":"mars","parts":[]}'],
      ['msg_8/0', 'tool_call', 'bash', 'execute', 'failed', 'no'],
      ['msg_8/error', 'notice', 'stop'],
    ]);
    assert.deepEqual(events[0]?.attachments, ['/home/dev/a b.txt', '@plan']);
    assert.deepEqual(unknownTypes, { 'message teleport': 1 });
  });

  it('reads a session that goes on in the newer shape once, in order, whether or not its start was copied there', async () => {
    const home = made((store) => {
      store.prompt('msg_a', 'ses_1', 1001, 'first');
      store.prompt('msg_b', 'ses_1', 1002, 'second');
      store.prompt('msg_d', 'ses_1', 1004, 'fourth');
      const insert = store.database.prepare('INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?, ?)');
      insert.run('msg_a', 'ses_1', 'user', 1, 1001, 1001, JSON.stringify({ time: { created: 1001 }, text: 'first' }));
      insert.run('msg_x', 'ses_1', 'user', 2, 1002, 1002, JSON.stringify({ time: { created: 1002 }, text: 'second' }));
      insert.run('msg_y', 'ses_1', 'user', 3, 1003, 1003, JSON.stringify({ time: { created: 1003 }, text: 'third' }));
    });
    const { events } = await transcriptOf(home, 'ses_1');
    assert.deepEqual(events.map(({ text }) => text), ['first', 'second', 'third', 'fourth']);
  });

  it('reads the messages of 0.1, which hold their parts', async () => {
    const home = homes.empty();
    const base = 'project/home-dev-app/storage/session';
    write(home, `${base}/info/ses_1.json`, { id: 'ses_1', title: 'New Session - 2025-06-20T10:00:00.000Z', time: { created: 1000, updated: 2000 } });
    write(home, `${base}/message/ses_1/msg_1.json`, { id: 'msg_1', role: 'user', parts: [{ type: 'text', text: 'Hello' }], metadata: { time: { created: 1001 } } });
    const assistant = { system: ['long'], modelID: 'large', providerID: 'mock', path: { cwd: '/home/dev/app' }, tokens: { input: 5, output: 3, reasoning: 1, cache: { read: 2, write: 0 } } };
    write(home, `${base}/message/ses_1/msg_2.json`, {
      id: 'msg_2', role: 'assistant', metadata: { time: { created: 1002, completed: 1005 }, assistant },
      parts: [{ type: 'step-start' }, { type: 'tool-invocation', toolInvocation: { state: 'result', toolName: 'bash', args: { command: 'ls' }, result: 'a\n' } }, { type: 'text', text: 'Hi' }],
    });
    assert.deepEqual(told((await transcriptOf(home, 'ses_1')).events), [
      ['msg_1', 'user_message', 'Hello'],
      ['msg_2/1', 'tool_call', 'bash', 'execute', 'completed', 'a\n'],
      ['msg_2/2', 'agent_message', 'Hi'],
    ]);
  });
});
