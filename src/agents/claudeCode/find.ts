import type * as fs from 'node:fs';
import * as path from 'node:path';
import { eachLimited } from '../../core/async';
import { asNumber, asString, type JsonObject } from '../../core/json';
import type { Files } from '../../platform/files';
import type { Finding, FoundSession, Place, Skipped } from '../agent';
import { skippedBy } from '../skip';
import { runningSessions } from './live';
import { configRoot } from './locate';
import { readSideTitle } from './schema';

/** What the walk learns of a transcript. */
export interface Facts {
  /** Name of its project folder. */
  readonly project: string;
  /** Of the file itself: a replaced one has another. */
  readonly identity: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** The name in `custom-title.json` beside it. */
  readonly sideTitle: string | undefined;
  /** Whether it is a sub-agent's. */
  readonly isSubagent: boolean;
  /** The session in whose folder a sub-agent's transcript lies; before 2.1 only its records name it. */
  readonly owner: string | undefined;
}

export function factsOf(found: FoundSession): Facts {
  const { facts } = found;
  return {
    project: asString(facts['project']) ?? '',
    identity: asString(facts['identity']) ?? '',
    size: asNumber(facts['size']) ?? 0,
    mtimeMs: asNumber(facts['mtimeMs']) ?? 0,
    sideTitle: asString(facts['sideTitle']),
    isSubagent: facts['isSubagent'] === true,
    owner: asString(facts['owner']),
  };
}

/** The id of a sub-agent's transcript. `owner` is its session, or its project folder: the number alone may come twice. */
export function subagentId(owner: string, agent: string): string {
  return `${owner}.agent-${agent}`;
}

const sessionId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const agentName = /^agent-(.+)\.jsonl$/;

/** `projects/<folder>/<session>.jsonl`, and its sub-agents; one stat a transcript. */
export async function findSessions(place: Place, files: Files): Promise<Finding> {
  const root = configRoot(place);
  const walk = new Walk(files);
  await walk.projects(path.join(root, 'projects'));
  const sessions = await walk.look(await runningSessions(root, files));
  return { sessions: [...sessions.values()], skipped: walk.skipped.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** A file whose name is a transcript's. */
interface Candidate {
  readonly file: string;
  readonly id: string;
  readonly known: Pick<Facts, 'project' | 'isSubagent'> & Partial<Pick<Facts, 'owner'>>;
}

/** Folders and stats under way at once. */
const width = 16;

class Walk {
  readonly skipped: Skipped[] = [];
  private readonly candidates: Candidate[] = [];
  /** By the transcript's path. */
  private readonly sideTitles = new Map<string, string>();

  constructor(private readonly files: Files) {}

  async projects(folder: string): Promise<void> {
    const entries = (await this.entries(folder, 'root')).filter(mayBeFolder);
    await eachLimited(entries, width, ({ name }) => this.project(path.join(folder, name), name));
  }

  private async project(folder: string, project: string): Promise<void> {
    const entries = await this.entries(folder);
    for (const { name } of entries) {
      if (!name.endsWith('.jsonl')) continue;
      const file = below(folder, name);
      const id = sessionId.exec(name.slice(0, -'.jsonl'.length))?.[0];
      const agent = agentName.exec(name)?.[1];
      if (id !== undefined) this.candidates.push({ file, id, known: { project, isSubagent: false } });
      else if (agent !== undefined) this.candidates.push({ file, id: subagentId(project, agent), known: { project, isSubagent: true } });
      else this.skip(file, null, 'name_is_no_session', name);
    }
    const besides = entries.filter((entry) => sessionId.test(entry.name) && mayBeFolder(entry));
    await eachLimited(besides, width, ({ name }) => this.beside(below(folder, name), project, name));
  }

  /** The folder of one session: the copy of its name, and its sub-agents. */
  private async beside(folder: string, project: string, owner: string): Promise<void> {
    for (const { name } of await this.entries(folder)) {
      if (name === 'custom-title.json') await this.sideTitle(folder);
      if (name === 'subagents') await this.subagents(below(folder, name), project, owner);
    }
  }

  private async subagents(folder: string, project: string, owner: string): Promise<void> {
    for (const { name } of await this.entries(folder)) {
      const agent = agentName.exec(name)?.[1];
      const file = below(folder, name);
      if (agent !== undefined) this.candidates.push({ file, id: subagentId(owner, agent), known: { project, isSubagent: true, owner } });
      else if (name.endsWith('.jsonl')) this.skip(file, null, 'name_is_no_session', name);
    }
  }

  private async sideTitle(folder: string): Promise<void> {
    const file = path.join(folder, 'custom-title.json');
    try {
      const title = readSideTitle(await this.files.small(file, 64 << 10));
      if (title !== undefined) this.sideTitles.set(`${folder}.jsonl`, title);
    } catch (error) {
      this.skipped.push(skippedBy(error, file));
    }
  }

  /** Stats what was found, and answers the sessions by id. */
  async look(running: ReadonlySet<string>): Promise<ReadonlyMap<string, FoundSession>> {
    const sessions = new Map<string, FoundSession>();
    const candidates = this.candidates.sort((a, b) => (a.file < b.file ? -1 : 1));
    const looked = new Map<Candidate, FoundSession>();
    await eachLimited(candidates, width, async (candidate) => {
      const found = await this.stat(candidate, running);
      if (found !== undefined) looked.set(candidate, found);
    });
    for (const candidate of candidates) {
      const found = looked.get(candidate);
      if (found !== undefined) this.keep(found, sessions);
    }
    return sessions;
  }

  private async stat({ file, id, known }: Candidate, running: ReadonlySet<string>): Promise<FoundSession | undefined> {
    try {
      const { size, mtimeMs, identity, isDirectory } = await this.files.stat(file);
      if (isDirectory || size === 0) {
        this.skip(file, id, isDirectory ? 'is_directory' : 'empty_file');
        return undefined;
      }
      const facts: JsonObject = { ...known, identity, size, mtimeMs, sideTitle: this.sideTitles.get(file) };
      return { id, signature: JSON.stringify(facts), files: [file], facts, running: running.has(id) };
    } catch (error) {
      this.skipped.push(skippedBy(error, file, id));
      return undefined;
    }
  }

  /** A transcript that was moved, as with a removed worktree, may leave a remainder: the one with more content counts. */
  private keep(found: FoundSession, sessions: Map<string, FoundSession>): void {
    const known = sessions.get(found.id);
    const [kept, other] = known !== undefined && factsOf(known).size >= factsOf(found).size ? [known, found] : [found, known];
    sessions.set(found.id, kept);
    if (other !== undefined) this.skip(other.files[0] ?? '', other.id, 'duplicate', kept.files[0] ?? '');
  }

  private async entries(folder: string, of?: 'root'): Promise<fs.Dirent[]> {
    try {
      return await this.files.entries(folder);
    } catch (error) {
      // A file, or a link to one, where a folder could be.
      if (of === 'root' || (error as NodeJS.ErrnoException).code !== 'ENOTDIR') this.skipped.push(skippedBy(error, folder));
      return [];
    }
  }

  private skip(file: string, id: string | null, reason: Skipped['reason'], detail = ''): void {
    this.skipped.push({ path: file, id, reason, detail });
  }
}

/** As `path.join` of two that are normal already, which thousands of names would notice. */
function below(folder: string, name: string): string {
  return `${folder}${path.sep}${name}`;
}

function mayBeFolder(entry: fs.Dirent): boolean {
  return entry.isDirectory() || entry.isSymbolicLink();
}
