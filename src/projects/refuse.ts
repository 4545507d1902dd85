import * as path from 'node:path';
import { type Failure, fail } from '../core/result';
import { comparable, isWithin } from '../platform/folders';
import type { Project } from './project';

export type RefusalCode = 'folder_in_use' | 'folder_is_home' | 'folder_is_root' | 'folder_in_default';

/** Why a project can't move to `folder`; `undefined` when it can. The detail is the folder, or the name of the project that uses it. */
export async function refuse(folder: string, others: readonly Project[], home: string, defaultFolder: string): Promise<Failure<RefusalCode> | undefined> {
  const wanted = await comparable(folder);
  if (path.dirname(wanted) === wanted) return fail('folder_is_root', folder);
  if (wanted === (await comparable(home))) return fail('folder_is_home', folder);
  if (isWithin(await comparable(defaultFolder), wanted)) return fail('folder_in_default', folder);
  const user = others.find(({ key }) => key === wanted);
  return user && fail('folder_in_use', user.name);
}
