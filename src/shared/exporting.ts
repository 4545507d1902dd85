import type { SshCode } from '../core/sshCode';

export const exportFormats = ['atif', 'markdown', 'redacted', 'raw'] as const;

/** `atif`: an ATIF document; `markdown`: the prose; `redacted`: the prose without secrets, with placeholders; `raw`: the session's own files. */
export type ExportFormat = (typeof exportFormats)[number];

/** The end of a file's name, by format. A raw copy has that of its file. */
export const exportExtensions: Readonly<Record<Exclude<ExportFormat, 'raw'>, string>> = { atif: '.atif.json', markdown: '.md', redacted: '.redacted.md' };

export type ExportCode =
  | 'session_missing'
  | 'session_unreadable'
  /** It has nothing that the format could hold. */
  | 'session_empty'
  /** The place can't be written to; the disk is full. */
  | 'not_written'
  /** The place is a file of the session, or of the history of any agent. */
  | 'is_source'
  | 'cancelled'
  | SshCode;

export interface Exported {
  /** The files that were written, the chosen one first. */
  readonly files: readonly string[];
  readonly bytes: number;
}
