import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { version } from '../../package.json';
import type { Depth, Features } from '../agents/agent';
import { agentOf, agents } from '../agents/registry';
import { InstalledAgents } from '../external/installedAgents';
import type { MirrorPlace } from '../platform/mirror/mirror';
import { SearchPath } from '../platform/shellPath';
import { type AgentId, parseSessionKey, type SessionKey } from '../shared/agentId';
import type { ExportCode } from '../shared/exporting';
import { LocalOperations } from '../workers/operations';
import { WorkerPool } from '../workers/pool';
import { type Arguments, parseArguments } from './arguments';
import { help } from './help';
import { type HistoryOperations, readHistories, type SavableHistories } from './histories';
import { countsPath, indexPath } from './indexPath';
import { listJson, listText } from './list';
import { harmless, oneLine } from './oneLine';
import { clearOften, keepHeapSmall } from './smallHeap';
import type { UsageOperations } from './usage';

/** Exit statuses, as `--help` gives them. */
const exit = { done: 0, error: 1, usage: 2, missing: 3, unreadable: 4, host: 5 } as const;

async function main(argv: readonly string[]): Promise<number> {
  const parsed = parseArguments(argv, process.env, process.cwd());
  if (!parsed.ok) return problem(exit.usage, `${parsed.detail}\nlocalix --help lists what there is.`);
  const asked = parsed.value;
  const { home } = asked.place;
  if (asked.command !== 'help' && asked.command !== 'version' && asked.place.mirror === undefined && !isFolder(home)) log(`there is no folder ${home}`);
  switch (asked.command) {
    case 'help':
      return print(help);
    case 'version':
      return print(`${version}\n`);
    case 'list':
      return list(asked);
    case 'transcript':
      return transcript(asked);
    case 'export':
      return exportTo(asked);
    case 'usage':
      return usage(asked);
    case 'doctor':
      return doctor(asked);
  }
}

/** `true` also where that can't be found out. */
function isFolder(place: string): boolean {
  try {
    return fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR';
  }
}

async function list(asked: Arguments): Promise<number> {
  const { mirror } = asked.place;
  if (mirror !== undefined) return listHost(asked, mirror);
  const installed = asked.assumeInstalled ? assumed(asked) : await installedAgents();
  const keepsIndex = asked.index && !asked.full;
  const indexFile = keepsIndex ? indexPath(asked.place, process.env) : undefined;
  return read(asked, asked.full ? 'full' : 'ends', { installed, indexFile }, async (histories) => {
    const saving = histories.save();
    if (asked.stats) process.stderr.write(`${JSON.stringify(histories.stats)}\n`);
    const status = await print(asked.json ? listJson(histories) : listText(histories));
    await saving;
    return status;
  });
}

// What a list doesn't need is loaded by the command that does: that takes a third of the start.

async function listHost(asked: Arguments, mirror: MirrorPlace): Promise<number> {
  const { hostMessage, readHost } = await import('./hosts');
  const histories = await readHost(asked, mirror, log);
  if (!histories.ok) return problem(exit.host, hostMessage(histories) ?? histories.detail);
  if (asked.stats) process.stderr.write(`${JSON.stringify(histories.value.stats)}\n`);
  const status = await print(asked.json ? listJson(histories.value, mirror) : listText(histories.value));
  await histories.value.save();
  return status;
}

async function transcript(asked: Arguments): Promise<number> {
  const { partText, readPart } = await import('./transcript');
  const key = asked.key ?? '';
  const parsed = parseSessionKey(key);
  if (parsed === undefined || agentOf(parsed.agent) === undefined) return problem(exit.missing, `no such session: ${key}`);
  const operations = new LocalOperations();
  const { mirror } = asked.place;
  const looked = mirror && (await operations.refreshHost({ mirror, agents: [parsed.agent], maxAge: 0 }));
  const part = looked?.ok === false ? looked : await readPart(operations, { ...parsed, key, place: asked.place }, asked);
  if (part.ok) return print(asked.json ? json(part.value) : partText(part.value));
  if (part.code === 'session_missing') return problem(exit.missing, `no such session: ${key}`);
  const { hostMessage } = await import('./hosts');
  const message = hostMessage(part);
  return message === undefined ? problem(exit.unreadable, `${key} can't be read: ${part.detail}`) : problem(exit.host, message);
}

async function exportTo(asked: Arguments): Promise<number> {
  const { exportSession, exportWords } = await import('./export');
  const { format, output: file, place } = asked;
  const key = (asked.key ?? '') as SessionKey;
  const parsed = parseSessionKey(key);
  if (parsed === undefined || agentOf(parsed.agent) === undefined) return problem(exit.missing, `no such session: ${key}`);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  const out = (piece: string | Uint8Array): Promise<void> => new Promise((resolve) => process.stdout.write(piece, () => resolve()));
  const exported = await exportSession({ ...parsed, key, place, format, file }, out, stop.signal);
  if (!exported.ok) return problem(exportStatus[exported.code] ?? exit.host, exportWords[exported.code](key, exported.detail, format));
  for (const name of exported.value.files.slice(1)) log(`also written: ${name}`);
  for (const name of exported.value.left) log(`left out, ask for --output to get it: ${name}`);
  return exit.done;
}

/** All else is the host's. */
const exportStatus: Readonly<Partial<Record<ExportCode, number>>> = {
  session_missing: exit.missing,
  session_unreadable: exit.unreadable,
  session_empty: exit.error,
  not_written: exit.error,
  is_source: exit.error,
  cancelled: exit.error,
};

