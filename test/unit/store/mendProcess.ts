// Mends a store as a window does: node mendProcess.ts WORKER FOLDER. Prints `begun`, and then the answer as JSON.
import { Worker } from 'node:worker_threads';
import type { StoreData } from '../../../src/store/storeThread';

const [script = '', folder = ''] = process.argv.slice(2);
const worker = new Worker(script, { workerData: { folder, compaction: { length: Infinity, idle: 0 } } satisfies StoreData });
worker.on('message', ({ id, value }: { id?: number; value: unknown }) => {
  if (id === undefined) return;
  console.log(JSON.stringify(value));
  process.exit();
});
worker.on('online', () => console.log('begun'));
worker.postMessage({ id: 1, name: 'mend', params: null });
