import { collapse } from '../core/text';
import { plainTerminalText } from '../shared/terminalText';

/** Marks that turn the direction of what follows them, beyond the text that has them. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Foreign text that does nothing to the terminal it is printed on, with its lines. */
export function harmless(text: string): string {
  return plainTerminalText(text).replace(directions, '');
}

/** Foreign text, such as a title or a path, as one such line. */
export function oneLine(text: string): string {
  return collapse(harmless(text));
}
