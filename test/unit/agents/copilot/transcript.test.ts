import assert from 'node:assert/strict';
import { copilot } from '../../../../src/agents/copilot/copilot';
import type { TranscriptEvent } from '../../../../src/shared/transcriptEvent';
import { Homes, readTranscript } from '../adapterHome';

/** Type, line, and what it shows; sub-agents' work is marked. Worked out by hand from the logs. */
function shown({ type, source, on_active_branch: isActive, text, tool }: TranscriptEvent): unknown[] {
  const shows = tool === undefined ? text.slice(0, 60) : [tool.name, tool.kind, tool.status, tool.output?.slice(0, 60) ?? null];
  return [type, source.line, shows, ...(isActive ? [] : ['beside'])];
}

describe('X21 transcripts of Copilot', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  async function events(home: string, id: string): Promise<readonly TranscriptEvent[]> {
    return (await readTranscript(copilot, homes.copy(`copilot/${home}`), id)).events;
  }

  it('shows thoughts, messages and calls with their results, over two runs and two models', async () => {
    const all = await events('main', 'ff9cec23-4c43-4abe-bf82-1da1a04ab4b3');
    assert.deepEqual(all.map(shown), [
      ['user_message', 2, 'List the files in this project'],
      ['thought', 6, 'The user wants a listing. I will run ls.'],
      ['agent_message', 6, "I'll look at the folder."],
      ['tool_call', 6, ['bash', 'execute', 'completed', 'README.md\npackages\nsum.js\n<shellId: 0 completed with exit co']],
      ['agent_message', 12, 'The folder holds README.md, sum.js and packages.'],
      ['user_message', 17, 'How many commits are there?'],
      ['agent_message', 21, 'It has one commit.'],
    ]);
    assert.deepEqual(all.map(({ author }) => author), [null, 'gpt-5.4', 'gpt-5.4', 'gpt-5.4', 'gpt-5.4', null, 'gpt-5.5']);
    assert.deepEqual(all[3]?.tool?.input, { command: 'ls', description: 'List files' });
    assert.equal(all[0]?.at, '2026-11-30T10:10:16.751Z');
  });

  it('tells failed tools from commands that end with an error', async () => {
    const all = await events('main', 'f6fed55d-ba5c-4406-8c84-7481b252d044');
    assert.deepEqual(all.filter(({ type }) => type === 'tool_call').map(shown), [
      ['tool_call', 6, ['create', 'edit', 'completed', 'Created file /home/dev/app/packages/web/style.css with 19 ch']],
      ['tool_call', 12, ['edit', 'edit', 'completed', 'File /home/dev/app/packages/web/style.css updated with chang']],
      ['tool_call', 12, ['view', 'read', 'completed', '<h1>web</h1>\n']],
      ['tool_call', 12, ['view', 'read', 'failed', 'Path does not exist']],
      ['tool_call', 22, ['bash', 'execute', 'completed', 'before\n<shellId: 0 completed with exit code 3>']],
      ['tool_call', 28, ['bash', 'execute', 'completed', 'Output too large to read at once (41.4 KB). Saved to: /tmp/1']],
    ]);
  });

  it('puts the work of sub-agents beside the conversation', async () => {
    const all = await events('main', 'bcd2c352-6924-4330-9c11-ba51aab74c63');
    assert.deepEqual(all.map(shown), [
      ['user_message', 2, 'Find the sum function, count README lines and review the cod'],
      ['agent_message', 6, "I'll ask an explorer."],
      ['tool_call', 6, ['task', 'think', 'completed', 'sum is defined in sum.js line 1.']],
      ['user_message', 12, 'Find where sum is defined', 'beside'],
      ['tool_call', 16, ['rg', 'search', 'completed', './sum.js'], 'beside'],
      ['agent_message', 22, 'sum is defined in sum.js line 1.', 'beside'],
      ['agent_message', 29, 'Two more, one in the background.'],
      ['tool_call', 29, ['task', 'think', 'completed', 'Agent started in background with agent_id: 4c2ecfd1-49d7-48b']],
      ['tool_call', 29, ['task', 'think', 'completed', 'sum subtracts instead of adding.']],
      ['user_message', 40, 'Count the lines of README', 'beside'],
      ['user_message', 41, 'Review sum.js', 'beside'],
      ['agent_message', 47, 'sum subtracts instead of adding.', 'beside'],
      ['agent_message', 54, 'All three have reported.'],
      ['agent_message', 57, 'README.md has three lines.', 'beside'],
      ['tool_call', 61, ['read_agent', 'other', 'completed', 'Agent is idle (waiting for messages).']],
      ['agent_message', 66, 'The counter says three lines.'],
    ]);
    assert.match(all[2]?.tool?.subagentId ?? '', /^[0-9a-f-]{36}\.agent-d84afa46-7cdd-4f72-a545-517331ab5981$/);
  });

  it('knows the sub-agents of 1.0.22 by the call they belong to', async () => {
    const all = await events('old-1.0.22', '79fb2fa7-7871-4dbc-b54a-1fc067cac687');
    assert.deepEqual(all.filter(({ on_active_branch: isActive }) => !isActive).map(shown), [
      ['tool_call', 8, ['rg', 'search', 'completed', './sum.js'], 'beside'],
      ['agent_message', 11, 'sum is defined in sum.js line 1.', 'beside'],
      ['agent_message', 22, 'sum subtracts instead of adding.', 'beside'],
      ['agent_message', 27, 'README.md has three lines.', 'beside'],
    ]);
  });

  it('shows a fork with what it took over, and where it came from', async () => {
    assert.deepEqual((await events('main', 'a574b31c-2d4a-4299-be5c-788ebf03ed5a')).map(shown), [
      ['user_message', 3, 'first prompt of the day'],
      ['agent_message', 7, 'Answer one.'],
      ['user_message', 9, 'second prompt'],
      ['agent_message', 12, 'Answer two.'],
      ['tool_call', 14, ['local_shell', 'execute', 'completed', 'from-user-shell']],
      ['notice', 16, 'Forked from "Renamed by hand" (950322e3-f77d-405f-a3e4-7e46a'],
      ['user_message', 18, 'third prompt in fork'],
      ['agent_message', 22, 'Answer in the fork.'],
    ]);
  });

  it('shows a compaction between the turns it lies between', async () => {
    assert.deepEqual((await events('main', '25cead73-2956-4c6d-88ac-50b9d6a3e4ba')).map(shown).slice(3, 6), [
      ['agent_message', 12, 'Step one is done.'],
      ['compaction', 22, '<overview>We planned three steps.</overview>\n<history>Step o'],
      ['user_message', 23, 'Go on'],
    ]);
  });

  it('shows a refused call as failed and the stop as a notice', async () => {
    const all = await events('main', '51a0e4dd-1a62-4d3f-a03a-3bc86e08e5ca');
    assert.deepEqual(all.map(shown).slice(2, 6), [
      ['tool_call', 7, ['bash', 'execute', 'completed', '\n<shellId: 0 completed with exit code 0>']],
      ['agent_message', 15, 'And this?'],
      ['tool_call', 15, ['bash', 'execute', 'failed', 'Session aborted']],
      ['notice', 20, 'Aborted (user_initiated)'],
    ]);
    assert.equal(all[5]?.severity, 'warning');
  });

  it('shows an error of the service, attached pictures by name, and a call that a kill left open', async () => {
    const [, failure] = await events('main', '339b06f8-ba9f-47d6-8db1-7b9b0876ab7c');
    assert.deepEqual([failure?.type, failure?.severity], ['notice', 'error']);
    const [prompt] = await events('main', 'ebfc2fc0-865c-4a40-9e3a-f43768bc7031');
    assert.deepEqual(prompt?.attachments, ['dot.png']);
    const killed = await events('main', '024f4e21-eef6-44d9-912a-2f2f4e7ced6f');
    assert.deepEqual(killed.map(shown).at(-1), ['tool_call', 7, ['bash', 'execute', 'pending', null]]);
  });

  it('never shows what the program sends on its own as a prompt', async () => {
    const autopilot = await events('main', '25b64530-4eea-4335-918d-37001feb0ecf');
    assert.deepEqual(autopilot.map(({ type }) => type), ['user_message', 'agent_message', 'tool_call', 'notice']);
    const skill = await events('main', '5bdc12cc-2f9c-4056-9a27-bcb2db850d30');
    assert.deepEqual(skill.map(({ text }) => text), ['/greeter Ada', 'Good day, Ada.']);
  });

  it('keeps an unknown record raw', async () => {
    const { events: all, unknownTypes } = await readTranscript(copilot, homes.copy('copilot/broken'), 'bbbbbbbb-0000-4000-8000-000000000008');
    assert.deepEqual(unknownTypes, { 'session.hologram_opened': 1 });
    assert.deepEqual((JSON.parse(all.at(-1)?.text ?? '') as { data: unknown }).data, { depth: 3 });
  });

  it('reads the layouts that the program no longer reads', async () => {
    assert.deepEqual((await events('broken', 'cccccccc-0000-4000-8000-000000000001')).map(shown), [
      ['user_message', 2, 'Remember that the build uses make'],
      ['agent_message', 4, 'Noted.'],
    ]);
    assert.deepEqual((await events('broken', 'eeeeeeee-0000-4000-8000-000000000001')).map(shown), [
      ['user_message', 1, 'please add a license file'],
      ['agent_message', 1, 'Which one?'],
      ['user_message', 1, 'MIT'],
      ['tool_call', 1, ['bash', 'execute', 'completed', 'ok']],
      ['agent_message', 1, 'Added.'],
    ]);
  });
});
