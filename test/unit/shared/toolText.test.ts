import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { JsonObject } from '../../../src/core/json';
import { toolInputText, toolSummary, withinFolder } from '../../../src/shared/toolText';

const summary = (input: JsonObject | string): string => toolSummary({ input });

describe('The summary of a tool call', () => {
  it('is the command, also where the agent wraps it in a shell', () => {
    assert.equal(summary({ command: 'npm test', description: 'Run the tests' }), 'npm test');
    assert.equal(summary({ command: ['bash', '-lc', 'git status'], workdir: '/home/dev/app' }), 'git status');
    assert.equal(summary({ command: ['git', 'log', '--oneline'] }), 'git log --oneline');
    assert.equal(summary({ cmd: 'ls -la' }), 'ls -la');
  });

  it('is the file that is read or written, not what is written', () => {
    assert.equal(summary({ content: 'export {}', file_path: '/home/dev/app/a.ts' }), '/home/dev/app/a.ts');
    assert.equal(summary({ absolute_path: '/home/dev/app/b.ts', offset: 3 }), '/home/dev/app/b.ts');
  });

  it('is what is looked for, and where', () => {
    assert.equal(summary({ path: 'src', pattern: 'setContext' }), 'setContext — src');
    assert.equal(summary({ query: 'vscode when clauses' }), 'vscode when clauses');
  });

  it('is the files of a patch', () => {
    const patch = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** Add File: src/b.ts\n+c\n*** End Patch';
    assert.equal(summary(patch), 'src/a.ts, src/b.ts');
  });

  it('is the files that were changed', () => {
    assert.equal(summary({ changes: { 'src/a.ts': { type: 'update' }, 'src/b.ts': { type: 'add' } } }), 'src/a.ts, src/b.ts');
  });

  it('is one line', () => {
    assert.equal(summary({ command: 'cat <<EOF\n  a\n\n  b\nEOF' }), 'cat <<EOF a b EOF');
    assert.equal(summary('\n\n  first words\nmore'), 'first words');
  });

  it('falls back to any text, then to the input itself, then to nothing', () => {
    assert.equal(summary({ depth: 3, target: 'main' }), 'main');
    assert.equal(summary({ todos: [{ done: true }] }), '{"todos":[{"done":true}]}');
    assert.equal(summary({}), '');
    assert.equal(summary(''), '');
    assert.equal(summary({ command: '', file_path: ' ' }), '{"command":"","file_path":" "}');
  });

  it('is one short line of any input', () => {
    const input = fc.oneof(fc.string(), fc.dictionary(fc.constantFrom('command', 'path', 'query', 'x', '__proto__'), fc.jsonValue()));
    fc.assert(
      fc.property(input, (any) => {
        const text = summary(any);
        assert.ok(text.length <= 200 && !/[\n\r\t]/.test(text), JSON.stringify(text));
      }),
    );
  });
});

describe('The line of a patch', () => {
  it('names its files, whether it is the input or a field of it', () => {
    const patch = '*** Begin Patch\n*** Update File: a.js\n@@\n-x\n+y\n*** Delete File: b.js\n*** End Patch';
    assert.deepEqual([toolSummary({ input: patch }), toolSummary({ input: { patchText: patch } })], ['a.js, b.js', 'a.js, b.js']);
  });

  it('has its paths as they are from the folder of the session', () => {
    assert.equal(withinFolder('/home/dev/app/src/a.js → /home/dev/app/b.js, /home/dev/app-old/c.js', '/home/dev/app'), 'src/a.js → b.js, /home/dev/app-old/c.js');
    assert.equal(withinFolder('C:\\app\\src\\a.js', 'C:\\app'), 'src\\a.js');
    assert.deepEqual([withinFolder('/a/b', null), withinFolder('/a/b', '/')], ['/a/b', '/a/b']);
  });
});

describe('The input of a tool call', () => {
  it('shows texts of many lines as they are, and the rest as JSON', () => {
    const text = toolInputText({ file_path: 'a.ts', content: 'one\n  "two"', lines: [1, 2], replace_all: false });
    assert.equal(text, 'file_path: a.ts\ncontent:\none\n  "two"\nlines: [1, 2]\nreplace_all: false');
  });

  it('shows a command given as a list as the command that it is', () => {
    assert.equal(toolInputText({ command: ['/bin/bash', '-lc', 'npm test'], cwd: '/home/dev/app' }), 'command: npm test\ncwd: /home/dev/app');
    assert.equal(toolInputText({ command: ['git', 'status'], other: ['a', 'b'] }), 'command: git status\nother: ["a", "b"]');
  });

  it('shows texts of many lines inside of fields by their path', () => {
    const changes = { 'src/a.ts': { type: 'update', unified_diff: '@@\n-a\n+b' } };
    assert.equal(toolInputText({ changes }), 'changes › src/a.ts › type: update\nchanges › src/a.ts › unified_diff:\n@@\n-a\n+b');
    assert.equal(toolInputText({ edits: [{ old: 'a\nb' }, 1] }), 'edits › 0 › old:\na\nb\nedits › 1: 1');
  });

  it('is shown as it is where it is text', () => {
    assert.equal(toolInputText('*** Begin Patch'), '*** Begin Patch');
  });
});
