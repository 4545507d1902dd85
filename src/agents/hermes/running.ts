import type { Files } from '../../platform/files';

/**
 * The sessions that a process of the agent was started for and still has open. There is no lock or pid file: Linux alone
 * tells, by who holds SQLite's lock on the log's index, and only of processes whose command line names a session
 * (`hermes --resume ID`, and a helper of the other terminal interface: `--session-key ID`).
 */
export async function openSessions(database: string, files: Files): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  const index = await files.stat(`${database}-shm`).catch(() => undefined);
  if (index === undefined || process.platform !== 'linux') return open;
  for (const pid of await holders(index.identity.split(':')[1] ?? '', files)) {
    const argv = await argumentsOf(pid, files);
    if (!argv.some((argument) => /hermes|tui_gateway/.test(argument))) continue;
    argv.forEach((argument, place) => {
      const option = /^--(?:resume|session-key)(?:=(.*))?$/.exec(argument);
      if (option !== null) open.add(option[1] ?? argv[place + 1] ?? '');
    });
  }
  return open;
}

/** The processes that hold a lock on the file with this inode; the device differs by file system, and is left out. */
async function holders(inode: string, files: Files): Promise<ReadonlySet<string>> {
  const text = await textOf('/proc/locks', files);
  // `3: POSIX  ADVISORY  READ 4242 08:01:1835271 128 128`
  const locks = text.matchAll(/^\d+: POSIX +\w+ +\w+ +(\d+) [0-9a-f]+:[0-9a-f]+:(\d+) /gm);
  return new Set([...locks].flatMap(([, pid, locked]) => (locked === inode && pid !== undefined ? pid : [])));
}

async function argumentsOf(pid: string, files: Files): Promise<string[]> {
  return (await textOf(`/proc/${pid}/cmdline`, files)).split('\0').filter((argument) => argument !== '');
}

async function textOf(file: string, files: Files): Promise<string> {
  return files.small(file).then((bytes) => bytes.toString(), () => '');
}
