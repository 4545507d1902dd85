import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import { prune, unused } from '../platform/prune';
import { makeDemo } from './makeDemo';

/** In milliseconds: who opens a demo again the next day gets a new one, with times of that day. */
const keptFor = 86_400_000;

/** Makes one more demo below `demos`, and removes those of earlier days. Answers the folder of its project. */
export async function newDemo(demos: string, templates: string): Promise<{ folder: string }> {
  await prune(demos, unused(/^[0-9a-f-]{36}$/, keptFor));
  return makeDemo(path.join(demos, randomUUID()), templates);
}
