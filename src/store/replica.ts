import * as fs from 'node:fs';
import { fail, type Failure, ok, type Result } from '../core/result';
import { Log } from './log';
import { cancelled, type SealedLine, sum, unseal } from './logLine';
import { type Current, parseCurrent } from './schema';
import type { Database, Engine } from './sqlEngine';
import type { StoreFiles } from './storeFiles';

/** Why nothing, or not everything, can be read. */
export type OpenCode = 'store_missing' | 'store_damaged' | 'snapshot_damaged' | 'store_unreadable';

/** The database as of a line of the log. */
export interface State {
  readonly database: Database;
  readonly log: Log;
  readonly epoch: number;
  /** Of the last line applied, and its checksum. */
  sequence: number;
  previous: string;
  /** Behind that line, in `log`. */
  end: number;
}

/** This window's copy of the store: the snapshot with the log applied to it. Whatever is in doubt is read again from the disk. */
export class Replica {
  private current: string | undefined;
  private problem: Failure<OpenCode> | undefined;
  private loaded: State | undefined;
  /** How often the disk was read from the start. What was applied before may count no more. */
  loads = 0;

  constructor(private readonly deps: { engine: Engine; files: StoreFiles }) {}

  /** After damage: what is sound. `undefined` when nothing is. */
  get state(): State | undefined {
    return this.loaded;
  }

  /** Applies what windows have written since the last call, and answers it. Damage stays until the epoch changes. */
  catchUp(): Result<readonly SealedLine[], OpenCode> {
    try {
      const text = this.deps.files.currentText();
      if (text === undefined) return this.loaded === undefined ? fail('store_missing') : this.load();
      if (this.loaded === undefined) return this.problem !== undefined && text === this.current ? this.problem : this.load();
      if (text === this.current) return this.problem ?? this.follow(this.loaded) ?? this.load();
      return (this.problem === undefined && this.moveOn(this.loaded, text)) || this.load();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return code === 'ENOENT' ? fail('store_damaged', this.deps.files.folder) : fail('store_unreadable', message);
    }
  }

  /** Forgets everything: the next `catchUp` reads it again. */
  forget(): void {
    this.loaded?.log.close();
    this.loaded?.database.close();
    this.loaded = undefined;
    this.problem = undefined;
    this.current = undefined;
  }

  /** Notes a line that this window has appended and executed. */
  wrote(line: SealedLine, end: number): void {
    const state = this.loaded as State;
    state.sequence = line.sequence;
    state.previous = line.checksum;
    state.end = end;
  }

  private follow(state: State): Result<readonly SealedLine[], OpenCode> | undefined {
    if (state.log.size < state.end) return undefined;
    const lines = apply(state);
    return lines.ok ? lines : undefined;
  }

  /** To another epoch, from the line with which it began: where this window has gone further, the two may differ. */
  private moveOn(state: State, text: string): Result<readonly SealedLine[], OpenCode> | undefined {
    const current = parseCurrent(text);
    const log = current && openIfThere(this.deps.files.log(current.epoch));
    if (current === undefined || log === undefined) return undefined;
    const old = apply(state);
    state.log.close();
    this.current = text;
    this.loaded = { ...state, log, epoch: current.epoch, end: 0 };
    if (!old.ok || state.previous !== current.previous) return undefined;
    const added = this.follow(this.loaded);
    return added?.ok === true ? ok([...old.value, ...added.value]) : undefined;
  }

  private load(): Result<readonly SealedLine[], OpenCode> {
    const { files, engine } = this.deps;
    this.loads++;
    for (;;) {
      this.forget();
      const text = files.currentText();
      if (text === undefined) return fail('store_missing');
      this.current = text;
      const current = parseCurrent(text);
      if (current === undefined) return (this.problem = fail('store_damaged', keptName(files, files.current)));
      try {
        return this.loadEpoch(current, engine, files);
      } catch (error) {
        // Another window has just moved on to the next epoch and removed this one.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || files.currentText() === text) throw error;
      }
    }
  }

  private loadEpoch(current: Current, engine: Engine, files: StoreFiles): Result<readonly SealedLine[], OpenCode> {
    // Before the log: what throws here must leave nothing open.
    const bytes = current.snapshot === null ? null : fs.readFileSync(files.snapshot(current.epoch));
    const log = Log.open(files.log(current.epoch));
    if (bytes !== null && sum(bytes) !== current.snapshot) {
      log.close();
      return (this.problem = fail('snapshot_damaged', keptName(files, files.snapshot(current.epoch))));
    }
    const { epoch, sequence, previous } = current;
    this.loaded = { database: engine.open(bytes), log, epoch, sequence, previous, end: 0 };
    const lines = apply(this.loaded);
    return lines.ok ? lines : (this.problem = fail('store_damaged', keptName(files, files.log(epoch))));
  }
}

/** Where a damaged file is kept: in its own place on a disk that has no room for a copy. Nobody writes to it there. */
function keptName(files: StoreFiles, file: string): string {
  try {
    return files.keepAside(file, new Date());
  } catch {
    return file;
  }
}

function openIfThere(file: string): Log | undefined {
  try {
    return Log.open(file);
  } catch {
    return undefined;
  }
}

/** Executes the lines that follow the state's, and moves it on. Stops before one that is damaged or does not follow. */
export function apply(state: State): Result<readonly SealedLine[], 'line_damaged'> {
  const applied: SealedLine[] = [];
  for (const { text, end } of state.log.lines(state.end)) {
    const line = text.endsWith(cancelled) ? undefined : unseal(text);
    if (line === undefined && !text.endsWith(cancelled)) return fail('line_damaged');
    // A window that stood still while it held the lock may append too late: it sees that, and writes again.
    if (line !== undefined && line.sequence > state.sequence) {
      if (line.previous !== state.previous || !execute(state.database, line)) return fail('line_damaged');
      state.sequence = line.sequence;
      state.previous = line.checksum;
      applied.push(line);
    }
    state.end = end;
  }
  return ok(applied);
}

function execute(database: Database, { statements }: SealedLine): boolean {
  database.begin();
  try {
    for (const { sql, params } of statements) database.run(sql, params);
    database.commit();
    return true;
  } catch {
    database.rollback();
    return false;
  }
}
