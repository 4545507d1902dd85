import * as fs from 'node:fs';
import * as path from 'node:path';

/**
 * Replaces `file` at once: after a crash at any moment it holds the old text or the new one. On disk when this returns, and not
 * before the names of the files that it may speak of, which were made in its folder earlier.
 * Asked last, `mayReplace` can still leave it as it is; answers whether it was replaced.
 */
export function replaceFile(file: string, text: string, mayReplace: () => boolean): boolean {
  const temporary = `${file}.new`;
  writeDurably(temporary, Buffer.from(text), 'w');
  syncFolder(path.dirname(file));
  if (!mayReplace()) return false;
  fs.renameSync(temporary, file);
  syncFolder(path.dirname(file));
  return true;
}

/** With `wx` only when there is no such file yet. Its name is not durable before its folder is. */
export function writeDurably(file: string, bytes: Uint8Array, flag: 'w' | 'wx'): void {
  const descriptor = fs.openSync(file, flag, 0o600);
  try {
    fs.writeFileSync(descriptor, bytes);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Copies `file` to where there is none. On the disk when this returns, but for its name; nothing is left of a copy that failed. */
export function copyDurably(file: string, to: string): void {
  fs.copyFileSync(file, to, fs.constants.COPYFILE_EXCL);
  try {
    const descriptor = fs.openSync(to, 'r+');
    try {
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  } catch (error) {
    fs.rmSync(to, { force: true });
    throw error;
  }
}

/** Makes names that were made, changed or removed in `folder` last. Windows does that by itself, and can't be asked. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
