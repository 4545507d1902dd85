import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ansiSpans } from '../../../src/shared/ansi';
import { plainTerminalText } from '../../../src/shared/terminalText';

const esc = '\u001b[';

describe('A1 The colours of a terminal’s output', () => {
  it('are those of the theme, with weight and line', () => {
    assert.deepEqual(ansiSpans(`a${esc}31mred${esc}1mbold${esc}0m${esc}97;44mbright${esc}39;49;3;4mx`), [
      { text: 'a', style: {} },
      { text: 'red', style: { colour: 1 } },
      { text: 'bold', style: { colour: 1, bold: true } },
      { text: 'bright', style: { colour: 15, ground: 4 } },
      { text: 'x', style: { italic: true, underline: true } },
    ]);
  });

  it('end where the sequences say so', () => {
    assert.deepEqual(ansiSpans(`${esc}1;2;7ma${esc}22;27mb${esc}mc`).map(({ style }) => style), [
      { bold: true, dim: true, inverse: true },
      { bold: false, dim: false, inverse: false },
      {},
    ]);
  });

  it('beyond the sixteen are the nearest of them', () => {
    const colour = (codes: string): number | undefined => ansiSpans(`${esc}${codes}mx`)[0]?.style.colour;
    assert.deepEqual(['38;5;3', '38;5;196', '38;5;22', '38;2;0;0;255', '38:2:90:90:90', '38;5;255'].map(colour), [3, 9, 2, 12, 8, 15]);
    assert.deepEqual(ansiSpans(`${esc}38;5;1;4mx`)[0]?.style, { colour: 1, underline: true });
    assert.deepEqual(ansiSpans(`${esc}48;2;255;0;0mx`)[0]?.style, { ground: 9 });
  });

  it('leave the text as it is without them', () => {
    const part = fc.oneof(
      fc.constantFrom(`${esc}31m`, `${esc}0m`, `${esc}2K`, '\r', '\n', '\r\n', '\u001b]0;title\u0007', '\u001b]8;;javascript:alert(1)\u0007', '\u001b', '[', 'm', '<b>', `${esc}38;5;`, `${esc}38m`, `${esc}99999;;;m`),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }).map((parts) => parts.join('')), (text) => {
        assert.equal(ansiSpans(text).map((span) => span.text).join(''), plainTerminalText(text));
      }),
    );
  });

  it('are no longer told apart after two thousand pieces, and nothing is lost', () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `${esc}${31 + (index % 6)}m${index} `).join('');
    const spans = ansiSpans(text);
    assert.ok(spans.length <= 2001);
    assert.equal(spans.map((span) => span.text).join(''), plainTerminalText(text));
  });
});
