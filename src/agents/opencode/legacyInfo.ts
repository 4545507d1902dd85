import { parseObject } from '../../core/json';
import type { Files } from '../../platform/files';
import { type NativeSession, sessionOfFile } from './schema';

export interface Info {
  readonly session: NativeSession;
  /** What is wrong with the file, if something is; `session` knows nothing then. */
  readonly damage: 'empty_file' | 'not_readable_as_history' | null;
}

/** The file that describes a session of the older layouts. Node's errors are thrown as they come. */
export async function readInfo(files: Files, file: string): Promise<Info> {
  const text = (await files.small(file)).toString('utf8');
  const info = parseObject(text);
  const damage = info !== undefined ? null : text.trim() === '' ? 'empty_file' : 'not_readable_as_history';
  return { session: sessionOfFile(info ?? {}), damage };
}
