import * as fs from 'node:fs';
import * as path from 'node:path';
import { ok, type Result } from '../core/result';
import { type FolderCode, seeFolder } from './seeFolder';

/** The folders of Default's chats: one for each root chat, shared by its children. */
export class ChatFolders {
  /** The Default project's folder. */
  readonly root: string;

  constructor(home: string) {
    this.root = path.join(home, '.localix', 'workspace');
  }

  /** The folder of the root chat, made when it isn't there. */
  async make(rootChat: string): Promise<Result<string, FolderCode>> {
    const folder = this.of(rootChat);
    // What went wrong shows in what is there then.
    await fs.promises.mkdir(folder, { recursive: true }).catch(() => undefined);
    const seen = await seeFolder(folder);
    return seen.ok ? ok(folder) : seen;
  }

  /** Removes the root chat's folder with what is in it. Files that can't be removed stay. */
  async remove(rootChat: string): Promise<void> {
    await fs.promises.rm(this.of(rootChat), { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  }

  private of(rootChat: string): string {
    // A folder is deleted by this name: it must not lead anywhere else.
    if (!/^[\w-]+$/.test(rootChat)) throw new Error(`no chat's id: ${rootChat}`);
    return path.join(this.root, rootChat);
  }
}
