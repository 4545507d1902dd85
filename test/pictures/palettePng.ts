import { crc32, deflateSync } from 'node:zlib';

/** Enough for text in some colours with its smooth edges, of which most of a page's colours are. At most 256. */
const enough = 32;

/** Pixels, four bytes each, opaque. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/**
 * A PNG with a palette: a quarter of what the browser makes of a page. A picture of more `colours` keeps those that count, and
 * each other becomes the nearest of these.
 */
export function palettePng({ width, height, rgba }: Picture, colours = enough): Buffer {
  const pixels = new Uint32Array(width * height);
  for (let at = 0; at < pixels.length; at++) pixels[at] = ((rgba[at * 4] ?? 0) << 16) | ((rgba[at * 4 + 1] ?? 0) << 8) | (rgba[at * 4 + 2] ?? 0);
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = paletteOf(counts, colours);
  const places = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = places.get(pixels[y * width + x] ?? 0) ?? 0;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a pixel, which name a colour of the palette.
  head.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Half of it are the most frequent colours; the other half are those that would change most, by how often and how far: a small green tick is green. */
function paletteOf(counts: ReadonlyMap<number, number>, colours: number): number[] {
  const ordered = [...counts].sort(([, a], [, b]) => b - a);
  const palette = ordered.slice(0, colours / 2).map(([colour]) => colour);
  const rest = ordered.slice(colours / 2).map(([colour, count]) => ({ colour, count, far: Math.min(...palette.map((kept) => distance(kept, colour))) }));
  while (palette.length < colours) {
    const worst = rest.reduce((a, b) => (b.far * b.count > a.far * a.count ? b : a), { colour: 0, count: 0, far: 0 });
    if (worst.far === 0) break;
    palette.push(worst.colour);
    for (const each of rest) each.far = Math.min(each.far, distance(worst.colour, each.colour));
  }
  return palette;
}

function channels(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
}

function nearest(palette: readonly number[], colour: number): number {
  let [best, least] = [0, Infinity];
  for (const [place, candidate] of palette.entries()) {
    const far = distance(candidate, colour, 1);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

/** Of what a palette must have, another hue counts more than another lightness, which the edges of letters have many of. */
function distance(a: number, b: number, hue = 8): number {
  const [from, to] = [channels(a), channels(b)];
  const lighter = (from[0] + from[1] + from[2] - to[0] - to[1] - to[2]) / 3;
  return from.reduce((sum, value, channel) => sum + hue * (value - (to[channel] ?? 0) - lighter) ** 2, 3 * lighter ** 2);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
