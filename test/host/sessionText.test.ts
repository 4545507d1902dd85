import assert from 'node:assert/strict';
import type { Session } from '../../src/external/session';
import { describe as describeSession, spoken, titleOf, tooltipOf } from '../../src/views/sessionText';

const now = new Date('2026-06-17T12:00:00Z');

function session(record: Partial<Session['record']>, running = false): Session {
  const whole = { id: '42', title: 'Add a route', folder: '/home/dev/app', branch: 'main', models: ['gpt-6'], messageCount: null, createdAt: null, lastActivityAt: '2026-06-17T09:00:00Z', archived: false, ...record };
  return { key: 'codex:42', agent: 'codex', record: whole, running } as unknown as Session;
}

describe('X2 X9 A row of the External tab', () => {
  it('has its title on one line, and a word where there is none', () => {
    assert.equal(titleOf(session({ title: ' Add\n a   route ' })), 'Add a route');
    assert.equal(titleOf(session({ title: '' })), 'Untitled session');
    assert.equal(titleOf(session({ title: 'x'.repeat(5_000) })).length, 200);
  });

  it('says when it was active, and whether it runs', () => {
    assert.equal(describeSession(session({}), now), '3h ago');
    assert.equal(describeSession(session({}, true), now), '● running · 3h ago');
    assert.equal(describeSession(session({ lastActivityAt: null }), now), '');
  });

  it('says its agent to a screen reader', () => {
    assert.equal(spoken(session({}, true), now), 'Add a route, Codex, running, 3h ago');
  });

  it('has a tooltip with what is known, in which foreign text stays text', () => {
    const { value, isTrusted } = tooltipOf(session({ title: '**Bold** [link](command:x)', branch: null, messageCount: 1 }), '/home/dev/main');
    assert.ok(!isTrusted);
    assert.ok(value.includes('\\*\\*Bold\\*\\*') && value.includes('\\[link\\]'), value);
    const lines = value.replaceAll('\\', '').replaceAll('&nbsp;', ' ').split('\n').map((line) => line.trim());
    for (const line of ['Agent: Codex', 'Folder: /home/dev/app', 'Worktree of: /home/dev/main', 'Model: gpt-6', 'Messages: 1 message', 'Session: 42']) assert.ok(lines.includes(line), line);
    assert.ok(!value.includes('Branch'));
  });
});
