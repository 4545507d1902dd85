import { wordMatcher } from '../core/wordMatch';
import type { Session } from './session';

/** Whether a session matches what a person typed, in its title, folder and id. */
export function matcher(text: string): (session: Pick<Session, 'record'>) => boolean {
  const matches = wordMatcher(text);
  return ({ record: { title, folder, id } }) => matches([title, folder ?? '', id]);
}
