import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const isWindows = process.platform === 'win32';

/** Where a user's terminal host on this machine is found. */
export interface HostPlace {
  /** For the user alone. */
  readonly folder: string;
  /** What to connect to: a Unix socket in the folder, or a named pipe. */
  readonly address: string;
  /** What a window must say. */
  readonly token: string;
  /** Held by the host while it lives. */
  readonly lock: string;
  readonly log: string;
}

/** The place for the environment `env`: below the user's runtime folder where the system has one. */
export function hostPlace(env: Readonly<Record<string, string | undefined>>): HostPlace {
  const user = isWindows ? '' : `-${os.userInfo().uid}`;
  return placeIn(path.join(env['XDG_RUNTIME_DIR'] || os.tmpdir(), `localix${user}`));
}

export function placeIn(folder: string): HostPlace {
  const at = (name: string): string => path.join(folder, name);
  const pipe = `\\\\.\\pipe\\localix-${createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32)}`;
  return { folder, address: isWindows ? pipe : at('terminals.sock'), token: at('token'), lock: at('lock'), log: at('log') };
}

/** Makes the folder. Throws when it is there and another user could write into it: the temporary folder is everybody's. */
export function makePrivate(folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (isWindows) return;
  const stat = fs.lstatSync(folder);
  if (!stat.isDirectory() || stat.uid !== process.getuid?.() || (stat.mode & 0o077) !== 0) {
    throw new Error(`${folder} is not a folder for you alone`);
  }
}
