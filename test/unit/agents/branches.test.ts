import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Agent } from '../../../src/agents/agent';
import { claudeCode } from '../../../src/agents/claudeCode/claudeCode';
import { codex } from '../../../src/agents/codex/codex';
import { copilot } from '../../../src/agents/copilot/copilot';
import { gemini } from '../../../src/agents/gemini/gemini';
import { hermes } from '../../../src/agents/hermes/hermes';
import { opencode } from '../../../src/agents/opencode/opencode';
import { agents } from '../../../src/agents/registry';
import { Files } from '../../../src/platform/files';
import { BranchTree } from '../../../src/transcript/branchTree';
import type { Transcript } from '../../../src/transcript/model';
import { Homes, readTranscript } from './adapterHome';
import { Conversation, sessionId } from './claudeCode/home';
import { idOf, Lines } from './codex/home';

const homes = new Homes();

/** Every branch in one line: its number, that of its parent, and its events; those off the active branch are in brackets. */
function outline({ events, branches = [] }: Transcript): string[] {
  const numbers = new Map(branches.map(({ id }, index) => [id, String(index + 1)]));
  return branches.map(({ id, parent }) => {
    const words = events.filter(({ branch }) => branch === id).map(({ text, tool, on_active_branch: isActive }) => {
      const word = tool?.name ?? text.replaceAll(/\s+/g, ' ').slice(0, 25);
      return isActive ? word : `(${word})`;
    });
    return `${numbers.get(id) ?? ''}<${parent === null ? '' : (numbers.get(parent) ?? '?')}: ${words.join(', ')}`;
  });
}

async function recorded(agent: Agent, fixture: string, id: string): Promise<string[]> {
  return outline(await readTranscript(agent, homes.copy(fixture), id));
}

/** What is shown of a transcript by `choices`. */
function texts(transcript: Transcript, choices: readonly string[] = []): string {
  return new BranchTree(transcript).path(choices).positions.map((position) => transcript.events[position]?.text).join(' ');
}

describe('A1 branches of recorded sessions', () => {
  after(() => homes.removeAll());

  it('begin where Claude Code was rewound', async () => {
    assert.deepEqual(await recorded(claudeCode, 'claude-code/home', 'c0de0000-0000-4000-8000-000000000006'), [
      '1<: Write a haiku about tests, Green dots in the night.',
      '2<1: (Make it funnier), (Green dots tell a joke.)',
      '3<1: Make it sadder, Red dots in the rain.',
    ]);
  });

  it('begin where Codex was rewound, also to before its first prompt', async () => {
    assert.deepEqual(await recorded(codex, 'codex/home', '01a22c1e-eaad-7992-8c27-12beb5271405'), [
      '1<: Write a haiku about tests, Green dots in the night.',
      '2<1: (Make it funnier), (Green dots tell a joke.)',
      '3<1: Make it sadder, Red dots in the rain.',
    ]);
    assert.deepEqual(await recorded(codex, 'codex/home', '01a22c1f-2092-73b3-81dd-79493efc3b98'), [
      '1<: (Count to three), (One, two, three.), (Now to four), (Four.)',
      '2<: Count to five instead, One to five.',
    ]);
  });

  it('begin where Gemini CLI was rewound or a request failed, not where it compressed', async () => {
    assert.deepEqual(await recorded(gemini, 'gemini/main/home', '11111111-0000-4000-8000-000000000001'), [
      '1<: Make the button blue, **Colour** The user wants, Blue it is., Make it larger, Larger now., (Conversation checkpoint s)',
      '2<1: (Make it spin), (Spinning now.)',
    ]);
    assert.deepEqual(await recorded(gemini, 'gemini/main/home', 'db73e4af-af6c-4cbb-ba87-02194f7f95dd'), [
      '1<: What is in @index.js plea, It says alpha.',
      '2<1: (Provoke an error)',
      '3<1: [API Error: {"error":{"co, This request failed. Pres, Are you there, Still here.',
    ]);
    assert.deepEqual(await recorded(gemini, 'gemini/main/home', '47a4b091-df18-4eb1-97b6-5040dc141b42'), []);
  });

  it('begin where Hermes and opencode undid a turn', async () => {
    assert.deepEqual(await recorded(hermes, 'hermes/main', '20261130_101836_9cd905'), [
      '1<: first prompt of the day, Answer one., second prompt, Answer two., third prompt in branch, Answer in the branch.',
      '2<1: (to be taken back), (Taken back.)',
      '3<1: this instead, Instead this.',
    ]);
    assert.deepEqual(await recorded(opencode, 'opencode/main/home', 'ses_dd3f816e0ffeJXvyIdEMI0SSai'), [
      '1<: Write a haiku, Leaves fall.',
      '2<1: (Now a limerick), (There once was.)',
    ]);
  });

  it('are none where sub-agents work in the same file, whose events say so', async () => {
    for (const [agent, fixture, id, count] of [
      [copilot, 'copilot/main', 'bcd2c352-6924-4330-9c11-ba51aab74c63', 7],
      [claudeCode, 'claude-code/home-1.0.128', '01d00000-0000-4000-8000-000000000002', 4],
    ] as const) {
      const { events, branches } = await readTranscript(agent, homes.copy(fixture), id);
      assert.deepEqual([branches, events.filter(({ ofSubagent }) => ofSubagent).length], [undefined, count]);
      assert.ok(events.every(({ ofSubagent, on_active_branch: isActive }) => isActive !== (ofSubagent === true)));
    }
  });

  it('lead to every event of every session, the active ones along the way that shows at first', async () => {
    let parted = 0;
    for (const agent of agents) {
      const root = path.join('test/fixtures', agent.id);
      for (const name of fs.readdirSync(root)) {
        if (!fs.statSync(path.join(root, name)).isDirectory()) continue;
        const home = homes.copy(path.join(agent.id, fs.existsSync(path.join(root, name, 'home')) ? `${name}/home` : name));
        for (const transcript of await allTranscripts(agent, home)) {
          const { events, branches = [] } = transcript;
          const tree = new BranchTree(transcript);
          const first = tree.path([]).positions;
          for (const [position, event] of events.entries()) {
            if (event.on_active_branch) assert.ok(first.includes(position), `${name} ${event.id}`);
            assert.ok(tree.path(tree.choicesTo(position)).positions.includes(position), `${name} ${event.id}`);
            assert.equal(event.branch !== undefined, branches.length > 0);
          }
          if (branches.length > 0) parted++;
        }
      }
    }
    // The five agents that keep what was left, and a session of Gemini CLI whose only prompt failed.
    assert.equal(parted, 8);
  });
});

