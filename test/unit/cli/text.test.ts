import assert from 'node:assert/strict';
import { listText } from '../../../src/cli/list';
import { partText } from '../../../src/cli/transcript';
import type { Session } from '../../../src/external/session';

const hostile = '\u001b]0;title\u0007\u001b[2Jred\u009b31m\u0000\u202e\u2067';

describe('X28 Text for a person does nothing to their terminal', () => {
  it('in the list, where a title or folder also stays on its line', () => {
    const record = { id: '1', title: `${hostile} title`, folder: `/home/${hostile}\ndev`, lastActivityAt: null };
    const session = { key: 'codex:1', agent: 'codex', record, running: false } as unknown as Session;
    const lines = listText({ sessions: [session] }).split('\n').map((line) => line.trim());
    assert.deepEqual(lines, ['Codex               red31m title', 'codex:1  /home/red31m dev', '']);
  });

  it('in a transcript, whose texts keep their lines', () => {
    const tool = { name: `run${hostile}`, kind: 'other', status: 'completed', input: hostile, output: `a${hostile}\nb` };
    const event = { position: 0, type: 'tool_call', author: hostile, at: null, text: `one\ntwo${hostile}`, tool, on_active_branch: true };
    const text = partText({ key: 'codex:1', title: hostile, events: [event], from: 0, to: 1, total: 1, truncated: false, branches: [], omissions: [] });
    assert.equal(text, [
      'red31m  (codex:1)',
      '',
      '[0] tool_call red31m  ',
      '  one',
      '  twored31m',
      '  runred31m (completed) red31m',
      '    ared31m',
      '    b',
      '',
      '0–1 of 1',
      '',
    ].join('\n'));
  });
});
