import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Agent, Depth, FoundSession, Place } from '../../../src/agents/agent';
import { type Joined, join } from '../../../src/external/join';
import { Files } from '../../../src/platform/files';
import type { Transcript } from '../../../src/transcript/model';
import { scan } from '../../../src/workers/scanning';

/** Temporary homes of one test file; `removeAll` belongs into `after`. */
export class Homes {
  private readonly made: string[] = [];

  /** A copy of `test/fixtures/<fixture>`: reading a database may leave files beside it. */
  copy(fixture: string): string {
    const home = this.empty();
    fs.cpSync(path.join(process.cwd(), 'test/fixtures', fixture), home, { recursive: true });
    return home;
  }

  /** A home with these files: path below the home to content. */
  with(files: Readonly<Record<string, string | Buffer>>): string {
    const home = this.empty();
    for (const [name, content] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
      fs.writeFileSync(path.join(home, name), content);
    }
    return home;
  }

  empty(): string {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-home-'));
    this.made.push(home);
    return home;
  }

  removeAll(): void {
    for (const home of this.made.splice(0)) fs.rmSync(home, { recursive: true, force: true });
  }
}

/** Every home with a history of `agent`, below the fixtures. */
export function homesOf(agent: string): string[] {
  const fixtures = path.join(process.cwd(), 'test/fixtures');
  return fs
    .readdirSync(path.join(fixtures, agent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => (fs.existsSync(path.join(fixtures, agent, name, 'home')) ? `${agent}/${name}/home` : `${agent}/${name}`));
}

/** The ids of all sessions that `agent` has in `home`, sub-agents' too. */
export async function idsOf(agent: Agent, home: string): Promise<string[]> {
  const files = new Files();
  try {
    return (await agent.find({ home, env: {} }, files)).sessions.map(({ id }) => id);
  } finally {
    files.dispose();
  }
}

/** What the lists show of `home`, as if the agent were installed with every feature. */
export async function readHome(agent: Agent, home: string, depth: Depth, more: Partial<Place> = {}): Promise<Joined> {
  const { found, records, skipped } = await scan(agent, { home, env: {}, ...more }, { depth, known: {} });
  const features = Object.fromEntries(Object.keys(agent.features).map((name) => [name, true]));
  return join(agent, { found, records: new Map(records.map((record) => [record.id, record])), skipped }, features);
}

export async function readTranscript(agent: Agent, home: string, id: string): Promise<Transcript> {
  const files = new Files();
  try {
    const place = { home, env: {} };
    const { sessions } = await agent.find(place, files);
    const byId = new Map(sessions.map((found) => [found.id, found]));
    return await agent.transcript(byId.get(id) as FoundSession, { place, files, sessions: byId });
  } finally {
    files.dispose();
  }
}
