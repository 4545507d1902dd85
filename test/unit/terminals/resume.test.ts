import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Agent } from '../../../src/agents/agent';
import { fail, ok } from '../../../src/core/result';
import type { Session } from '../../../src/external/session';
import type { AgentId } from '../../../src/shared/agentId';
import { InstalledLauncher } from '../../../src/terminals/launcher';
import { Resume } from '../../../src/terminals/resume';
import type { Holder } from '../../../src/terminals/runningSessions';
import type { TerminalRequest } from '../../../src/terminals/terminalHost';
import { SearchPath } from '../../../src/platform/shellPath';

const codex = { id: 'codex', executable: 'codex', unwantedEnv: { CODEX_HOME: 'moves the home' } } as unknown as Agent;
const other = { id: 'copilot', unwantedEnv: { COPILOT_CLI: 'marks a parent' } } as unknown as Agent;

describe('X14 X19 Resuming a native session', () => {
  let root = '';
  let opened: TerminalRequest[] = [];
  let revealed: string[] = [];
  let kept: string[] = [];
  let installed: AgentId[] = ['codex'];
  let trusted = true;
  let saves = true;
  let running = false;
  let holder: Holder = 'foreign';
  let cwd: string | null = '/home/dev/app';

  const program = (): string => path.join(root, 'codex');
  const file = (): string => path.join(root, 'rollout.jsonl');
  const session = (): Session =>
    ({
      key: 'codex:1',
      agent: 'codex',
      record: { id: '1', title: 'Add a route' },
      files: [file()],
      running,
      resume: { argv: ['codex', 'resume', '--no-daemon', '1'], cwd },
    }) as unknown as Session;
  const resume = (): Resume => {
    const env = { PATH: '/usr/bin', HOME: root, CODEX_HOME: '/elsewhere', COPILOT_CLI: '1', VSCODE_PID: '1' };
    const list = () => Promise.resolve(installed.map((agent) => ({ agent, path: program(), features: {} })));
    const installations = { list, refresh: list, onDidChange: () => ({ dispose: () => undefined }) };
    return new Resume({
      agents: [codex],
      external: { current: (key) => Promise.resolve(key === 'codex:1' && fs.existsSync(file()) && installed.includes('codex') ? session() : undefined) },
      launcher: new InstalledLauncher({ agents: [codex, other], installations, searchPath: new SearchPath({ shell: undefined, home: root, env }), env, codexHelper: '/x/helper.sh' }),
      commands: { of: ({ resume }) => Promise.resolve(resume) },
      running: { holderOf: () => Promise.resolve(holder) },
      kept: { keep: ({ key }) => Promise.resolve(void kept.push(`${key} with ${opened.length} opened`)) },
      terminals: { reveal: (key: string) => revealed.push(key) > 0, open: (request: TerminalRequest) => Promise.resolve(opened.push(request)).then(() => ({ ok: true, value: null })) },
      owner: ({ record }) => Promise.resolve(saves ? ok({ key: 'LOCALIX-1', title: record.title }) : fail('chat_not_saved', 'disk_full')),
      isTrusted: () => trusted,
    });
  };

  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-'));
    fs.writeFileSync(file(), '{}\n');
    fs.writeFileSync(program(), '', { mode: 0o755 });
    opened = [];
    installed = ['codex'];
    trusted = true;
    [saves, running, holder, revealed] = [true, false, 'foreign', []];
    kept = [];
    cwd = '/home/dev/app';
  });
  afterEach(() => fs.rmSync(root, { recursive: true }));

  it('starts the installed program with the session\'s own command, in its own folder, without what any agent leaves behind', async () => {
    assert.deepEqual(await resume().open('codex:1'), { ok: true, value: null });
    const env = { PATH: '/usr/bin', HOME: root, TERM: 'xterm-256color', COLORTERM: 'truecolor', TERM_PROGRAM: 'vscode', LOCALIX_TERMINAL: '1', LOCALIX_CODEX_HELPER: '/x/helper.sh' };
    assert.deepEqual(opened, [
      { key: 'LOCALIX-1', title: 'Add a route', agent: 'codex', spec: { file: program(), args: ['resume', '--no-daemon', '1'], cwd, env } },
    ]);
    assert.deepEqual(kept, ['codex:1 with 0 opened']);
  });

  it('tells whose terminal it will be right before, and only where nothing but the start can fail any more', async () => {
    const told: string[] = [];
    const note = ({ key }: { key: string }): Promise<void> => Promise.resolve(void told.push(`${key} with ${opened.length} opened`));
    await resume().open('codex:1', { onOwner: note });
    installed = [];
    await resume().open('codex:1', { onOwner: note });
    assert.deepEqual(told, ['LOCALIX-1 with 0 opened']);
  });

  const failures: readonly (readonly [string, string, () => void])[] = [
    ['in an untrusted workspace', 'workspace_untrusted', () => (trusted = false)],
    ['for an agent that is not installed', 'agent_not_installed', () => (installed = [])],
    ['when the agent\'s program is gone since it was found', 'agent_not_installed', () => fs.rmSync(program())],
    ['when the session\'s file is gone', 'session_missing', () => fs.rmSync(file())],
    ['when another program has the session open', 'session_running', () => (running = true)],
    ['when no folder is recorded', 'folder_not_recorded', () => (cwd = null)],
    ['when the session\'s chat can\'t be saved', 'chat_not_saved', () => (saves = false)],
    ['when the recorded folder is relative', 'folder_not_recorded', () => (cwd = '../etc')],
  ];
  for (const [when, code, arrange] of failures) {
    it(`starts nothing ${when}`, async () => {
      arrange();
      const result = await resume().open('codex:1');
      assert.equal(!result.ok && result.code, code);
      assert.deepEqual(opened, []);
    });
  }

  it('opens one that runs where it is its own terminal\'s, or the person wants it anyway', async () => {
    running = true;
    assert.ok((await resume().open('codex:1', { anyway: true })).ok);
    holder = 'own';
    assert.ok((await resume().open('codex:1')).ok);
    assert.deepEqual([opened.length, revealed], [2, []]);
  });

  it('shows the terminal of another chat where the agent went over to the session', async () => {
    [running, holder] = [true, { terminal: 'LOCALIX-7' }];
    assert.ok((await resume().open('codex:1')).ok);
    assert.deepEqual([opened, revealed], [[], ['LOCALIX-7']]);
  });

  it('starts nothing for a session that is not in the list, or of no agent', async () => {
    for (const key of ['codex:2', 'claude-code:1'] as const) {
      assert.deepEqual(await resume().open(key), { ok: false, code: 'session_missing', detail: '' });
    }
  });
});
