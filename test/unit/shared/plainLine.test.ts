import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { plainLine } from '../../../src/shared/plainLine';

describe('Markdown on one line', () => {
  it('leaves out its marks', () => {
    assert.equal(plainLine('**Looking at it**\n\nThe output is a `console.log`.'), 'Looking at it: The output is a console.log.');
    assert.equal(plainLine('## Plan\n1. read\n- write\n> said'), 'Plan: read write said');
  });

  it('ends no heading with a colon that says something itself or that nothing follows', () => {
    assert.equal(plainLine('**Why?**\n\nIt is late.\n\n**Then**'), 'Why? It is late. Then');
  });

  it('keeps what only looks like a mark', () => {
    assert.equal(plainLine('2 * 3 - 1 > #4, snake_case, *.ts'), '2 * 3 - 1 > #4, snake_case, *.ts');
  });

  it('is one short line of any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (text) => {
        const line = plainLine(text);
        assert.ok(line.length <= 200 && !/[\n\r\t]/.test(line));
      }),
    );
  });
});
