import * as fs from 'node:fs';
import * as path from 'node:path';

/** How often is looked where the system refuses to watch, in milliseconds. */
const pollInterval = 2000;

/** Calls `onThere` once, and never at once, when there is something at `file`; the folders above it may be missing, too. */
export function whenThere(file: string, onThere: () => void): void {
  let stop = (): void => undefined;

  function look(): void {
    stop();
    if (fs.existsSync(file)) {
      setImmediate(onThere);
      return;
    }
    const next = firstMissing(file);
    try {
      const watcher = fs.watch(path.dirname(next), () => {
        // Gone, it tells nothing any more.
        if (fs.existsSync(next) || !fs.existsSync(path.dirname(next))) look();
      });
      watcher.on('error', () => later());
      stop = () => watcher.close();
      // It may have come in between.
      if (fs.existsSync(next)) look();
    } catch {
      later();
    }
  }

  function later(): void {
    stop();
    const timer = setTimeout(look, pollInterval);
    stop = () => clearTimeout(timer);
  }

  look();
}

/** Of `file` and the folders above it the topmost that does not exist. */
function firstMissing(file: string): string {
  const parent = path.dirname(file);
  return parent === file || fs.existsSync(parent) ? file : firstMissing(parent);
}
