import type { Place } from '../agents/agent';
import { agentOf } from '../agents/registry';
import { fail, ok, type Result } from '../core/result';
import type { SshCode } from '../core/sshCode';
import type { Guard } from '../platform/mirror/guard';
import type { Mirror, MirrorPlace } from '../platform/mirror/mirror';
import type { AgentId } from '../shared/agentId';

/** What of a copied home is read: of which agents, and how old the last look at the host may be, in milliseconds. */
interface Wanted {
  readonly agents: readonly AgentId[];
  readonly maxAge: number;
}

export interface HostLook {
  /** Whether anything there is another than when this was asked the last time; at first, whether anything is there. */
  readonly hasChanged: boolean;
  /** Files that were left out: too many, too large, or with names that can't be names here. */
  readonly left: number;
}

/** How often a reading is begun again because it asked for more than was copied; a list needs three. */
const rounds = 20;

/** Thrown where a host could not be asked for what was to be read. */
export class HostFailure extends Error {
  constructor(
    readonly code: SshCode,
    readonly detail: string,
  ) {
    super(`${code} ${detail}`);
  }
}

/** The hosts that this thread reads from. */
export class Hosts {
  private readonly mirrors = new Map<string, Mirror>();
  /** By the folder of the copy. */
  private readonly stopping = new Map<string, AbortController>();
  /** Revisions that were answered, by the folder of the copy: what another thread or window has noticed, the asker has not been told yet. */
  private readonly told = new Map<string, string>();

  /** Looks at the host: nothing is read but names, sizes and times, and databases. */
  async refresh(place: MirrorPlace, { agents, maxAge }: Wanted): Promise<Result<HostLook, SshCode>> {
    const mirror = await this.mirrorOf(place);
    const refreshed = await mirror.refresh(holdingsOf(agents), { maxAge, signal: this.signalOf(place) });
    if (!refreshed.ok) return refreshed;
    const hasChanged = (this.told.get(place.folder) ?? '') !== refreshed.value;
    this.told.set(place.folder, refreshed.value);
    return ok({ hasChanged, left: mirror.left });
  }

  /**
   * Reads a home, which may be the copy of a host's: then what the reading lacks is fetched, and the reading begun again until it had
   * everything. What it answered before counts for nothing.
   * @throws HostFailure
   */
  async over<T>(place: Place, { agents, maxAge }: Wanted, read: (place: Place) => Promise<T>): Promise<T> {
    if (place.mirror === undefined) return read(place);
    const mirror = await this.mirrorOf(place.mirror);
    const signal = this.signalOf(place.mirror);
    const refreshed = maxAge === Infinity ? ok(false) : await mirror.refresh(holdingsOf(agents), { maxAge, signal });
    if (!refreshed.ok) throw new HostFailure(refreshed.code, refreshed.detail);
    for (let round = 1; round <= rounds; round++) {
      const guard = mirror.guard();
      const value = await settled(read({ ...place, guard }));
      if (guard.missing.size === 0) return value();
      const fetched = await mirror.fetch(holdingsOf(agents), guard.missing, signal);
      if (!fetched.ok) throw new HostFailure(fetched.code, fetched.detail);
    }
    throw new HostFailure('host_error', place.mirror.destination);
  }

  /** As `over`; what the host could not be asked for is a failure among the others. Paths in an answer are those on the host. */
  async result<T, Code extends string>(place: Place, wanted: Wanted, read: (place: Place) => Promise<Result<T, Code>>): Promise<Result<T, Code | SshCode>> {
    try {
      const result = await this.over(place, wanted, read);
      return result.ok || place.mirror === undefined ? result : fail(result.code, this.asOnHost(place, result.detail));
    } catch (error) {
      if (error instanceof HostFailure) return fail(error.code, error.detail);
      throw error;
    }
  }

  /** Before what was copied of the host up to now. */
  async guardOf(place: MirrorPlace): Promise<Guard> {
    return (await this.mirrorOf(place)).guard();
  }

  /** `text` with the paths of a copied home as they are on its host. */
  asOnHost({ mirror }: Place, text: string): string {
    return this.mirrors.get(mirror?.folder ?? '')?.asOnHost(text) ?? text;
  }

  /** Ends what the host is being asked. */
  stop({ folder }: MirrorPlace): void {
    this.stopping.get(folder)?.abort();
    this.stopping.delete(folder);
  }

  private signalOf({ folder }: MirrorPlace): AbortSignal {
    const stopping = this.stopping.get(folder) ?? new AbortController();
    this.stopping.set(folder, stopping);
    return stopping.signal;
  }

  /** Loaded when it is needed, which mostly it is not. */
  private async mirrorOf(place: MirrorPlace): Promise<Mirror> {
    const { Mirror } = await import('../platform/mirror/mirror');
    const mirror = this.mirrors.get(place.folder) ?? new Mirror(place);
    this.mirrors.set(place.folder, mirror);
    return mirror;
  }
}

/** What `reading` comes to, to be had when it counts. */
async function settled<T>(reading: Promise<T>): Promise<() => T> {
  try {
    const value = await reading;
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function holdingsOf(agents: readonly AgentId[]): readonly NonNullable<ReturnType<typeof agentOf>>['holding'][] {
  return agents.flatMap((id) => agentOf(id)?.holding ?? []);
}
