import * as fs from 'node:fs';
import * as path from 'node:path';
import type { AgentProgram, Place } from '../agents/agent';
import { Coalesced } from '../core/async';
import { Emitter, type Event } from '../core/events';
import { asString, parseObject } from '../core/json';
import { type Disposable, Owned } from '../core/owned';
import { copyOver } from '../platform/copyFolder';
import { NewFile } from '../platform/newFile';
import { removeAbandoned } from '../platform/temporaryName';
import { type AgentId, parseSessionKey, type SessionKey } from '../shared/agentId';
import type { Session } from './session';

/** Copies kept, the newest; and the largest session that is copied, in bytes. */
const limits = { sessions: 50, size: 64 << 20 };
/** How long changes are gathered before a copy is made again and before is looked what is gone, in milliseconds. */
const gather = 2000;
const note = 'localix-kept.json';

/** A session that its agent has deleted, and the copy that is left. */
export interface LostSession {
  readonly key: SessionKey;
  readonly title: string;
  /** The copy of its transcript. */
  readonly file: string;
}

interface Note {
  readonly title: string;
  /** The agent's own file, and its copy below the copy's folder. */
  readonly original: string;
  readonly copy: string;
  readonly isTold: boolean;
}

/** Copies of sessions whose agent may delete them when they are resumed. Each lies below a home of its own, where its adapter finds it. */
export class KeptSessions implements Disposable {
  private readonly own = new Owned();
  private readonly lost = this.own.add(new Emitter<LostSession>());
  /** The agent has deleted a session of which there is a copy. Fired once for each. */
  readonly onDidLose: Event<LostSession> = this.lost.event;
  private readonly resumed = new Set<SessionKey>();

  constructor(private readonly deps: { agents: readonly AgentProgram[]; place: Place; folder: string; log: (line: string) => void }) {}

  /** Copies what a resume of `session` endangers, and again as it grows. A copy that fails is logged: it must not hinder the resume. */
  async keep(session: Session): Promise<void> {
    if (this.agentOf(session.key)?.atRisk === undefined) return;
    this.resumed.add(session.key);
    await this.copy(session);
    await this.prune(session.agent);
  }

  /** Where the copy of a session is read that is gone from the agent's own history. */
  placeOf(key: SessionKey): Place | undefined {
    const found = this.noteOf(key);
    return found === undefined || fs.existsSync(found.original) ? undefined : { home: this.homeOf(key), env: {} };
  }

  /** Keeps the copies current with `history`, and looks in it for what is gone. */
  follow(history: { get(key: SessionKey): Session | undefined; onDidChange: Event<void>; onDidChangeTranscript: Event<SessionKey> }): void {
    const changed = new Set<SessionKey>();
    const work = this.own.add(
      new Coalesced(gather, async () => {
        for (const key of [...changed]) {
          changed.delete(key);
          const session = history.get(key);
          if (session !== undefined) await this.copy(session);
        }
        await this.lookForLost();
      }),
    );
    this.own.add(history.onDidChangeTranscript((key) => this.resumed.has(key) && changed.add(key)));
    this.own.add(history.onDidChange(() => work.request()));
  }

  dispose(): void {
    this.own.dispose();
  }

  private async copy({ key, record, files }: Session): Promise<void> {
    const atRisk = this.agentOf(key)?.atRisk?.({ id: record.id, files }, this.deps.place);
    const [original] = files;
    if (atRisk === undefined || original === undefined) return;
    const home = this.homeOf(key);
    const target = (file: string): string => path.join(home, path.relative(atRisk.home, file));
    try {
      const sizes = await Promise.all(files.map(sizeOf));
      // The agent has been quicker.
      if (sizes[0] === undefined) return;
      if (sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) > limits.size) return this.deps.log(`${key} is too large to be kept`);
      for (const folder of new Set(atRisk.paths.map((file) => path.dirname(target(file))))) await removeAbandoned(folder);
      for (const file of atRisk.paths) await copyOver(file, target(file));
      this.write(key, { title: record.title, original, copy: path.relative(home, target(original)), isTold: false });
    } catch (error) {
      this.deps.log(`keeping a copy of ${key}: ${String(error)}`);
    }
  }

  private async lookForLost(): Promise<void> {
    for (const key of await this.keys()) {
      const found = this.noteOf(key);
      if (found === undefined || found.isTold || fs.existsSync(found.original)) continue;
      this.write(key, { ...found, isTold: true });
      this.lost.fire({ key, title: found.title, file: path.join(this.homeOf(key), found.copy) });
    }
  }

  private async prune(agent: AgentId): Promise<void> {
    const homes = (await this.keys()).filter((key) => parseSessionKey(key)?.agent === agent).map((key) => this.homeOf(key));
    const ages = homes.map((home) => ({ home, at: fs.statSync(path.join(home, note), { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
    const oldest = ages.sort((a, b) => b.at - a.at).slice(limits.sessions);
    await Promise.all(oldest.map(({ home }) => fs.promises.rm(home, { recursive: true, force: true })));
  }

  private async keys(): Promise<readonly SessionKey[]> {
    const agents = this.deps.agents.filter(({ atRisk }) => atRisk !== undefined);
    const keys = agents.map(async ({ id }) => (await fs.promises.readdir(path.join(this.deps.folder, id)).catch(() => [])).map((name): SessionKey => `${id}:${decodeURIComponent(name)}`));
    return (await Promise.all(keys)).flat();
  }

  private agentOf(key: SessionKey): AgentProgram | undefined {
    return this.deps.agents.find(({ id }) => id === parseSessionKey(key)?.agent);
  }

  private homeOf(key: SessionKey): string {
    const { agent, id } = parseSessionKey(key) ?? { agent: '', id: '' };
    // Two dots alone would be the folder above.
    return path.join(this.deps.folder, agent, encodeURIComponent(id).replaceAll('.', '%2E'));
  }

  private noteOf(key: SessionKey): Note | undefined {
    try {
      const json = parseObject(fs.readFileSync(path.join(this.homeOf(key), note), 'utf8'));
      const [title, original, copy] = [asString(json?.['title']), asString(json?.['original']), asString(json?.['copy'])];
      return title === undefined || original === undefined || copy === undefined ? undefined : { title, original, copy, isTold: json?.['isTold'] === true };
    } catch {
      return undefined;
    }
  }

  private write(key: SessionKey, content: Note): void {
    const file = new NewFile(path.join(this.homeOf(key), note));
    try {
      file.write(JSON.stringify(content));
      file.commit();
    } finally {
      file.discard();
    }
  }
}

/** In bytes; `undefined` for a file that is gone. */
async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await fs.promises.stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
