import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Agent } from '../../../src/agents/agent';
import { InstalledAgents, type KnownFeatures } from '../../../src/external/installedAgents';
import { SearchPath } from '../../../src/platform/shellPath';
import type { AgentId } from '../../../src/shared/agentId';

/** The parts of an adapter that detection asks for. */
const agent = (id: AgentId, executable: string, features: Agent['features'] = {}) => ({ id, executable, features }) as Agent;
const codex = agent('codex', 'codex', { noDaemon: { args: ['resume', '--help'], contains: '--no-daemon' } });
const claude = agent('claude-code', 'claude');

describe('X18 Which agents are installed', () => {
  let root = '';
  let remembered = new Map<AgentId, KnownFeatures>();
  let trusted = true;
  let configured: Partial<Record<AgentId, string>> = {};

  const add = (file: string, script = ''): string => {
    const full = path.join(root, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, `#!/bin/sh\necho x >> ${root}/asked\n${script}\n`, { mode: 0o755 });
    return full;
  };
  const asked = (): number => (fs.existsSync(`${root}/asked`) ? fs.readFileSync(`${root}/asked`, 'utf8').length / 2 : 0);
  const make = (): InstalledAgents => {
    const env = { PATH: `${root}/inherited:/usr/bin:/bin`, HOME: root };
    return new InstalledAgents({
      agents: [claude, codex],
      searchPath: new SearchPath({ shell: '/bin/bash', home: root, env }),
      configured: () => configured,
      mayRun: () => trusted,
      memory: { get: (id) => remembered.get(id), set: (id, known) => void remembered.set(id, known) },
      home: root,
      env,
    });
  };

  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-'));
    fs.writeFileSync(path.join(root, '.bash_profile'), `export PATH="${root}/login:/usr/bin:/bin"\n`);
    remembered = new Map();
    trusted = true;
    configured = {};
  });
  afterEach(() => fs.rmSync(root, { recursive: true }));

  it('is told by the inherited path, and what only the login shell knows follows as a change', async () => {
    const path1 = add('inherited/claude');
    const path2 = add('login/codex');
    const installations = make();
    const changed = new Promise<void>((resolve) => installations.onDidChange(resolve));
    assert.deepEqual((await installations.list()).map(({ path }) => path), [path1]);
    await changed;
    assert.deepEqual((await installations.list()).map(({ path }) => path), [path1, path2]);
  });

  it('waits for the login shell where the inherited path has none', async () => {
    const program = add('login/codex');
    assert.deepEqual((await make().list()).map(({ path }) => path), [program]);
  });

  it('is nothing where no program is there', async () => {
    assert.deepEqual(await make().list(), []);
  });

  it('is refreshed on demand', async () => {
    const installations = make();
    assert.deepEqual(await installations.list(), []);
    const program = add('inherited/claude');
    assert.deepEqual(await installations.list(), []);
    assert.deepEqual((await installations.refresh()).map(({ path }) => path), [program]);
    assert.deepEqual((await installations.list()).map(({ path }) => path), [program]);
  });

  it('asks a program for its features once, until it is replaced', async () => {
    add('inherited/codex', 'echo "  --no-daemon  run alone"');
    assert.deepEqual((await make().list())[0]?.features, { noDaemon: true });
    assert.deepEqual((await make().refresh())[0]?.features, { noDaemon: true });
    assert.equal(asked(), 1);
    add('inherited/codex', 'echo "usage: codex resume ID"');
    assert.deepEqual((await make().refresh())[0]?.features, { noDaemon: false });
    assert.equal(asked(), 2);
  });

  it('runs no program in an untrusted workspace, and asks later', async () => {
    add('inherited/codex', 'echo --no-daemon');
    trusted = false;
    const installations = make();
    assert.deepEqual((await installations.list()).map(({ features }) => features), [{}]);
    assert.equal(asked(), 0);
    trusted = true;
    assert.deepEqual((await installations.refresh()).map(({ features }) => features), [{ noDaemon: true }]);
  });

  it('takes the program that the settings name before any other', async () => {
    add('inherited/claude');
    configured = { 'claude-code': add('elsewhere/claude-nightly') };
    assert.deepEqual((await make().list()).map(({ path }) => path), [path.join(root, 'elsewhere/claude-nightly')]);
    configured = { 'claude-code': path.join(root, 'gone') };
    assert.deepEqual(await make().list(), []);
  });
});
