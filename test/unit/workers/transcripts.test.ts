import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { agents } from '../../../src/agents/registry';
import { Files } from '../../../src/platform/files';
import { LocalOperations } from '../../../src/workers/operations';
import type { OpenTranscript } from '../../../src/workers/transcripts';
import { Transcripts } from '../../../src/workers/transcripts';
import { Homes } from '../agents/adapterHome';

/** Agents whose sessions are files of lines, with a fixture whose sessions are long enough to be cut. */
const byLines = { 'claude-code': 'claude-code/home', codex: 'codex/home', copilot: 'copilot/main' };
const size = 2 << 10;

async function opened(transcripts: Transcripts, agent: (typeof agents)[number], home: string, id: string, part?: number | null): Promise<OpenTranscript> {
  const result = await transcripts.open({ agent, place: { home, env: {} }, id, ...(part !== undefined && { part }) });
  assert.ok(result.ok, JSON.stringify(result));
  return result.value;
}

describe('The pictures of a message', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  it('come from its record', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    const data = 'iVBORw0KGgo=';
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    const prompt = (uuid: string, content: unknown): string =>
      `${JSON.stringify({ type: 'user', uuid, parentUuid: null, sessionId: id, cwd: '/home/dev/app', timestamp: '2026-03-01T10:00:00.000Z', message: { role: 'user', content } })}\n`;
    const home = homes.with({ [`.claude/projects/-home-dev-app/${id}.jsonl`]: prompt('a', 'Hello') + prompt('b', [{ type: 'text', text: 'Look' }, image]) });
    const operations = new LocalOperations();
    const address = { agent: 'claude-code', place: { home, env: {} }, id, part: null } as const;
    const opened = await operations.transcript(address);
    assert.ok(opened.ok);
    const { revision } = opened.value;
    const window = await operations.events({ ...address, revision, from: 0, count: 10 });
    assert.ok(window.ok);
    const position = window.value.events.findIndex(({ text }) => text === 'Look');
    assert.deepEqual(await operations.pictures({ ...address, revision, position }), { ok: true, value: [`data:image/png;base64,${data}`] });
    assert.deepEqual(await operations.pictures({ ...address, revision, position: 0 }), { ok: true, value: [] });
    assert.equal((await operations.pictures({ ...address, revision, position: 9 })).ok, false);
  });
});

describe('A transcript that is too long to be read whole', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  for (const [name, fixture] of Object.entries(byLines)) {
    it(`has each message of ${name} in one of its parts, at its line`, async () => {
      const agent = agents.find(({ id }) => id === name);
      assert.ok(agent !== undefined);
      const home = homes.copy(fixture);
      const { sessions } = await agent.find({ home, env: {} }, new Files());
      let cut = 0;
      for (const { id, files } of sessions) {
        if (fs.statSync(files[0] as string).size < 2 * size) continue;
        const transcripts = new Transcripts(4, size);
        const whole = await opened(transcripts, agent, home, id);
        if (new Set(whole.transcript.events.map(({ source }) => source.file)).size > 1) continue;
        const last = await opened(transcripts, agent, home, id, null);
        const count = last.part?.count ?? 1;
        if (count === 1) continue;
        cut++;
        const messages = ({ transcript }: OpenTranscript): string[] =>
          transcript.events.filter(({ type }) => type.endsWith('_message')).map(({ source, text }) => `${source.line} ${text}`);
        const parts = [];
        for (let index = 0; index < count; index++) parts.push(...messages(await opened(transcripts, agent, home, id, index)));
        assert.deepEqual([...new Set(parts)].sort(), [...new Set(messages(whole))].sort(), path.basename(files[0] as string));
        assert.deepEqual(messages(last), messages(await opened(transcripts, agent, home, id, count - 1)));
      }
      assert.ok(cut > 0, 'a session was cut');
    });
  }
});
