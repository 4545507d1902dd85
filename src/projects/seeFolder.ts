import * as fs from 'node:fs';
import { fail, ok, type Result } from '../core/result';
import type { FolderIdentity } from '../store/rows';

export type FolderCode = 'workspace_folder_missing' | 'workspace_folder_not_a_directory' | 'workspace_folder_unreadable';

/** Looks whether `folder` can be worked in. Its identity is `null` where the file system records no creation time or no file number. */
export async function seeFolder(folder: string): Promise<Result<FolderIdentity | null, FolderCode>> {
  try {
    const stat = await fs.promises.stat(folder, { bigint: true });
    if (!stat.isDirectory()) return fail('workspace_folder_not_a_directory', folder);
    // Opened and not asked: macOS keeps folders from programs that may read them by their mode.
    await (await fs.promises.opendir(folder)).close();
    return ok(identityOf(stat));
  } catch (error) {
    return fail(isAbsent(error) ? 'workspace_folder_missing' : 'workspace_folder_unreadable', folder);
  }
}

/**
 * Which folder it is, whatever its path: its disk, its file number and its creation time in nanoseconds. A file number alone is
 * given to another folder as soon as the first is deleted. Node gives 0 for what the file system doesn't record.
 */
export function identityOf({ dev, ino, birthtimeNs }: Pick<fs.BigIntStats, 'dev' | 'ino' | 'birthtimeNs'>): FolderIdentity | null {
  return ino > 0n && birthtimeNs > 0n ? `${dev}:${ino}:${birthtimeNs}` : null;
}

/** Also when a file is where one of its parents was. */
function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
