import * as fs from 'node:fs';
import * as path from 'node:path';

/** The folders of Default's chats: one for each root chat, shared by its children. */
export class ChatFolders {
  /** The Default project's folder. */
  readonly root: string;

  constructor(home: string) {
    this.root = path.join(home, '.localix', 'workspace');
  }

  /** The folder of the root chat, made when it isn't there. @throws Node's error when it can't be made. */
  async make(rootChat: string): Promise<string> {
    const folder = this.of(rootChat);
    await fs.promises.mkdir(folder, { recursive: true });
    return folder;
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
