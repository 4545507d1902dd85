import { createHash } from 'node:crypto';
import type { Files } from '../../platform/files';
import { readDatabase } from '../../platform/sqlite';
import type { Finding, FoundSession, Place, Skipped } from '../agent';
import { skippedBy } from '../skip';
import { type Conversation, conversationsOf } from './conversations';
import type { RawFacts } from './facts';
import { type SessionFiles, sessionFiles } from './filed';
import { databaseIn, filesIn, type Home, homes } from './homes';
import { type RecordedRow, readRows, type Rows } from './rows';
import { openSessions } from './running';

/**
 * Every conversation of the root and its profiles: from the database, and those that only a file of an older release
 * holds. What is wrong with one home leaves the others alone.
 */
export async function find(place: Place, files: Files): Promise<Finding> {
  const sessions = new Map<string, FoundSession>();
  const skipped: Skipped[] = [];
  for (const home of await homes(place, files, (path, error) => skipped.push(skippedBy(error, path)))) {
    for (const found of await new HomeFinder(home, files, skipped).find()) {
      // A copied profile holds the same sessions again.
      if (sessions.has(found.id)) skipped.push({ path: found.files[0] ?? '', id: found.id, reason: 'duplicate', detail: home.profile ?? '' });
      else sessions.set(found.id, found);
    }
  }
  return { sessions: [...sessions.values()], skipped };
}

class HomeFinder {
  private readonly database: string;

  constructor(private readonly home: Home, private readonly files: Files, private readonly skipped: Skipped[]) {
    this.database = databaseIn(home.folder);
  }

  async find(): Promise<FoundSession[]> {
    const rows = this.rows();
    const open = await openSessions(this.database, this.files);
    const older = await this.olderFiles();
    const found: FoundSession[] = [];
    for (const conversation of conversationsOf(rows.rows)) {
      const running = conversation.rows.some(({ id }) => open.has(id));
      const { jsonl } = older.get(conversation.rows[0].id) ?? {};
      found.push({ ...(await this.stored(conversation, rows.usesOf, jsonl)), running });
    }
    const inDatabase = new Set(rows.rows.map(({ id }) => id));
    for (const [id, { json, jsonl }] of older) {
      const file = json ?? jsonl;
      if (inDatabase.has(id) || file === undefined) continue;
      try {
        found.push(await this.filed(id, file));
      } catch (error) {
        this.skipped.push(skippedBy(error, file, id));
      }
    }
    return found;
  }

  private rows(): Rows {
    const path = this.database;
    const result = readDatabase(this.files, path, readRows);
    if (result.ok) {
      for (const problem of result.value.problems) this.skipped.push({ path, id: null, ...problem });
      return result.value;
    }
    if (result.code !== 'database_missing') this.skipped.push({ path, id: null, reason: 'database_unreadable', detail: result.detail });
    return { rows: [], usesOf: undefined, problems: [] };
  }

  private async olderFiles(): Promise<ReadonlyMap<string, SessionFiles>> {
    const folder = filesIn(this.home.folder);
    try {
      return await sessionFiles(folder, this.files);
    } catch (error) {
      this.skipped.push(skippedBy(error, folder));
      return new Map();
    }
  }

  private async stored(conversation: Conversation<RecordedRow>, usesOf: Rows['usesOf'], jsonl: string | undefined): Promise<FoundSession> {
    const { rows, folder, parentId, subagentOf } = conversation;
    const facts: RawFacts = {
      profile: this.home.profile,
      database: this.database,
      file: jsonl ?? null,
      folder,
      parentId,
      subagentOf,
      rows: rows.map(({ raw }) => raw),
      uses: usesOf && rows.flatMap(({ id }) => usesOf.get(id) ?? []),
    };
    // A transcript that goes away meanwhile leaves that of the database.
    const stamp = jsonl === undefined ? '' : await this.stamp(jsonl).catch(() => '');
    return session(rows[0].id, facts, jsonl === undefined ? [this.database] : [this.database, jsonl], stamp);
  }

  private async filed(id: string, file: string): Promise<FoundSession> {
    const none = { database: null, folder: null, parentId: null, subagentOf: null, rows: [], uses: undefined };
    return session(id, { ...none, profile: this.home.profile, file }, [file], await this.stamp(file));
  }

  private async stamp(file: string): Promise<string> {
    const { identity, size, mtimeMs } = await this.files.stat(file);
    return `${identity}:${String(size)}:${String(mtimeMs)}`;
  }
}

function session(id: string, facts: RawFacts, paths: readonly string[], stamp: string): FoundSession {
  const signature = createHash('sha1').update(JSON.stringify(facts)).update(stamp).digest('base64');
  return { id, signature, files: paths, facts, running: false };
}
