import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FoundSession, Place, SessionRecord, Skipped } from '../../../../src/agents/agent';
import { hermes } from '../../../../src/agents/hermes/hermes';
import { type Joined, join } from '../../../../src/external/join';
import { Files } from '../../../../src/platform/files';
import type { Transcript } from '../../../../src/transcript/model';
import { scan } from '../../../../src/workers/scanning';

export const fixtures = path.join(process.cwd(), 'test', 'fixtures', 'hermes');

/** Temporary homes of one test file: databases get files beside them when they are opened. Call `removeHomes` after. */
const temporary: string[] = [];

export function emptyHome(): string {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'hermes-test-'));
  temporary.push(home);
  fs.mkdirSync(path.join(home, '.hermes'));
  return home;
}

/** A copy of one of the recorded homes. */
export function copyHome(name: string): string {
  const home = emptyHome();
  fs.cpSync(path.join(fixtures, name), home, { recursive: true });
  return home;
}

export function removeHomes(): void {
  for (const home of temporary.splice(0)) fs.rmSync(home, { recursive: true, force: true });
}

export function placeOf(home: string): Place {
  return { home, env: {} };
}

export interface Listed extends Joined {
  readonly found: readonly FoundSession[];
  readonly records: readonly SessionRecord[];
  readonly skipped: readonly Skipped[];
}

/** The rows as a list shows them: found, read and joined. */
export async function list(home: string, depth: 'ends' | 'full' = 'full'): Promise<Listed> {
  const { found, records, skipped } = await scan(hermes, placeOf(home), { depth, known: {} });
  const byId = new Map(records.map((record) => [record.id, record]));
  return { found, records, skipped, ...join(hermes, { found, records: byId, skipped }, {}) };
}

export async function transcriptOf(home: string, id: string): Promise<Transcript> {
  const files = new Files();
  try {
    const { sessions } = await hermes.find(placeOf(home), files);
    const byId = new Map(sessions.map((found) => [found.id, found]));
    const found = byId.get(id);
    if (found === undefined) throw new Error(`no session ${id}`);
    return await hermes.transcript(found, { place: placeOf(home), files, sessions: byId });
  } finally {
    files.dispose();
  }
}

/** Runs `change` on a home's database, as its owner would. */
export function edit(home: string, change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path.join(home, '.hermes', 'state.db'));
  try {
    change(database);
  } finally {
    database.close();
  }
}
