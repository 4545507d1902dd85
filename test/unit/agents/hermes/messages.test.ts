import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Json, JsonObject } from '../../../../src/core/json';
import { contentOf, promptOf, summaryText } from '../../../../src/agents/hermes/content';
import { objectLines } from '../../../../src/agents/hermes/lines';
import { isCounted, type Message, type Sight, sighted, withSource } from '../../../../src/agents/hermes/messages';
import { storedMessage } from '../../../../src/agents/hermes/schema';
import { callOf, withResult } from '../../../../src/agents/hermes/tools';
import { sumOf, usageRequests } from '../../../../src/agents/hermes/usage';
import { isoOf, timeInId } from '../../../../src/agents/hermes/time';

function message(id: number, content: string, more: JsonObject = {}): Message {
  const row = { id, role: 'user', content, timestamp: 1796033995 + id, active: 1, compacted: 0, ...more };
  return withSource(storedMessage(row), id, { file: 'state.db', line: id });
}

function sights(...rows: Message[][]): Record<number, Sight> {
  return Object.fromEntries(sighted(rows).map(({ message: { number }, sight }) => [number, sight]));
}

describe('A compaction of Hermes', () => {
  it('takes with it what was written in one go with its summary', () => {
    const at = (id: number): JsonObject => ({ timestamp: 1796033995.0233068 + id * 1e-6 });
    assert.deepEqual(
      sights([message(1, 'q1'), message(2, 'q1', at(0)), message(3, '[PRIOR CONTEXT — …]', at(1)), message(4, 'q2', at(2)), message(5, 'q3')]),
      { 1: 'shown', 2: 'copy', 3: 'summary', 4: 'copy', 5: 'shown' },
    );
  });

  it('takes with it only the summary in a branch, whose rows are further apart', () => {
    const at = (id: number): JsonObject => ({ timestamp: 1796033995 + id * 2e-4 });
    assert.deepEqual(sights([message(1, 'q1', at(0)), message(2, '[CONTEXT SUMMARY]: …', at(1)), message(3, 'q2', at(2))]), { 1: 'shown', 2: 'summary', 3: 'shown' });
  });

  it('is not seen in another session\'s rows between', () => {
    const at = { timestamp: 1796033995 };
    assert.deepEqual(sights([message(1, 'q1', at), message(3, '[CONTEXT COMPACTION — …]', at)]), { 1: 'shown', 3: 'summary' });
  });

  it('leaves what it put away, and undo hides what was taken back', () => {
    assert.deepEqual(sights([message(1, 'a', { active: 0, compacted: 1 }), message(2, 'b', { active: 0 }), message(3, 'c', { active: null })]), { 1: 'shown', 2: 'undone', 3: 'shown' });
  });

  it('shows one of the same messages in the whole chain, in the given order', () => {
    const same = { identity: 'AB', display_order: 1 };
    assert.deepEqual(sights([message(1, 'q', same)], [message(2, 'q', same), message(3, 'another', { ...same })]), { 1: 'shown', 2: 'copy', 3: 'shown' });
    const order = sighted([[message(5, 'late', { display_order: 2 }), message(6, 'early', { display_order: 1 })]]);
    assert.deepEqual(order.map(({ message: { number } }) => number), [6, 5]);
  });

  it('has its summary between an earlier answer and the prompt that follows', () => {
    assert.equal(summaryText('[PRIOR CONTEXT]\nAnswer.\n\n[END OF PRIOR CONTEXT — SUMMARY BELOW]\n\n## Goal\nX\n\n--- END OF CONTEXT SUMMARY — …\n\nPrompt'), '## Goal\nX');
    assert.equal(summaryText('[CONTEXT SUMMARY]: all'), '[CONTEXT SUMMARY]: all');
  });
});

