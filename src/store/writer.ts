import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '../core/result';
import { type FileLock, longestPause, takeLock } from '../platform/fileLock';
import type { Log } from './log';
import { cancelled, seal, type SealedLine, unseal } from './logLine';
import { migrations, newerSchema } from './migrations';
import type { StoreCode, StoreFailure } from './operations';
import type { Replica, State } from './replica';
import type { StoreFiles } from './storeFiles';
import { type Answer, Recording, type Transaction } from './transaction';

/** Milliseconds for which one window keeps the lock when it has much to write. */
const turnLength = 50;
/** Another window holds the lock for far less, and one that was killed for little more than two seconds. */
const patience = 15_000;
/** A write whose line lost its place to another window's is made anew; a place lost so often means that something is wrong. */
const mostTries = 5;

type Operation = (tx: Transaction) => Answer;

interface Job {
  readonly operation: Operation;
  readonly settle: (answer: Answer) => void;
  readonly crash: (error: unknown) => void;
  tries: number;
}

/** A job that is executed and appended, but not sure to be on the disk. */
interface Sent {
  readonly job: Job;
  readonly answer: Answer;
  readonly line: SealedLine;
}

export interface WriterDeps {
  readonly files: StoreFiles;
  readonly replica: Replica;
  /** Names this window in the log. */
  readonly window: string;
  readonly onApplied: (lines: readonly SealedLine[]) => void;
}

/**
 * Writes one after the other, each a transaction whose line is on the disk before the answer. What waits together shares
 * the lock and one fsync.
 */
export class Writer {
  private jobs: Job[] = [];
  private working: Promise<void> | undefined;

  constructor(private readonly deps: WriterDeps) {}

  write(operation: Operation): Promise<Answer> {
    return new Promise((settle, crash) => {
      this.jobs.push({ operation, settle, crash, tries: 0 });
      this.working ??= this.work();
    });
  }

  /** Settles when nothing is left to write. */
  async idle(): Promise<void> {
    await this.working;
  }

  private async work(): Promise<void> {
    // What is asked for in the same moment shares a turn.
    await Promise.resolve();
    while (this.jobs.length > 0) {
      const refused = await withLock(this.deps.files, (lock) => this.turn(lock));
      if (refused !== undefined) for (const job of this.jobs.splice(0)) job.settle(refused);
      // Whoever waits for the lock looks again before this window takes it anew.
      if (this.jobs.length > 0) await sleep(longestPause + 2);
    }
    this.working = undefined;
  }

  /** Answers why nothing can be written. */
  private turn(lock: FileLock): StoreFailure | undefined {
    const { replica, onApplied } = this.deps;
    const caught = this.upToDate(lock);
    if (!caught.ok) return caught;
    onApplied(caught.value);
    const state = replica.state as State;
    const { end } = state;
    const sent: Sent[] = [];
    const refused = this.migrate(state, lock, sent) ?? newerSchema(state.database.version);
    const until = Date.now() + turnLength;
    let goesOn = refused === undefined;
    while (goesOn && this.jobs.length > 0) goesOn = this.execute(state, this.jobs.shift() as Job, lock, sent) && Date.now() < until;
    if (sent.length > 0) this.finish(state, lock, sent, end);
    return refused;
  }

  private upToDate(lock: FileLock): Result<readonly SealedLine[], StoreCode> {
    const { files, replica } = this.deps;
    const caught = replica.catchUp();
    if (caught.ok || caught.code !== 'store_missing') return caught as Result<readonly SealedLine[], StoreCode>;
    if (!files.create(lock)) return fail('store_damaged', files.folder);
    return replica.catchUp() as Result<readonly SealedLine[], StoreCode>;
  }

  private migrate(state: State, lock: FileLock, sent: Sent[]): StoreFailure | undefined {
    let refused: StoreFailure | undefined;
    for (let version = state.database.version; refused === undefined && version < migrations.length; version++) {
      const operation: Operation = (tx) => {
        for (const sql of [...(migrations[version] as readonly string[]), `PRAGMA user_version = ${version + 1}`]) tx.run(sql);
        return ok(null);
      };
      const settle = (answer: Answer): void => void (refused = answer.ok ? undefined : (answer as StoreFailure));
      this.execute(state, { operation, settle, crash: thrown, tries: mostTries }, lock, sent);
    }
    return refused;
  }

