import { quotePosix } from '../core/shellQuote';
import { type SshHost, terminalArguments } from '../platform/ssh';
import type { Command } from './agent';

/**
 * How a person goes on with a session on its host, from a terminal here. The agent is started by a login shell there, as it would be by
 * hand: that is who knows where it is installed. `null` where no folder is recorded.
 */
export function resumeOnHost({ destination, ssh }: Pick<SshHost, 'destination' | 'ssh'>, { argv, cwd }: Command): readonly string[] | null {
  if (cwd === null || !cwd.startsWith('/')) return null;
  const there = `cd ${quotePosix(cwd)} && exec ${argv.map(quotePosix).join(' ')}`;
  return [ssh, ...terminalArguments(destination, `exec "$SHELL" -lic ${quotePosix(there)}`)];
}
