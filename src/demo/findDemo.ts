import * as fs from 'node:fs';
import * as path from 'node:path';
import { asNumber, asString, parseObject } from '../core/json';
import type { Place } from '../agents/agent';
import { demoMarker } from './makeDemo';

/**
 * The place of the demo that one of the open `folders` belongs to. Demos are believed only below `bases`, where Localix
 * makes them: a marker in a project from elsewhere changes nothing.
 */
export async function findDemo(folders: readonly string[], bases: readonly string[]): Promise<Place | undefined> {
  for (const root of new Set(folders.map((folder) => path.dirname(folder)))) {
    if (await isDemo(root, bases)) return { home: path.join(root, 'home'), env: {} };
  }
  return undefined;
}

async function isDemo(root: string, bases: readonly string[]): Promise<boolean> {
  try {
    const marker = parseObject(await fs.promises.readFile(path.join(root, demoMarker.file), 'utf8'));
    const { localix, version } = demoMarker.content;
    if (asString(marker?.['localix']) !== localix || asNumber(marker?.['version']) !== version) return false;
    const real = await fs.promises.realpath(root);
    const realBases = await Promise.all(bases.map((base) => fs.promises.realpath(base).catch(() => base)));
    return realBases.some((base) => real.startsWith(base + path.sep));
  } catch {
    return false;
  }
}
