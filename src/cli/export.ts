import * as path from 'node:path';
import { fail, ok, type Result } from '../core/result';
import type { SshCode } from '../core/sshCode';
import type { SessionKey } from '../shared/agentId';
import type { ExportCode, Exported, ExportFormat } from '../shared/exporting';
import { eachPiece, exportToFile, type ExportTask } from '../workers/exportFile';
import { findExport } from '../workers/exporting';
import { exportFrom } from '../workers/hostExport';
import { hostWords } from './words';

/** What was asked for; without a file it goes to standard output. */
export type ExportRequest = Omit<ExportTask, 'file'> & { readonly key: SessionKey; readonly file: string | undefined };

/** Exports a session. Answers the files that were written, none for standard output, and the session's files that were left out there. */
export async function exportSession(
  asked: ExportRequest,
  out: (piece: string | Uint8Array) => Promise<void>,
  signal: AbortSignal,
): Promise<Result<Exported & { left: readonly string[] }, ExportCode>> {
  const { file } = asked;
  if (file !== undefined) {
    const exported = await exportToFile({ ...asked, file: path.resolve(file) }, { signal });
    return exported.ok ? ok({ ...exported.value, left: [] }) : exported;
  }
  return exportFrom(asked, { signal, isRepeatable: false }, (place) => print({ ...asked, place }, out, signal));
}

async function print(asked: ExportRequest, out: (piece: string | Uint8Array) => Promise<void>, signal: AbortSignal): Promise<Result<Exported & { left: readonly string[] }, ExportCode>> {
  const { format, place } = asked;
  const found = await findExport(asked, { signal });
  if (!found.ok) return found;
  const [main = '', ...left] = found.value.found.files;
  const none = { files: [], bytes: 0 };
  if (format === 'raw') {
    try {
      await eachPiece(main, signal, out, place.guard);
      return ok({ ...none, left });
    } catch (error) {
      return signal.aborted ? fail('cancelled', asked.id) : fail('session_unreadable', (error as Error).message);
    }
  }
  const written = await found.value.write(format, out);
  return written.ok ? ok({ ...none, left: [] }) : written;
}

/** The failures in words. The command line speaks English only. */
export const exportWords: Readonly<Record<ExportCode, (key: string, detail: string, format: ExportFormat) => string>> = {
  ...(Object.fromEntries(Object.entries(hostWords).map(([code, words]) => [code, (_: string, detail: string) => words(detail)])) as Record<SshCode, (key: string, detail: string) => string>),
  session_missing: (key) => `no such session: ${key}`,
  session_unreadable: (key, detail) => `${key} can't be read: ${detail}`,
  session_empty: (key, _, format) => `${key} has nothing that ${format} could hold`,
  not_written: (_, detail) => `it can't be written: ${detail}`,
  is_source: (_, detail) => `${detail} belongs to an agent's own history, which is never written to`,
  cancelled: () => 'cancelled; nothing was written',
};
