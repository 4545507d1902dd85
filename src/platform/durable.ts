import * as fs from 'node:fs';
import * as path from 'node:path';

/** Replaces `file` at once: after a crash at any moment it holds the old bytes or the new ones. On disk when this returns. */
export function replaceFile(file: string, bytes: string | Uint8Array): void {
  const temporary = `${file}.new`;
  writeDurably(temporary, bytes);
  fs.renameSync(temporary, file);
  syncFolder(path.dirname(file));
}

export function writeDurably(file: string, bytes: string | Uint8Array): void {
  const descriptor = fs.openSync(file, 'w', 0o600);
  try {
    fs.writeFileSync(descriptor, bytes);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
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
