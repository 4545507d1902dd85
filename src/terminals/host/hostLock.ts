import { DatabaseSync } from 'node:sqlite';

/**
 * Takes the lock that makes this the only terminal host at its place, until this process ends in whatever way.
 * `undefined` while another holds it. Node has no file locks of its own, but SQLite does: nothing is kept in the file.
 */
export function takeHostLock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw error;
  }
}

/** SQLITE_BUSY */
const busy = 5;
