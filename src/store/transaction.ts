import type { Failure } from '../core/result';
import type { Blobs } from './blobs';
import type { Change, SqlValue, Statement } from './logLine';
import type { Database, SqlRow } from './sqlEngine';

export interface Query {
  all(sql: string, ...params: readonly SqlValue[]): SqlRow[];
  get(sql: string, ...params: readonly SqlValue[]): SqlRow | undefined;
}

/**
 * A write in progress. Every value goes in as a parameter and none is made by SQL itself, so that the statements give the
 * same everywhere.
 */
export interface Transaction extends Query {
  run(sql: string, ...params: readonly SqlValue[]): void;
  changed(kind: Change['kind'], id: string): void;
  /** Keeps a long text in a file; answers the hash by which a row names it. Throws Node's errors. */
  keep(text: string): string;
}

/** Whatever the operation answers: a failure takes everything back. */
export type Answer = { readonly ok: true; readonly value: unknown } | Failure<string>;

export function queryOn(database: Database): Query {
  return {
    all: (sql, ...params) => database.all(sql, params),
    get: (sql, ...params) => database.get(sql, params),
  };
}

export class Recording implements Transaction {
  readonly statements: Statement[] = [];
  private readonly touched = new Map<string, Change>();

  constructor(
    private readonly database: Database,
    private readonly blobs: Pick<Blobs, 'put'>,
  ) {}

  get changes(): readonly Change[] {
    return [...this.touched.values()];
  }

  run(sql: string, ...params: readonly SqlValue[]): void {
    this.database.run(sql, params);
    this.statements.push({ sql, params });
  }

  all(sql: string, ...params: readonly SqlValue[]): SqlRow[] {
    return this.database.all(sql, params);
  }

  get(sql: string, ...params: readonly SqlValue[]): SqlRow | undefined {
    return this.database.get(sql, params);
  }

  changed(kind: Change['kind'], id: string): void {
    this.touched.set(`${kind} ${id}`, { kind, id });
  }
  keep(text: string): string {
    return this.blobs.put(text);
  }
}