describe('X4 messages of Hermes', () => {
  it('are prompts and answers with text, not notices of the program or results', () => {
    const counted = (content: string, more: JsonObject = {}): boolean => sighted([[message(1, content, more)]]).some(isCounted);
    assert.deepEqual(
      [counted('hello'), counted('  '), counted('[System: note]'), counted('[ASYNC DELEGATION BATCH COMPLETE — 2]'), counted('[Bo] hi')],
      [true, false, false, false, true],
    );
    assert.deepEqual([counted('ok', { role: 'assistant' }), counted('', { role: 'assistant' }), counted('x', { role: 'tool' })], [true, false, false]);
    assert.equal(counted('late', { active: 0 }), false);
  });

  it('lose standing text only where it ends', () => {
    const prompt = (text: string): unknown => promptOf(contentOf(text));
    assert.deepEqual(prompt('[The user attached an image. a]\n\n[The user attached an image. b]\n\nWhat?'), { text: 'What?', attachments: ['image', 'image'] });
    assert.deepEqual(prompt('[The user attached an image. and'), { text: '[The user attached an image. and', attachments: [] });
  });

  it('name what is attached without its data', () => {
    const parts: Json = [
      'a', { type: 'text', text: 'b' }, { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }, { type: 'input_audio' },
      { type: 'image_url', image_url: 'https://example.org/x.png' }, { type: 'file', filename: 'notes.txt' }, { type: 'new' }, 7,
    ];
    assert.deepEqual(contentOf(parts), {
      text: 'a\nb',
      attachments: ['image/png', 'input_audio', 'https://example.org/x.png', 'notes.txt'],
      unknownParts: [{ type: 'new' }, {}],
    });
  });

  it('have calls whose results tell whether they failed', () => {
    const result = (text: string): unknown[] => {
      const { status, output } = withResult(callOf({ id: 'x', name: 'terminal', arguments: 'not json' }), text);
      return [status, output];
    };
    assert.deepEqual(result('{"output": "x", "exit_code": 0, "error": null}'), ['completed', 'x']);
    assert.deepEqual(result('{"output": "", "exit_code": 1, "error": "timeout"}'), ['failed', 'timeout\nexit code 1']);
    assert.deepEqual(result('{"success": false}'), ['failed', '{\n  "success": false\n}']);
    assert.deepEqual(result('Traceback'), ['completed', 'Traceback']);
  });

  it('have results that read as what was found', () => {
    const output = (text: string): unknown => withResult(callOf({ id: 'x', name: 'any', arguments: '{}' }), text).output;
    assert.equal(output('{"total_count": 1, "matches": [{"path": "a.js", "line": 9, "content": "  rows()"}]}'), 'a.js:9:   rows()');
    assert.equal(output('{"results": [{"url": "https://a.example", "content": "One"}, {"summary": "Two"}]}'), 'One\nTwo');
    assert.equal(output('{"error": "File not found"}'), 'File not found');
    assert.equal(output('{"matches": [7]}'), '{\n  "matches": [\n    7\n  ]\n}');
  });
});

describe('X27 usage of Hermes', () => {
  const tokens = { input: 100, output: 10, cacheRead: 5, cacheWrite: 0, calls: undefined, reasoning: 2 };
  const row = {
    id: 'a', source: 'cli', parentId: undefined, branchedFrom: undefined, delegatedBy: undefined, startedAt: 0, endReason: undefined,
    title: undefined, titleSource: undefined, model: 'first', folder: undefined, gitBranch: undefined, archived: false, hidden: false, tokens,
  };

  it('is the session\'s total; what the models\' numbers lack of it is a request of its own', () => {
    const use = { sessionId: 'a', model: 'second', firstSeen: 1, lastSeen: 2, tokens: { ...tokens, input: 40, output: 10, cacheRead: 0 } };
    const requests = usageRequests([row], [use]) ?? [];
    assert.deepEqual(requests.map(({ at, model, usage }) => [at, model, usage.input, usage.cache_read]), [
      ['1970-01-01T00:00:02.000Z', 'second', 40, 0],
      ['1970-01-01T00:00:00.000Z', 'first', 60, 5],
    ]);
    assert.deepEqual(sumOf(requests), { input: 100, output: 10, cache_read: 5, cache_write: 0, reasoning: 2 });
  });

  it('is unknown where a total is', () => {
    assert.equal(usageRequests([row, { ...row, tokens: { ...tokens, output: undefined } }], []), null);
  });
});

describe('Times of Hermes', () => {
  it('are whole microseconds, whatever the last digits of the number', () => {
    assert.equal(isoOf(1796033974.5749998), '2026-11-30T10:19:34.575Z');
    assert.equal(isoOf(1796033837.3336778), '2026-11-30T10:17:17.333Z');
    assert.equal(isoOf(1e300), null);
  });

  it('are local in ids', () => {
    assert.equal(timeInId('cron_189a4bffc3ae_20261130_102113'), new Date(2026, 10, 30, 10, 21, 13).getTime() / 1000);
    assert.equal(timeInId('99999999_999999_x'), undefined);
    assert.equal(timeInId('none'), undefined);
  });
});

describe('Lines of the objects in a JSON list', () => {
  it('are those on which each begins, whatever the texts hold', () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.constant([[{}]]), fc.constant({ messages: [{}] }))));
    fc.assert(fc.property(objects, fc.string(), (messages, text) => {
      const json = JSON.stringify({ text, list: [{ messages: [{}] }], messages, after: [{}] }, null, 2);
      const lines = json.split('\n');
      const found = objectLines(json, 'messages');
      assert.equal(found.length, messages.length);
      messages.forEach((one, index) => {
        const from = (found[index] ?? 0) - 1;
        const rest = lines.slice(from).join('\n').trimStart();
        assert.ok(rest.startsWith(JSON.stringify(one, null, 2).split('\n')[0] ?? ''));
        assert.match(lines[from] ?? '', /^ {4}\{/);
      });
    }));
  });
});
