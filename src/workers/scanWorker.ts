import { parentPort } from 'node:worker_threads';
import type { OperationAnswer, OperationRequest } from './messages';
import { LocalOperations } from './operations';

const operations = new LocalOperations();

parentPort?.on('message', ({ id, name, params }: OperationRequest) => {
  const run = operations[name].bind(operations) as (params: unknown) => Promise<unknown>;
  run(params).then(
    (value) => answer({ id, ok: true, value }),
    (error: unknown) => answer({ id, ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

function answer(message: OperationAnswer): void {
  parentPort?.postMessage(message);
}