async function doctor(asked: Arguments): Promise<number> {
  const { diagnose, diagnosisText } = await import('./doctor');
  const found = await installedAgents();
  const installed = asked.assumeInstalled ? assumed(asked) : found;
  return read(asked, 'full', { installed, indexFile: undefined }, async (histories) => {
    if (asked.stats) process.stderr.write(`${JSON.stringify(histories.stats)}\n`);
    const diagnosis = await diagnose(histories, { ...asked, installed: new Set(found.keys()) });
    return print(asked.json ? json(diagnosis) : diagnosisText(diagnosis));
  });
}

/** What the sessions used, as far as possible out of what earlier runs counted. */
async function usage(asked: Arguments): Promise<number> {
  const { countUsage, usageAnswer, usageText } = await import('./usage');
  keepHeapSmall();
  const installed = asked.assumeInstalled ? assumed(asked) : await installedAgents();
  const kept = asked.index ? keptCounts(asked) : undefined;
  const temporary = kept === undefined ? fs.mkdtempSync(path.join(os.tmpdir(), 'localix-')) : undefined;
  const file = kept ?? path.join(temporary ?? '', 'usage.sqlite');
  // Whatever is there must be read. Where the counts are kept little will be, and clearing away takes longer than counting.
  if (!fs.existsSync(file)) clearOften();
  try {
    const agentIds = [...installed.keys()].filter((id) => asked.agents.includes(id));
    const state = await withThreads((operations) => countUsage(asked, agentIds, { operations, file, width: 4 * threadsBeside + 1 }));
    for (const { path: unread, detail } of state.skipped) log(`${unread} can't be read: ${detail}`);
    if (asked.stats) process.stderr.write(`${JSON.stringify(state.stats)}\n`);
    const answer = await usageAnswer(state, asked);
    return print(asked.json ? json(answer) : usageText(answer, asked.by));
  } finally {
    if (temporary !== undefined) fs.rmSync(temporary, { recursive: true, force: true });
  }
}

/** The file of counts that lasts; `undefined` where none can be written. */
function keptCounts(asked: Arguments): string | undefined {
  const file = countsPath(indexPath(asked.place, process.env));
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.accessSync(path.dirname(file), fs.constants.W_OK);
    const there = fs.statSync(file, { throwIfNoEntry: false });
    if (there?.isFile() === false) throw new Error(`${file} is no file`);
    if (there !== undefined) fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK);
    return file;
  } catch (error) {
    log(`what is counted is not kept: ${(error as Error).message}`);
    return undefined;
  }
}

/** Threads that read beside the main one. Each takes some 20 MB, and as much again where lines are very long: more would take more memory than a list may. */
const threadsBeside = 1;

function log(line: string): void {
  process.stderr.write(`localix: ${oneLine(line)}\n`);
}

function read(
  asked: Arguments,
  depth: Depth,
  deps: { installed: ReadonlyMap<AgentId, Features>; indexFile: string | undefined },
  use: (histories: SavableHistories) => Promise<number>,
): Promise<number> {
  if (depth === 'full') keepHeapSmall();
  return withThreads(async (operations) => use(await readHistories(asked, depth, { ...deps, operations, log })));
}

/** Reads with two processors where that is quicker, for nothing else waits for them here. */
async function withThreads<T>(use: (operations: HistoryOperations & UsageOperations) => Promise<T>): Promise<T> {
  const here = new LocalOperations();
  const pool = new WorkerPool({ script: path.join(__dirname, 'scanWorker.js'), size: threadsBeside, log, here });
  try {
    return await use({
      // A finding alone is one thread's work.
      scan: (params) => (params.most === -1 ? here.scan(params) : pool.scan(params)),
      count: pool.count,
      readIndex: (params) => here.readIndex(params),
      // Beside the answer, where a thread for that is there anyhow.
      writeIndex: (params) => (pool.isRunning ? pool.writeIndex(params) : here.writeIndex(params)),
      knownCounts: (params) => here.knownCounts(params),
      forgetCounts: (params) => here.forgetCounts(params),
      tally: (params) => here.tally(params),
    });
  } finally {
    pool.dispose();
  }
}

/** The agents on PATH. The login shell isn't asked: who types `localix` has a shell's PATH already. */
async function installedAgents(): Promise<ReadonlyMap<AgentId, Features>> {
  const home = process.cwd();
  const detection = new InstalledAgents({
    agents,
    searchPath: new SearchPath({ shell: undefined, home, env: process.env }),
    configured: () => ({}),
    mayRun: () => true,
    memory: new Map(),
    home,
    env: process.env,
  });
  return new Map((await detection.refresh()).map(({ agent, features }) => [agent, features]));
}

/** As if every asked agent were installed in its newest version. */
function assumed(asked: Arguments): ReadonlyMap<AgentId, Features> {
  return new Map(
    agents
      .filter((agent) => asked.agents.includes(agent.id))
      .map((agent) => [agent.id, Object.fromEntries(Object.keys(agent.features).map((name) => [name, true]))]),
  );
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function print(text: string): Promise<number> {
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
  return exit.done;
}

function problem(status: number, message: string): number {
  process.stderr.write(`localix: ${harmless(message)}\n`);
  return status;
}

// Node 22 warns that its SQLite is experimental: nothing that a person who lists sessions could do something about.
process.removeAllListeners('warning').on('warning', ({ name, message }) => {
  if (name !== 'ExperimentalWarning') process.stderr.write(`localix: ${message}\n`);
});

// A reader that has had enough (`localix list | head`) closes the pipe; that is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? exit.done : problem(exit.error, error.message)));

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    process.exitCode = problem(exit.error, error instanceof Error ? error.message : String(error));
  },
);
