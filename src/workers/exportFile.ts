import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Place } from '../agents/agent';
import { fail, ok, type Result } from '../core/result';
import { Files } from '../platform/files';
import type { Guard } from '../platform/mirror/guard';
import { NewFile } from '../platform/newFile';
import { readDatabase } from '../platform/sqlite';
import { removeAbandoned, temporaryFor } from '../platform/temporaryName';
import type { AgentId } from '../shared/agentId';
import type { ExportCode, Exported, ExportFormat } from '../shared/exporting';
import { type ExportOptions, failed, findExport, type FoundExport } from './exporting';
import { exportTarget } from './exportTarget';
import { exportFrom } from './hostExport';

export interface ExportTask {
  readonly agent: AgentId;
  readonly place: Place;
  readonly id: string;
  readonly format: ExportFormat;
  /** Absolute. A file that is there, or that a link there leads to, is replaced, once the new one is whole. */
  readonly file: string;
}

/** Exports a session to a file. Whatever goes wrong, and when it is cancelled, nothing is left behind and what was there stays. */
export function exportToFile(task: ExportTask, options: ExportOptions = {}): Promise<Result<Exported, ExportCode>> {
  return exportFrom(task, { signal: options.signal, isRepeatable: true }, (place) => writeToFile({ ...task, place }, options));
}

async function writeToFile(task: ExportTask, options: ExportOptions): Promise<Result<Exported, ExportCode>> {
  const { id, format, place } = task;
  const target = exportTarget(task.file, place);
  if (!target.ok) return target;
  const file = target.value;
  const found = await findExport(task, options);
  if (!found.ok) return found;
  const { files } = found.value.found;
  if (files.some((own) => isSameFile(own, file))) return fail('is_source', file);
  // Of exports that were killed.
  await removeAbandoned(path.dirname(file));
  try {
    return format === 'raw' ? ok(await copyFiles(files, file, options, place.guard)) : await writeText(found.value, format, file);
  } catch (error) {
    return failedWriting(error, id);
  }
}

async function writeText(found: FoundExport, format: Exclude<ExportFormat, 'raw'>, file: string): Promise<Result<Exported, ExportCode>> {
  const target = opened(file);
  try {
    const written = await found.write(format, async (text) => target.write(text));
    if (!written.ok) return written;
    target.commit();
    return ok({ files: [file], bytes: target.size });
  } finally {
    target.discard();
  }
}

/** Copies the session's files: the first to `file`, others beside it under its name and theirs. */
async function copyFiles(sources: readonly string[], file: string, options: ExportOptions, guard: Guard | undefined): Promise<Exported> {
  const [main = '', ...others] = sources;
  if (isDatabase(main)) return copyDatabase(main, file);
  const stem = path.join(path.dirname(file), path.basename(file, path.extname(file)));
  const places = [file];
  for (const other of others) places.push(freePlace(`${stem}.${path.basename(other)}`, places));
  const total = sources.reduce((sum, source) => sum + fs.statSync(source).size, 0);
  const targets: NewFile[] = [];
  let bytes = 0;
  try {
    for (const [index, source] of sources.entries()) {
      const target = opened(places[index] as string);
      targets.push(target);
      await eachPiece(source, options.signal, (piece) => {
        target.write(piece);
        options.onProgress?.((bytes += piece.length) / Math.max(1, total));
      }, guard);
    }
    for (const target of targets) target.commit();
    return { files: places, bytes };
  } finally {
    for (const target of targets) target.discard();
  }
}

/** A database is copied as SQLite does: its owner may be writing it, and its newest rows lie in a log beside it. */
function copyDatabase(source: string, file: string): Exported {
  const temporary = temporaryFor(file);
  const files = new Files();
  try {
    const copied = readDatabase(files, source, (database) => database.copyTo(temporary));
    if (!copied.ok) throw Object.assign(new Error(copied.detail), { code: copied.code, syscall: 'write' });
    fs.chmodSync(temporary, 0o600);
    const { size } = fs.statSync(temporary);
    fs.renameSync(temporary, file);
    return { files: [file], bytes: size };
  } finally {
    files.dispose();
    fs.rmSync(temporary, { force: true });
  }
}

/** Calls `onPiece` for the bytes of a file as it is, piece by piece. */
export async function eachPiece(file: string, signal: AbortSignal | undefined, onPiece: (piece: Buffer) => unknown, guard?: Guard): Promise<void> {
  const fd = fs.openSync(file, 'r');
  let end: number | undefined;
  try {
    end = guard?.allow(file, fd, [0, Infinity]);
  } catch (error) {
    fs.closeSync(fd);
    throw error;
  }
  // A stream ends at a byte, which an empty file has not.
  if (end === 0) return fs.closeSync(fd);
  // The stream closes it.
  const stream = fs.createReadStream(file, { fd, start: 0, highWaterMark: 1 << 20, ...(signal && { signal }), ...(end !== undefined && { end: end - 1 }) });
  for await (const piece of stream) await onPiece(piece as Buffer);
}

const databaseStart = 'SQLite format 3\0';

function isDatabase(file: string): boolean {
  const descriptor = fs.openSync(file, 'r');
  try {
    const start = Buffer.alloc(databaseStart.length);
    fs.readSync(descriptor, start, 0, start.length, 0);
    return start.toString('latin1') === databaseStart;
  } finally {
    fs.closeSync(descriptor);
  }
}

function isSameFile(a: string, b: string): boolean {
  const [first, second] = [a, b].map((file) => fs.statSync(file, { throwIfNoEntry: false, bigint: true }));
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino;
}

/** Only the chosen file is replaced. */
function freePlace(wanted: string, taken: readonly string[]): string {
  let place = wanted;
  for (let number = 2; taken.includes(place) || fs.existsSync(place); number++) place = `${wanted}.${String(number)}`;
  return place;
}

/** What can't even be begun is a failure of the place. */
function opened(file: string): NewFile {
  try {
    return new NewFile(file);
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { syscall: 'write' });
  }
}

function failedWriting(error: unknown, id: string): Result<never, ExportCode> {
  const { syscall } = error as NodeJS.ErrnoException;
  const isOfPlace = syscall === 'rename' || syscall === 'fsync';
  return failed(isOfPlace ? Object.assign(error as NodeJS.ErrnoException, { syscall: 'write' }) : error, id);
}
