import { Emitter, type Event } from '../core/events';
import { type Disposable, Owned } from '../core/owned';
import { parseKey, type SessionKey } from '../shared/agentId';
import type { ExternalSessions } from './externalSessions';
import { HostSessions } from './hostSessions';

type HostDeps = ConstructorParameters<typeof HostSessions>[0];

/** The hosts that the person named, and this machine beside them. */
export class HostList implements Disposable {
  private readonly own = new Owned();
  private readonly changed = this.own.add(new Emitter<void>());
  private readonly changedTranscript = this.own.add(new Emitter<SessionKey>());
  /** A host came or went, or something of one is another than before. */
  readonly onDidChange: Event<void> = this.changed.event;
  /** The files of a session on a host changed. */
  readonly onDidChangeTranscript: Event<SessionKey> = this.changedTranscript.event;
  private hosts: readonly HostSessions[] = [];

  constructor(private readonly deps: Omit<HostDeps, 'host'> & { here: ExternalSessions; ssh: string; script: string }) {}

  get list(): readonly HostSessions[] {
    return this.hosts;
  }

  /** Those that stay keep what is known of them. Nothing is asked before somebody looks. */
  set(destinations: readonly string[]): void {
    const before = new Map(this.hosts.map((host) => [host.host.destination, host]));
    this.hosts = [...new Set(destinations)].map((destination) => before.get(destination) ?? this.begin(destination));
    for (const host of before.values()) if (!this.hosts.includes(host)) host.dispose();
    if (before.size + this.hosts.length > 0) this.changed.fire();
  }

  /** The host of that session; `undefined` for this machine, and for a host that is not named any more. */
  hostOf(key: SessionKey): HostSessions | undefined {
    const host = parseKey(key)?.host;
    return host === undefined ? undefined : this.hosts.find((each) => each.host.destination === host);
  }

  /** Where the session is looked for. One of a host that is not named any more is found nowhere. */
  sessionsOf(key: SessionKey): ExternalSessions {
    return this.hostOf(key)?.sessions ?? this.deps.here;
  }

  dispose(): void {
    for (const host of this.hosts) host.dispose();
    this.own.dispose();
  }

  private begin(destination: string): HostSessions {
    const { ssh, script } = this.deps;
    const host = new HostSessions({ ...this.deps, host: { destination, ssh, script } });
    host.onDidChange(() => this.changed.fire());
    host.sessions.onDidChangeTranscript((key) => this.changedTranscript.fire(key));
    return host;
  }
}
