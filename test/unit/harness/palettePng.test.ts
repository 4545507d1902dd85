import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import { palettePng } from '../../pictures/palettePng';

/** Each pixel's colour in a PNG of one PLTE and one IDAT, whose rows have no filter. */
function pixelsOf(png: Buffer): string[] {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const [head, palette, data] = ['IHDR', 'PLTE', 'IDAT'].map((name) => chunks.get(name) ?? Buffer.alloc(0)) as [Buffer, Buffer, Buffer];
  const [width, rows] = [head.readUInt32BE(0), inflateSync(data)];
  const places = [...rows].filter((_, at) => at % (width + 1) > 0);
  return places.map((place) => palette.subarray(place * 3, place * 3 + 3).toString('hex'));
}

const picture = (colours: readonly string[]): Parameters<typeof palettePng>[0] => ({ width: colours.length, height: 1, rgba: Buffer.from(colours.map((colour) => `${colour}ff`).join(''), 'hex') });

describe('A picture with a palette', () => {
  it('is the same where it has few colours', () => {
    const colours = ['ff0000', '00ff00', '0000ff', 'ff0000'];
    assert.deepEqual(pixelsOf(palettePng(picture(colours))), colours);
  });

  it('keeps of many the frequent ones, and a rare one that is like no other', () => {
    const greys = Array.from({ length: 256 }, (_, grey) => Buffer.from([grey, grey, grey]).toString('hex'));
    const blues = Array.from({ length: 256 }, (_, blue) => Buffer.from([0, 0, blue]).toString('hex'));
    const many = [...greys, ...greys, ...blues, '00ff00'];
    const drawn = pixelsOf(palettePng(picture(many), 256));
    assert.equal(drawn.at(-1), '00ff00');
    const far = many.map((colour, at) => Math.max(...[0, 2, 4].map((channel) => Math.abs(parseInt(colour.slice(channel, channel + 2), 16) - parseInt((drawn[at] ?? '').slice(channel, channel + 2), 16)))));
    assert.ok(Math.max(...far) <= 8, String(Math.max(...far)));
  });
});
