import type { Database } from './sqlEngine';
import { fail, type Failure } from '../core/result';

/** The statements that lead to schema 1, 2 and so on, from the one before. What has been released never changes. */
export const migrations: readonly (readonly string[])[] = [
  [
    // Numbers that have been given out are never given out again, also when their row is gone.
    'CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID',
    `CREATE TABLE project (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, folder TEXT, comparable TEXT UNIQUE, identity TEXT,
      is_hidden INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    ) WITHOUT ROWID`,
    `CREATE TABLE chat (
      id TEXT PRIMARY KEY, project TEXT NOT NULL, parent TEXT, root TEXT NOT NULL, kind TEXT NOT NULL,
      title TEXT, is_titled_by_person INTEGER NOT NULL, created_at INTEGER NOT NULL, active_at INTEGER NOT NULL,
      is_pinned INTEGER NOT NULL DEFAULT 0, archived_at INTEGER, is_unread INTEGER NOT NULL DEFAULT 0,
      agent TEXT, linked_at INTEGER, native_id TEXT, native_at INTEGER, cwd TEXT, terminal_end TEXT
    ) WITHOUT ROWID`,
    'CREATE INDEX chat_project ON chat (project)',
    'CREATE INDEX chat_parent ON chat (parent)',
    'CREATE UNIQUE INDEX chat_native ON chat (agent, native_id)',
    'CREATE TABLE draft (chat TEXT PRIMARY KEY, text TEXT NOT NULL, saved_at INTEGER NOT NULL) WITHOUT ROWID',
    'CREATE TABLE place (scope TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
    `CREATE TABLE message (
      id INTEGER PRIMARY KEY, chat TEXT NOT NULL, parent INTEGER, role TEXT NOT NULL, author TEXT, text TEXT NOT NULL,
      is_active INTEGER NOT NULL, created_at INTEGER NOT NULL, payload TEXT
    )`,
    'CREATE INDEX message_chat ON message (chat)',
    // Kept by triggers, so that the statements of a write are all that a replay needs.
    'CREATE VIRTUAL TABLE message_text USING fts4 (content="message", text, tokenize=unicode61)',
    'CREATE TRIGGER message_added AFTER INSERT ON message BEGIN INSERT INTO message_text (docid, text) VALUES (new.id, new.text); END',
    'CREATE TRIGGER message_removed BEFORE DELETE ON message BEGIN DELETE FROM message_text WHERE docid = old.id; END',
    'CREATE TRIGGER message_edited BEFORE UPDATE OF text ON message BEGIN DELETE FROM message_text WHERE docid = old.id; END',
    'CREATE TRIGGER message_changed AFTER UPDATE OF text ON message BEGIN INSERT INTO message_text (docid, text) VALUES (new.id, new.text); END',
  ],
  [
    // Where agents' sessions were recorded before a project moved.
    'CREATE TABLE former_folder (project TEXT NOT NULL, comparable TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (project, comparable)) WITHOUT ROWID',
  ],
  ['ALTER TABLE message ADD COLUMN payload_blob TEXT'],
];

/** Brings a database that no window shares up to date. */
export function migrate(database: Database): void {
  for (let version = database.version; version < migrations.length; version++) {
    for (const sql of [...(migrations[version] as readonly string[]), `PRAGMA user_version = ${version + 1}`]) database.run(sql, []);
  }
}

/** Whether a newer release has changed the schema. */
export function newerSchema(version: number): Failure<'newer_schema'> | undefined {
  return version > migrations.length ? fail('newer_schema', String(version)) : undefined;
}
