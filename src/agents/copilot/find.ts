import type { Dirent } from 'node:fs';
import * as path from 'node:path';
import { eachLimited } from '../../core/async';
import { asString } from '../../core/json';
import type { Files } from '../../platform/files';
import type { Finding, FoundSession, Place, Skipped } from '../agent';
import { skippedBy } from '../skip';
import { documentName, documentsFolder, flatName, sessionName, sessionsFolder } from './locate';
import { Running } from './running';

/** `folder`: a log and what belongs to it. The older ones the program no longer reads: `flat`, a log alone; `document`, one JSON object. */
export type Layout = 'folder' | 'flat' | 'document';

export function layoutOf({ facts }: FoundSession): Layout {
  const layout = asString(facts['layout']);
  return layout === 'flat' || layout === 'document' ? layout : 'folder';
}

const width = 16;

export async function findSessions(place: Place, files: Files): Promise<Finding> {
  const walk = new Walk(files);
  await walk.sessions(sessionsFolder(place));
  await walk.documents(documentsFolder(place));
  const sessions = [...walk.found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { sessions, skipped: walk.skipped.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

class Walk {
  readonly found = new Map<string, FoundSession>();
  readonly skipped: Skipped[] = [];
  private readonly running: Running;

  constructor(private readonly files: Files) {
    this.running = new Running(files);
  }

  async sessions(folder: string): Promise<void> {
    // Names with a dot are the program's own locks.
    const names = (await this.entries(folder)).map(({ name }) => name).filter((name) => !name.startsWith('.'));
    await eachLimited(names.filter((name) => sessionName.test(name)), width, (id) => this.session(path.join(folder, id), id));
    for (const name of names.filter((each) => !sessionName.test(each))) {
      await this.old(path.join(folder, name), flatName.exec(name)?.[1], 'flat');
    }
  }

  async documents(folder: string): Promise<void> {
    for (const { name } of await this.entries(folder)) await this.old(path.join(folder, name), documentName.exec(name)?.[1], 'document');
  }

  private async session(folder: string, id: string): Promise<void> {
    const names = (await this.entries(folder)).map(({ name }) => name);
    // A terminal that was opened and left without a prompt.
    if (!names.includes('events.jsonl')) return this.skip(folder, id, 'no_message');
    const files = ['events.jsonl', ...names.filter((name) => name === 'workspace.yaml')].map((name) => path.join(folder, name));
    await this.add(id, files, 'folder', await this.running.has(folder, names));
  }

  private async old(file: string, id: string | undefined, layout: Layout): Promise<void> {
    if (id === undefined) this.skip(file, null, 'name_is_no_session', path.basename(file));
    else if (this.found.has(id)) this.skip(file, id, 'duplicate', this.found.get(id)?.files[0]);
    else await this.add(id, [file], layout, false);
  }

  private async add(id: string, files: readonly string[], layout: Layout, running: boolean): Promise<void> {
    const [log = '', ...others] = files;
    try {
      const stamp = await this.files.stat(log);
      if (stamp.isDirectory) return this.skip(log, id, 'is_directory');
      if (stamp.size === 0) return this.skip(log, id, 'empty_file');
      const besides = await Promise.all(others.map((file) => this.files.stat(file).catch(() => undefined)));
      const signature = JSON.stringify([stamp, ...besides].map((each) => each && [each.identity, each.size, each.mtimeMs]));
      this.found.set(id, { id, signature, files, facts: { layout }, running });
    } catch (error) {
      this.skipped.push(skippedBy(error, log, id));
    }
  }

  private async entries(folder: string): Promise<readonly Dirent[]> {
    try {
      return await this.files.entries(folder);
    } catch (error) {
      this.skipped.push(skippedBy(error, folder));
      return [];
    }
  }

  private skip(file: string, id: string | null, reason: Skipped['reason'], detail = ''): void {
    this.skipped.push({ path: file, id, reason, detail });
  }
}
