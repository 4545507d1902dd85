import { type Event, Emitter } from '../core/events';
import { type Disposable, Owned } from '../core/owned';
import type { Result } from '../core/result';
import type { StoreCode } from '../store/operations';
import type { Project, ProjectId } from '../store/rows';
import type { ProjectFolders } from './projectFolders';
import type { Projects } from './projects';
import { seeFolder, type FolderCode } from './seeFolder';

/** A folder that the window has open. */
export interface OpenFolder {
  readonly name: string;
  readonly path: string;
}

/** What the window has open, and what it remembers. */
export interface Window {
  folders(): readonly OpenFolder[];
  readonly onDidChangeFolders: Event<void>;
  /** Kept for this window's workspace. */
  readonly selected: { get(): string | undefined; set(id: ProjectId): void };
}

/** An open folder, and whose it is. */
export type Opened = { readonly folder: OpenFolder } & (
  | { readonly is: 'project'; readonly project: ProjectId }
  /** This very folder was the project's when it had another path. Nothing is made of it before the person has chosen. */
  | { readonly is: 'moved'; readonly formerly: ProjectId }
  /** No project's, and none can be made of it now. */
  | { readonly is: 'none'; readonly code: FolderCode | StoreCode }
);

/** Which projects this window is about, and which one of them its chats are shown of. */
export class OpenProjects implements Disposable {
  private readonly own = new Owned();
  private readonly changed = this.own.add(new Emitter<void>());
  /** Also when anything of a project changed. */
  readonly onDidChange: Event<void> = this.changed.event;
  private opened: readonly Opened[] = [];
  private started: Promise<void> | undefined;

  constructor(private readonly deps: { projects: Projects; folders: ProjectFolders; window: Window }) {}

  /** The first call makes projects of the open folders. */
  start(): Promise<void> {
    return (this.started ??= this.begin());
  }

  /** In the window's order. Empty until `start` has ended. */
  list(): readonly Opened[] {
    return this.opened;
  }

  /** The selected project; at first that of the first folder, and Default where none is open. */
  get current(): Project | undefined {
    const { projects, window } = this.deps;
    const selected = projects.get(window.selected.get() as ProjectId);
    if (selected !== undefined && !selected.isHidden) return selected;
    const [first] = this.opened.flatMap((opened) => (opened.is === 'project' ? [opened.project] : []));
    if (first !== undefined) return projects.get(first);
    return this.opened.length === 0 ? projects.default : undefined;
  }

  isOpen(id: ProjectId): boolean {
    return this.opened.some((opened) => opened.is === 'project' && opened.project === id);
  }

  /** Shows the project's chats in this window. */
  select(project: Project): void {
    this.deps.window.selected.set(project.id);
    void this.deps.folders.look(project);
    this.changed.fire();
  }

  /** Makes a project of its own of a folder that was another project's. */
  async separate({ folder }: Opened): Promise<Result<Project, FolderCode | StoreCode>> {
    const made = await this.deps.projects.ensure(folder.path, folder.name);
    await this.refresh();
    return made;
  }

  /** Asks the disk again. */
  async refresh(): Promise<void> {
    const before = this.opened;
    this.opened = await Promise.all(this.deps.window.folders().map((folder) => this.resolve(folder, before)));
    const { current } = this;
    if (current !== undefined && !this.isOpen(current.id)) await this.deps.folders.look(current);
    this.changed.fire();
  }

  dispose(): void {
    this.own.dispose();
  }

  private async begin(): Promise<void> {
    const { projects, folders, window } = this.deps;
    await projects.start();
    this.own.add(projects.onDidChange(() => this.changed.fire()));
    this.own.add(folders.onDidChange(() => this.changed.fire()));
    this.own.add(window.onDidChangeFolders(() => void this.refresh()));
    await this.refresh();
  }

  private async resolve(folder: OpenFolder, before: readonly Opened[]): Promise<Opened> {
    const { projects, folders } = this.deps;
    // A project that moved on stays that of the folder for as long as the window has the old one open.
    const known = before.find((opened) => opened.folder.path === folder.path && opened.is === 'project');
    const project = (known?.is === 'project' ? projects.get(known.project) : undefined) ?? (await projects.of(folder.path));
    if (project !== undefined && !project.isHidden) {
      await folders.look(project);
      return { folder, is: 'project', project: project.id };
    }
    const formerly = project === undefined ? await this.former(folder.path) : undefined;
    if (formerly !== undefined) return { folder, is: 'moved', formerly: formerly.id };
    const made = await projects.ensure(folder.path, folder.name);
    return made.ok ? { folder, is: 'project', project: made.value.id } : { folder, is: 'none', code: made.code };
  }

  /** The project whose folder this was, when that project's path leads elsewhere or nowhere now. */
  private async former(folder: string): Promise<Project | undefined> {
    const seen = await seeFolder(folder);
    if (!seen.ok || seen.value === null) return undefined;
    const former = this.deps.projects.shown().find((project) => project.folder?.identity === seen.value);
    if (former?.folder == null) return undefined;
    const there = await seeFolder(former.folder.path);
    return there.ok && there.value === seen.value ? undefined : former;
  }
}
