import assert from 'node:assert/strict';
import { terminalEnvironment } from '../../../src/terminals/environment';

describe('X14 The environment of an agent in a terminal', () => {
  const inherited = {
    PATH: '/old',
    HOME: '/home/dev',
    CODEX_HOME: '/elsewhere',
    ELECTRON_RUN_AS_NODE: '1',
    VSCODE_IPC_HOOK: '/tmp/socket',
    VSCODE_NLS_CONFIG: '{}',
    VSCODE_IPC_HOOK_CLI: '/tmp/cli.sock',
    UNSET: undefined,
  };

  it('has none of what VS Code sets for itself, but what the `code` command needs', () => {
    const env = terminalEnvironment(inherited, [], '/new');
    assert.deepEqual(Object.keys(env).filter((name) => /^(ELECTRON|VSCODE)_/.test(name)), ['VSCODE_IPC_HOOK_CLI']);
  });

  it('has none of what the agent must not inherit, and all the rest', () => {
    const env = terminalEnvironment(inherited, ['CODEX_HOME'], '/new');
    assert.deepEqual(env, {
      HOME: '/home/dev',
      VSCODE_IPC_HOOK_CLI: '/tmp/cli.sock',
      PATH: '/new',
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      TERM_PROGRAM: 'vscode',
      LOCALIX_TERMINAL: '1',
    });
  });
});
