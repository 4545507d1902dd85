import { cssColour, readable, type Rgb } from './contrast';

/** The first letters of the first two words of a name, or its first two. */
export function monogram(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first, second] = words.map((word) => [...word]);
  return [first?.[0], second?.[0] ?? first?.[1]].join('').toLocaleUpperCase();
}

const text: Rgb = [255, 255, 255];

/** A tile's colour, the same for a name wherever it shows: any hue, dark enough for the white letters on it. */
export function tileColour(name: string): string {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 3600;
  return cssColour(readable(hslColour(hash / 10, 0.5, 0.45), text));
}

/** `hue` in degrees, the others from 0 to 1. */
function hslColour(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const turn = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}
