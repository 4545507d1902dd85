import { collapse } from '../core/text';
import { plainTerminalText } from '../shared/terminalText';

/** Foreign text, such as a title or a path, as one line that does nothing to the terminal it is printed on. */
export function oneLine(text: string): string {
  return collapse(plainTerminalText(text));
}
