import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Depth, FoundSession, SessionRecord, Skipped } from '../../../../src/agents/agent';
import { opencode } from '../../../../src/agents/opencode/opencode';
import { type Joined, join } from '../../../../src/external/join';
import { Files } from '../../../../src/platform/files';
import type { Transcript } from '../../../../src/transcript/model';
import { scan } from '../../../../src/workers/scanning';

export type Env = Readonly<Record<string, string>>;

export const fixtures = path.join(process.cwd(), 'test/fixtures/opencode');
export const dataPath = '.local/share/opencode';

/** Temporary homes, removed by `removeAll`. */
export class Homes {
  private readonly made: string[] = [];

  empty(): string {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-opencode-'));
    this.made.push(home);
    return home;
  }

  /** A copy, because reading a database in WAL mode may leave files beside it. */
  copy(fixture: string): string {
    const home = this.empty();
    fs.cpSync(path.join(fixtures, fixture, 'home'), home, { recursive: true });
    return home;
  }

  removeAll(): void {
    for (const home of this.made.splice(0)) fs.rmSync(home, { recursive: true, force: true });
  }
}

export function databaseOf(home: string, name = 'opencode.db'): string {
  fs.mkdirSync(path.join(home, dataPath), { recursive: true });
  return path.join(home, dataPath, name);
}

export function write(home: string, file: string, content: string | object): void {
  const target = path.join(home, dataPath, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
}

export interface Reading {
  readonly found: ReadonlyMap<string, FoundSession>;
  readonly records: ReadonlyMap<string, SessionRecord>;
  readonly skipped: readonly Skipped[];
  /** What the lists show, as if opencode were installed. */
  readonly joined: Joined;
}

export async function readHome(home: string, depth: Depth = 'full', env: Env = {}): Promise<Reading> {
  const { found, records, skipped } = await scan(opencode, { home, env }, { depth, known: {} });
  const byId = new Map(records.map((record) => [record.id, record]));
  return {
    found: new Map(found.map((session) => [session.id, session])),
    records: byId,
    skipped,
    joined: join(opencode, { found, records: byId, skipped }, {}),
  };
}

export async function transcriptOf(home: string, id: string): Promise<Transcript> {
  const files = new Files();
  try {
    const place = { home, env: {} };
    const sessions = new Map((await opencode.find(place, files)).sessions.map((session) => [session.id, session]));
    const found = sessions.get(id);
    if (found === undefined) throw new Error(`no session ${id}`);
    return await opencode.transcript(found, { place, files, sessions });
  } finally {
    files.dispose();
  }
}

const schema = `
  CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, directory TEXT NOT NULL, title TEXT NOT NULL,
    version TEXT NOT NULL, revert TEXT, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, time_archived INTEGER);
  CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
  CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
  CREATE TABLE session_message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, type TEXT NOT NULL, seq INTEGER NOT NULL,
    time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
  CREATE INDEX message_idx ON message (session_id, time_created, id);
  CREATE INDEX part_idx ON part (message_id, id);
  CREATE UNIQUE INDEX session_message_idx ON session_message (session_id, seq);`;

/** A database as opencode 1.18 lays it out, to be filled by hand. */
export class Store {
  readonly database: DatabaseSync;

  constructor(readonly file: string) {
    this.database = new DatabaseSync(file);
    this.database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    this.database.exec(schema);
  }

  session(id: string, created: number, more: { title?: string; updated?: number; parent?: string } = {}): void {
    this.database
      .prepare("INSERT INTO session VALUES (?, 'p', ?, '/home/dev/app', ?, '1.18.33', NULL, ?, ?, NULL)")
      .run(id, more.parent ?? null, more.title ?? id, created, more.updated ?? created);
  }

  message(id: string, session: string, at: number, data: object, parts: readonly object[] = []): void {
    this.database.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)').run(id, session, at, at, JSON.stringify({ time: { created: at }, ...data }));
    parts.forEach((part, index) => {
      this.database.prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)').run(`prt_${id}_${String(index)}`, id, session, at, at, JSON.stringify(part));
    });
  }

  prompt(id: string, session: string, at: number, text: string): void {
    this.message(id, session, at, { role: 'user' }, [{ type: 'text', text }]);
  }

  answer(id: string, session: string, at: number, output: number): void {
    const tokens = { total: 10 + output, input: 10, output, reasoning: 0, cache: { read: 0, write: 0 } };
    const data = { role: 'assistant', providerID: 'mock', modelID: 'large', tokens, time: { created: at, completed: at + 1 } };
    this.message(id, session, at, data, [{ type: 'text', text: `answer ${String(output)}` }]);
  }

  close(): void {
    this.database.close();
  }
}
