import assert from 'node:assert/strict';
import { LocalOperations } from '../../../../src/workers/operations';
import { Homes } from '../adapterHome';

describe('A1 A sub-agent of GitHub Copilot CLI', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  it('is read as a conversation of its own, out of the log of the session that started it', async () => {
    const place = { home: homes.copy('copilot/main'), env: {} };
    const operations = new LocalOperations();
    const { found } = await operations.scan({ agent: 'copilot', place, depth: 'ends', known: {} });
    const read = async (id: string) => {
      const address = { agent: 'copilot', place, id } as const;
      const opened = await operations.transcript(address);
      if (!opened.ok) return opened;
      const { record, revision } = opened.value;
      const window = await operations.events({ ...address, revision, from: 0, count: 100 });
      return { ok: true, record, events: window.ok ? window.value.events : [] } as const;
    };
    const session = 'bcd2c352-6924-4330-9c11-ba51aab74c63';
    assert.ok(found.some(({ id }) => id === session));
    const explorer = await read(`${session}.agent-d84afa46-7cdd-4f72-a545-517331ab5981`);
    assert.ok(explorer.ok);
    const shown = explorer.events.map(({ type, source, text, tool, on_active_branch: isActive }) => [type, source.line, tool?.output ?? text, isActive]);
    assert.deepEqual(shown, [
      ['user_message', 12, 'Find where sum is defined', true],
      ['tool_call', 16, './sum.js', true],
      ['agent_message', 22, 'sum is defined in sum.js line 1.', true],
    ]);
    const { title, folder, subagentOf } = explorer.record;
    assert.deepEqual([title, folder, subagentOf], ['Find where sum is defined', '/home/dev/app', session]);
    assert.deepEqual(await read(`00000000-0000-4000-8000-000000000000.agent-d84afa46`), { ok: false, code: 'session_missing', detail: '00000000-0000-4000-8000-000000000000.agent-d84afa46' });
  });
});
