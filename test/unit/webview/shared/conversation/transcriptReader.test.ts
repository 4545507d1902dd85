import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { fail, ok } from '../../../../../src/core/result';
import { transcriptLimits, type PageEvent, type PageItem, type TranscriptCode } from '../../../../../src/shared/transcriptContract';
import { TranscriptReader, type Place } from '../../../../../webview/shared/conversation/transcriptReader';

/** A host whose answers wait until the test lets them go, so that what changes in between can be tried in every order. */
class SlowHost {
  revision = 1;
  total = 0;
  failure: TranscriptCode | undefined;
  readonly asked: string[] = [];
  private readonly held: (() => void)[] = [];
  /** Answers at once. */
  isQuick = false;

  readonly request = async (name: string, params: unknown): Promise<never> => {
    this.asked.push(`${name.replace('transcript.', '')} ${JSON.stringify(params)}`);
    if (!this.isQuick) await new Promise<void>((resolve) => this.held.push(resolve));
    const answer = this.failure === undefined ? ok(this.answer(name, params as { from: number; count: number; position: number })) : fail(this.failure);
    return answer as never;
  };

  /** Lets the oldest answer go, and the page take it. */
  async release(): Promise<void> {
    this.held.shift()?.();
    await settle();
  }

  async releaseAll(): Promise<void> {
    this.isQuick = true;
    while (this.held.length > 0) await this.release();
    await settle();
  }

  event(position: number): PageEvent {
    const text = `${position} of revision ${this.revision}`;
    return {
      id: `e${position}`,
      position,
      type: 'user_message',
      at: null,
      author: null,
      text,
      on_active_branch: true,
      source: { file: 'a.jsonl', line: position + 1 },
    };
  }

