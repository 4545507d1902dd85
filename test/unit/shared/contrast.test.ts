import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { contrast, parseColour, readable, type Rgb } from '../../../src/shared/contrast';
import { monogram, tileColour } from '../../../src/shared/monogram';

const channel = fc.integer({ min: 0, max: 255 });
const colour: fc.Arbitrary<Rgb> = fc.tuple(channel, channel, channel);

describe('Contrast', () => {
  it('is as WCAG 2 counts it', () => {
    assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
    assert.equal(contrast([119, 119, 119], [255, 255, 255]).toFixed(2), '4.48');
    assert.equal(contrast([255, 0, 0], [255, 255, 255]).toFixed(2), '4.00');
  });

  it('is enough for any colour on any ground once made readable', () => {
    fc.assert(fc.property(colour, colour, (text, ground) => assert.ok(contrast(readable(text, ground), ground) >= 4.5)));
  });

  it('leaves a colour that can be read alone', () => {
    assert.deepEqual(readable([200, 0, 0], [255, 255, 255]), [200, 0, 0]);
  });

  it('reads colours as style sheets write them', () => {
    assert.deepEqual(parseColour('#1f1f1f'), [31, 31, 31]);
    assert.deepEqual(parseColour(' #fff'), [255, 255, 255]);
    assert.deepEqual(parseColour('rgb(1, 2, 3)'), [1, 2, 3]);
    assert.deepEqual(parseColour('rgba(255, 255, 255, 0.5)', [0, 0, 0]), [128, 128, 128]);
    assert.deepEqual(parseColour('#ffffff80', [0, 0, 0]), [128, 128, 128]);
    assert.equal(parseColour('canvas'), undefined);
    assert.equal(parseColour(''), undefined);
  });
});

describe('A9 An author’s tile', () => {
  it('has the first letters of the name', () => {
    assert.deepEqual(['Claude Code', 'Codex', 'GitHub Copilot CLI', 'gemini', 'é', '', '🙂 smile'].map(monogram), ['CC', 'CO', 'GC', 'GE', 'É', '', 'SM']);
  });

  it('has one colour for a name, on which white can be read', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const ground = parseColour(tileColour(name));
        assert.ok(ground !== undefined && contrast([255, 255, 255], ground) >= 4.5);
        assert.equal(tileColour(name), tileColour(name));
      }),
    );
  });

  it('tells the agents apart', () => {
    const names = ['Claude Code', 'Codex', 'opencode', 'Gemini CLI', 'GitHub Copilot CLI', 'Hermes'];
    assert.equal(new Set(names.map(tileColour)).size, names.length);
  });
});
