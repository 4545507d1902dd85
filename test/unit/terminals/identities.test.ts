import assert from 'node:assert/strict';
import type { Evidence } from '../../../src/agents/agent';
import { Emitter } from '../../../src/core/events';
import type { Listing } from '../../../src/external/externalSessions';
import type { Session } from '../../../src/external/session';
import { type AgentId, parseSessionKey, type SessionKey } from '../../../src/shared/agentId';
import { Identities, type Launch } from '../../../src/terminals/identities';
import { session } from '../external/sessions';

/** A history that grows by hand, and processes that have open what the test says. */
class History {
  private readonly changed = new Emitter<void>();
  readonly onDidChange = this.changed.event;
  readonly sessions = new Map<SessionKey, Session>();
  /** On the disk, and not read yet. */
  unread: SessionKey[] = [];
  /** By process id; what is missing tells nothing. */
  readonly open = new Map<number, readonly string[]>();
  hasRival = false;

  add(key: SessionKey, folder = '/home/dev/app', createdAt = new Date().toISOString()): void {
    const { agent, id } = parseSessionKey(key) as { agent: AgentId; id: string };
    this.sessions.set(key, session(id, { folder, createdAt }, agent));
    this.changed.fire();
  }

  holds(pid: number, ...ids: readonly string[]): void {
    this.open.set(pid, ids);
    this.changed.fire();
  }

  get(key: SessionKey): Session | undefined {
    return this.sessions.get(key);
  }

  listing(): Listing {
    return { state: 'ready', sessions: [...this.sessions.values()], notShown: [], failure: null };
  }

  foldersOf(folder: string): { opened: string; root: string; comparableOf: (recorded: string) => string } {
    return { opened: folder, root: folder, comparableOf: (recorded) => recorded };
  }

  reread(): Promise<void> {
    for (const key of this.unread.splice(0)) this.add(key);
    return Promise.resolve();
  }

  evidence(_agent: AgentId, pid: number): Promise<Evidence> {
    return Promise.resolve({ open: this.open.get(pid) ?? null, hasRival: this.hasRival });
  }
}

describe('X14 Identities of fresh sessions', () => {
  let history = new History();
  let taken = new Set<SessionKey>();
  let identities: Identities;
  const running = new AbortController().signal;
  const launch = (pid: number, agent: AgentId = 'opencode', folder = '/home/dev/app'): Launch => ({ agent, folder, begunAt: Date.now(), pid });
  const found = (value: SessionKey): object => ({ ok: true, value });

  beforeEach(() => {
    history = new History();
    taken = new Set();
    identities = new Identities({ external: history, isTaken: (key) => taken.has(key), log: assert.fail });
  });
  afterEach(() => identities.dispose());

  it('are found when the agent has written something', async () => {
    const identity = identities.identify(launch(1), running);
    history.add('opencode:elsewhere', '/home/dev/other');
    history.add('opencode:older', '/home/dev/app', '2020-01-01T00:00:00Z');
    history.add('hermes:other');
    history.add('opencode:own');
    assert.deepEqual(await identity, found('opencode:own'));
  });

  it('are never those of another chat', async () => {
    taken.add('opencode:another-chat\'s').add('codex:resumed');
    const identity = identities.identify(launch(1), running);
    history.add('opencode:another-chat\'s');
    history.add('opencode:own');
    assert.deepEqual(await identity, found('opencode:own'));
    history.add('codex:resumed');
    history.holds(2, 'begun', 'resumed');
    const other = identities.identify(launch(2, 'codex'), running);
    history.add('codex:begun');
    assert.deepEqual(await other, found('codex:begun'));
  });

  it('of two that were started in one folder at the same time are told apart by what their processes have open', async () => {
    history.holds(1);
    history.holds(2);
    const both = Promise.all([identities.identify(launch(1, 'codex'), running), identities.identify(launch(2, 'codex'), running)]);
    history.holds(2, 'second');
    history.add('codex:first');
    history.add('codex:second');
    history.holds(1, 'first');
    assert.deepEqual(await both, [found('codex:first'), found('codex:second')]);
  });

  it('of two that nothing tells apart are not guessed', async () => {
    const both = Promise.all([identities.identify(launch(1), running), identities.identify(launch(2), running)]);
    history.add('opencode:one');
    assert.deepEqual((await both).map((identity) => !identity.ok && identity.code), ['identity_ambiguous', 'identity_ambiguous']);
  });

  it('of one after the other are each its own', async () => {
    const first = identities.identify(launch(1), running);
    history.add('opencode:one');
    assert.deepEqual(await first, found('opencode:one'));
    const second = identities.identify(launch(2), running);
    history.add('opencode:two');
    assert.deepEqual(await second, found('opencode:two'));
  });

  it('are not guessed where another program of the agent works in the folder', async () => {
    history.hasRival = true;
    const identity = identities.identify(launch(1), running);
    history.add('opencode:one');
    assert.deepEqual(await identity, { ok: false, code: 'identity_ambiguous', detail: '' });
  });

  it('are not found when the process ends without one', async () => {
    const without = new AbortController();
    const none = identities.identify(launch(1), without.signal);
    without.abort();
    assert.deepEqual(await none, { ok: false, code: 'identity_not_found', detail: '' });
  });

  it('are looked for once more at the end of the process, which has let go by then', async () => {
    const [begun, held] = [new AbortController(), new AbortController()];
    const first = identities.identify(launch(1), begun.signal);
    history.unread = ['opencode:late'];
    begun.abort();
    assert.deepEqual(await first, found('opencode:late'));
    history.holds(2, 'late');
    const second = identities.identify(launch(2, 'codex'), held.signal);
    // Seen, and not read yet.
    await new Promise(setImmediate);
    history.open.set(2, []);
    history.unread = ['codex:late'];
    held.abort();
    assert.deepEqual(await second, found('codex:late'));
    const unseen = new AbortController();
    history.holds(3);
    const third = identities.identify(launch(3, 'codex'), unseen.signal);
    await new Promise(setImmediate);
    history.unread = ['codex:unseen'];
    unseen.abort();
    assert.deepEqual(await third, found('codex:unseen'));
  });
});
