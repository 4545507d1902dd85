import { type Event, Emitter } from '../core/events';
import type { ProjectId } from '../core/ids';
import { type Disposable, Owned } from '../core/owned';
import type { Result } from '../core/result';
import { comparable, isWithin } from '../platform/folders';
import type { StoreCode } from '../store/operations';
import type { Project } from '../store/rows';
import type { ProjectFolders } from './projectFolders';
import type { Projects } from './projects';
import { seeFolder, type FolderCode } from './seeFolder';

/** A folder that the window has open. */
export interface OpenFolder {
  readonly name: string;
  readonly path: string;
}

/** The folders that the window has open. */
export interface OpenFolders {
  list(): readonly OpenFolder[];
  readonly onDidChange: Event<void>;
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
  /** Absent until the first look. */
  private opened: readonly Opened[] | undefined;
  private selected: ProjectId | undefined;
  private started: Promise<void> | undefined;
  /** Looks happen one after the other: each begins with what the one before found. */
  private looking: Promise<void> = Promise.resolve();

  constructor(private readonly deps: { projects: Projects; folders: ProjectFolders; openFolders: OpenFolders }) {}

  /** The first call makes projects of the open folders. */
  start(): Promise<void> {
    return (this.started ??= this.begin());
  }

  /** In the window's order. Empty until `start` has ended. */
  list(): readonly Opened[] {
    return this.opened ?? [];
  }

  /**
   * The selected project; without one that of the first folder, and Default where none is open or all are hidden. `undefined` while it
   * is not known or not chosen whose the folders are.
   */
  get current(): Project | undefined {
    const { projects } = this.deps;
    if (this.opened === undefined) return undefined;
    const ids = [this.selected, ...this.opened.map((opened) => (opened.is === 'project' ? opened.project : undefined))];
    const shown = ids.flatMap((id) => (id === undefined ? [] : (projects.get(id) ?? []))).find(({ isHidden }) => !isHidden);
    return shown ?? (this.opened.every((opened) => opened.is === 'project') ? projects.default : undefined);
  }

  /** The project of the innermost open folder that `folder` is or lies in; else the selected one. */
  async holding(folder: string | null): Promise<Project | undefined> {
    await this.start();
    const inner = folder === null ? '' : await comparable(folder);
    const projects = this.list().flatMap((opened) => (opened.is === 'project' ? (this.deps.projects.get(opened.project) ?? []) : []));
    const around = projects.filter((project) => project.folder !== null && isWithin(project.folder.comparable, inner));
    return around.sort((a, b) => (b.folder?.comparable.length ?? 0) - (a.folder?.comparable.length ?? 0))[0] ?? this.current;
  }

  /** Whether the project's folder is one of the window's. */
  isOpen({ id }: Project): boolean {
    return this.list().some((opened) => opened.is === 'project' && opened.project === id);
  }

  /** Shows the project's chats in this window, whatever folders it has open. */
  async select(project: Project): Promise<void> {
    this.selected = project.id;
    this.changed.fire();
    await this.deps.folders.look(project);
  }

  /** Makes a project of its own of an open folder that was another project's. */
  async separate({ folder }: Opened): Promise<Result<Project, FolderCode | StoreCode>> {
    const made = await this.deps.projects.ensure(folder.path, folder.name);
    await this.refresh();
    return made;
  }

  /** Asks the disk again, once anyone has asked at all. */
  refresh(): Promise<void> {
    return this.started === undefined ? Promise.resolve() : (this.looking = this.looking.then(() => this.look()));
  }

  dispose(): void {
    this.own.dispose();
  }

  private async begin(): Promise<void> {
    const { projects, folders, openFolders } = this.deps;
    await projects.start();
    this.own.add(projects.onDidChange(() => this.changed.fire()));
    this.own.add(folders.onDidChange(() => this.changed.fire()));
    this.own.add(openFolders.onDidChange(() => void this.refresh()));
    await this.refresh();
  }

  private async look(): Promise<void> {
    const before = this.list();
    const opened: Opened[] = [];
    // One after the other: they get their numbers in the window's order.
    for (const folder of this.deps.openFolders.list()) opened.push(await this.resolve(folder, before));
    this.opened = opened;
    const { current } = this;
    if (current !== undefined && !this.isOpen(current)) await this.deps.folders.look(current);
    this.changed.fire();
  }

  private async resolve(folder: OpenFolder, before: readonly Opened[]): Promise<Opened> {
    const { projects, folders } = this.deps;
    // Stays so for as long as the window has the folder open: a project that has moved on is still the one, and a hidden one stays hidden.
    const known = before.find((opened) => opened.folder.path === folder.path && opened.is === 'project');
    const project = (known?.is === 'project' ? projects.get(known.project) : undefined) ?? (await projects.of(folder.path));
    if (project !== undefined && (known !== undefined || !project.isHidden)) {
      await folders.look(project);
      return { folder, is: 'project', project: project.id };
    }
    const formerly = project === undefined ? await this.former(folder.path) : undefined;
    if (formerly !== undefined) return { folder, is: 'moved', formerly: formerly.id };
    const made = await projects.ensure(folder.path, folder.name);
    if (!made.ok) return { folder, is: 'none', code: made.code };
    await folders.look(made.value);
    return { folder, is: 'project', project: made.value.id };
  }

  /** The project whose folder this very one was, where the project's path leads elsewhere or nowhere now. */
  private async former(folder: string): Promise<Project | undefined> {
    const seen = await seeFolder(folder);
    if (!seen.ok || seen.value === null) return undefined;
    const former = this.deps.projects.shown().find((project) => project.folder?.identity === seen.value);
    if (former?.folder == null || (await this.deps.projects.refusal(former, folder)) !== undefined) return undefined;
    const there = await seeFolder(former.folder.path);
    return there.ok && there.value === seen.value ? undefined : former;
  }
}
