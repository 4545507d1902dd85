// A window as a process: node storeProcess.ts WORKER FOLDER NAME WRITES [COMPACT]
// Makes chats and drafts, WRITES in all, a few at a time, and prints `acked ID TITLE` or `drafted ID NUMBER` once the answer is
// there, `refused CODE` when there is none to have, and `done` at the end; then a line on standard input is answered by the state
// that this window sees. With COMPACT the log is compacted as soon as it is longer than that many bytes.
import * as fs from 'node:fs';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import type { Result } from '../../../src/core/result';
import type { Chat } from '../../../src/store/rows';
import type { StoreData } from '../../../src/store/storeThread';

const [script = '', folder = '', name = '', writes = '0', compact] = process.argv.slice(2);
const atATime = 3;
const compaction = compact === undefined ? { length: Infinity, idle: 0 } : { length: Number(compact), idle: 0 };
const worker = new Worker(script, { workerData: { folder, compaction } satisfies StoreData });
const waiting = new Map<number, (answer: { ok: boolean; value: unknown; message?: string }) => void>();
let requests = 0;
worker.on('message', (message: { id?: number; ok: boolean; value: unknown }) => {
  if (message.id !== undefined) waiting.get(message.id)?.(message);
});

function ask<T>(kind: 'read' | 'write', operation: string, params: unknown): Promise<Result<T, string>> {
  const id = ++requests;
  worker.postMessage({ id, name: kind, params: { name: operation, params } });
  return new Promise((resolve, reject) => waiting.set(id, (answer) => (answer.ok ? resolve(answer.value as Result<T, string>) : reject(new Error(answer.message)))));
}

/** At once, unlike `console.log` into a pipe, which may be lost when this process is killed. */
function say(line: string): void {
  for (let rest = Buffer.from(`${line}\n`); rest.length > 0; ) {
    try {
      rest = rest.subarray(fs.writeSync(1, rest));
    } catch (error) {
      // The reader is behind, and the pipe is full.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

async function write(number: number): Promise<void> {
  const made = await ask<Chat>('write', 'createChat', { project: 'PRJ-1', title: `${name} ${number}`, now: number });
  say(made.ok ? `acked ${made.value.id} ${name} ${number}` : `refused ${made.code}`);
  if (!made.ok) return;
  const drafted = await ask('write', 'setDraft', { chat: made.value.id, text: `${name} ${number} ${'draft '.repeat(number % 50)}`, now: number });
  say(drafted.ok ? `drafted ${made.value.id} ${number}` : `refused ${drafted.code}`);
}

async function run(): Promise<void> {
  await ask('write', 'ensureProject', { folder: null, name: 'Default', now: 0 });
  say('begun');
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < Number(writes)) await write((next += 2));
  };
  await Promise.all(Array.from({ length: atATime }, lane));
  say('done');
}

await run();
createInterface(process.stdin)
  .on('line', () => void ask<readonly Chat[]>('read', 'chats', { project: 'PRJ-1' }).then((chats) => console.log(JSON.stringify(chats))))
  .on('close', () => process.exit());
