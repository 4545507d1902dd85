import { lookLimits, type TerminalLook } from '../terminalLook';
import type { ScreenText } from './screen';

/** The last `count` lines of a screen, as many as fit the limits; blank ones at the end are no lines. */
export function lookAt({ lines, columns, rows, cursor }: ScreenText, count: number): Omit<TerminalLook, 'isRunning'> {
  const end = lines.findLastIndex((line) => line !== '') + 1;
  let from = end;
  let length = 0;
  while (from > Math.max(0, end - count) && (length += (lines[from - 1] as string).length + 1) <= lookLimits.text) from--;
  return { text: lines.slice(from, end).join('\n'), omitted: from, columns, rows, cursor };
}
