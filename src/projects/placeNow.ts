import * as path from 'node:path';
import { restBelow } from '../platform/folders';
import type { Project } from '../store/rows';

/** Where `recorded`, a folder of the project's past, is now that the project has moved; `undefined` where no move concerns it. */
export function placeNow({ folder, formerFolders }: Project, recorded: string): string | undefined {
  if (folder === null || !path.isAbsolute(recorded)) return undefined;
  const present = [folder.path, folder.comparable];
  if (present.some((root) => restBelow(root, recorded) !== undefined)) return undefined;
  // Of two that lie in each other the inner one was the project's folder when this was recorded.
  const rests = formerFolders.flatMap((former) => [restBelow(former.path, recorded), restBelow(former.comparable, recorded)]);
  const [rest] = rests.filter((one) => one !== undefined).sort((a, b) => a.length - b.length);
  return rest === undefined ? undefined : path.join(folder.path, rest);
}
