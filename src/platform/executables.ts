import * as fs from 'node:fs';
import * as path from 'node:path';

export interface Executable {
  readonly path: string;
  /** Changes when the program is replaced: what was learned about it is asked again. */
  readonly stamp: string;
}

/**
 * The program that `name` starts, looked for in the folders of `searchPath` in order.
 * Relative folders are passed over: they would be resolved against whatever folder is open.
 */
export async function findExecutable(name: string, searchPath: string): Promise<Executable | undefined> {
  for (const folder of foldersOf(searchPath)) {
    for (const file of candidates(path.join(folder, name))) {
      const found = await executableAt(file);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The executable file at `file`, links followed; `undefined` when there is none. */
export async function executableAt(file: string): Promise<Executable | undefined> {
  try {
    await fs.promises.access(file, fs.constants.X_OK);
    const stat = await fs.promises.stat(file);
    return stat.isFile() ? { path: file, stamp: `${stat.size}:${stat.mtimeMs}` } : undefined;
  } catch {
    return undefined;
  }
}

/** One search path holding the folders of all, in order, each once. */
export function joinPaths(...searchPaths: readonly (string | null | undefined)[]): string {
  const folders = searchPaths.flatMap((searchPath) => (searchPath ?? '').split(path.delimiter));
  return [...new Set(folders.filter((folder) => folder !== ''))].join(path.delimiter);
}

function foldersOf(searchPath: string): readonly string[] {
  return joinPaths(searchPath).split(path.delimiter).filter((folder) => path.isAbsolute(folder));
}

/** On Windows a name stands for any file with an extension that can be run; elsewhere for itself. */
function candidates(file: string): readonly string[] {
  if (process.platform !== 'win32') return [file];
  const extensions = (process.env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';');
  return extensions.map((extension) => file + extension.toLowerCase());
}
