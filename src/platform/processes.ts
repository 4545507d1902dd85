import * as fs from 'node:fs';
import * as path from 'node:path';
import { processIds, statOf } from './processStat';

/** A process that runs. */
export interface RunningProcess {
  readonly pid: number;
  /** The files it has open; `null` where the system doesn't tell. */
  readonly openFiles: readonly string[] | null;
}

/** Process `pid` and all that it started, each after the one that started it. Elsewhere than on Linux it alone is known. */
export function processTree(pid: number): readonly RunningProcess[] {
  const parents = processIds().map((child) => ({ child, parent: Number(statOf(child)[1]) }));
  const tree = new Set([pid]);
  // A process can be listed before the one that started it: until nothing is added.
  for (let before = 0; before !== tree.size; ) {
    before = tree.size;
    for (const { child, parent } of parents) if (tree.has(parent)) tree.add(child);
  }
  return [...tree].map((each) => ({ pid: each, openFiles: openFilesOf(each) }));
}

/** Whether a process outside `tree` runs `program` in `folder`, whose symbolic links are resolved. Never known elsewhere than on Linux. */
export function hasRival(tree: readonly RunningProcess[], program: string, folder: string): boolean {
  const own = new Set(tree.map(({ pid }) => pid));
  return processIds().some((pid) => !own.has(pid) && linkOf(`/proc/${pid}/cwd`) === folder && runs(pid, program));
}

/** A script's program is the first or second of its interpreter's arguments. */
function runs(pid: number, program: string): boolean {
  const argv = textOf(`/proc/${pid}/cmdline`).split('\0').slice(0, 3);
  return argv.some((argument) => path.basename(argument) === program);
}

function openFilesOf(pid: number): readonly string[] | null {
  if (process.platform !== 'linux') return null;
  const folder = `/proc/${pid}/fd`;
  try {
    return fs.readdirSync(folder).flatMap((name) => linkOf(`${folder}/${name}`) ?? []);
  } catch {
    // Ended meanwhile, or another user's.
    return [];
  }
}

function linkOf(file: string): string | undefined {
  try {
    return fs.readlinkSync(file);
  } catch {
    return undefined;
  }
}

function textOf(file: string): string {
  try {
    return fs.readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
