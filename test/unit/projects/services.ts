import assert from 'node:assert/strict';
import * as path from 'node:path';
import { Emitter } from '../../../src/core/events';
import type { Result } from '../../../src/core/result';
import { ChatFolders } from '../../../src/projects/chatFolders';
import { OpenProjects } from '../../../src/projects/openProjects';
import { ProjectFolders } from '../../../src/projects/projectFolders';
import { Projects } from '../../../src/projects/projects';
import { Store } from '../../../src/store/store';
import { made } from './tempFolder';

/** The projects as one window has them, on a real store below `root`; `root/home` is the home folder. */
export class Window {
  readonly home: string;
  readonly chatFolders: ChatFolders;
  readonly projects: Projects;
  readonly folders: ProjectFolders;
  readonly open: OpenProjects;
  /** The folders that the window has open. */
  paths: readonly string[] = [];
  readonly opened = new Emitter<void>();
  /** From where to where agents' own things were taken along. */
  readonly followed: (readonly [from: string, to: string])[] = [];
  private readonly store: Store;

  constructor(root: string) {
    this.home = made(path.join(root, 'home'));
    this.store = new Store({ folder: path.join(root, 'store'), script: path.resolve('dist/storeWorker.js'), log: (line) => assert.fail(line) });
    this.chatFolders = new ChatFolders(this.home);
    this.projects = new Projects({
      ...{ store: this.store, home: this.home, chatFolders: this.chatFolders, defaultName: 'Default', now: () => 7 },
      follow: (from, to) => {
        this.followed.push([from, to]);
        return Promise.resolve({ copied: [], notCopied: [], untrusted: [] });
      },
      log: (line) => assert.fail(line),
    });
    this.folders = new ProjectFolders({ projects: this.projects, store: this.store, chatFolders: this.chatFolders });
    this.open = new OpenProjects({
      ...{ projects: this.projects, folders: this.folders },
      openFolders: { list: () => this.paths.map((folder) => ({ name: path.basename(folder), path: folder })), onDidChange: this.opened.event },
    });
  }

  async close(): Promise<void> {
    this.open.dispose();
    this.folders.dispose();
    this.projects.dispose();
    await this.store.end();
  }
}

/** Windows on what is below `root()`; closed after each test of the `describe` it is called in. */
export function windows(root: () => string): (...folders: string[]) => Promise<Window> {
  let open: Window[] = [];
  afterEach(async () => {
    for (const window of open) await window.close();
    open = [];
  });
  return async (...folders) => {
    const window = new Window(root());
    open.push(window);
    window.paths = folders;
    await window.open.start();
    return window;
  };
}

export function must<T>(result: Result<T, string>): T {
  assert.ok(result.ok, JSON.stringify(result));
  return result.value;
}
