import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { plainTerminalText } from '../../../src/shared/terminalText';

describe('The output of a terminal as plain text', () => {
  it('leaves out colours, cursor movements, titles and links', () => {
    assert.equal(plainTerminalText('\u001b[1;31mfailed\u001b[0m'), 'failed');
    assert.equal(plainTerminalText('\u001b[2K\u001b[1Gdone\u001b[?25h'), 'done');
    assert.equal(plainTerminalText('\u001b]0;a title\u0007text'), 'text');
    assert.equal(plainTerminalText('\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\'), 'link');
    assert.equal(plainTerminalText('\u001b(Bplain\u001b7'), 'plain');
  });

  it('keeps tabs and line ends, and starts a line where the terminal went back to its start', () => {
    assert.equal(plainTerminalText('a\tb\r\n10%\r20%\n'), 'a\tb\n10%\n20%\n');
  });

  it('keeps what only looks like an escape', () => {
    assert.equal(plainTerminalText('array[31m] ]0; é 漢'), 'array[31m] ]0; é 漢');
  });

  it('leaves no control character in anything, and is done after one time', () => {
    const output = fc.array(fc.oneof(fc.string(), fc.constantFrom('\u001b', '\u001b[', '\u001b]', '\u0007', '\r', '31m'))).map((parts) => parts.join(''));
    fc.assert(
      fc.property(output, (text) => {
        const plain = plainTerminalText(text);
        assert.ok([...plain].every((character) => character >= ' ' || '\t\n'.includes(character)), JSON.stringify(plain));
        assert.equal(plainTerminalText(plain), plain);
      }),
    );
  });
});
