import { Coalesced } from '../core/async';
import { type Disposable, Owned } from '../core/owned';
import { fail, ok, type Result } from '../core/result';
import type { ExternalSessions } from '../external/externalSessions';
import type { AgentId, SessionKey } from '../shared/agentId';
import { fits, judge } from './judge';

/** An agent's process on a terminal, whose session is to be known. */
export interface Launch {
  readonly agent: AgentId;
  /** Where it was started. */
  readonly folder: string;
  /** In Unix milliseconds. */
  readonly begunAt: number;
  readonly pid: number;
}

export type IdentityCode = 'identity_not_found' | 'identity_ambiguous';

/** How long changes are gathered before another look, in milliseconds. */
const gather = 150;

/**
 * Finds out which native sessions agents' processes have begun: by what the agent keeps of its processes, else by the one session
 * that was begun since in that folder, where nothing else can have begun it. Never by the newest file.
 */
export class Identities implements Disposable {
  private readonly own = new Owned();
  /** What the processes whose sessions are still looked for were last seen to have open. */
  private readonly pending = new Map<Launch, readonly string[] | null>();
  private readonly found = new Set<SessionKey>();

  constructor(
    private readonly deps: {
      external: Pick<ExternalSessions, 'listing' | 'foldersOf' | 'get' | 'reread' | 'evidence' | 'onDidChange'>;
      /** Whether the session is known to be another terminal's. */
      isTaken: (session: SessionKey) => boolean;
      log: (line: string) => void;
    },
  ) {}

  /**
   * Settles with the session once it is in its agent's history. Looks whenever a history changes, and once more when the process
   * has `ended`: an agent may write nothing of a session before its first prompt.
   */
  identify(launch: Launch, ended: AbortSignal): Promise<Result<SessionKey, IdentityCode>> {
    this.pending.set(launch, null);
    return new Promise((resolve) => {
      const own = this.own.add(new Owned());
      const finish = (result: Result<SessionKey, IdentityCode>): void => {
        own.dispose();
        this.pending.delete(launch);
        resolve(result);
      };
      const look = async (isLast = false): Promise<void> => {
        try {
          const verdict = await this.look(launch, isLast);
          if (verdict === 'ambiguous') finish(fail('identity_ambiguous'));
          else if (verdict !== 'waiting') finish(ok(verdict));
        } catch (error) {
          this.deps.log(`identifying a session of ${launch.agent}: ${String(error)}`);
        }
      };
      const lookLast = async (): Promise<void> => {
        // The watch may be a moment behind the disk.
        await this.deps.external.reread(launch.agent);
        await look(true);
        finish(fail('identity_not_found'));
      };
      const looking = own.add(new Coalesced(gather, () => look()));
      own.add(this.deps.external.onDidChange(() => looking.request()));
      if (ended.aborted) return void lookLast();
      ended.addEventListener('abort', () => void lookLast(), { once: true });
      void look();
    });
  }

  dispose(): void {
    this.own.dispose();
  }

  private async look(launch: Launch, isLast: boolean): Promise<SessionKey | 'ambiguous' | 'waiting'> {
    const { external, isTaken } = this.deps;
    const { agent, folder, pid } = launch;
    const evidence = await external.evidence(agent, pid, folder);
    if (!this.pending.has(launch)) return 'waiting';
    const hasNone = evidence.open?.length === 0;
    // A process that ends lets go first. One of which nothing was seen is then as one that tells nothing.
    const open = hasNone ? (this.pending.get(launch) ?? (isLast ? null : [])) : evidence.open;
    if (!hasNone) this.pending.set(launch, open);
    const rivals = [...this.pending.keys()].filter((other) => other !== launch && other.agent === agent && other.folder === folder);
    // Asked also where it is not needed: the first question begins to read and to watch.
    const begun = this.begunSince(launch);
    const verdict = judge({
      agent,
      open,
      isFree: (session) => external.get(session) !== undefined && !this.found.has(session) && !isTaken(session),
      begun,
      isAlone: !evidence.hasRival && rivals.length === 0,
    });
    if (verdict !== 'ambiguous' && verdict !== 'waiting') this.found.add(verdict);
    return verdict;
  }

  private begunSince(launch: Launch): readonly SessionKey[] {
    const { sessions } = this.deps.external.listing(launch.folder);
    const { root, comparableOf } = this.deps.external.foldersOf(launch.folder);
    return sessions.filter((session) => fits(session, launch) && comparableOf(session.record.folder ?? '') === root).map(({ key }) => key);
  }
}