  private answer(name: string, { from, count, position }: { from: number; count: number; position: number }): unknown {
    const revision = String(this.revision);
    if (name === 'transcript.open') return { total: this.total, revision };
    if (name === 'transcript.event') return this.event(position);
    const length = Math.max(0, Math.min(count, this.total - from));
    const items = Array.from({ length }, (_, index): PageItem => {
      const event = this.event(from + index);
      return { kind: 'message', events: [event], position: event.position, before: null, shownBefore: null, continues: false };
    });
    return { revision, from, items };
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function open(host: SlowHost, place: Place = { fromEnd: 100 }): TranscriptReader {
  return new TranscriptReader(host.request, place, null, []);
}

function eventAt(reader: TranscriptReader, index: number): PageEvent | undefined {
  return reader.itemAt(index)?.events[0];
}

function totalOf(reader: TranscriptReader): number | undefined {
  return reader.head?.total;
}

describe('The reader of a transcript', () => {
  it('fetches the end alone of a long transcript', async () => {
    const host = new SlowHost();
    host.isQuick = true;
    host.total = 100_000;
    const reader = open(host);
    await reader.refresh();
    assert.deepEqual(host.asked, ['open {"part":null,"branches":[]}', `window {"part":null,"branches":[],"from":99800,"count":${transcriptLimits.window}}`]);
    assert.equal(eventAt(reader, 99_999)?.id, 'e99999');
  });

  it('shows nothing before all of the first screen is there', async () => {
    const host = new SlowHost();
    host.total = 450;
    const reader = open(host, { first: 150, last: 250 });
    void reader.refresh();
    await host.release();
    await host.release();
    assert.equal(totalOf(reader), undefined);
    await host.release();
    assert.equal(totalOf(reader), 450);
    assert.ok([150, 199, 200, 250].every((position) => eventAt(reader, position) !== undefined));
  });

  it('asks for two windows at once and no more, and then for what is looked at by then', async () => {
    const host = new SlowHost();
    host.total = 10_000;
    const reader = open(host);
    void reader.refresh();
    await host.release();
    await host.release();
    host.asked.length = 0;
    for (let first = 0; first < 5000; first += 100) reader.want({ first, last: first + 50 });
    assert.equal(host.asked.length, 2);
    await host.releaseAll();
    assert.ok(eventAt(reader, 4900) !== undefined);
    assert.ok(host.asked.length <= 4, host.asked.join('\n'));
  });

  it('keeps what is shown until the screen of a new revision is there', async () => {
    const host = new SlowHost();
    host.total = 300;
    const reader = open(host, { first: 190, last: 210 });
    void reader.refresh();
    for (let answer = 0; answer < 3; answer++) await host.release();
    host.revision = 2;
    host.total = 301;
    void reader.refresh();
    await host.release();
    await host.release();
    assert.equal(reader.head?.total, 300);
    assert.equal(eventAt(reader, 205)?.text, '205 of revision 1');
    await host.release();
    assert.equal(reader.head?.total, 301);
    assert.deepEqual([195, 205].map((position) => eventAt(reader, position)?.text), ['195 of revision 2', '205 of revision 2']);
  });

  it('follows the end of a transcript that grows', async () => {
    const host = new SlowHost();
    host.isQuick = true;
    host.total = 200;
    const reader = open(host);
    await reader.refresh();
    host.total = 201;
    host.revision = 2;
    await reader.refresh();
    assert.equal(eventAt(reader, 200)?.text, '200 of revision 2');
  });

  it('keeps what is shown when it can no longer be read, and reads on when it can', async () => {
    const host = new SlowHost();
    host.isQuick = true;
    host.total = 10;
    const reader = open(host);
    await reader.refresh();
    host.failure = 'session_missing';
    await reader.refresh();
    assert.equal(reader.failure?.code, 'session_missing');
    assert.equal(eventAt(reader, 9)?.id, 'e9');
    host.failure = undefined;
    await reader.refresh();
    assert.equal(reader.failure, undefined);
  });

  it('shows another part when its first screen is there, and asks for its texts then', async () => {
    const host = new SlowHost();
    host.total = 1000;
    const reader = open(host);
    void reader.refresh();
    await host.releaseAll();
    host.isQuick = false;
    host.asked.length = 0;
    reader.showPart(3, { first: 0, last: 100 });
    reader.want({ fromEnd: 100 });
    await host.release();
    assert.notEqual(eventAt(reader, 999), undefined);
    await host.releaseAll();
    assert.equal(eventAt(reader, 999)?.id, 'e999');
    await reader.load(host.event(0), false);
    assert.deepEqual(host.asked.slice(-1), ['event {"part":3,"position":0,"whole":false}']);
    assert.ok(host.asked.every((asked) => asked.includes('"part":3')));
  });

  it('asks for nothing more while a window could not be read', async () => {
    const host = new SlowHost();
    host.isQuick = true;
    host.total = 1000;
    const reader = open(host);
    await reader.refresh();
    host.failure = 'session_unreadable';
    host.asked.length = 0;
    for (let time = 0; time < 5; time++) {
      reader.want({ first: 0, last: 10 });
      await settle();
    }
    assert.equal(host.asked.length, 1);
    assert.equal(reader.failure?.code, 'session_unreadable');
  });

  it('takes a handler that throws for a failure', async () => {
    const reader = new TranscriptReader(() => Promise.reject(new Error('out of memory')), { fromEnd: 100 }, null, []);
    await reader.refresh();
    assert.deepEqual(reader.failure, { ok: false, code: 'internal_error', detail: 'out of memory' });
  });

  describe('loads the texts that an event came without,', () => {
    /** One event whose text is cut; `digest` tells its states apart. */
    function hostOf(digest: string): { host: SlowHost; cut: () => PageEvent } {
      const host = new SlowHost();
      host.isQuick = true;
      host.total = 1;
      const whole = host.event.bind(host);
      host.event = (position) => ({ ...whole(position), digest });
      return { host, cut: () => host.event(0) };
    }

    it('and drops them when the event has changed', async () => {
      const { host, cut } = hostOf('a');
      const reader = open(host);
      await reader.refresh();
      assert.equal(reader.loading(cut()), undefined);
      assert.equal(await reader.load(cut(), true), undefined);
      assert.deepEqual(reader.loading(cut()), { state: 'loaded', event: cut() });
      assert.deepEqual(host.asked.at(-1), 'event {"part":null,"position":0,"whole":true}');
      assert.equal(reader.loading({ ...cut(), digest: 'b' }), undefined);
    });

    it('and tells while they are on their way, and that they did not come', async () => {
      const { host, cut } = hostOf('a');
      const reader = open(host);
      await reader.refresh();
      host.failure = 'event_missing';
      host.isQuick = false;
      const loading = reader.load(cut(), false);
      assert.deepEqual(reader.loading(cut()), { state: 'loading' });
      await host.releaseAll();
      assert.equal((await loading)?.code, 'event_missing');
      assert.deepEqual(reader.loading(cut()), { state: 'failed' });
    });

    it('and keeps what it has when more does not come', async () => {
      const { host, cut } = hostOf('a');
      const reader = open(host);
      await reader.refresh();
      await reader.load(cut(), false);
      host.failure = 'session_unreadable';
      await reader.load(cut(), true);
      assert.equal(reader.loading(cut())?.state, 'loaded');
    });

    it('and refuses those of another event', async () => {
      const { host, cut } = hostOf('a');
      const reader = open(host);
      await reader.refresh();
      assert.equal((await reader.load({ ...cut(), id: 'an older one' }, true))?.code, 'event_missing');
    });

    it('and holds those last loaded', async () => {
      const host = new SlowHost();
      host.isQuick = true;
      host.total = 100;
      host.event = (position) => ({
        id: `e${position}`, position, type: 'user_message', at: null, author: null, text: 'x'.repeat(1_000_000), digest: 'a',
        on_active_branch: true, source: { file: 'a.jsonl', line: 1 },
      });
      const reader = open(host);
      for (let position = 0; position < 100; position++) await reader.load(host.event(position), true);
      const held = Array.from({ length: 100 }, (_, position) => position).filter((position) => reader.loading(host.event(position)) !== undefined);
      assert.deepEqual([held.length, held[0]], [40, 60]);
    });
  });

  it('never mixes revisions, and ends with the newest, in whatever order answers and changes come', async () => {
    const step = fc.oneof(
      fc.constant('release' as const),
      fc.record({ total: fc.integer({ min: 0, max: 1200 }) }),
      fc.record({ first: fc.integer({ min: 0, max: 1200 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const host = new SlowHost();
        host.total = 500;
        const reader = open(host);
        const check = (): void => {
          for (let position = 0; position < 1200; position += 50) {
            const text = eventAt(reader, position)?.text;
            assert.ok(text === undefined || text === `${position} of revision ${reader.head?.revision}`, text);
          }
        };
        reader.onDidChange(check);
        void reader.refresh();
        for (const each of steps) {
          if (each === 'release') {
            await host.release();
          } else if ('total' in each) {
            host.total = each.total;
            host.revision++;
            void reader.refresh();
          } else {
            reader.want({ first: each.first, last: each.first + 60 });
          }
          check();
        }
        const last = Math.max(0, host.total - 1);
        reader.want({ first: Math.max(0, last - 60), last });
        await host.releaseAll();
        // A refresh that met a change waits a little before it tries again.
        for (let wait = 0; wait < 100 && (reader.head?.revision !== String(host.revision) || (host.total > 0 && eventAt(reader, last) === undefined)); wait++) {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        assert.equal(reader.head?.total, host.total);
        if (host.total > 0) assert.equal(eventAt(reader, last)?.text, `${last} of revision ${host.revision}`);
      }),
      { numRuns: 60 },
    );
  });
});
