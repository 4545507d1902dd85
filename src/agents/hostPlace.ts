import { createHash } from 'node:crypto';
import * as path from 'node:path';
import type { MirrorPlace } from '../platform/mirror/mirror';
import type { SshHost } from '../platform/ssh';
import type { Place } from './agent';
import { programs } from './programs';

/** A home that is the copy of a host's. */
export type HostPlace = Place & { readonly mirror: MirrorPlace };

/** Where the histories of `host` are read: a copy of them in a folder of its own below `folder`. */
export function placeOnHost(host: SshHost, folder: string): HostPlace {
  const { destination } = host;
  // Two names may differ in nothing but their case, which is nothing where file systems ignore it.
  const own = path.join(folder, `${destination.replaceAll(/[^\w.@-]/g, '_').slice(0, 60)}-${createHash('sha256').update(destination).digest('hex').slice(0, 12)}`);
  const home = path.join(own, 'home');
  // Named one by one, or an agent would look where its history lies on this system.
  const env = programs.map(({ holding: { folder: at, variable, below = '' } }) => [variable, path.join(home, at.slice(0, at.length - below.length))]);
  return { home, env: Object.fromEntries(env) as Place['env'], mirror: { ...host, folder: own } };
}
