import { escapes, withoutControls } from './terminalText';

/** A piece of a terminal's output in one style. */
export interface Span {
  readonly text: string;
  readonly style: Style;
}

export interface Style {
  /** One of the sixteen colours of a terminal's theme: 0 to 7, and 8 to 15 bright. */
  readonly colour?: number;
  readonly ground?: number;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  /** Colour and ground change places. */
  readonly inverse?: boolean;
}

/** Pieces that are told apart; more styles than that are not looked at one by one, and would stall a page. */
const most = 2000;

/**
 * `text` in pieces of one style (ECMA-48, SGR). Together they are `plainTerminalText(text)`: no sequence but those of colour
 * and weight has an effect, and none reaches the page.
 */
export function ansiSpans(text: string): Span[] {
  const spans: Span[] = [];
  let style: Style = {};
  let from = 0;
  for (const match of text.matchAll(escapes)) {
    if (spans.length >= most) break;
    add(spans, text.slice(from, match.index), style);
    from = match.index + match[0].length;
    const codes = sgr.exec(match[0])?.[1];
    if (codes !== undefined) style = restyled(style, codes);
  }
  add(spans, text.slice(from).replace(escapes, ''), style);
  return spans.flatMap((span, index) => {
    // A line end may be torn apart by a sequence.
    const raw = span.text.endsWith('\r') && spans[index + 1]?.text.startsWith('\n') === true ? span.text.slice(0, -1) : span.text;
    const clean = withoutControls(raw);
    return clean === '' ? [] : [{ ...span, text: clean }];
  });
}

const sgr = new RegExp('^\\u001b\\[([\\d;:]*)m$');

function add(spans: Span[], text: string, style: Style): void {
  if (text !== '') spans.push({ text, style });
}

/** `style` after the parameters of one SGR sequence. */
function restyled(style: Style, parameters: string): Style {
  const codes = parameters.split(/[;:]/).map(Number);
  let next: Style = style;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const { colour, length } = extendedColour(codes.slice(at + 1));
      next = withColour(next, code === 38 ? 'colour' : 'ground', colour);
      at += length;
    } else next = plainCode(next, code);
  }
  return next;
}

function plainCode(style: Style, code: number): Style {
  if (code === 0) return {};
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 3) return { ...style, italic: true };
  if (code === 4) return { ...style, underline: true };
  if (code === 7) return { ...style, inverse: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 23) return { ...style, italic: false };
  if (code === 24) return { ...style, underline: false };
  if (code === 27) return { ...style, inverse: false };
  if (code >= 30 && code <= 37) return withColour(style, 'colour', code - 30);
  if (code >= 90 && code <= 97) return withColour(style, 'colour', code - 90 + 8);
  if (code >= 40 && code <= 47) return withColour(style, 'ground', code - 40);
  if (code >= 100 && code <= 107) return withColour(style, 'ground', code - 100 + 8);
  if (code === 39) return withColour(style, 'colour', undefined);
  return code === 49 ? withColour(style, 'ground', undefined) : style;
}

function withColour({ colour, ground, ...rest }: Style, which: 'colour' | 'ground', value: number | undefined): Style {
  const colours = { colour, ground, [which]: value };
  return { ...rest, ...(colours.colour !== undefined && { colour: colours.colour }), ...(colours.ground !== undefined && { ground: colours.ground }) };
}

/**
 * `5;n` or `2;r;g;b` after 38 or 48, as the nearest of the sixteen: theirs are the ones that a theme makes readable.
 * `length`: how many parameters it took.
 */
function extendedColour([form, ...values]: readonly number[]): { colour: number | undefined; length: number } {
  if (form === 2) return { colour: nearest(values.slice(0, 3)), length: 4 };
  if (form !== 5) return { colour: undefined, length: 1 };
  const [index = 0] = values;
  if (index < 16) return { colour: index, length: 2 };
  if (index >= 232) return { colour: nearest([0, 0, 0].fill(8 + (index - 232) * 10)), length: 2 };
  const cube = index - 16;
  return { colour: nearest([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((step) => (step === 0 ? 0 : 55 + step * 40))), length: 2 };
}

/** By which of red, green and blue are strong: hue decides, not shade. */
function nearest([red = 0, green = 0, blue = 0]: readonly number[]): number {
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < 32) return [0, 8, 7, 15][Math.min(3, Math.floor(most / 64))] ?? 7;
  const strong = [red, green, blue].map((value) => value > most * 0.6);
  const hue = (strong[0] === true ? 1 : 0) + (strong[1] === true ? 2 : 0) + (strong[2] === true ? 4 : 0);
  return most > 200 ? hue + 8 : hue;
}
