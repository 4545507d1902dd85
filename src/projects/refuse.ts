import * as path from 'node:path';
import { type Failure, fail } from '../core/result';
import { comparable, isWithin } from '../platform/folders';
import type { Project } from '../store/rows';

export type RefusalCode = 'folder_in_use' | 'folder_is_home' | 'folder_is_root' | 'folder_in_default';

/** What no project can move into, besides the folders of the others. */
export interface Reserved {
  readonly home: string;
  /** The folder of Default. */
  readonly chats: string;
}

/** Why a project can't move to `folder`; `undefined` when it can. The detail is the folder, or the name of the project that uses it. */
export async function refuse(folder: string, others: readonly Project[], { home, chats }: Reserved): Promise<Failure<RefusalCode> | undefined> {
  const wanted = await comparable(folder);
  if (path.dirname(wanted) === wanted) return fail('folder_is_root', folder);
  if (wanted === (await comparable(home))) return fail('folder_is_home', folder);
  if (isWithin(await comparable(chats), wanted)) return fail('folder_in_default', folder);
  const user = others.find((other) => other.folder?.comparable === wanted);
  return user && fail('folder_in_use', user.name);
}
