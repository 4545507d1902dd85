import assert from 'node:assert/strict';
import { parseArguments } from '../../../src/cli/arguments';

describe('B6 the command line\'s arguments', () => {
  const parse = (...argv: string[]) => parseArguments(argv, { CODEX_HOME: '/elsewhere' }, '/home/dev/app');

  it('lists the current folder by default, every folder when asked', () => {
    const here = parse('list');
    assert.ok(here.ok);
    assert.equal(here.value.folder, '/home/dev/app');
    assert.deepEqual(here.value.place.env, { CODEX_HOME: '/elsewhere' });
    const everywhere = parse('list', '--everywhere', '--full', '--json');
    assert.ok(everywhere.ok);
    assert.equal(everywhere.value.folder, undefined);
    assert.equal(everywhere.value.full && everywhere.value.json, true);
  });

  it('ignores environment overrides with --home', () => {
    const parsed = parse('list', '--home', '/tmp/h');
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.value.place, { home: '/tmp/h', env: {} });
  });

  it('lists every folder of a host by default, from a copy that is its own', () => {
    const [box, other] = ['Box', 'box'].map((host) => parse('list', '--host', host));
    assert.ok(box?.ok && other?.ok);
    assert.equal(box.value.folder, undefined);
    assert.equal(box.value.place.mirror?.destination, 'Box');
    assert.equal(box.value.place.env['CODEX_HOME'], `${box.value.place.home}/.codex`);
    assert.notEqual(box.value.place.home.toLowerCase(), other.value.place.home.toLowerCase());
    const folder = parse('list', '--host', 'box', '--folder', '/srv/app');
    assert.equal(folder.ok && folder.value.folder, '/srv/app');
  });

  it('keeps to the asked agents', () => {
    const parsed = parse('list', '--agent', 'codex', '--agent', 'claude-code');
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.value.agents, ['claude-code', 'codex']);
  });

  for (const [argv, why] of [
    [[], /a command is needed/],
    [['nonsense'], /unknown command: nonsense/],
    [['list', '--nonsense'], /nonsense/],
    [['list', 'extra'], /too many/],
    [['list', '--agent', 'cursor'], /unknown agent: cursor/],
    [['list', '--everywhere', '--folder', '/x'], /exclude/],
    [['list', '--host', 'a b'], /an alias of ssh or user@host, not a b/],
    [['list', '--host=-oProxyCommand=x'], /an alias of ssh/],
    [['list', '--host', 'box', '--home', '/x'], /exclude/],
    [['list', '--host', 'box', '--folder', 'x'], /absolute/],
    [['list', '--host', 'box', '--full'], /copy every session/],
    [['usage', '--host', 'box'], /this machine alone/],
    [['doctor', '--host', 'box'], /this machine alone/],
    [['transcript'], /needs a session key/],
    [['export', '--format', 'atif'], /needs a session key/],
    [['export', 'codex:1'], /needs --format/],
    [['export', 'codex:1', '--format', 'pdf'], /atif, markdown, redacted, raw/],
    [['transcript', 'codex:1', '--from', '-1'], /--from/],
    [['transcript', 'codex:1', '--from', '1', '--tail'], /exclude/],
    [['transcript', 'codex:1', '--max-events', '2001'], /1 to 2000/],
    [['transcript', 'codex:1', '--max-events', '0'], /1 to 2000/],
    [['usage', '--by', 'hour'], /day, agent, project, model, session/],
    [['usage', '--since', '2026-02-30'], /YYYY-MM-DD/],
    [['usage', '--until', 'today'], /YYYY-MM-DD/],
    [['usage', '--since', '2026-03-02', '--until', '2026-03-01'], /after/],
  ] as const) {
    it(`refuses "${argv.join(' ')}"`, () => {
      const parsed = parse(...argv);
      assert.ok(!parsed.ok);
      assert.match(parsed.detail, why);
    });
  }
});
