import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { asObject, parseObject } from '../../core/json';
import type { Files } from '../../platform/files';
import type { Place } from '../agent';
import { geminiFolder, projectNames, projectsFolder } from './locate';

/** Versions before 0.34 name a project by the SHA-256 of its folder, and nowhere record the folder itself. */
export const hashName = /^[0-9a-f]{64}$/;

/** Longer than any path. In bytes. */
const longestPath = 32 << 10;

/** Finds the folder in which a project's sessions were started. The project's name doesn't tell it. */
export class ProjectFolders {
  private names: Promise<ReadonlyMap<string, string>> | undefined;
  private candidates: Promise<readonly string[]> | undefined;

  constructor(private readonly place: Place, private readonly files: Files) {}

  /** The recorded folder; where the project is a hash, a known folder or one mentioned in `texts` that has it. Else `null`. */
  async of(project: string, texts: readonly string[]): Promise<string | null> {
    const recorded = (await this.root(path.join(projectsFolder(this.place), project))) ?? (await this.named()).get(project);
    if (recorded !== undefined || !hashName.test(project)) return recorded ?? null;
    this.candidates ??= this.known();
    return withHash(project, await this.candidates) ?? withHash(project, texts.flatMap(pathsIn)) ?? null;
  }

  /** Folder by project, from `projects.json`. */
  private async named(): Promise<ReadonlyMap<string, string>> {
    this.names ??= this.text(projectNames(this.place)).then((text) => {
      const projects = Object.entries(asObject(parseObject(text)?.['projects']) ?? {});
      return new Map(projects.flatMap(([folder, name]) => (typeof name === 'string' && path.isAbsolute(folder) ? [[name, folder] as const] : [])));
    });
    return this.names;
  }

  /** Every folder that is known without a session: named ones, and those of projects and of their checkpoints. */
  private async known(): Promise<readonly string[]> {
    const folders = [...(await this.named()).values(), ...(this.place.folders ?? [])];
    for (const parent of [projectsFolder(this.place), path.join(geminiFolder(this.place), 'history')]) {
      const entries = await this.files.entries(parent).catch(() => []);
      for (const { name } of entries) {
        const root = await this.root(path.join(parent, name));
        if (root !== undefined) folders.push(root);
      }
    }
    return folders;
  }

  private async root(folder: string): Promise<string | undefined> {
    const root = (await this.text(path.join(folder, '.project_root'), longestPath)).trim();
    return path.isAbsolute(root) ? root : undefined;
  }

  /** Empty for a file that is missing or can't be read: another source of the same may do. */
  private async text(file: string, limit?: number): Promise<string> {
    return this.files.small(file, limit).then((bytes) => bytes.toString('utf8'), () => '');
  }
}

/** The one of `folders` and of the folders above them that has the hash. */
function withHash(hash: string, folders: readonly string[]): string | undefined {
  const tried = new Set<string>();
  for (const start of folders) {
    for (let folder = start; !tried.has(folder); folder = path.dirname(folder)) {
      if (createHash('sha256').update(folder).digest('hex') === hash) return folder;
      tried.add(folder);
    }
  }
  return undefined;
}

/** The strings in a piece of JSON that are absolute paths: tools of those versions take no others. */
function pathsIn(json: string): string[] {
  return [...json.matchAll(/"(?:\/|[A-Za-z]:\\\\)(?:[^"\\]|\\.)*"/g)].flatMap(([string]) => {
    const value = parseObject(`{"path":${string}}`)?.['path'];
    return typeof value === 'string' ? value : [];
  });
}
