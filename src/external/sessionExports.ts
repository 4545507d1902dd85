import type { Place } from '../agents/agent';
import { type Disposable, Owned } from '../core/owned';
import { fail, type Result } from '../core/result';
import { RequestThread } from '../platform/thread';
import { parseSessionKey, type SessionKey } from '../shared/agentId';
import type { ExportCode, Exported, ExportFormat } from '../shared/exporting';
import type { ExportTask } from '../workers/exportFile';
import type { ExportProgress } from '../workers/exportWorker';

/** Writes sessions to files, each in a thread of its own: one may take minutes, and lists and pages don't wait for it. */
export class SessionExports implements Disposable {
  private readonly own = new Owned();

  constructor(private readonly deps: { script: string; place: Place; log: (line: string) => void }) {}

  /**
   * Exports the session to `file`, an absolute path. Nothing is left there when it fails or `signal` is aborted. `onProgress` gets how
   * much is done, from 0 to 1, as far as it can be told.
   */
  async export(
    key: SessionKey,
    format: ExportFormat,
    file: string,
    { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
  ): Promise<Result<Exported, ExportCode>> {
    const session = parseSessionKey(key);
    if (session === undefined) return fail('session_missing', key);
    const { script, place, log } = this.deps;
    const onTold = (told: unknown): void => onProgress((told as ExportProgress).done);
    const thread = this.own.add(new RequestThread({ script, name: 'export worker', log, onTold }));
    const cancel = (): void => void thread.request('cancel', null);
    try {
      const exporting = thread.request('export', { ...session, place, format, file } satisfies ExportTask) as Promise<Result<Exported, ExportCode>>;
      signal.addEventListener('abort', cancel);
      if (signal.aborted) cancel();
      return await exporting;
    } finally {
      signal.removeEventListener('abort', cancel);
      await thread.end();
    }
  }

  dispose(): void {
    this.own.dispose();
  }
}
