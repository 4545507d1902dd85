// Adds messages with long payloads to the chat LOCALIX-1 until it is killed: node blobProcess.ts WORKER FOLDER NAME. Prints `acked ID`.
import * as fs from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Result } from '../../../src/core/result';
import type { Message } from '../../../src/store/rows';
import type { StoreData } from '../../../src/store/storeThread';

const [script = '', folder = '', name = ''] = process.argv.slice(2);
const worker = new Worker(script, { workerData: { folder, compaction: { length: 2_000, idle: 0 } } satisfies StoreData });
let number = 0;
function add(): void {
  const payload = `${name} ${++number} `.repeat(2_000);
  worker.postMessage({ id: number, name: 'write', params: { name: 'addMessage', params: { chat: 'LOCALIX-1', role: 'agent', text: `${name} ${number}`, payload, now: 1 } } });
}
worker.on('message', ({ id, value }: { id?: number; value: Result<Message, string> }) => {
  if (id === undefined) return;
  fs.writeSync(1, value.ok ? `acked ${value.value.id}\n` : `refused ${value.code}\n`);
  add();
});
add();
