import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loginShellPath, SearchPath } from '../../../src/platform/shellPath';

describe('X18 The search path of the login shell', () => {
  let home = '';
  const profile = (text: string): void => fs.writeFileSync(path.join(home, '.bash_profile'), text);
  const place = () => ({ shell: '/bin/bash', home, env: { PATH: '/usr/bin:/bin', HOME: home } });

  beforeEach(() => (home = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-'))));
  afterEach(() => fs.rmSync(home, { recursive: true }));

  it('is what the shell\'s start-up files make of it, whatever else they print', async () => {
    profile('echo Welcome; echo "PATH=/wrong"\nexport PATH="/opt/agents/bin:$PATH"\n');
    const searchPath = await loginShellPath(place());
    assert.equal(searchPath?.split(':')[0], '/opt/agents/bin');
  });

  it('tells start-up files that it is not a person who asks', async () => {
    profile('[ -n "$VSCODE_RESOLVING_ENVIRONMENT" ] && export PATH=/asked\n');
    assert.equal((await loginShellPath(place()))?.split(':')[0], '/asked');
  });

  it('runs in the home folder, not in the project', async () => {
    profile('export PATH="$PWD/here"\n');
    assert.equal(await loginShellPath(place()), path.join(fs.realpathSync(home), 'here'));
  });

  it('is not known without a shell, or when the shell cannot be started', async () => {
    assert.equal(await loginShellPath({ ...place(), shell: undefined }), null);
    assert.equal(await loginShellPath({ ...place(), shell: '/no/such/shell' }), null);
  });

  it('comes after the inherited one, and the shell runs once until it is forgotten', async () => {
    profile('echo x >> "$HOME/runs"; export PATH=/opt/agents/bin:/bin\n');
    const search = new SearchPath(place());
    const runs = (): number => fs.readFileSync(path.join(home, 'runs'), 'utf8').trim().split('\n').length;
    assert.equal(search.inherited, '/usr/bin:/bin');
    assert.deepEqual(await Promise.all([search.full(), search.full()]), Array(2).fill('/usr/bin:/bin:/opt/agents/bin'));
    assert.equal(runs(), 1);
    search.forget();
    await search.full();
    assert.equal(runs(), 2);
  });
});
