// A program that owns a database: node databaseWriter.ts opencode|hermes FILE
// Writes a session every few milliseconds and prints its title once it is committed, or `failed: …`. A line "pause" on
// standard input stops the writing, which is answered by "paused"; the database stays open until the input ends.
import * as fs from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

const [kind, file = ''] = process.argv.slice(2);
const tables = kind === 'hermes' ? { sessions: 'sessions', messages: 'messages' } : { sessions: 'session', messages: 'message' };
const interval = 20;

const database = new DatabaseSync(file);
// Waits for nobody, so that every lock in its way shows; a small log is emptied often.
database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 0; PRAGMA wal_autocheckpoint = 20');
type Row = Record<string, SQLInputValue>;
const session = database.prepare(`SELECT * FROM ${tables.sessions} LIMIT 1`).get() as Row;
const message = database.prepare(`SELECT * FROM ${tables.messages} WHERE session_id = ? LIMIT 1`).get(session['id'] ?? '') as Row;
let count = 0;
const timer = setInterval(write, interval);

function insert(table: string, row: Row): void {
  const columns = Object.keys(row);
  database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`).run(...Object.values(row));
}

function write(): void {
  const id = `written_${String(++count).padStart(6, '0')}`;
  const title = `Written ${count}`;
  try {
    database.exec('BEGIN IMMEDIATE');
    insert(tables.sessions, { ...session, id, title });
    insert(tables.messages, { ...message, id: kind === 'hermes' ? null : `msg_${id}`, session_id: id });
    database.exec('COMMIT');
    say(title);
  } catch (error) {
    say(`failed: ${(error as Error).message}`);
    process.exit(1);
  }
}

function say(line: string): void {
  fs.writeSync(1, `${line}\n`);
}

process.stdin.on('data', (text) => {
  if (!String(text).includes('pause')) return;
  clearInterval(timer);
  say('paused');
});
process.stdin.on('end', () => {
  clearInterval(timer);
  database.close();
});
