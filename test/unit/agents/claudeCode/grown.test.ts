import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as fc from 'fast-check';
import type { EarlierReading } from '../../../../src/agents/agent';
import { claudeCode } from '../../../../src/agents/claudeCode/claudeCode';
import { Files } from '../../../../src/platform/files';
import { Conversation, Home, sessionId } from './home';

const id = sessionId(1);
const kibibyte = 1024;

describe('X6 a Claude Code transcript that has grown', () => {
  let home: Home;
  let talk: Conversation;
  beforeEach(() => {
    home = new Home();
    talk = new Conversation(id);
  });
  afterEach(() => home.dispose());

  const work = (bytes: number): void => {
    for (let done = 0; done < bytes; done += 2 * kibibyte) talk.result(`t${talk.lines.length}`, 'x'.repeat(2 * kibibyte));
  };
  const text = (): string => talk.lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

  async function read(earlier?: EarlierReading): Promise<EarlierReading & { bytes: number }> {
    const files = new Files();
    const { sessions } = await claudeCode.find(home.place, files);
    const [found] = sessions;
    assert.ok(found);
    const record = await claudeCode.read(found, 'ends', { place: home.place, files, sessions: new Map([[id, found]]), earlier });
    return { found, record, bytes: files.stats.bytes };
  }

  /** What is read after `change`, with the bytes of it; the row is that of a fresh reading. */
  async function after(change: (file: string) => void): Promise<{ title: string; bytes: number; appended: number }> {
    const file = home.writeSession(id, talk.lines);
    const before = await read();
    const size = fs.statSync(file).size;
    change(file);
    const { record, bytes } = await read(before);
    assert.deepEqual(record, (await read()).record);
    return { title: record.title, bytes, appended: fs.statSync(file).size - size };
  }

  /** Appends what `add` says. */
  const append = (add: () => void) => (file: string): void => {
    const { length } = text();
    add();
    fs.appendFileSync(file, text().slice(length));
  };

  beforeEach(() => {
    talk.prompt('First words');
    work(100 * kibibyte);
    talk.reply('m1', 'An answer');
    talk.state({ type: 'ai-title', aiTitle: 'Generated' });
  });

  it('is read at its end alone, 16 KB of it', async () => {
    const renamed = await after(append(() => {
      talk.prompt('More');
      talk.reply('m2', 'Another answer');
      talk.state({ type: 'custom-title', customTitle: 'Renamed' });
    }));
    assert.deepEqual([renamed.title, renamed.bytes], ['Renamed', 16 * kibibyte]);
  });

  it('is read from where it ended, where more was appended', async () => {
    const { bytes, appended } = await after(append(() => {
      work(40 * kibibyte);
      talk.reply('m2', 'Another answer');
      talk.state({ type: 'ai-title', aiTitle: 'Generated anew' });
    }));
    assert.ok(appended > 40 * kibibyte && bytes <= appended + kibibyte, `${bytes} bytes of ${appended}`);
  });

  it('keeps the name that its new end doesn\'t hold', async () => {
    const file = home.writeSession(id, talk.lines);
    const before = await read();
    append(() => {
      work(60 * kibibyte);
      talk.reply('m2', 'Another answer');
    })(file);
    const { record } = await read(before);
    assert.deepEqual([record.title, record.lastActivityAt], ['Generated', (await read()).record.lastActivityAt]);
  });

  it('was last active when its last message was written, also where that is out of sight; a rename is none', async () => {
    work(60 * kibibyte);
    const file = home.writeSession(id, talk.lines);
    const written = new Date('2026-11-29T08:00:00.000Z');
    fs.utimesSync(file, written, written);
    const before = await read();
    append(() => talk.state({ type: 'custom-title', customTitle: 'Renamed' }))(file);
    const renamed = await read(before);
    assert.deepEqual([renamed.record.title, renamed.record.lastActivityAt, renamed.bytes], ['Renamed', written.toISOString(), 16 * kibibyte]);
    append(() => work(2 * kibibyte))(file);
    const later = new Date('2026-11-29T09:00:00.000Z');
    fs.utimesSync(file, later, later);
    const worked = await read(renamed);
    assert.deepEqual([worked.record.title, worked.record.lastActivityAt, worked.bytes], ['Renamed', later.toISOString(), 16 * kibibyte]);
  });

  const others: Readonly<Record<string, (file: string) => void>> = {
    'a name was taken back': append(() => talk.state({ type: 'ai-title', aiTitle: '' }).reply('m2', 'An answer')),
    'it was moved': append(() => talk.state({ type: 'relocated', relocatedCwd: '/home/dev/elsewhere' }).reply('m2', 'An answer')),
    'it was written anew in place': (file) => {
      talk = new Conversation(id);
      talk.prompt('Other words');
      work(120 * kibibyte);
      talk.reply('m9', 'Another answer');
      fs.writeFileSync(file, text());
    },
    'another file took its place': (file) => {
      talk.prompt('More');
      talk.lines[0] = { ...(talk.lines[0] as object), message: { role: 'user', content: 'Other words' } };
      fs.writeFileSync(`${file}.new`, text());
      fs.renameSync(`${file}.new`, file);
    },
  };
  for (const [name, change] of Object.entries(others)) {
    it(`is read at both ends where ${name}`, async () => {
      assert.ok((await after(change)).bytes >= 32 * kibibyte);
    });
  }

  it('has the row of a fresh reading, whatever happened to it', async () => {
    const names = fc.constantFrom('One', 'Two', '');
    const change = fc.oneof(
      fc.record({ kind: fc.constantFrom('prompt', 'reply', 'result') }),
      fc.record({ kind: fc.constantFrom('custom-title', 'ai-title'), name: names }),
      fc.record({ kind: fc.constantFrom('cut', 'rewrite'), to: fc.nat(40) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }), async (turns) => {
        talk = new Conversation(id);
        talk.prompt('First words');
        const file = home.writeSession(id, talk.lines);
        let before = await read();
        for (const turn of turns) {
          for (const each of turn) {
            const number = `m${talk.lines.length}`;
            if (each.kind === 'prompt') talk.prompt(`More ${number}`);
            else if (each.kind === 'reply') talk.reply(number, 'An answer');
            else if (each.kind === 'result') talk.result(number, 'x'.repeat(500));
            else if ('name' in each) talk.state(each.kind === 'ai-title' ? { type: each.kind, aiTitle: each.name } : { type: each.kind, customTitle: each.name });
            else if ('to' in each) talk.lines.length = Math.max(1, each.kind === 'cut' ? talk.lines.length - each.to : Math.min(talk.lines.length, each.to));
          }
          fs.writeFileSync(file, text());
          const now = await read(before);
          assert.deepEqual(now.record, (await read()).record);
          before = now;
        }
      }),
      { numRuns: 60 },
    );
  });
});
