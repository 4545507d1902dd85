import type { Place } from '../agents/agent';
import { type Disposable, Owned } from '../core/owned';
import { fail, type Result } from '../core/result';
import { RequestThread } from '../platform/thread';
import { parseKey, type SessionKey } from '../shared/agentId';
import type { ExportCode, Exported, ExportFormat } from '../shared/exporting';
import type { ExportTask } from '../workers/exportFile';
import type { ExportProgress } from '../workers/exportWorker';

/** Writes sessions to files, each in a thread of its own: one may take minutes, and lists and pages don't wait for it. */
export class SessionExports implements Disposable {
  private readonly own = new Owned();

  /** `placeOf` answers where a session is read; `undefined` for one of a host that is not known. */
  constructor(private readonly deps: { script: string; placeOf: (key: SessionKey) => Place | undefined; log: (line: string) => void }) {}

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
    const session = parseKey(key);
    const { script, placeOf, log } = this.deps;
    const place = placeOf(key);
    if (session === undefined || place === undefined) return fail('session_missing', key);
    const onTold = (told: unknown): void => onProgress((told as ExportProgress).done);
    const thread = this.own.add(new RequestThread({ script, name: 'export worker', log, onTold }));
    const cancel = (): void => void thread.request('cancel', null);
    try {
      const exporting = thread.request('export', { agent: session.agent, id: session.id, place, format, file } satisfies ExportTask) as Promise<Result<Exported, ExportCode>>;
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
