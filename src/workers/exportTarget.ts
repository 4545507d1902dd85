import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Place, Root } from '../agents/agent';
import { agents } from '../agents/registry';
import { fail, ok, type Result } from '../core/result';
import { restBelow } from '../platform/folders';
import type { ExportCode } from '../shared/exporting';

/**
 * The file that is to be written for `file`: what a link leads to, so that the link stays. Refused are devices, pipes and folders, which
 * would be replaced, and what belongs to the history of any agent of `place`.
 */
export function exportTarget(file: string, place: Place): Result<string, ExportCode> {
  try {
    const isLink = fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    const target = isLink ? fs.realpathSync(file) : file;
    const there = fs.statSync(target, { throwIfNoEntry: false });
    if (there === undefined) return ok(target);
    if (!there.isFile()) return fail('not_written', `there is a ${there.isDirectory() ? 'folder' : 'device or pipe'} at ${file}`);
    return isOfAgents(fs.realpathSync(target), place) ? fail('is_source', file) : ok(target);
  } catch (error) {
    return fail('not_written', (error as Error).message);
  }
}

function isOfAgents(file: string, place: Place): boolean {
  // What is exported from a host is written here, where agents have histories, too.
  if (place.mirror !== undefined) return isOfAgents(file, { home: os.homedir(), env: process.env }) || restBelow(realPath(place.mirror.folder), file) !== undefined;
  return agents.some((agent) => agent.roots(place).some((root) => isOf(root, file)));
}

function isOf({ path: root, kind, depth = Infinity, names }: Root, file: string): boolean {
  const real = realPath(root);
  if (kind === 'file') return real === file;
  const rest = restBelow(real, file);
  if (rest === undefined || rest === '') return false;
  const [first = '', ...others] = rest.split(path.sep).filter((name) => name !== '');
  return others.length <= depth && (names === undefined || names.test(first));
}

function realPath(root: string): string {
  try {
    return fs.realpathSync(root);
  } catch {
    return root;
  }
}
