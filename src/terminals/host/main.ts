// The terminal host: runs the terminals of all windows of a user, and outlives them.
//   node terminalHost.js FOLDER VERSION IDLE-SECONDS
// Ends when it has had neither terminals nor windows for so long, and when its folder is gone: nobody could reach it again.
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { HostedTerminals } from './hostedTerminals';
import { HostServer } from './hostServer';
import { takeHostLock } from './hostLock';
import { makePrivate, placeIn } from './place';
import type { NodePty } from './ptyProcess';
import { hostExit } from './hostExit';

const [folder = '', version = '', idleSeconds = '60'] = process.argv.slice(2);
const place = placeIn(folder);
/** Milliseconds between looks whether there is still a reason to be here. */
const lookEvery = 1_000;

function log(line: string): void {
  console.error(`${new Date().toISOString()} ${process.pid} ${line}`);
}

async function loadNodePty(): Promise<NodePty> {
  try {
    return await import('node-pty');
  } catch (error) {
    log(`node-pty does not load: ${String(error)}`);
    process.exit(hostExit.noNodePty);
  }
}

async function main(): Promise<void> {
  const nodePty = await loadNodePty();
  makePrivate(folder);
  const lock = takeHostLock(place.lock);
  if (lock === undefined) process.exit(hostExit.anotherRuns);
  // Named here, so that it is not collected as garbage, which would let it go.
  process.on('exit', () => lock.close());
  const token = randomBytes(32).toString('hex');
  fs.rmSync(place.token, { force: true });
  fs.writeFileSync(place.token, token, { mode: 0o600 });
  // What a host left that was killed: the lock says that it is gone.
  fs.rmSync(place.address, { force: true });

  const terminals = new HostedTerminals({ nodePty });
  const end = async (): Promise<void> => {
    await terminals.endAll();
    // The lock is let go by our end, so what is removed here is no other host's.
    fs.rmSync(place.address, { force: true });
    fs.rmSync(place.token, { force: true });
    process.exit(hostExit.ended);
  };
  const server = new HostServer({ terminals, token, version, log, onReplaced: () => void end() });
  await server.listen(place.address);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end());

  let idleSince = Date.now();
  setInterval(() => {
    if (!server.isIdle) idleSince = Date.now();
    if (Date.now() - idleSince >= Number(idleSeconds) * 1000 || !fs.existsSync(place.token)) void end();
  }, lookEvery);
}

main().catch((error: unknown) => {
  log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(hostExit.failed);
});
