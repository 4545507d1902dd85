/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** A colour as style sheets compute it, over `under` where it is transparent; `undefined` when it is written otherwise. */
export function parseColour(text: string, under: Rgb = black): Rgb | undefined {
  const hex = /^#([\da-f]{3,8})$/i.exec(text.trim())?.[1];
  if (hex !== undefined) {
    const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
    const [red = 0, green = 0, blue = 0, alpha = 255] = digits.map((pair) => parseInt(pair, 16));
    return mix(under, [red, green, blue], alpha / 255);
  }
  const numbers = /^rgba?\(([^)]+)\)$/i.exec(text.trim())?.[1]?.split(/[\s,/]+/).map(Number);
  if (numbers === undefined || numbers.length < 3 || numbers.some(Number.isNaN)) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
  return mix(under, [red, green, blue], alpha);
}

export function cssColour(colour: Rgb): string {
  return `rgb(${colour.map(Math.round).join(' ')})`;
}

/** From 1, none, to 21, black on white (WCAG 2). */
export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** `colour`, as little lighter or darker as makes it readable on `ground`: a contrast of `least`, or what black and white give. */
export function readable(colour: Rgb, ground: Rgb, least = 4.5): Rgb {
  const away = contrast(white, ground) > contrast(black, ground) ? white : black;
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mix(colour, away, share);
    if (contrast(candidate, ground) >= least) return candidate;
  }
  return away;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return [0, 1, 2].map((channel) => Math.round((from[channel] ?? 0) * (1 - share) + (to[channel] ?? 0) * share)) as unknown as Rgb;
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
