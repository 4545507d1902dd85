import * as fs from 'node:fs';
import * as path from 'node:path';

/** Folders asked for that are remembered. */
const remembered = 500;
/** A `.git` file holds one path; bytes beyond are none of it. */
const fileLimit = 4096;

/** Finds the main checkout of a git worktree, from git's own files and without git. Reads only when asked. */
export class Worktrees {
  private readonly known = new Map<string, Promise<string | null>>();

  /** The main checkout's folder, when `folder` lies in a worktree of one; `null` for any other folder. */
  mainCheckout(folder: string): Promise<string | null> {
    const known = this.known.get(folder) ?? findMain(folder).catch(() => null);
    // Asked for last, dropped last.
    this.known.delete(folder);
    this.known.set(folder, known);
    const [oldest] = this.known.keys();
    if (this.known.size > remembered && oldest !== undefined) this.known.delete(oldest);
    return known;
  }

  /** What changed on disk is seen at the next question. */
  forget(): void {
    this.known.clear();
  }
}

async function findMain(folder: string): Promise<string | null> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const text = await readGitFile(path.join(at, '.git'));
    if (text !== undefined) return text === null ? null : mainOf(at, text);
    if (path.dirname(at) === at) return null;
  }
}

/** `null` for what isn't a file, which is a checkout of its own; `undefined` where nothing is. */
async function readGitFile(file: string): Promise<string | null | undefined> {
  let handle: fs.promises.FileHandle;
  try {
    // Looked at first: opening a pipe would wait for its writer.
    if (!(await fs.promises.stat(file)).isFile()) return null;
    handle = await fs.promises.open(file, 'r');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : null;
  }
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(fileLimit), 0, fileLimit, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * `gitdir: <main>/.git/worktrees/<name>`, absolute or from the worktree (gitrepository-layout(5), git 2.48). A submodule's
 * file names `.git/modules/…`, and the worktree of a bare repository has no main checkout.
 */
function mainOf(worktree: string, gitFile: string): string | null {
  const named = /^gitdir:[ \t]*(.+)$/m.exec(gitFile)?.[1];
  if (named === undefined) return null;
  const worktrees = path.dirname(path.resolve(worktree, named));
  const repository = path.dirname(worktrees);
  if (path.basename(worktrees) !== 'worktrees' || path.basename(repository) !== '.git') return null;
  return path.dirname(repository);
}
