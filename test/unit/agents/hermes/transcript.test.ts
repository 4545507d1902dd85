import * as assert from 'node:assert/strict';
import * as path from 'node:path';
import type { TranscriptEvent } from '../../../../src/shared/transcriptEvent';
import { copyHome, edit, removeHomes, transcriptOf } from './fixture';

/** An event in short: type, text or tool, and a mark for what was taken back. */
function brief({ type, text, tool, on_active_branch }: TranscriptEvent): string {
  const what = tool === undefined ? text : `${tool.name} ${tool.kind} ${tool.status}`;
  return `${on_active_branch ? '' : '(undone) '}${type}: ${what.slice(0, 60)}`;
}

function texts(events: readonly TranscriptEvent[]): string[] {
  return events.map(brief);
}

describe('X21 transcripts of Hermes', () => {
  let home: string;
  before(() => {
    home = copyHome('main');
  });
  after(removeHomes);

  it('merges calls with their results, also of several at once, one of which fails', async () => {
    const { events, omissions, unknownTypes } = await transcriptOf(home, '20261130_101736_005c1a');
    assert.deepEqual(texts(events), [
      'user_message: Make the heading teal and check the other pages',
      'agent_message: Creating the stylesheet.',
      'tool_call: write_file edit completed',
      'agent_message: A change and two reads at once.',
      'tool_call: patch edit completed',
      'tool_call: read_file read completed',
      'tool_call: read_file read failed',
      'tool_call: terminal execute failed',
      'tool_call: terminal execute completed',
      'agent_message: All set, the heading is teal.',
    ]);
    const tools = events.flatMap(({ tool }) => tool ?? []);
    assert.deepEqual(tools[1]?.input, { mode: 'replace', path: '/home/dev/app/packages/web/style.css', old_string: 'red', new_string: 'teal' });
    assert.match(tools[1].output ?? '', /^--- a\/.*\n-h1 \{ color: red; \}\n\+h1 \{ color: teal; \}\n$/s);
    assert.equal(tools[2]?.output, '1|<h1>web</h1>\n2|');
    assert.equal(tools[3]?.output, 'File not found: /home/dev/app/packages/web/missing.html');
    assert.equal(tools[4]?.output, 'before\nexit code 3');
    assert.match(tools[5]?.output ?? '', /^row 1 of the long listing\nrow 2 /);
    assert.deepEqual([omissions, unknownTypes], [[], {}]);
  });

  it('gives each event its row, time and author, and an id of its own', async () => {
    const { events } = await transcriptOf(home, '20261130_101736_005c1a');
    assert.deepEqual(events.map(({ source }) => source.line), [7, 8, 8, 10, 10, 10, 10, 14, 16, 18]);
    assert.ok(events.every(({ source }) => source.file === path.join(home, '.hermes', 'state.db')));
    assert.equal(events[0]?.at, '2026-11-30T10:17:40.153Z');
    assert.deepEqual([events[0].author, events[1]?.author], [null, 'mock-large']);
    assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
  });

  it('shows thoughts, and names no author where two models answered', async () => {
    const { events } = await transcriptOf(home, '20261130_101713_ec8612');
    assert.deepEqual(texts(events), [
      'user_message: List the files in this project',
      'thought: The user wants a listing. I will run ls.',
      'agent_message: I\'ll look at the folder.',
      'tool_call: terminal execute completed',
      'agent_message: The folder holds README.md, sum.js and packages.',
      'user_message: How many commits are there?',
      'agent_message: It has one commit.',
    ]);
    assert.ok(events.every(({ author }) => author === null));
  });

  it('reads a chain of compactions as one conversation, with each message once and each summary in its place', async () => {
    const { events } = await transcriptOf(home, '20261130_101905_d1b93d');
    const pair = (number: number): string[] => [
      `user_message: question ${String(number)} about trees`,
      `agent_message: Answer number ${String(number)}. It is a long explanation with many words`,
    ];
    const divider = 'compaction: [CONTEXT COMPACTION — REFERENCE ONLY] [standing text removed';
    assert.deepEqual(texts(events).map((text) => text.slice(0, 68)), [
      ...[1, 2, 3, 4].flatMap(pair), divider, ...[5, 6].flatMap(pair), divider, ...pair(7),
    ].map((text) => text.slice(0, 68)));
    const summary = events[8]?.text ?? '';
    assert.match(summary, /## Goal\nTalk about trees\.\n## Progress\nSeveral answers were given\.$/);
    assert.doesNotMatch(summary, /Answer number 3/);
  });

  it('keeps what a compaction in place put away', async () => {
    const { events } = await transcriptOf(home, '20261130_101939_dc6e63');
    assert.deepEqual(events.map(({ source }) => source.line), [70, 71, 72, 73, 74, 75, 76, 77, 79, 82, 83]);
    assert.deepEqual(events.filter(({ type }) => type === 'compaction').map(({ source }) => source.line), [79]);
    assert.ok(events.every(({ on_active_branch }) => on_active_branch));
  });

  it('marks what was taken back, and keeps what a branch brought along', async () => {
    const { events } = await transcriptOf(home, '20261130_101836_9cd905');
    assert.deepEqual(texts(events), [
      'user_message: first prompt of the day',
      'agent_message: Answer one.',
      'user_message: second prompt',
      'agent_message: Answer two.',
      'user_message: third prompt in branch',
      'agent_message: Answer in the branch.',
      '(undone) user_message: to be taken back',
      '(undone) agent_message: Taken back.',
      'user_message: this instead',
      'agent_message: Instead this.',
    ]);
  });

  it('names the sub-agents on the call that started them', async () => {
    const { events } = await transcriptOf(home, '20261130_101748_154051');
    const [call] = events.flatMap(({ tool }) => tool ?? []);
    assert.equal(call?.name, 'delegate_task');
    assert.equal(call.subagentId, '20261130_101753_74eaf2');
    assert.deepEqual(call.furtherSubagentIds, ['20261130_101753_47b9e1']);
    assert.deepEqual(texts((await transcriptOf(home, '20261130_101753_74eaf2')).events), [
      'user_message: Find where sum is defined',
      'tool_call: terminal execute completed',
      'agent_message: Operation interrupted.',
    ]);
  });

  it('tells sub-agents of calls at the same time by their tasks', async () => {
    const odd = copyHome('main');
    const call = (id: string, goal: string): unknown => ({ id, function: { name: 'delegate_task', arguments: JSON.stringify({ goal }) } });
    edit(odd, (database) => {
      const calls = [call('a', 'Count the lines of README'), call('b', 'Find where sum is defined')];
      database.prepare('UPDATE messages SET tool_calls = ? WHERE id = 20').run(JSON.stringify(calls));
    });
    const { events } = await transcriptOf(odd, '20261130_101748_154051');
    assert.deepEqual(events.flatMap(({ tool }) => tool?.subagentId ?? []), ['20261130_101753_47b9e1', '20261130_101753_74eaf2']);
  });

  it('leaves a call open that was killed', async () => {
    const { events } = await transcriptOf(home, '20261130_102042_bdfac1');
    assert.deepEqual(texts(events).slice(1), ['agent_message: Waiting a while.', 'tool_call: terminal execute pending']);
    assert.equal(events[2]?.tool?.output, null);
  });

  it('shows prompts without what the program put in front, and pictures as attachments', async () => {
    const [job] = (await transcriptOf(home, 'cron_189a4bffc3ae_20261130_102113')).events;
    assert.equal(job?.text, 'Check the nightly build');
    const [picture] = (await transcriptOf(home, '20261130_102129_4bb691')).events;
    assert.deepEqual([picture?.text, picture?.attachments], ['What is in the picture?', ['image']]);
    const parts = (await transcriptOf(home, '20261130_102118_e46f6b56')).events[2];
    assert.deepEqual([parts?.text, parts?.attachments], ['and in this photo?', ['image/png']]);
  });

  it('takes the longer transcript of an older release, with the times of the database', async () => {
    const { events } = await transcriptOf(copyHome('legacy-0.10.0'), '20261130_103724_b8d91c7d');
    assert.deepEqual(texts(events), [
      'user_message: what is on my list?',
      'agent_message: Two things.',
      'user_message: and in this photo?',
      'agent_message: A red door.',
    ]);
    assert.deepEqual(events.map(({ at }) => at?.slice(11)), ['10:37:24.189Z', '10:37:24.190Z', undefined, '10:37:24.190Z']);
    assert.deepEqual(events.map(({ source }) => [path.basename(source.file), source.line]), [1, 2, 3, 4].map((line) => ['20261130_103724_b8d91c7d.jsonl', line]));
  });

  it('shows one of the messages that a newer release marks as the same, and none that it hides', async () => {
    const newer = copyHome('newer-v30');
    // Copies there keep their times.
    edit(newer, (database) => database.exec('UPDATE messages SET timestamp = id WHERE id BETWEEN 78 AND 81'));
    const { events } = await transcriptOf(newer, '20261130_101939_dc6e63');
    assert.deepEqual(events.map(({ source }) => source.line), [70, 71, 72, 73, 74, 75, 76, 77, 79, 82, 83]);
  });

  it('keeps roles, parts and calls that it does not know, and counts them', async () => {
    const odd = copyHome('main');
    edit(odd, (database) => {
      const add = database.prepare('INSERT INTO messages (session_id, role, content, tool_calls, timestamp) VALUES (?, ?, CAST(? AS TEXT), ?, ?)');
      const session = '20261130_101800_61ff43';
      add.run(session, 'oracle', 'words', null, 1796033890);
      add.run(session, 'user', Buffer.from('\0json:[{"type":"hologram","size":3},{"type":"text","text":"seen?"}]'), null, 1796033891);
      add.run(session, 'assistant', '', '[{"type":"riddle"}]', 1796033892);
      add.run(session, 'system', 'A rule.', null, 1796033893);
      add.run(session, 'tool', 'late', null, 1796033894);
    });
    const { events, unknownTypes } = await transcriptOf(odd, '20261130_101800_61ff43');
    const raw = JSON.parse(events[2]?.text ?? '') as Record<string, unknown>;
    assert.deepEqual([raw['role'], raw['content'], raw['timestamp']], ['oracle', 'words', 1796033890]);
    assert.deepEqual(texts(events).slice(3), [
      'user_message: seen?',
      'unknown: {"type":"hologram","size":3}',
      'unknown: {"type":"riddle"}',
      'notice: A rule.',
      'tool_call:  other completed',
    ]);
    assert.deepEqual(unknownTypes, { 'role:oracle': 1, 'part:hologram': 1, tool_call: 1 });
  });
});