async function allTranscripts(agent: Agent, home: string): Promise<Transcript[]> {
  const files = new Files();
  const place = { home, env: {} };
  try {
    const { sessions } = await agent.find(place, files);
    const byId = new Map(sessions.map((found) => [found.id, found]));
    const read = await Promise.allSettled(sessions.map((found) => agent.transcript(found, { place, files, sessions: byId })));
    return read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  } finally {
    files.dispose();
  }
}

describe('A1 branches of sessions that were rewound more than once', () => {
  after(() => homes.removeAll());

  it('of Claude Code: parallel calls and late notes are no branches, branches may part again', async () => {
    const id = sessionId(1);
    const talk = new Conversation(id);
    const call = (name: string): Record<string, unknown> => ({ type: 'tool_use', id: name, name, input: {} });
    talk.prompt('One');
    const first = talk.reply('m1', call('Read'));
    const second = talk.rewindTo(first).reply('m1', call('Grep'));
    talk.rewindTo(first).result('Read', 'read');
    talk.rewindTo(second).result('Grep', 'found');
    const answer = talk.reply('m2', 'Two');
    talk.prompt('Left');
    const left = talk.reply('m3', call('Ls'));
    const leftToo = talk.rewindTo(left).reply('m3', call('Cat'));
    talk.rewindTo(left).result('Ls', 'a');
    talk.rewindTo(leftToo).result('Cat', 'b');
    const inner = talk.reply('m4', 'Left two');
    talk.add({ type: 'system', subtype: 'informational', content: 'A note', level: 'info' });
    talk.prompt('Left three');
    talk.rewindTo(inner).prompt('Left again');
    talk.rewindTo(answer).prompt('At last');
    talk.reply('m5', 'Done');
    const home = homes.with({ [`.claude/projects/-home-dev-app/${id}.jsonl`]: talk.lines.map((line) => `${JSON.stringify(line)}\n`).join('') });
    assert.deepEqual(outline(await readTranscript(claudeCode, home, id)), [
      '1<: One, Read, Grep, Two',
      '2<1: (Left), (Ls), (Cat), (Left two), (A note)',
      '3<2: (Left three)',
      '4<2: (Left again)',
      '5<1: At last, Done',
    ]);
  });

  it('of Codex: each segment goes on from where it cut the one before, also across it', async () => {
    const [one, two, three] = [idOf(1), idOf(2), idOf(3)];
    const base = (segment: string, end: number): Record<string, unknown> => ({ history_base: { thread_id: segment, end_ordinal_exclusive: end } });
    const name = (segment: string): string => `.codex/sessions/2026/11/30/rollout-2026-11-30T10-00-00-${one}${segment}.jsonl`;
    const home = homes.with({
      [name('')]: new Lines(0).meta(one).user('A').agent('a').user('B').agent('b').lines.join('\n'),
      [name(`_${two}`)]: new Lines(5, 100).meta(one, base(one, 5)).user('C').agent('c').user('D').agent('d').lines.join('\n'),
      // Back to before C, from the second segment: the cut lies in the first one.
      [name(`_${three}`)]: new Lines(3, 200).meta(one, base(two, 3)).user('E').agent('e').lines.join('\n'),
    });
    const transcript = await readTranscript(codex, home, one);
    assert.deepEqual(outline(transcript), ['1<: A, a', '2<1: (B), (b), (C), (c), (D), (d)', '3<1: E, e']);
  });

  it('of Codex in one file: what was rolled back, turn by turn', async () => {
    const one = idOf(1);
    const lines = new Lines().meta(one).user('A').agent('a').user('B').agent('b');
    lines.event('thread_rolled_back', { num_turns: 1 }).user('C').agent('c');
    lines.event('thread_rolled_back', { num_turns: 2 }).user('D').agent('d');
    const home = homes.with({ [`.codex/sessions/2026/11/30/rollout-2026-11-30T10-00-00-${one}.jsonl`]: `${lines.lines.join('\n')}\n` });
    const transcript = await readTranscript(codex, home, one);
    assert.deepEqual(outline(transcript), [
      '1<: (A), (a)', '2<1: (B), (b)', '3<1: (Rolled back 1 turns), (C), (c)', '4<: Rolled back 2 turns, D, d',
    ]);
    assert.equal(texts(transcript, new BranchTree(transcript).choicesTo(3)), 'A a B b');
  });

  it('of Gemini CLI: rewound twice to one place, and once more inside', async () => {
    const said = (name: string, type: string): unknown => ({ id: name, type, timestamp: '2026-06-01T10:01:00.000Z', content: type === 'user' ? [{ text: name }] : name });
    const turn = (name: string): unknown[] => [said(name, 'user'), said(name.toLowerCase(), 'gemini')];
    const records = [
      { sessionId: 's', projectHash: 'h', startTime: '2026-06-01T10:00:00.000Z', lastUpdated: '2026-06-01T10:00:00.000Z', kind: 'main' },
      ...turn('A'), ...turn('B'), { $rewindTo: 'B' }, ...turn('C'), ...turn('D'), { $rewindTo: 'D' }, ...turn('E'), { $rewindTo: 'C' }, ...turn('F'),
    ];
    const home = homes.with({ '.gemini/tmp/app/chats/session-1-s.jsonl': records.map((record) => `${JSON.stringify(record)}\n`).join('') });
    assert.deepEqual(outline(await readTranscript(gemini, home, 's')), [
      '1<: A, a', '2<1: (B), (b)', '3<1: (C), (c)', '4<3: (D), (d)', '5<3: (E), (e)', '6<1: F, f',
    ]);
  });

  it('of Hermes: all turns undone at the end are one branch, and nothing follows yet', async () => {
    const home = homes.copy('hermes/main');
    const database = new DatabaseSync(path.join(home, '.hermes/state.db'));
    database.exec("UPDATE messages SET active = 0 WHERE session_id = '20261130_101836_9cd905' AND id >= 45");
    database.close();
    const transcript = await readTranscript(hermes, home, '20261130_101836_9cd905');
    assert.deepEqual(outline(transcript).slice(1), ['2<1: (to be taken back), (Taken back.), (this instead), (Instead this.)']);
    const { end, isCurrent } = new BranchTree(transcript).path([]);
    assert.deepEqual([end, isCurrent], [{ branches: ['43', null], shown: 1, current: 1 }, true]);
  });
});
