import * as path from 'node:path';
import type { AgentProgram } from '../agents/agent';
import { type HostPlace, placeOnHost } from '../agents/hostPlace';
import { Emitter, type Event } from '../core/events';
import { type Disposable, Owned } from '../core/owned';
import type { Failure } from '../core/result';
import type { SshCode } from '../core/sshCode';
import type { SshHost } from '../platform/ssh';
import type { Operations } from '../workers/operations';
import type { Watcher } from '../workers/watcher';
import { ExternalSessions, type Listing } from './externalSessions';
import type { Installations } from './installations';

/** Milliseconds after which a host that is shown is looked at again. */
const lookAgain = 60_000;

export interface HostState {
  /** Whether it is being asked, and that is to be told: a person wished it, or nothing is known yet. */
  readonly isAsking: boolean;
  /** Why it could not be asked the last time; the sessions are then those of the time before. */
  readonly failure: Failure<SshCode> | null;
  /** Files of it that were left out. */
  readonly left: number;
}

/** The sessions on one host: what is known of them from before is there at once, and asked about when it is looked at. */
export class HostSessions implements Disposable {
  private readonly own = new Owned();
  private readonly changed = this.own.add(new Emitter<void>());
  readonly onDidChange: Event<void> = this.changed.event;
  readonly sessions: ExternalSessions;
  private now: HostState = { isAsking: false, failure: null, left: 0 };
  private asking: Promise<void> | undefined;
  private askedAt = -Infinity;
  /** Where its sessions are read. */
  readonly place: HostPlace;

  constructor(private readonly deps: { host: SshHost; agents: readonly AgentProgram[]; operations: Operations; folder: string; log: (line: string) => void }) {
    const { host, agents, operations, folder, log } = deps;
    this.place = placeOnHost(host, folder);
    this.sessions = this.own.add(
      new ExternalSessions({
        ...{ agents, operations, place: this.place, host: host.destination },
        installations: allOf(agents),
        watcher: unwatched,
        indexFile: path.join(this.place.mirror.folder, 'localix-index.sqlite'),
        log: (line) => log(`${host.destination}: ${line}`),
      }),
    );
    this.own.add(this.sessions.onDidChange(() => this.changed.fire()));
  }

  get host(): SshHost {
    return this.deps.host;
  }

  get state(): HostState {
    return this.now;
  }

  /** All its sessions, whatever folder they were recorded in. Asks the host, where that is wanted and was not done in the last minute. */
  listing(isAsked: boolean): Listing {
    if (isAsked && Date.now() - this.askedAt >= lookAgain) void this.ask(!this.sessions.isRead);
    const listing = this.sessions.listing('/');
    return this.now.isAsking && listing.sessions.length === 0 ? { ...listing, state: 'loading' } : listing;
  }

  /** Asks the host now. Settles when what changed is read, or it is known why it is not. */
  refresh(): Promise<void> {
    return this.ask(true);
  }

  /** Ends what is being asked. */
  async stop(): Promise<void> {
    await this.deps.operations.stopHost({ mirror: this.place.mirror });
  }

  dispose(): void {
    if (this.asking !== undefined) void this.stop().catch(() => undefined);
    this.own.dispose();
  }

  private ask(isTold: boolean): Promise<void> {
    this.askedAt = Date.now();
    this.asking ??= this.askNow().finally(() => {
      this.asking = undefined;
      if (this.now.isAsking) this.change({ isAsking: false });
    });
    if (isTold) this.change({ isAsking: true });
    return this.asking;
  }

  private async askNow(): Promise<void> {
    const isFirst = !this.sessions.isRead;
    try {
      const looked = await this.deps.operations.refreshHost({ mirror: this.place.mirror, agents: this.deps.agents.map(({ id }) => id), maxAge: 0 });
      if (this.own.isDisposed) return;
      if (looked.ok && (looked.value.hasChanged || isFirst || this.now.failure !== null)) await this.sessions.refresh();
      if (!looked.ok) this.deps.log(`${this.host.destination}: ${looked.code} ${looked.detail}`);
      this.change(looked.ok ? { failure: null, left: looked.value.left } : { failure: looked });
    } catch (error) {
      // The thread that asked has ended.
      if (!this.own.isDisposed) this.deps.log(`${this.host.destination}: ${String(error)}`);
    }
  }

  private change(now: Partial<HostState>): void {
    this.now = { ...this.now, ...now };
    if (!this.own.isDisposed) this.changed.fire();
  }
}

/** Who has a history on a host has had the agent: what is installed there is not asked. */
function allOf(agents: readonly AgentProgram[]): Installations {
  const all = Promise.resolve(agents.map(({ id, executable }) => ({ agent: id, path: executable, features: {} })));
  return { list: () => all, refresh: () => all, onDidChange: () => ({ dispose: () => undefined }) };
}

/** A host is looked at from time to time, and its copy changes then alone. */
const unwatched: Watcher = { watch: () => undefined, dispose: () => undefined };
