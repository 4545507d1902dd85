import * as fs from 'node:fs';
import { temporaryFor } from './temporaryName';

/** Pieces are gathered to this many bytes. */
const gathered = 1 << 20;

/**
 * A file that is written beside its place, under another name, and is there when it is whole. Errors are Node's own; whoever gets one,
 * or changes their mind, calls `discard`.
 */
export class NewFile {
  private readonly temporary: string;
  private readonly descriptor: number;
  private pieces: Buffer[] = [];
  private held = 0;
  private isOpen = true;
  /** Bytes that were taken in. */
  size = 0;

  /** For the person alone: what is written is as private as what it is made of. */
  constructor(private readonly file: string) {
    this.temporary = temporaryFor(file);
    this.descriptor = fs.openSync(this.temporary, 'wx', 0o600);
  }

  write(piece: string | Uint8Array): void {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece);
    this.pieces.push(bytes);
    this.held += bytes.length;
    this.size += bytes.length;
    if (this.held >= gathered) this.flush();
  }

  /** Puts it in its place, over what was there. */
  commit(): void {
    this.flush();
    fs.fsyncSync(this.descriptor);
    this.close();
    fs.renameSync(this.temporary, this.file);
  }

  /** Leaves nothing behind. Does nothing after `commit`. */
  discard(): void {
    this.close();
    fs.rmSync(this.temporary, { force: true });
  }

  private flush(): void {
    let bytes = Buffer.concat(this.pieces);
    this.pieces = [];
    this.held = 0;
    while (bytes.length > 0) bytes = bytes.subarray(fs.writeSync(this.descriptor, bytes));
  }

  private close(): void {
    if (this.isOpen) fs.closeSync(this.descriptor);
    this.isOpen = false;
  }
}
