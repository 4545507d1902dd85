import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { claudeCode } from '../../../../src/agents/claudeCode/claudeCode';
import { Files } from '../../../../src/platform/files';
import { Conversation, Home, sessionId } from './home';

const id = sessionId(1);

describe('X28 a damaged Claude Code history', () => {
  let home: Home;
  let talk: Conversation;
  beforeEach(() => {
    home = new Home();
    talk = new Conversation(id);
    talk.prompt('Why?');
    talk.reply('m1', 'Because', 4);
  });
  afterEach(() => home.dispose());

  /** Title, messages and output tokens: what damage elsewhere in the file must not change. */
  async function survives(message = ''): Promise<void> {
    const [ends, full] = [await home.read(id, 'ends'), await home.read(id, 'full')];
    assert.deepEqual([ends.title, full.title, full.messageCount, full.usage?.output], ['Why?', 'Why?', 2, 4], message);
  }

  it('lets a torn last line wait', async () => {
    const file = home.writeSession(id, talk.lines);
    fs.appendFileSync(file, '{"type":"user","uuid":"u9","message":{"role":"user","content":"half a pro');
    await survives();
    assert.deepEqual((await home.transcript(id)).omissions, [{ code: 'torn_end', source: { file, line: 3 }, bytes: 73 }]);
  });

  it('counts a whole last record without a line feed', async () => {
    const file = home.writeSession(id, talk.lines);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').trimEnd());
    await survives();
    assert.equal((await home.transcript(id)).events.length, 2);
  });

  it('reads on after bytes that are no text', async () => {
    const file = home.writeSession(id, talk.lines);
    const [first, second] = fs.readFileSync(file, 'utf8').split('\n') as [string, string];
    const garbage = Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0x0a]);
    const broken = Buffer.concat([Buffer.from('{"type":"ai-title","aiTitle":"'), Buffer.from([0xc3]), Buffer.from('"}\n')]);
    fs.writeFileSync(file, Buffer.concat([Buffer.from(`${first}\n`), garbage, Buffer.from(`${second}\n`), broken]));
    const { title, messageCount } = await home.read(id, 'full');
    assert.deepEqual([title, messageCount], ['\ufffd', 2]);
    assert.deepEqual((await home.transcript(id)).omissions.map(({ code, source }) => [code, source.line]), [['broken_record', 2]]);
  });

  it('splits at line feeds alone', async () => {
    const words = 'a\u2028b\u2029c\u0085d';
    talk.prompt(words);
    const file = home.writeSession(id, talk.lines);
    assert.ok(fs.readFileSync(file, 'utf8').includes('a\u2028b'));
    assert.equal((await home.transcript(id)).events.at(-1)?.text, words);
    assert.equal((await home.read(id, 'full')).messageCount, 3);
  });

  it('passes over records whose message has another shape', async () => {
    const { lines } = talk;
    for (const message of [null, 'text', { 0: 'a', 1: 'b' }, { content: { text: 'x' } }]) {
      talk.add({ type: 'user', message });
      talk.add({ type: 'assistant', message });
    }
    home.writeSession(id, lines);
    await survives();
    const { events, omissions } = await home.transcript(id);
    assert.equal(events.length, 2);
    assert.deepEqual(omissions.map(({ source }) => source.line), [3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('lists the rest where a file cannot be read, and says which', async () => {
    home.writeSession(id, talk.lines);
    const locked = home.writeSession(sessionId(2), talk.lines);
    const gone = home.writeSession(sessionId(3), talk.lines);
    class Refusing extends Files {
      protected override descriptor(file: string, looked?: boolean): number {
        if (file === locked) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
        return super.descriptor(file, looked);
      }
    }
    const files = new Refusing();
    const { sessions } = await claudeCode.find(home.place, files);
    fs.rmSync(gone);
    const context = { place: home.place, files, sessions: new Map(sessions.map((session) => [session.id, session])) };
    for (const depth of ['ends', 'full'] as const) {
      const outcomes = await Promise.allSettled(sessions.map((session) => claudeCode.read(session, depth, context)));
      const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.title : (outcome.reason as NodeJS.ErrnoException).code));
      assert.deepEqual(codes, ['Why?', 'EACCES', 'ENOENT']);
    }
  });

  it('reads a 200 MB line with little memory', () => {
    const file = home.writeSession(id, talk.lines);
    const handle = fs.openSync(file, 'a');
    const [opening, closing] = ['{"parentUuid":"0001-0002","type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","data":"', '"}}]},"uuid":"big"}'];
    fs.writeSync(handle, opening);
    const piece = Buffer.alloc(1 << 20, 'A');
    for (let done = 0; done < 200; done++) fs.writeSync(handle, piece);
    fs.writeSync(handle, `${closing}\n`);
    const next = new Conversation(id);
    next.rewindTo('big').reply('m2', 'After it', 6, { uuid: 'after' });
    fs.writeSync(handle, `${JSON.stringify(next.lines[0])}\n`);
    fs.closeSync(handle);

    /** The command line in a process of its own, whose peak of memory it also gives, in KiB. */
    const localix = (...argv: string[]): { output: unknown; peak: number } => {
      const measured = "process.on('exit', () => process.stderr.write(`${process.resourceUsage().maxRSS}`))";
      const node = ['--import', `data:text/javascript,${encodeURIComponent(measured)}`, '--max-old-space-size=64'];
      const env = { ...process.env, XDG_CACHE_HOME: `${home.root}/cache` };
      const run = spawnSync(process.execPath, [...node, 'dist/cli.js', ...argv, '--json', '--home', home.root], { encoding: 'utf8', env });
      assert.equal(run.status, 0, run.stderr);
      return { output: JSON.parse(run.stdout), peak: Number(run.stderr) };
    };
    const options = ['--everywhere', '--assume-installed', '--agent', 'claude-code'];
    const [ends, full, read] = [localix('list', ...options), localix('list', '--full', ...options), localix('transcript', `claude-code:${id}`)];
    assert.deepEqual((ends.output as { title: string }[]).map(({ title }) => title), ['Why?']);
    const [row] = full.output as { message_count: number; usage: { output: number } }[];
    assert.deepEqual([row?.message_count, row?.usage.output], [3, 10]);
    const { events, omissions } = read.output as { events: { text: string; on_active_branch: boolean }[]; omissions: unknown[] };
    assert.deepEqual(events.map((event) => [event.text, event.on_active_branch]), [['Why?', true], ['Because', true], ['After it', true]]);
    assert.deepEqual(omissions, [{ code: 'oversized_record', count: 1, bytes: opening.length + 200 * (1 << 20) + closing.length }]);
    const peak = Math.max(ends.peak, full.peak, read.peak);
    assert.ok(peak < 150 * 1024, `${peak} kB`);
  });
});
