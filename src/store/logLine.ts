import { crc32 } from 'node:zlib';

export type SqlValue = string | number | null;

export interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

export type ChangeKind = 'project' | 'chat' | 'message' | 'draft' | 'place';

/** What a write changed, by the id of the row; messages by their chat's. */
export interface Change {
  readonly kind: ChangeKind;
  readonly id: string;
}

/** One write, a transaction. */
export interface LogLine {
  /** From 1, without gaps, through all epochs. */
  readonly sequence: number;
  /** Checksum of the line before, so that a line fits one history only. */
  readonly previous: string;
  /** Who wrote it. */
  readonly window: string;
  readonly statements: readonly Statement[];
  readonly changes: readonly Change[];
}

export interface SealedLine extends LogLine {
  readonly checksum: string;
}

/** Ends what is left of an append that failed. No line ends so: each one ends with a brace. */
export const cancelled = '~';

const tail = /^(.*),"checksum":"([0-9a-f]{8})"\}$/s;

/** The line with its checksum, and its text with its line feed. */
export function seal(line: LogLine): { line: SealedLine; text: string } {
  const body = JSON.stringify(line).slice(0, -1);
  const checksum = sum(body);
  return { line: { ...line, checksum }, text: `${body},"checksum":"${checksum}"}\n` };
}

/** The line whose text, without its line feed, this is; `undefined` when it is not what was written. */
export function unseal(text: string): SealedLine | undefined {
  const [, body, checksum] = tail.exec(text) ?? [];
  if (body === undefined || checksum === undefined || sum(body) !== checksum) return undefined;
  return { ...(JSON.parse(`${body}}`) as LogLine), checksum };
}

export function sum(bytes: string | Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}
