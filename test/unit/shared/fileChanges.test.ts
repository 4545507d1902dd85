import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/json';
import { fileChanges, filesOf } from '../../../src/shared/fileChanges';

const marks = { same: ' ', added: '+', removed: '-', gap: '@' };

function changes(input: JsonObject | string): Record<string, string[]> {
  return Object.fromEntries(fileChanges({ kind: 'edit', input }).map(({ path, lines }) => [path, lines.map(({ kind, text }) => marks[kind] + text)]));
}

describe('A1 The changes that a call makes to files', () => {
  it('are read from a replacement, whatever the agent calls its parts', () => {
    const expected = { '/app/a.ts': [' one', '-two', '+2'] };
    assert.deepEqual(changes({ file_path: '/app/a.ts', old_string: 'one\ntwo', new_string: 'one\n2' }), expected);
    assert.deepEqual(changes({ filePath: '/app/a.ts', oldString: 'one\ntwo', newString: 'one\n2' }), expected);
    assert.deepEqual(changes({ path: '/app/a.ts', old_str: 'one\ntwo', new_str: 'one\n2' }), expected);
  });

  it('are read from several replacements in one file', () => {
    const edits = [{ old_string: 'a', new_string: 'b' }, { old_string: 'c', new_string: '' }];
    assert.deepEqual(changes({ file_path: 'a.ts', edits }), { 'a.ts': ['-a', '+b', '@', '-c'] });
  });

  it('are all of a file that is written', () => {
    assert.deepEqual(changes({ path: 'a.css', file_text: 'h1 {}\n' }), { 'a.css': ['+h1 {}'] });
    assert.deepEqual(changes({ file_path: 'a.css', content: 'a\n\nb' }), { 'a.css': ['+a', '+', '+b'] });
  });

  it('are read from a patch', () => {
    const patch = '*** Begin Patch\n*** Update File: a.js\n@@ function b\n same\n-old\n+new\n*** Add File: c.js\n+added\n*** Delete File: d.js\n*** End Patch\n';
    const expected = { 'a.js': ['@function b', ' same', '-old', '+new'], 'c.js': ['+added'], 'd.js': [] };
    assert.deepEqual(changes(patch), expected);
    assert.deepEqual(changes({ patchText: patch }), expected);
  });

  it('are read from Codex’s own account', () => {
    assert.deepEqual(
      changes({
        changes: {
          'a.js': { type: 'update', unified_diff: '@@ -1,2 +1,2 @@\n-a\n+b\n c\n\\ No newline at end of file\n', move_path: 'b.js' },
          'n.js': { type: 'add', content: 'x\n' },
          'o.js': { type: 'delete', content: 'y\n' },
        },
      }),
      { 'b.js': ['@-1,2 +1,2', '-a', '+b', ' c'], 'n.js': ['+x'], 'o.js': ['-y'] },
    );
  });

  it('say what was moved, and what is gone', () => {
    const told = (input: JsonObject | string): unknown[] => fileChanges({ kind: 'edit', input }).map(({ path, from, isDeleted }) => [path, from, isDeleted]);
    assert.deepEqual(told({ changes: { 'a.js': { type: 'update', unified_diff: '', move_path: 'b.js' }, 'c.js': { type: 'delete', content: 'x\n' } } }), [
      ['b.js', 'a.js', undefined],
      ['c.js', undefined, true],
    ]);
    assert.deepEqual(told('*** Begin Patch\n*** Update File: a.js\n*** Move to: b.js\n@@\n-x\n+y\n*** Delete File: c.js\n*** End Patch'), [
      ['b.js', 'a.js', undefined],
      ['c.js', undefined, true],
    ]);
  });

  it('are none where the arguments tell of none, or the call is of another kind', () => {
    assert.deepEqual(changes({ file_path: 'a.ts' }), {});
    assert.deepEqual(changes('echo hello'), {});
    assert.deepEqual(fileChanges({ kind: 'execute', input: { path: 'a', content: 'b' } }), []);
  });
});

describe('The files of a call', () => {
  it('are those it changes, each once, or the one it names', () => {
    assert.deepEqual(filesOf({ kind: 'edit', input: '*** Update File: a\n+x\n*** Update File: a\n+y\n*** Add File: b\n+z' }), ['a', 'b']);
    assert.deepEqual(filesOf({ kind: 'read', input: { file_path: 'c' } }), ['c']);
    assert.deepEqual(filesOf({ kind: 'execute', input: 'ls' }), []);
  });
});
