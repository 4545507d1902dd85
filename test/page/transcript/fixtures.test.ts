import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { agents } from '../../../src/agents/registry';
import { sessionKey } from '../../../src/shared/agentId';
import { newTranscriptPageState } from '../../../src/shared/transcriptPageState';
import { Homes } from '../../unit/agents/adapterHome';
import { FakeHost } from './fakeHost';
import { still, withTranscript } from './openTranscript';
import { answers, expected, onPage, onWayTo, operations, recorded, type Printed, type Session, type Told } from './sessions';

type Agent = (typeof agents)[number];

const key = 'claude-code:0d6c6f3e';

/** The homes among an agent's fixtures: each has the agent's own folder in it, or in a folder `home`. */
function homesOf(agent: Agent): string[] {
  const root = path.join('test/fixtures', agent.id);
  const folders = fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory() && /^\.[a-z]/.test(entry.name));
  return [...new Set(folders.map(({ parentPath }) => path.relative(root, parentPath)))].filter((home) => !/(?:^|[\\/])\./.test(home));
}

async function sessionsOf(agent: Agent, homes: Homes): Promise<Session[]> {
  const sessions: Session[] = [];
  for (const fixture of homesOf(agent)) {
    const place = { home: homes.copy(path.join(agent.id, fixture)), env: {} };
    const { found } = await operations.scan({ agent: agent.id, place, depth: 'ends', known: {} });
    sessions.push(...found.map(({ id }) => ({ agent: agent.id, place, id, key: sessionKey(agent.id, id) })));
  }
  return sessions;
}

/** What shows at first, and with each step back. Of the recorded sessions none parts twice, and the active branch is the newest. */
function waysOf(told: Told): (readonly Printed[])[] {
  const { events, branches } = told;
  const last = branches.at(-1);
  if (last === undefined) return [events];
  const siblings = branches.filter(({ parent }) => parent === last.parent);
  const ways = siblings.toReversed().map(({ id }) => onWayTo(id, told));
  const isGoingOn = events.some((event) => event.branch === last.id && event.on_active_branch);
  return isGoingOn || last.parent === null ? ways : [onWayTo(last.parent, told), ...ways];
}

describe('X21 Every recorded transcript', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  for (const agent of agents) {
    it(`of ${agent.id} shows the messages, calls and results that the command line has, and nothing complains`, async function () {
      this.timeout(180_000);
      const all: { session: Session; told: Told }[] = [];
      for (const session of await sessionsOf(agent, homes)) {
        const told = await recorded(session);
        if (told !== undefined && told.events.length > 0) all.push({ session, told });
      }
      assert.ok(all.length > 2, 'there are transcripts');
      const folds = all.flatMap(({ told }) => told.events.flatMap(({ id }) => [id, `actions:${id}`, `work:${id}`]));
      const state = { ...newTranscriptPageState(key), folds: Object.fromEntries(folds.map((fold) => [fold, true])) };
      await withTranscript(new FakeHost([]), { state: { state }, size: { width: 900, height: 60_000 } }, async (test) => {
        const look = async ({ key: name }: Session, events: readonly Printed[]): Promise<void> => {
          const calls = events.filter(({ tool }) => tool !== null).length;
          await test.page.waitForFunction((count) => document.querySelectorAll('.tool-details').length === count, calls, { timeout: 10_000 }).catch(() => undefined);
          await still(test);
          assert.deepEqual(await onPage(test), expected(events), name);
        };
        for (const { session, told } of all) {
          const host = answers(session);
          for (const [name, answer] of Object.entries(host)) test.answer(name as 'transcript.open', answer as never);
          await test.fire('transcript.changed', { key });
          for (const [back, events] of waysOf(told).entries()) {
            if (back > 0) await test.page.getByRole('button', { name: 'Previous Branch' }).click();
            await look(session, events);
          }
        }
      });
    });
  }
});
