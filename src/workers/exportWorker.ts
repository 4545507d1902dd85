import { serve, tell } from '../platform/thread';
import { exportToFile, type ExportTask } from './exportFile';

/** Beside the answer: how much is done, from 0 to 1. */
export interface ExportProgress {
  readonly done: number;
}

/** Told in steps of this part of the whole. */
const step = 0.01;

const stop = new AbortController();

serve(async (name, params) => {
  if (name === 'cancel') return stop.abort();
  let told = 0;
  const onProgress = (done: number): void => {
    if (done < told + step) return;
    told = done;
    tell({ done } satisfies ExportProgress);
  };
  return exportToFile(params as ExportTask, { signal: stop.signal, onProgress });
});
