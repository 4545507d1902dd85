import type { Files, FileStamp } from '../../platform/files';
import { digestEnds, type EndsDigest } from './ends';

export interface MainFile extends EndsDigest {
  readonly stamp: FileStamp;
}

/**
 * The one of a session's files that holds its conversation. Others are copies that an update left behind, and files without
 * a prompt that a resume opens beside the real one (0.42.0 to 0.61.0), newer by name and time.
 * Throws as reading does when none of the files can be read.
 */
export async function mainFile(paths: readonly string[], files: Files): Promise<MainFile> {
  const readings = await Promise.allSettled(paths.map((path) => readFile(path, files)));
  const [best] = readings.flatMap((reading) => (reading.status === 'fulfilled' ? reading.value : [])).sort(byConversation);
  if (best !== undefined) return best;
  throw readings.find((reading) => reading.status === 'rejected')?.reason;
}

async function readFile(path: string, files: Files): Promise<MainFile> {
  const stamp = await files.stat(path);
  return { stamp, ...digestEnds(files, path, stamp.size) };
}

/** Conversation before none, a session before its sub-agent, then the later activity, then the newer format, which begins with all of the older file. */
function byConversation(a: MainFile, b: MainFile): number {
  return (
    Number(hasConversation(b)) - Number(hasConversation(a)) ||
    Number(a.digest.isSubagent) - Number(b.digest.isSubagent) ||
    compare(b.digest.lastActivity ?? '', a.digest.lastActivity ?? '') ||
    compare(b.stamp.path.split('.').at(-1) ?? '', a.stamp.path.split('.').at(-1) ?? '')
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether there is anything to resume; of a long file, whether there has been. */
export function hasConversation({ digest, whole }: EndsDigest): boolean {
  return whole ? digest.count.resumable : digest.sawConversation;
}
