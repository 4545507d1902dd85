import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { hostname } from 'node:os';
import * as path from 'node:path';
import { isRunning, startOf } from './processStart';
import { type IsLeft, prune } from './prune';

/** Machine and process of whoever made the name, so that a file of a killed process is known as such. SQLite adds to it. */
const pattern = /^\.localix-(?<machine>[0-9a-f]{8})-(?<boot>[0-9a-f]{8})-(?<pid>\d{1,10})-(?<start>\d{1,20})-[0-9a-f]{8}\.part(-journal|-wal|-shm)?$/;

/** A name beside `file` that nobody uses. */
export function temporaryFor(file: string): string {
  const { machine, boot } = here();
  const owner = [machine, boot, process.pid, startOf(process.pid) ?? 0].join('-');
  return path.join(path.dirname(file), `.localix-${owner}-${randomBytes(4).toString('hex')}.part`);
}

/** Removes the files under such names in `folder` whose process is certain to have ended. */
export function removeAbandoned(folder: string): Promise<void> {
  const place = here();
  const isLeft: IsLeft = (name, stat) => {
    const { machine, boot, pid, start } = pattern.exec(name)?.groups ?? {};
    if (machine !== place.machine || !stat.isFile()) return false;
    return boot !== place.boot || !isRunning(Number(pid), start);
  };
  return prune(folder, isLeft);
}

/** Process ids are of one machine, one start of it and, in a container, one namespace; a folder may be shared by several. */
function here(): { machine: string; boot: string } {
  return {
    machine: shortHash(hostname() + textOf(() => fs.readFileSync('/etc/machine-id', 'utf8')) + textOf(() => fs.readlinkSync('/proc/self/ns/pid'))),
    boot: shortHash(textOf(() => fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))),
  };
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Empty where the system has no such thing. */
function textOf(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
