import { type Event, Emitter } from '../core/events';
import type { ProjectId } from '../core/ids';
import { type Disposable, Owned } from '../core/owned';
import { fail, ok, type Result } from '../core/result';
import type { FolderIdentity, Project, ProjectFolder } from '../store/rows';
import type { Store } from '../store/store';
import type { ChatFolders } from './chatFolders';
import { findMoved } from './findMoved';
import type { Projects } from './projects';
import { seeFolder, type FolderCode } from './seeFolder';

export interface FolderProblem {
  readonly code: FolderCode;
  readonly folder: string;
  /** The same folder, found in another place that the project may move to. */
  readonly found: string | undefined;
}

/** Whether the projects' folders can be worked in, as of the last look. */
export class ProjectFolders implements Disposable {
  private readonly own = new Owned();
  private readonly changed = this.own.add(new Emitter<ProjectId>());
  readonly onDidChange: Event<ProjectId> = this.changed.event;
  private readonly problems = new Map<ProjectId, FolderProblem>();
  /** By the folder. */
  private readonly looks = new Map<string, Promise<Result<string, FolderCode>>>();

  constructor(private readonly deps: { projects: Projects; store: Pick<Store, 'write'>; chatFolders: ChatFolders }) {
    // What was wrong with the old folder is nothing to tell of the new one.
    this.own.add(deps.projects.onDidMove(({ project }) => void this.look(project)));
  }

  problem(id: ProjectId): FolderProblem | undefined {
    return this.problems.get(id);
  }

  /** The folder in which the chats of the project's `rootChat` work; in Default it is made when it isn't there. Asks the disk. */
  async workingFolder(id: ProjectId, rootChat: string): Promise<Result<string, FolderCode | 'project_missing'>> {
    const project = this.deps.projects.get(id);
    if (project === undefined) return fail('project_missing', id);
    if (project.folder !== null) return this.look(project);
    return this.deps.chatFolders.make(rootChat);
  }

  /** Asks the disk, once for all who ask at the same time; remembers which folder it is. A folder that is gone is looked for nearby. */
  look({ id, folder }: Project): Promise<Result<string, FolderCode>> {
    if (folder === null) return Promise.resolve(ok(this.deps.chatFolders.root));
    const { path } = folder;
    const running = this.looks.get(path) ?? this.lookNow(id, folder).finally(() => this.looks.delete(path));
    this.looks.set(path, running);
    return running;
  }

  dispose(): void {
    this.own.dispose();
  }

  private async lookNow(id: ProjectId, { path, identity }: ProjectFolder): Promise<Result<string, FolderCode>> {
    const seen = await seeFolder(path);
    const problem = seen.ok ? undefined : { code: seen.code, folder: path, found: await this.placeOf(id, path, identity) };
    // It may have moved meanwhile.
    if (this.deps.projects.get(id)?.folder?.path === path) this.set(id, problem);
    if (!seen.ok) return seen;
    if (seen.value !== null && seen.value !== identity) await this.deps.store.write('seeFolder', { id, path, identity: seen.value });
    return ok(path);
  }

  private async placeOf(id: ProjectId, folder: string, identity: FolderIdentity | null): Promise<string | undefined> {
    const found = identity === null ? undefined : await findMoved(folder, identity);
    const project = this.deps.projects.get(id);
    if (found === undefined || project === undefined) return undefined;
    return (await this.deps.projects.refusal(project, found)) === undefined ? found : undefined;
  }

  private set(id: ProjectId, problem: FolderProblem | undefined): void {
    const before = this.problems.get(id);
    if (problem === undefined) this.problems.delete(id);
    else this.problems.set(id, problem);
    if (before?.code !== problem?.code || before?.folder !== problem?.folder || before?.found !== problem?.found) this.changed.fire(id);
  }
}
