import * as fs from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fail, ok, type Result } from '../core/result';
import { beginEpoch } from './compaction';
import { Log } from './log';
import { cancelled, unseal } from './logLine';
import { migrate, newerSchema } from './migrations';
import type { StoreCode } from './operations';
import { apply, Replica, type State } from './replica';
import { salvage } from './salvage';
import { type Current, parseCurrent } from './schema';
import type { Database, Engine } from './sqlEngine';
import type { StoreFiles } from './storeFiles';

/** How often, and after how many milliseconds, is looked what another window makes of an epoch. */
const [mostTurns, pause] = [20, 250];

/** What became of a damaged store. */
export interface Mended {
  /** Writes that stand in the log behind the damage, and are not in the store any more; `null` where that can't be counted. */
  readonly leftOut: number | null;
}

/**
 * Goes on with what is sound of a damaged store: that begins an epoch, and everything that was there is kept under dated names.
 * Does nothing where there is no damage, or another window was quicker.
 */
export async function mend(files: StoreFiles, engine: Engine, now: Date): Promise<Result<Mended, StoreCode>> {
  try {
    for (let turn = 1; ; turn++) {
      const epoch = files.newEpoch();
      const mended = await mendFiles(files, engine, now);
      // Another window has the epoch that this one counted: what it made of it is seen at the next look.
      const isTaken = !mended.ok && mended.code === 'store_not_written' && files.newEpoch() !== epoch;
      if (!isTaken || turn === mostTurns) return mended;
      await setTimeout(pause);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return fail('store_unreadable', (error as Error).message);
  }
}

async function mendFiles(files: StoreFiles, engine: Engine, now: Date): Promise<Result<Mended, StoreCode>> {
  // Read first: it tells later whether another window was quicker.
  const damaged = files.currentText();
  const look = new Replica({ engine, files });
  const looked = look.catchUp();
  look.forget();
  if (looked.ok || (looked.code === 'store_missing' && !files.holdSomething())) return ok({ leftOut: 0 });
  if (looked.code === 'store_unreadable') return fail(looked.code, looked.detail);
  const sound = soundest(files, engine, parseCurrent(damaged ?? ''));
  try {
    const newer = newerSchema(sound.database.version);
    if (newer !== undefined) return newer;
    migrate(sound.database);
    for (const [name, highest] of Object.entries(numbersIn(files))) raise(sound.database, name, highest);
    const refused = await beginEpoch(files, { sequence: sound.sequence, previous: sound.previous, bytes: sound.database.bytes() }, () => {
      if (files.currentText() !== damaged) return undefined;
      // Under the lock: a window that had read the store before it was damaged may have added to it until now.
      files.keepAllAside(now);
      return new Uint8Array();
    });
    return refused ?? ok({ leftOut: looked.code === 'snapshot_damaged' || sound.log === undefined ? null : linesBehind(sound.log, sound.end) });
  } finally {
    sound.database.close();
    sound.log?.close();
  }
}

type Sound = Omit<State, 'log' | 'epoch'> & { readonly log: Log | undefined };

/** Of all that can be read the state that goes furthest; an empty one where there is none. */
function soundest(files: StoreFiles, engine: Engine, current: Current | undefined): Sound {
  let best: (Sound & { readonly isWhole: boolean }) | undefined;
  for (const epoch of [...files.epochs()].sort((a, b) => a - b)) {
    const found = soundIn(files, engine, epoch, current?.epoch === epoch ? current : undefined);
    if (found === undefined) continue;
    const isBetter = best === undefined || (found.isWhole === best.isWhole ? found.sequence >= best.sequence : found.isWhole);
    const worse = isBetter ? best : found;
    worse?.database.close();
    worse?.log?.close();
    if (isBetter) best = found;
  }
  return best ?? { database: engine.open(null), log: undefined, sequence: 0, previous: '', end: 0 };
}

/** What an epoch's snapshot and log give. Without its `current` the first line tells where it began. */
function soundIn(files: StoreFiles, engine: Engine, epoch: number, current: Current | undefined): (Sound & { readonly isWhole: boolean }) | undefined {
  const bytes = bytesOf(files.snapshot(epoch));
  if (bytes === undefined && epoch > 1) return undefined;
  const { database, isWhole } = bytes === undefined ? { database: engine.open(null), isWhole: true } : salvage(engine, bytes);
  const log = logOf(files.log(epoch));
  const begins = current ?? (log && beginOf(log)) ?? { sequence: 0, previous: '' };
  const state = { database, epoch, sequence: begins.sequence, previous: begins.previous, end: 0 };
  if (log === undefined) return { ...state, log, isWhole };
  const applied: State = { ...state, log };
  apply(applied);
  return { ...applied, isWhole };
}

function beginOf(log: Log): { sequence: number; previous: string } | undefined {
  for (const { text } of log.lines(0)) {
    const line = text.endsWith(cancelled) ? undefined : unseal(text);
    if (line !== undefined) return { sequence: line.sequence - 1, previous: line.previous };
  }
  return undefined;
}

function linesBehind(log: Log, end: number): number {
  let count = 0;
  for (const { text } of log.lines(end)) if (!text.endsWith(cancelled)) count++;
  return count;
}

/** Ids of what is left out are not given out again. */
function raise(database: Database, name: string, highest: number): void {
  database.run('INSERT INTO counter VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)', [name, highest]);
}

/** The highest number of each kind of id that the files hold anywhere, in what can't be read too. One that a person typed counts as well, at the cost of a gap. */
function numbersIn(files: StoreFiles): Readonly<Record<string, number>> {
  const numbers: Record<string, number> = {};
  for (const file of files.epochs().flatMap((epoch) => [files.snapshot(epoch), files.log(epoch)])) {
    for (const [, name = '', digits] of bytesOf(file)?.toString('latin1').matchAll(/(LOCALIX|PRJ)-([1-9]\d{0,8})/g) ?? []) {
      numbers[name] = Math.max(numbers[name] ?? 0, Number(digits));
    }
  }
  return numbers;
}

function bytesOf(file: string): Buffer | undefined {
  return ifThere(() => fs.readFileSync(file));
}

function logOf(file: string): Log | undefined {
  return ifThere(() => Log.open(file));
}

function ifThere<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
