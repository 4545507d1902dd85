import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { claudeCode } from '../../../../src/agents/claudeCode/claudeCode';
import { Files, type OpenFile } from '../../../../src/platform/files';
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
    const refuse = (): Promise<never> => Promise.reject(Object.assign(new Error('locked'), { code: 'EACCES' }));
    // Nothing is locked for root, as whom tests may run.
    class Refusing extends Files {
      override withOpen<T>(file: string, use: (open: OpenFile) => T | Promise<T>): Promise<T> {
        return file === locked ? refuse() : super.withOpen(file, use);
      }

      override eachLine(...args: Parameters<Files['eachLine']>): ReturnType<Files['eachLine']> {
        return args[0] === locked ? refuse() : super.eachLine(...args);
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

    const script = path.join(home.root, 'read.cjs');
    const imports = ["import { claudeCode } from './src/agents/claudeCode/claudeCode';", "import { Files, type OpenFile } from './src/platform/files';"];
    const body = `
      const place = { home: ${JSON.stringify(home.root)}, env: {} }, files = new Files();
      void (async () => {
        const { sessions } = await claudeCode.find(place, files);
        const context = { place, files, sessions: new Map(sessions.map((each) => [each.id, each])) };
        const ends = await claudeCode.read(sessions[0], 'ends', context), full = await claudeCode.read(sessions[0], 'full', context);
        const { events, omissions } = await claudeCode.transcript(sessions[0], context);
        const texts = events.map((event) => [event.text, event.on_active_branch]);
        console.log(JSON.stringify({ titles: [ends.title, full.title], messages: full.messageCount, output: full.usage.output, texts, omissions, peak: process.resourceUsage().maxRSS }));
      })();`;
    spawnSync('node_modules/.bin/esbuild', ['--bundle', '--platform=node', '--loader=ts', `--outfile=${script}`], { input: [...imports, body].join('\n') });
    const run = spawnSync(process.execPath, ['--max-old-space-size=64', script], { encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    const { peak, ...seen } = JSON.parse(run.stdout) as { peak: number; omissions: { bytes: number }[] };
    assert.deepEqual(seen, {
      titles: ['Why?', 'Why?'],
      messages: 3,
      output: 10,
      texts: [['Why?', true], ['Because', true], ['After it', true]],
      omissions: [{ code: 'oversized_record', source: { file, line: 3 }, bytes: opening.length + 200 * (1 << 20) + closing.length }],
    });
    assert.ok(peak < 150 * 1024, `${peak} kB`);
  });
});
