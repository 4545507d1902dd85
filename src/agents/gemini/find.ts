import * as path from 'node:path';
import { eachLimited } from '../../core/async';
import type { Files, FileStamp } from '../../platform/files';
import type { Finding, FoundSession, Place, Skipped } from '../agent';
import { skippedBy } from '../skip';
import { digestEnds } from './ends';
import { projectsFolder, sessionName, subagentName } from './locate';
import { hashName, ProjectFolders } from './projectFolder';

/** A session file. One session can have several, also in different projects. */
interface SessionFile {
  readonly id: string;
  readonly stamp: FileStamp;
  /** The session whose sub-agent's file it is. */
  readonly parent: string | undefined;
  readonly project: string;
  /** Its first bytes. */
  readonly head: string;
}

/** Enough for the id, which is the first field of a file. */
const headLength = 512;
/** Of projects known by a hash alone more is read, to find the folder mentioned. */
const longHeadLength = 16 << 10;
const width = 16;

/**
 * Walks the projects. Against the rule for `find` it opens each session's file: an id is only inside, and a resume leaves a
 * second file of the same id that must not become a session.
 */
export async function findSessions(place: Place, files: Files): Promise<Finding> {
  const walk = new Walk(place, files);
  await walk.projects();
  const folders = new ProjectFolders(place, files);
  const folderOf = new Map<string, string | null>();
  for (const [project, found] of groupBy(walk.found, ({ project }) => project)) {
    folderOf.set(project, await folders.of(project, found.map(({ head }) => head)));
  }
  const sessions = [...groupBy(walk.found, ({ id }) => id)].map(([id, found]) => foundSession(id, found, folderOf));
  return { sessions, skipped: walk.skipped };
}

function foundSession(id: string, found: readonly SessionFile[], folderOf: ReadonlyMap<string, string | null>): FoundSession {
  // The file that a resume leaves is the shortest. Which one counts is decided by their content when they are read.
  const sorted = [...found].sort((a, b) => b.stamp.size - a.stamp.size || (a.stamp.path < b.stamp.path ? -1 : 1));
  const folders = Object.fromEntries(sorted.map(({ stamp, project }) => [stamp.path, folderOf.get(project) ?? null]));
  const parent = sorted.find((file) => file.parent !== undefined)?.parent;
  const facts = { folders, ...(parent !== undefined && { parent }) };
  const stamps = sorted.map(({ stamp }) => [stamp.identity, stamp.size, stamp.mtimeMs]);
  return { id, signature: JSON.stringify([stamps, facts]), files: sorted.map(({ stamp }) => stamp.path), facts, running: false };
}

class Walk {
  readonly found: SessionFile[] = [];
  readonly skipped: Skipped[] = [];

  constructor(private readonly place: Place, private readonly files: Files) {}

  async projects(): Promise<void> {
    const root = projectsFolder(this.place);
    for (const { name, isFolder } of await this.entries(root, 'root')) {
      if (isFolder) await this.chats(path.join(root, name, 'chats'), name);
    }
    this.found.sort((a, b) => (a.stamp.path < b.stamp.path ? -1 : 1));
    this.skipped.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  private async chats(folder: string, project: string): Promise<void> {
    await eachLimited(await this.entries(folder), width, async ({ name, isFolder }) => {
      const file = path.join(folder, name);
      if (sessionName.test(name)) await this.session(file, project);
      else if (isFolder) await this.subagents(file, project, name);
      else this.skip(file, null, 'name_is_no_session', name);
    });
  }

  private async subagents(folder: string, project: string, parent: string): Promise<void> {
    for (const { name } of await this.entries(folder)) {
      const file = path.join(folder, name);
      if (!subagentName.test(name)) this.skip(file, null, 'name_is_no_session', name);
      else await this.session(file, project, { parent, id: name.replace(subagentName, '') });
    }
  }

  private async session(file: string, project: string, subagent?: { parent: string; id: string }): Promise<void> {
    try {
      const stamp = await this.files.stat(file);
      if (stamp.isDirectory) return this.skip(file, null, 'is_directory');
      if (stamp.size === 0) return this.skip(file, null, 'empty_file');
      const head = (await this.files.range(file, 0, hashName.test(project) ? longHeadLength : headLength)).toString('utf8');
      const id = subagent?.id ?? idIn(head) ?? digestEnds(this.files, file, stamp.size).digest.sessionId;
      if (id === undefined || id === '') return this.skip(file, null, 'not_readable_as_history');
      this.found.push({ id, stamp, parent: subagent?.parent, project, head });
    } catch (error) {
      this.skipped.push(skippedBy(error, file));
    }
  }

  private async entries(folder: string, of?: 'root'): Promise<{ readonly name: string; readonly isFolder: boolean }[]> {
    try {
      return (await this.files.entries(folder)).map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() || entry.isSymbolicLink() }));
    } catch (error) {
      // A file, or a link to one, where a folder could be.
      if (of === 'root' || (error as NodeJS.ErrnoException).code !== 'ENOTDIR') this.skipped.push(skippedBy(error, folder));
      return [];
    }
  }

  private skip(file: string, id: string | null, reason: Skipped['reason'], detail = ''): void {
    this.skipped.push({ path: file, id, reason, detail });
  }
}

/** The id at the start of a log's first line, or of a `.json` file, which need not be whole. */
function idIn(head: string): string | undefined {
  const [, id] = /^\uFEFF?\s*\{\s*"sessionId"\s*:\s*"([^"\\]*)"/.exec(head) ?? [];
  return id;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
