import * as path from 'node:path';
import initSqlJs, { type Database as SqlDatabase, type SqlJsStatic, type Statement } from 'sql.js';
import type { SqlValue } from './logLine';

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** SQLite in memory. */
export class Engine {
  private constructor(private readonly sql: SqlJsStatic) {}

  static async load(): Promise<Engine> {
    // Without the second option SQL functions of old releases are there, too, and complain on the console.
    const options = { locateFile: (name: string) => path.join(__dirname, name), useOldExtensionFunctions: false };
    return new Engine(await initSqlJs(options));
  }

  /** An empty database, or the one with these bytes. */
  open(bytes: Uint8Array | null): Database {
    return new Database(new this.sql.Database(bytes));
  }
}

export class Database {
  private readonly prepared = new Map<string, Statement>();

  constructor(private readonly database: SqlDatabase) {}

  run(sql: string, params: readonly SqlValue[]): void {
    const statement = this.statement(sql);
    try {
      statement.run([...params]);
    } finally {
      // One that failed would stand in the way of a rollback.
      statement.reset();
    }
  }

  all(sql: string, params: readonly SqlValue[]): SqlRow[] {
    return [...this.each(sql, params)];
  }

  /** Row by row: those before one that can't be read are had. */
  *each(sql: string, params: readonly SqlValue[]): Generator<SqlRow> {
    const statement = this.statement(sql);
    try {
      statement.bind([...params]);
      while (statement.step()) yield statement.getAsObject() as SqlRow;
    } finally {
      statement.reset();
    }
  }

  get(sql: string, params: readonly SqlValue[]): SqlRow | undefined {
    return this.all(sql, params)[0];
  }

  begin(): void {
    this.run('BEGIN', []);
  }

  commit(): void {
    this.run('COMMIT', []);
  }

  rollback(): void {
    this.run('ROLLBACK', []);
  }

  /** Of the schema; 0 in an empty database. */
  get version(): number {
    return Number(this.get('PRAGMA user_version', [])?.['user_version']);
  }

  /** The whole database as a file. Not inside a transaction. */
  bytes(): Uint8Array {
    return this.database.export();
  }

  close(): void {
    this.database.close();
  }

  private statement(sql: string): Statement {
    const known = this.prepared.get(sql);
    if (known !== undefined) return known;
    const made = this.database.prepare(sql);
    this.prepared.set(sql, made);
    return made;
  }
}
