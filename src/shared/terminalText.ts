/**
 * Escape sequences of terminals (ECMA-48): control sequences (`ESC [ … letter`), strings that end with BEL or ESC \
 * (titles, links), and two-character escapes.
 */
export const escapes = new RegExp('\\u001b(?:\\[[0-?]*[ -/]*[@-~]|[\\]PX^_][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)?|[ -/]*[0-~])', 'g');
const controls = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]', 'g');

/** `text` as it reads without a terminal: colours, titles and control characters are left out, carriage returns start a line. */
export function plainTerminalText(text: string): string {
  return withoutControls(text.replace(escapes, ''));
}

/** `text`, which has no escape sequences, without control characters. */
export function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(controls, '');
}
