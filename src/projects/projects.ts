import { type Event, Emitter } from '../core/events';
import type { ProjectId } from '../core/ids';
import { type Disposable, Owned } from '../core/owned';
import { fail, type Failure, ok, type Result } from '../core/result';
import { clip, collapse } from '../core/text';
import { comparable, isWithin } from '../platform/folders';
import type { StoreCode, StoreFailure, WriteName, WriteParams, Writes } from '../store/operations';
import type { Project, ProjectFolder } from '../store/rows';
import type { Store } from '../store/store';
import type { ChatFolders } from './chatFolders';
import type { Followed } from './followed';
import { refuse, type RefusalCode } from './refuse';
import { seeFolder, type FolderCode } from './seeFolder';

export type MoveCode = FolderCode | RefusalCode | StoreCode | 'project_missing' | 'project_is_default' | 'folder_taken';

/** A project's folder became another one. */
export interface Move {
  readonly project: Project;
  readonly from: string;
  readonly to: string;
}

/** Longest name of a project, in UTF-16 units. */
const nameLimit = 100;

/** The projects, in the order in which they were made. A copy of the store's, kept current. */
export class Projects implements Disposable {
  private readonly own = new Owned();
  private readonly changed = this.own.add(new Emitter<void>());
  private readonly moved = this.own.add(new Emitter<Move>());
  readonly onDidChange: Event<void> = this.changed.event;
  /** In this window or in another. */
  readonly onDidMove: Event<Move> = this.moved.event;
  private rows: readonly Project[] = [];
  private started: Promise<void> | undefined;
  /** Reads happen one after the other: the later one's answer is the newer. */
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly deps: {
      store: Pick<Store, 'read' | 'write' | 'onDidChange' | 'onDidReplace'>;
      /** The home folder. */
      home: string;
      chatFolders: ChatFolders;
      /** Takes along what agents keep by a folder's path. */
      follow: (from: string, to: string) => Promise<Followed>;
      /** What Default is called until someone renames it. */
      defaultName: string;
      now: () => number;
      log: (line: string) => void;
    },
  ) {}

  /** Reads them, and follows what any window changes. What goes wrong with the store is told where the store is shown. */
  start(): Promise<void> {
    return (this.started ??= this.begin());
  }

  /** Without the hidden ones; Default, once it is there, first. */
  shown(): readonly Project[] {
    const shown = this.rows.filter(({ isHidden }) => !isHidden);
    return [...shown.filter(isDefault), ...shown.filter((project) => !isDefault(project))];
  }

  get(id: ProjectId): Project | undefined {
    return this.rows.find((project) => project.id === id);
  }

  /** Holds the chats that have no folder. `undefined` until `start` has ended. */
  get default(): Project | undefined {
    return this.rows.find(isDefault);
  }

  /** Whose folder it is, whichever way the path is written. Default's for all in the folder of its chats. */
  async of(folder: string): Promise<Project | undefined> {
    const key = await comparable(folder);
    if (isWithin(await comparable(this.deps.chatFolders.root), key)) return this.default;
    // By the path as well: a link in it may be gone with the folder, and then it compares otherwise.
    return this.rows.find((project) => project.folder?.comparable === key) ?? this.rows.find((project) => project.folder?.path === folder);
  }

  /** The project of `folder`: made at first, shown again when it was hidden. */
  async ensure(folder: string, name: string): Promise<Result<Project, FolderCode | StoreCode>> {
    const known = await this.of(folder);
    if (known !== undefined) return known.isHidden ? this.show(known) : ok(known);
    const seen = await this.seen(folder);
    return seen.ok ? this.write('ensureProject', { folder: seen.value, name, now: this.deps.now() }) : seen;
  }

  /** Takes back that the project was hidden. */
  show({ folder, name }: Project): Promise<Result<Project, StoreCode>> {
    return this.write('ensureProject', { folder, name, now: this.deps.now() });
  }

  async rename(id: ProjectId, name: string): Promise<Result<null, StoreCode | 'project_missing' | 'name_missing'>> {
    const line = clip(collapse(name), nameLimit);
    if (line === '') return fail('name_missing');
    return this.write('renameProject', { id, name: line, now: this.deps.now() });
  }

  /** Opening its folder shows it again, with its chats. */
  async hide(id: ProjectId): Promise<Result<null, StoreCode | 'project_missing' | 'project_is_default'>> {
    return this.write('hideProject', { id, now: this.deps.now() });
  }

  /** Points the project to another folder. Answers what of the agents' own followed. */
  async move(id: ProjectId, folder: string): Promise<Result<Followed, MoveCode>> {
    const project = this.get(id);
    if (project === undefined) return fail('project_missing', id);
    if (project.folder === null) return fail('project_is_default', id);
    const refused = await this.refusal(project, folder);
    if (refused !== undefined) return refused;
    const seen = await this.seen(folder);
    if (!seen.ok) return seen;
    const saved = await this.write('setProjectFolder', { id, folder: seen.value, now: this.deps.now() });
    return saved.ok ? ok(await this.deps.follow(project.folder.path, folder)) : saved;
  }

  /** Why the project can't move to `folder`. */
  refusal(project: Project, folder: string): Promise<Failure<RefusalCode> | undefined> {
    const others = this.rows.filter(({ id }) => id !== project.id);
    return refuse(folder, others, { home: this.deps.home, chats: this.deps.chatFolders.root });
  }

  dispose(): void {
    this.own.dispose();
  }

  private async begin(): Promise<void> {
    this.own.add(
      this.deps.store.onDidChange((changes) => {
        if (changes.some(({ kind }) => kind === 'project')) this.reading = this.reading.then(() => this.read());
      }),
    );
    this.own.add(this.deps.store.onDidReplace(() => void this.readAll()));
    await this.readAll();
  }

  private async readAll(): Promise<void> {
    this.reading = this.reading.then(() => this.read());
    await this.reading;
    if (this.default === undefined) await this.write('ensureProject', { folder: null, name: this.deps.defaultName, now: this.deps.now() });
  }

  private async seen(folder: string): Promise<Result<ProjectFolder, FolderCode>> {
    const seen = await seeFolder(folder);
    return seen.ok ? ok({ path: folder, comparable: await comparable(folder), identity: seen.value }) : seen;
  }

  /** When it settles, what was written is known here, too. */
  private async write<K extends WriteName>(name: K, params: WriteParams<K>): Promise<ReturnType<Writes[K]> | StoreFailure> {
    const answer = await this.deps.store.write(name, params);
    await this.reading;
    return answer;
  }

  private async read(): Promise<void> {
    const read = await this.deps.store.read('projects', undefined);
    if (!read.ok) return this.deps.log(`reading the projects: ${read.code} ${read.detail}`);
    const before = new Map(this.rows.map((project) => [project.id, project]));
    this.rows = read.value;
    this.changed.fire();
    for (const project of this.rows) {
      const [from, to] = [before.get(project.id)?.folder?.path, project.folder?.path];
      if (from !== undefined && to !== undefined && from !== to) this.moved.fire({ project, from, to });
    }
  }
}

function isDefault({ folder }: Project): boolean {
  return folder === null;
}
