import assert from 'node:assert/strict';
import * as path from 'node:path';
import { gemini } from '../../../../src/agents/gemini/gemini';
import type { TranscriptEvent } from '../../../../src/shared/transcriptEvent';
import { Homes, readTranscript } from '../adapterHome';

/** Type, line, whether it is in the history, and what it shows. Worked out by hand from the session files. */
type Shown = readonly [type: string, line: number, isActive: boolean, shows: unknown];

function shown({ type, source, on_active_branch: isActive, text, tool }: TranscriptEvent): Shown {
  return [type, source.line, isActive, tool === undefined ? text.slice(0, 60) : [tool.name, tool.kind, tool.status, tool.output]];
}

describe('X21 transcripts of Gemini CLI', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  async function events(fixture: string, id: string): Promise<readonly TranscriptEvent[]> {
    return (await readTranscript(gemini, homes.copy(`gemini/${fixture}/home`), id)).events;
  }

  it('shows each tool call once, with its result', async () => {
    const all = await events('main', '22222222-0000-4000-8000-000000000002');
    assert.deepEqual(all.map(shown), [
      ['user_message', 3, true, 'Please fix the sum in src/math.js'],
      ['thought', 7, true, '**Look first**\n\nThe sum is wrong.'],
      ['agent_message', 7, true, 'I look first.'],
      ['tool_call', 7, true, ['read_file', 'read', 'completed', 'export const add = (a, b) => a - b;\n']],
      ['tool_call', 7, true, ['run_shell_command', 'execute', 'completed', '<untrusted_context>\nOutput: math.js\nProcess Group PGID: 260\n</untrusted_context>']],
      ['agent_message', 12, true, 'Now the edit.'],
      ['tool_call', 12, true, ['replace', 'edit', 'completed', 'Successfully modified file: /home/dev/app/src/math.js (1 replacements). Here is the updated code:\nexport const add = (a, b) => a + b;\n']],
      ['tool_call', 17, true, ['read_file', 'read', 'failed', 'File not found: /home/dev/app/nothing.js']],
      ['tool_call', 17, true, ['run_shell_command', 'execute', 'completed', '<untrusted_context>\nOutput: (empty)\nExit Code: 3\nProcess Group PGID: 263\n</untrusted_context>']],
      ['tool_call', 17, true, ['frobnicate', 'other', 'failed', 'Tool "frobnicate" not found. Did you mean one of: "replace", "read_file", "glob"?']],
      ['agent_message', 20, true, 'The sum is fixed.'],
    ]);
    assert.deepEqual(all[6]?.tool?.input, {
      file_path: '/home/dev/app/src/math.js', old_string: 'a - b', new_string: 'a + b', instruction: 'Correct the sign',
    });
    assert.deepEqual([all[0]?.author, all[2]?.author, all[2]?.at], [null, 'gemini-3.8-flash', '2026-11-30T11:23:19.670Z']);
    assert.equal(path.basename(all[0]?.source.file ?? ''), 'session-2026-11-30T11-23-22222222.jsonl');
  });

  it('keeps what a rewind took back, as left behind', async () => {
    assert.deepEqual((await events('main', '11111111-0000-4000-8000-000000000001')).map(shown), [
      ['user_message', 3, true, 'Make the button blue'],
      ['thought', 5, true, '**Colour**\n\nThe user wants blue.'],
      ['agent_message', 5, true, 'Blue it is.'],
      ['user_message', 7, true, 'Make it larger'],
      ['agent_message', 9, true, 'Larger now.'],
      ['notice', 11, false, 'Conversation checkpoint saved with tag: before spin.'],
      ['user_message', 13, false, 'Make it spin'],
      ['agent_message', 15, false, 'Spinning now.'],
    ]);
  });

  it('shows a compression where it happened, after what it replaced', async () => {
    assert.deepEqual((await events('main', '47a4b091-df18-4eb1-97b6-5040dc141b42')).map(shown).map(([type, line, isActive, shows]) => [type, line, isActive, String(shows).slice(0, 15)]), [
      ['user_message', 3, false, 'Write chapter 1'],
      ['agent_message', 5, false, 'Chapter 1 hozrn'],
      ['user_message', 7, false, 'Write chapter 2'],
      ['agent_message', 9, false, 'Chapter 2 fuxmm'],
      ['user_message', 11, false, 'Write chapter 3'],
      ['agent_message', 13, false, 'Chapter 3 hdjur'],
      ['user_message', 15, false, 'Write chapter 4'],
      ['agent_message', 17, false, 'Chapter 4 fwmwn'],
      ['compaction', 20, true, 'the story so fa'],
      ['user_message', 20, true, 'Write chapter 4'],
      ['agent_message', 20, true, 'Chapter 4 fwmwn'],
      ['user_message', 23, true, 'Finish the story'.slice(0, 15)],
      ['agent_message', 25, true, 'The end.'],
    ]);
  });

  it('shows what was typed of a prompt that mentions a file, and the notes of a failed request', async () => {
    const all = await events('main', 'db73e4af-af6c-4cbb-ba87-02194f7f95dd');
    assert.deepEqual(all.map(shown), [
      ['user_message', 3, true, 'What is in @index.js please'],
      ['agent_message', 5, true, 'It says alpha.'],
      ['user_message', 7, false, 'Provoke an error'],
      ['notice', 10, true, '[API Error: {"error":{"code":400,"message":"scripted: bad re'],
      ['notice', 12, true, 'This request failed. Press F12 for diagnostics, or run /sett'],
      ['user_message', 14, true, 'Are you there'],
      ['agent_message', 16, true, 'Still here.'],
    ]);
    assert.deepEqual([all[3]?.severity, all[4]?.severity], ['error', 'info']);
  });

  it('names the sub-agent on the call that started it', async () => {
    const call = (await events('main', '77777777-0000-4000-8000-000000000007')).find(({ type }) => type === 'tool_call');
    assert.deepEqual([call?.tool?.name, call?.tool?.subagentId], ['invoke_agent', '6392d75d-8a48-4daf-8a41-30d32d27d604']);
    const below = await events('main', '6392d75d-8a48-4daf-8a41-30d32d27d604');
    assert.deepEqual(below.map(({ type }) => type), ['user_message', 'thought', 'tool_call', 'tool_call']);
  });

  it('reads the old layout and gives the line on which each message begins', async () => {
    assert.deepEqual((await events('legacy-hash', '6ce8f0e3-5c31-4d6e-9e88-e5c0ff2bbb4f')).map(shown), [
      ['user_message', 7, true, 'Read the text file'],
      ['thought', 13, true, '**Read**\n\nthe file'],
      ['agent_message', 13, true, 'Reading.'],
      ['tool_call', 13, true, ['read_file', 'read', 'completed', 'alpha\n']],
      ['tool_call', 13, true, ['read_file', 'read', 'failed', 'File not found: /home/dev/app/missing.txt']],
      ['agent_message', 85, true, 'It says alpha.'],
      ['user_message', 101, true, 'Say it again'],
      ['agent_message', 107, true, 'Alpha.'],
    ]);
  });

  it('reads the one file of four that holds everything, each call with its own result', async () => {
    const all = await events('migrated', '6ce8f0e3-5c31-4d6e-9e88-e5c0ff2bbb4f');
    assert.deepEqual(all.slice(3, 5).map(shown), [
      ['tool_call', 3, true, ['read_file', 'read', 'completed', 'alpha\n']],
      ['tool_call', 3, true, ['read_file', 'read', 'failed', 'File not found: /home/dev/app/missing.txt']],
    ]);
    assert.deepEqual(all.filter(({ type }) => type === 'user_message').map(({ text }) => text), [
      'Read the text file', 'Say it again', 'Go on in the middle version', 'Go on in the current version',
    ]);
  });

  it('keeps unknown records raw and counts them', async () => {
    const { events: all, unknownTypes } = await readTranscript(gemini, homes.copy('gemini/damaged/home'), 'dddddddd-0000-4000-8000-000000000003');
    assert.deepEqual(all.map(shown), [
      ['user_message', 2, true, 'Things nobody knows yet'],
      ['unknown', 3, true, '{"id":"x1","timestamp":"2026-06-01T10:00:02.000Z","type":"ho'],
      ['unknown', 4, true, '{"$push":{"a":1}}'],
      ['unknown', 5, true, '{"$unset":["summary"]}'],
      ['agent_message', 7, true, 'Parts too.'],
    ]);
    assert.deepEqual(all[4]?.attachments, ['image/png']);
    assert.deepEqual(unknownTypes, { hologram: 1, $push: 1, $unset: 1 });
  });

  it('says which lines could not be read', async () => {
    const home = homes.copy('gemini/damaged/home');
    const omitted = async (id: string) => (await readTranscript(gemini, home, id)).omissions.map(({ code, source, bytes }) => [code, source.line, bytes]);
    assert.deepEqual(await omitted('bbbbbbbb-0000-4000-8000-000000000001'), [
      ['broken_record', 3, 6], ['broken_record', 5, 4], ['broken_record', 6, 2], ['broken_record', 7, 6],
    ]);
    assert.deepEqual(await omitted('aaaaaaaa-0000-4000-8000-000000000000'), [['torn_end', 4, 70]]);
  });

  it('takes off what the program wraps around a prompt', async () => {
    const lines = [
      { sessionId: 'wrapped', projectHash: '', startTime: '2026-06-01T10:00:00.000Z' },
      { id: 'u1', type: 'user', content: [{ text: '<session_context>\nlinux\n</session_context>' }, { text: '<hook_context>remember</hook_context>\n\nGo on' }] },
      { id: 'u2', type: 'user', content: [{ text: 'System: Potential loop detected. Think.' }] },
      { id: 'a1', type: 'gemini', model: 'm', content: [{ text: 'why', thought: true }, { text: 'Gone.' }, { functionCall: { id: 'c1', name: 'glob', args: { pattern: '*' } } }] },
      { id: 'u3', type: 'user', content: [{ functionResponse: { id: 'c1', name: 'glob', response: { files: 2 } } }, { executableCode: { code: '1' } }] },
    ];
    const home = homes.with({ '.gemini/tmp/app/chats/session-1-wrapped.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') });
    const { events: all, unknownTypes } = await readTranscript(gemini, home, 'wrapped');
    assert.deepEqual(all.map(shown), [
      ['user_message', 2, true, 'Go on'],
      ['notice', 3, true, 'System: Potential loop detected. Think.'],
      ['thought', 4, true, 'why'],
      ['agent_message', 4, true, 'Gone.'],
      ['tool_call', 4, true, ['glob', 'search', 'completed', '{\n  "files": 2\n}']],
      ['unknown', 5, true, '{"executableCode":{"code":"1"}}'],
    ]);
    assert.deepEqual(unknownTypes, { 'content.executableCode': 1 });
  });
});