  /** Runs a job and appends its line; one that wrote nothing is settled at once. `false` when the lock is lost. */
  private execute({ database, log, sequence, previous, end }: State, job: Job, lock: FileLock, sent: Sent[]): boolean {
    const recording = new Recording(database, this.deps.files.blobs);
    database.begin();
    try {
      const answer = job.operation(recording);
      const { statements, changes } = recording;
      if (!answer.ok || statements.length === 0) {
        database.rollback();
        job.settle(answer);
        return true;
      }
      const { line, text } = seal({ sequence: sequence + 1, previous, window: this.deps.window, statements, changes });
      const isHeld = lock.isHeld();
      const behind = isHeld ? appended(log, text, end) : undefined;
      if (behind?.ok !== true) {
        database.rollback();
        if (behind === undefined) this.again(job);
        else job.settle(behind);
        return isHeld;
      }
      database.commit();
      this.deps.replica.wrote(line, behind.value);
      sent.push({ job, answer, line });
    } catch (error) {
      database.rollback();
      // What the system refused while a long text was kept.
      if ((error as NodeJS.ErrnoException).syscall !== undefined) job.settle(notWritten(error));
      else job.crash(error);
    }
    return true;
  }

  private again(job: Job): void {
    if (++job.tries < mostTries) this.jobs.unshift(job);
    else job.settle(fail('store_not_written', 'other windows were faster'));
  }

  /** Makes sure of what was appended behind `end`, and answers. In doubt the disk is asked. */
  private finish(state: State, lock: FileLock, sent: readonly Sent[], end: number): void {
    const { replica, onApplied } = this.deps;
    const failure = synced(state.log);
    if (failure === undefined && stand(lock, state.log, end, sent)) {
      onApplied(sent.map(({ line }) => line));
      for (const { job, answer } of sent) job.settle(answer);
      return;
    }
    replica.forget();
    const found = replica.catchUp();
    const lines = found.ok ? found.value : [];
    onApplied(lines);
    const there = new Set(lines.map(({ checksum }) => checksum));
    for (const { job, answer, line } of [...sent].reverse()) {
      if (failure !== undefined) job.settle(failure);
      else if (there.has(line.checksum)) job.settle(answer);
      else this.again(job);
    }
  }
}

/** Runs `use` while this window alone may write. Answers what it answers, or why it could not run. */
export async function withLock(files: StoreFiles, use: (lock: FileLock) => StoreFailure | undefined): Promise<StoreFailure | undefined> {
  try {
    fs.mkdirSync(files.folder, { recursive: true, mode: 0o700 });
    const lock = await takeLock(files.lock, patience);
    try {
      return use(lock);
    } finally {
      lock.release();
    }
  } catch (error) {
    return notWritten(error);
  }
}

/** Whether behind `end` there are the lines sent and no others, and the lock was held all the time. */
function stand(lock: FileLock, log: Log, end: number, sent: readonly Sent[]): boolean {
  try {
    const checksums = [...log.lines(end)].filter(({ text }) => !text.endsWith(cancelled)).map(({ text }) => unseal(text)?.checksum);
    return lock.isHeld() && checksums.length === sent.length && sent.every(({ line }, index) => line.checksum === checksums[index]);
  } catch {
    return false;
  }
}

function appended(log: Log, text: string, end: number): Result<number, StoreCode> {
  try {
    return ok(log.append(text, end));
  } catch (error) {
    return notWritten(error);
  }
}

function synced(log: Log): StoreFailure | undefined {
  try {
    log.sync();
    return undefined;
  } catch (error) {
    return notWritten(error);
  }
}

export function notWritten(error: unknown): StoreFailure {
  const { code, message } = error as NodeJS.ErrnoException;
  return fail(code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'store_not_written', message);
}

function thrown(error: unknown): never {
  throw error;
}
