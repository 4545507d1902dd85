import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worktrees } from '../../../src/external/worktrees';

describe('X2 The main checkout of a worktree', () => {
  let root: string;
  before(() => (root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'localix-worktrees-')))));
  after(() => fs.rmSync(root, { recursive: true }));

  /** A folder with a `.git` file of this content; answers what is found for a folder below it. */
  async function mainFor(name: string, content: string | Buffer): Promise<string | null> {
    const below = path.join(root, name, 'src', 'deep');
    fs.mkdirSync(below, { recursive: true });
    fs.writeFileSync(path.join(root, name, '.git'), content);
    return new Worktrees().mainCheckout(below);
  }

  it('is found where git itself made the worktree', async () => {
    const main = path.join(root, 'main');
    const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=dev', '-c', 'user.email=dev@localhost', ...args], { stdio: 'pipe' });
    git('init', '-q', main);
    git('-C', main, 'commit', '-q', '--allow-empty', '-m', 'Begin');
    git('-C', main, 'worktree', 'add', '-q', path.join(root, 'blue'));
    const worktrees = new Worktrees();
    assert.equal(await worktrees.mainCheckout(path.join(root, 'blue')), main);
    assert.equal(await worktrees.mainCheckout(main), null);
    assert.equal(await worktrees.mainCheckout(path.join(main, 'not', 'there')), null);
  });

  it('is found through a path from the worktree, and one with blanks', async () => {
    assert.equal(await mainFor('relative', 'gitdir: ../the main/.git/worktrees/relative\n'), path.join(root, 'the main'));
    assert.equal(await mainFor('windows', 'gitdir: /repo/.git/worktrees/x\r\n'), path.resolve('/repo'));
  });

  it('is none for a submodule, the worktree of a bare repository, and a file that is not git\'s', async () => {
    for (const content of ['gitdir: ../.git/modules/x\n', 'gitdir: /repo.git/worktrees/x\n', '', 'worktrees\n', Buffer.alloc(100_000, 0xff)]) {
      assert.equal(await mainFor('other', content), null);
    }
  });

  it('is none outside of git', async () => {
    assert.equal(await new Worktrees().mainCheckout(path.join(root, 'nowhere')), null);
  });

  it('is read once, until it is forgotten', async () => {
    const folder = path.join(root, 'once');
    fs.mkdirSync(folder);
    const write = (main: string): void => fs.writeFileSync(path.join(folder, '.git'), `gitdir: /${main}/.git/worktrees/once\n`);
    const worktrees = new Worktrees();
    write('a');
    assert.equal(await worktrees.mainCheckout(folder), path.resolve('/a'));
    write('b');
    assert.equal(await worktrees.mainCheckout(folder), path.resolve('/a'));
    worktrees.forget();
    assert.equal(await worktrees.mainCheckout(folder), path.resolve('/b'));
  });
});
