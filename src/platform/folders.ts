import * as fs from 'node:fs';
import * as path from 'node:path';

/** File systems of these platforms usually ignore case. */
const ignoresCase = process.platform === 'darwin' || process.platform === 'win32';

/**
 * `folder` as it is compared: absolute, symbolic links resolved as far as the path exists, no separator at its end,
 * lower case where the platform's file systems ignore case. For comparing only: never shown, never opened.
 */
export async function comparable(folder: string): Promise<string> {
  const whole = path.resolve(folder);
  let existing = whole;
  for (;;) {
    try {
      const real = path.join(await fs.promises.realpath(existing), path.relative(existing, whole));
      return ignoresCase ? real.toLowerCase() : real;
    } catch {
      const parent = path.dirname(existing);
      if (parent === existing) return ignoresCase ? whole.toLowerCase() : whole;
      existing = parent;
    }
  }
}

/** Whether `folder` is `root` or lies below it, by path segment: `app-old` is not below `app`. Both comparable; a relative folder is nowhere. */
export function isWithin(root: string, folder: string): boolean {
  if (!path.isAbsolute(folder)) return false;
  const relative = path.relative(root, folder);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}
