import * as path from 'node:path';
import initSqlJs, { type SqlJsStatic } from 'sql.js';

let loading: Promise<SqlJsStatic> | undefined;

/** SQLite in WebAssembly, for our own files. Foreign databases are read otherwise: this one misses what is in their log. */
export function sqlJs(): Promise<SqlJsStatic> {
  return (loading ??= initSqlJs({ locateFile: (name) => path.join(__dirname, name) }));
}
