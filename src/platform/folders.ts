import * as fs from 'node:fs';
import * as path from 'node:path';

/** File systems of these platforms usually ignore case. */
const ignoresCase = process.platform === 'darwin' || process.platform === 'win32';

/** `folder` absolute, without a separator at its end, and with symbolic links resolved as far as the path exists. */
export async function resolved(folder: string): Promise<string> {
  const whole = path.resolve(folder);
  let existing = whole;
  for (;;) {
    try {
      return path.join(await fs.promises.realpath(existing), path.relative(existing, whole));
    } catch {
      const parent = path.dirname(existing);
      if (parent === existing) return whole;
      existing = parent;
    }
  }
}

/** `folder` as it is compared: resolved, lower case where the platform's file systems ignore case. For comparing only: never shown, never opened. */
export async function comparable(folder: string): Promise<string> {
  const whole = await resolved(folder);
  return ignoresCase ? whole.toLowerCase() : whole;
}

/** What of `folder` lies below `root`, empty for `root` itself; `undefined` when it is not within. Both absolute, and taken as they are written. */
export function restBelow(root: string, folder: string): string | undefined {
  const [above, whole] = [path.resolve(root), path.resolve(folder)];
  const cased = (one: string): string => (ignoresCase ? one.toLowerCase() : one);
  if (!isWithin(cased(above), cased(whole))) return undefined;
  const { length } = path.relative(cased(above), cased(whole));
  return whole.slice(whole.length - length);
}

/** Whether `folder` is `root` or lies below it, by path segment: `app-old` is not below `app`. Both comparable; a relative folder is nowhere. */
export function isWithin(root: string, folder: string): boolean {
  if (!path.isAbsolute(folder)) return false;
  const relative = path.relative(root, folder);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}
