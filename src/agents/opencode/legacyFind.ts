import * as path from 'node:path';
import type { Files } from '../../platform/files';
import type { FoundSession, Place, Skipped } from '../agent';
import { skippedBy } from '../skip';
import type { FileFacts } from './facts';
import { oldestFolder, storageFolder } from './locate';

/** Where one JSON layout keeps what belongs to a session. */
interface Layout {
  /** The folder of the files that describe sessions, one each. */
  readonly sessions: string;
  messages(session: string): string;
  /** The folder that has one folder of parts for each message. */
  parts(session: string): string;
}

const sessionName = /^(ses_.+)\.json$/;

/**
 * Sessions of versions before 1.2, in JSON files, apart from `known` ids: a database took those over and left the files
 * behind, which are older copies then.
 */
export async function findInFiles(place: Place, files: Files, known: ReadonlySet<string>): Promise<{ sessions: FoundSession[]; skipped: Skipped[] }> {
  const sessions = new Map<string, FoundSession>();
  const skipped: Skipped[] = [];
  for (const layout of await layouts(place, files, skipped)) {
    for (const { name } of await entries(files, layout.sessions, skipped)) {
      const file = path.join(layout.sessions, name);
      const id = sessionName.exec(name)?.[1];
      if (id === undefined) skipped.push({ path: file, id: null, reason: 'name_is_no_session', detail: name });
      else if (sessions.has(id)) skipped.push({ path: file, id, reason: 'duplicate', detail: sessions.get(id)?.files[0] ?? '' });
      else if (!known.has(id)) {
        try {
          sessions.set(id, await foundSession(files, file, id, layout));
        } catch (error) {
          skipped.push(skippedBy(error, file, id));
        }
      }
    }
  }
  return { sessions: [...sessions.values()], skipped };
}

async function layouts(place: Place, files: Files, skipped: Skipped[]): Promise<Layout[]> {
  const storage = storageFolder(place);
  // From 0.6 to 1.1.
  const later = (await folders(files, path.join(storage, 'session'), skipped)).map((folder): Layout => ({
    sessions: folder,
    messages: (session) => path.join(storage, 'message', session),
    parts: () => path.join(storage, 'part'),
  }));
  // Up to 0.5.
  const earlier = (await folders(files, oldestFolder(place), skipped)).map((folder): Layout => {
    const base = path.join(folder, 'storage', 'session');
    return {
      sessions: path.join(base, 'info'),
      messages: (session) => path.join(base, 'message', session),
      parts: (session) => path.join(base, 'part', session),
    };
  });
  return [...later, ...earlier];
}

async function foundSession(files: Files, file: string, id: string, layout: Layout): Promise<FoundSession> {
  const stamps = [await stamp(files, file)];
  const messages = layout.messages(id);
  const names = (await files.entries(messages)).map((entry) => entry.name);
  // An answer is written after its session's file, into the last message and its parts.
  const last = names.at(-1);
  if (last !== undefined) {
    const parts = await files.entries(path.join(layout.parts(id), path.basename(last, '.json')));
    stamps.push(await stamp(files, path.join(messages, last)), String(parts.length));
  }
  const facts: FileFacts = { store: 'files', messages, parts: layout.parts(id) };
  return { id, signature: JSON.stringify([file, names.length, ...stamps]), files: [file], facts, running: false };
}

async function stamp(files: Files, file: string): Promise<string> {
  const { identity, size, mtimeMs } = await files.stat(file);
  return `${identity} ${String(size)} ${String(mtimeMs)}`;
}

async function folders(files: Files, folder: string, skipped: Skipped[]): Promise<string[]> {
  return (await entries(files, folder, skipped)).filter((entry) => entry.isDirectory()).map((entry) => path.join(folder, entry.name));
}

async function entries(files: Files, folder: string, skipped: Skipped[]): ReturnType<Files['entries']> {
  try {
    return await files.entries(folder);
  } catch (error) {
    skipped.push(skippedBy(error, folder));
    return [];
  }
}
