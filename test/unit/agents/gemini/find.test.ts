import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { gemini } from '../../../../src/agents/gemini/gemini';
import { Files } from '../../../../src/platform/files';
import { Homes, readHome, readTranscript } from '../adapterHome';

const chats = '.gemini/tmp/app/chats';

function lines(...records: unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function start(sessionId: string, minute = '00'): unknown {
  return { sessionId, projectHash: 'h', startTime: `2026-06-01T10:${minute}:00.000Z`, lastUpdated: `2026-06-01T10:${minute}:00.000Z`, kind: 'main' };
}

const context = { $set: { messages: [{ id: 'c', type: 'user', content: [{ text: `<session_context>\n${'file.ts\n'.repeat(9000)}</session_context>` }] }] } };

function turn(name: string, tokens: unknown = { input: 10, output: 2, cached: 4, thoughts: 1, tool: 0, total: 13 }): unknown[] {
  return [
    { id: `u-${name}`, type: 'user', timestamp: '2026-06-01T10:01:00.000Z', content: [{ text: `Ask ${name}` }] },
    { id: `a-${name}`, type: 'gemini', timestamp: '2026-06-01T10:02:00.000Z', content: `Answer ${name}`, tokens, model: 'gemini-x' },
  ];
}

describe('X2 X4 X28 finding sessions of Gemini CLI', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  it('finds nothing where there is no history', async () => {
    assert.deepEqual(await readHome(gemini, homes.empty(), 'full'), { sessions: [], notShown: [] });
  });

  it('says that a file is where the history should be', async () => {
    const { notShown } = await readHome(gemini, homes.with({ '.gemini/tmp': 'x' }), 'ends');
    assert.deepEqual(notShown.map(({ path: file, reason }) => [path.basename(file), reason]), [['tmp', 'unreadable']]);
  });

  it('follows GEMINI_CLI_HOME', async () => {
    const moved = homes.with({ [`${chats}/session-1-moved.jsonl`]: lines(start('moved'), ...turn('x')) });
    const { sessions } = await readHome(gemini, homes.empty(), 'full', { env: { GEMINI_CLI_HOME: moved } });
    assert.deepEqual(sessions.map(({ key }) => key), ['gemini:moved']);
  });

  it('is not fooled by the newer file that a resume leaves, however long its context is', async () => {
    const home = homes.with({
      [`${chats}/session-2026-06-01T10-00-resumed.jsonl`]: lines(start('resumed'), ...turn('x')),
      [`${chats}/session-2026-06-01T10-30-resumed.jsonl`]: lines(start('resumed', '30'), context),
    });
    for (const depth of ['ends', 'full'] as const) {
      const { sessions } = await readHome(gemini, home, depth);
      assert.deepEqual(sessions.map(({ record }) => [record.title, record.createdAt]), [['Ask x', '2026-06-01T10:00:00.000Z']]);
    }
    fs.rmSync(path.join(home, `${chats}/session-2026-06-01T10-00-resumed.jsonl`));
    const { sessions, notShown } = await readHome(gemini, home, 'ends');
    assert.deepEqual([sessions.length, notShown.map(({ reason }) => reason)], [0, ['no_message']]);
  });

  it('finds a first prompt behind a long context, and a summary that later turns pushed away from the end', async () => {
    const long = 'word '.repeat(8000);
    const home = homes.with({
      [`${chats}/session-1-prompt.jsonl`]: lines(start('prompt'), context, ...turn('prompt'), { id: 'x', type: 'gemini', content: long }),
      [`${chats}/session-1-summary.jsonl`]: lines(
        start('summary'), ...turn('one'), { id: 'x', type: 'gemini', content: long }, { $set: { summary: 'All of\n it' } }, { id: 'y', type: 'gemini', content: long }, ...turn('two'),
      ),
    });
    const { sessions } = await readHome(gemini, home, 'ends');
    assert.deepEqual(Object.fromEntries(sessions.map(({ record }) => [record.id, [record.title, record.titleSource]])), {
      prompt: ['Ask prompt', 'first_prompt'],
      summary: ['All of it', 'generated'],
    });
  });

  it('never reads more than 256 KB of a file for the list', async () => {
    const home = homes.with({ [`${chats}/session-1-long.jsonl`]: lines(start('long'), ...turn('x'), { id: 'x', type: 'gemini', content: 'y'.repeat(3 << 20) }, ...turn('z')) });
    const files = new Files();
    const place = { home, env: {} };
    const { sessions } = await gemini.find(place, files);
    const record = await gemini.read(sessions[0] as never, 'ends', { place, files, sessions: new Map() });
    assert.equal(record.title, 'Ask x');
    assert.equal(files.stats.largestEndsRead, 256 << 10);
  });

  it('reads the ends of a long file of the old layout', async () => {
    const messages = Array.from({ length: 900 }, (_, index) => turn(String(index))).flat();
    const document = JSON.stringify({ sessionId: 'old', projectHash: 'h', startTime: '2026-06-01T10:00:00.000Z', lastUpdated: '2026-06-01T11:00:00.000Z', messages, summary: 'Old one' }, null, 2);
    const home = homes.with({ [`${chats}/session-1-old.json`]: document, [`${chats}/session-1-cut.json`]: document.replace('"old"', '"cut"').slice(0, -200_000) });
    const { sessions, notShown } = await readHome(gemini, home, 'ends');
    assert.deepEqual(sessions.map(({ record }) => [record.title, record.lastActivityAt, record.firstPrompt]), [['Old one', '2026-06-01T11:00:00.000Z', 'Ask 0']]);
    assert.deepEqual(notShown.map(({ id, reason }) => [id, reason]), [['cut', 'not_readable_as_history']]);
    assert.equal((await readHome(gemini, home, 'full')).sessions[0]?.record.messageCount, 1800);
  });

  it('decides by content, not by the ending of the name', async () => {
    const home = homes.with({
      [`${chats}/session-1-log.json`]: lines(start('log'), ...turn('log')),
      [`${chats}/session-1-document.jsonl`]: JSON.stringify({ sessionId: 'document', projectHash: 'h', messages: turn('document') }, null, 2),
      [`${chats}/session-1-line.json`]: JSON.stringify({ sessionId: 'line', projectHash: 'h', messages: turn('line') }),
    });
    const { sessions } = await readHome(gemini, home, 'full');
    assert.deepEqual(sessions.map(({ record }) => [record.id, record.messageCount, record.title]).sort(), [
      ['document', 2, 'Ask document'], ['line', 2, 'Ask line'], ['log', 2, 'Ask log'],
    ]);
  });

  it('trusts .project_root before projects.json, and projects.json where there is none', async () => {
    const session = (id: string): string => lines(start(id), ...turn(id));
    const home = homes.with({
      '.gemini/projects.json': JSON.stringify({ projects: { '/a/app': 'app', '/b/other': 'other', 'not absolute': 'odd' } }),
      '.gemini/tmp/app/.project_root': '/c/app\n',
      [`${chats}/session-1-app.jsonl`]: session('app'),
      '.gemini/tmp/other/chats/session-1-other.jsonl': session('other'),
      '.gemini/tmp/odd/chats/session-1-odd.jsonl': session('odd'),
    });
    const { sessions } = await readHome(gemini, home, 'ends');
    assert.deepEqual(Object.fromEntries(sessions.map(({ record }) => [record.id, record.folder])), { app: '/c/app', other: '/b/other', odd: null });
  });

  it('hashes the folders that the home knows, and those above them', async () => {
    const hash = createHash('sha256').update('/home/dev/site').digest('hex');
    const home = homes.with({
      '.gemini/history/docs/.project_root': '/home/dev/site/docs',
      [`.gemini/tmp/${hash}/chats/session-1-s.json`]: JSON.stringify({ sessionId: 's', messages: turn('s') }, null, 2),
    });
    assert.equal((await readHome(gemini, home, 'ends')).sessions[0]?.record.folder, '/home/dev/site');
  });

  it('keeps one row for an id that two projects have, with the folder of the one used last', async () => {
    const home = homes.with({
      '.gemini/tmp/app/.project_root': '/a/app',
      '.gemini/tmp/web/.project_root': '/a/web',
      [`${chats}/session-1-mine.jsonl`]: lines(start('mine', '10'), ...turn('app'), ...turn('more')),
      '.gemini/tmp/web/chats/session-1-mine.jsonl': lines(start('mine', '20'), ...turn('web')),
    });
    const { sessions } = await readHome(gemini, home, 'ends');
    assert.deepEqual(sessions.map(({ record }) => [record.folder, record.title]), [['/a/web', 'Ask web']]);
  });

  it('hides sub-agents that lie among the sessions, and sessions of slash lines alone', async () => {
    const home = homes.with({
      [`${chats}/session-1-sub.json`]: JSON.stringify({ sessionId: 'sub', kind: 'subagent', messages: turn('sub') }, null, 2),
      [`${chats}/session-1-slash.jsonl`]: lines(start('slash'), { id: 'u', type: 'user', content: '/help' }),
      [`${chats}/session-1-sent.jsonl`]: lines(start('sent'), { id: 'u', type: 'user', content: '/rename x' }, { id: 'a', type: 'gemini', content: 'No.' }),
    });
    const { sessions, notShown } = await readHome(gemini, home, 'full');
    assert.deepEqual(sessions.map(({ record }) => [record.id, record.title, record.titleSource, record.messageCount, record.usage]), [['sent', '', 'none', 2, null]]);
    assert.deepEqual(notShown.map(({ id, reason }) => [id, reason]).sort(), [['slash', 'no_message'], ['sub', 'sub_agent']]);
  });

  it('goes on past folders, links and files where they are not expected', async () => {
    const home = homes.with({
      '.gemini/projects.json/nothing': '',
      '.gemini/tmp/bin': 'a file',
      '.gemini/tmp/web/chats': 'a file too',
      '.gemini/tmp/app/.project_root/nothing': '',
      [`${chats}/session-1-folder.jsonl/x`]: '',
      [`${chats}/session-1-garbage.jsonl`]: Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0xc3, 0x28]),
      [`${chats}/parent/notes.txt`]: 'x',
      [`${chats}/session-1-good.jsonl`]: lines(start('good'), ...turn('good')),
    });
    fs.symlinkSync(path.join(home, chats), path.join(home, chats, 'loop'));
    fs.symlinkSync(path.join(home, 'nowhere'), path.join(home, chats, 'session-1-gone.jsonl'));
    const { sessions, notShown } = await readHome(gemini, home, 'full');
    assert.deepEqual(sessions.map(({ record }) => [record.id, record.folder]), [['good', null]]);
    const reasons = Object.fromEntries(notShown.filter(({ path: file }) => !file.includes('loop')).map(({ path: file, reason }) => [path.basename(file), reason]));
    assert.deepEqual(reasons, {
      'session-1-folder.jsonl': 'is_directory',
      'session-1-garbage.jsonl': 'not_readable_as_history',
      'session-1-gone.jsonl': 'unreadable',
      'notes.txt': 'name_is_no_session',
    });
  });

  it('throws what reading throws when a session is gone', async () => {
    const home = homes.with({ [`${chats}/session-1-gone.jsonl`]: lines(start('gone'), ...turn('x')) });
    const files = new Files();
    const place = { home, env: {} };
    const { sessions } = await gemini.find(place, files);
    fs.rmSync(path.join(home, '.gemini'), { recursive: true });
    await assert.rejects(gemini.read(sessions[0] as never, 'full', { place, files, sessions: new Map() }), { code: 'ENOENT' });
    await assert.rejects(gemini.transcript(sessions[0] as never, { place, files, sessions: new Map() }), { code: 'ENOENT' });
  });

  it('changes the signature when a file, or the folder of the project, changes', async () => {
    const home = homes.with({ [`${chats}/session-1-s.jsonl`]: lines(start('s'), ...turn('x')) });
    const signature = async (): Promise<string | undefined> => (await gemini.find({ home, env: {} }, new Files())).sessions[0]?.signature;
    const first = await signature();
    assert.equal(await signature(), first);
    fs.writeFileSync(path.join(home, '.gemini/tmp/app/.project_root'), '/a/app');
    const second = await signature();
    fs.appendFileSync(path.join(home, `${chats}/session-1-s.jsonl`), lines({ $set: { summary: 'New' } }));
    assert.equal(new Set([first, second, await signature()]).size, 3);
  });

  it('counts tokens of tool use as input, an answer once however often it is recorded, and takes unknown for unknown', async () => {
    const answer = { id: 'a', type: 'gemini', content: 'x', model: 'm', tokens: { input: 100, cached: 60, output: 5, thoughts: 7, tool: 11, total: 123 } };
    const home = homes.with({
      [`${chats}/session-1-paid.jsonl`]: lines(start('paid'), { id: 'u', type: 'user', content: 'Hi' }, answer, { ...answer, toolCalls: [] }, { $rewindTo: 'u' }, ...turn('x', null)),
      [`${chats}/session-1-unknown.jsonl`]: lines(start('unknown'), ...turn('x', null)),
    });
    const { sessions } = await readHome(gemini, home, 'full');
    const usage = Object.fromEntries(sessions.map(({ record }) => [record.id, record.usage]));
    assert.deepEqual(usage, { paid: { input: 51, output: 12, cache_read: 60, cache_write: 0, reasoning: 7 }, unknown: null });
  });

  it('skips over a line that is too long to load and says so', async () => {
    const home = homes.with({ [`${chats}/session-1-huge.jsonl`]: lines(start('huge'), { id: 'x', type: 'gemini', content: 'y'.repeat(25 << 20) }, ...turn('x')) });
    const { events, omissions } = await readTranscript(gemini, home, 'huge');
    assert.deepEqual(events.map(({ text }) => text), ['Ask x', 'Answer x']);
    assert.deepEqual(omissions.map(({ code, source }) => [code, source.line]), [['oversized_record', 2]]);
  });
});
