import { SerializeAddon } from '@xterm/addon-serialize';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/headless';
import type { Size } from '../terminalHost';
import type { TerminalLook } from '../terminalLook';

/** Lines above the screen that are kept, as many as VS Code's terminals keep by default. */
const scrollback = 1000;

/** What is on a screen, without colours. A line that was wrapped is one. */
export interface ScreenText extends Pick<TerminalLook, 'columns' | 'rows' | 'cursor'> {
  /** All, those above the screen included. */
  readonly lines: readonly string[];
  /** Those on the screen itself. */
  readonly shown: readonly string[];
}

/** What a terminal shows, kept without one. */
export class Screen {
  private readonly terminal: Terminal;
  private readonly serialize = new SerializeAddon();

  /** `onReply` gets what a terminal answers to a program that asks, such as where the cursor is. */
  constructor({ columns, rows }: Size, onReply: (text: string) => void) {
    this.terminal = new Terminal({ cols: columns, rows, scrollback, allowProposedApi: true });
    this.terminal.loadAddon(this.serialize);
    // Characters are as wide as in VS Code's terminals.
    this.terminal.loadAddon(new Unicode11Addon());
    this.terminal.unicode.activeVersion = '11';
    this.terminal.onData(onReply);
  }

  /** Calls `onShown` when `text` is on the screen, and nothing that was written after it. */
  write(text: string, onShown: () => void): void {
    this.terminal.write(text, onShown);
  }

  resize({ columns, rows }: Size): void {
    this.terminal.resize(columns, rows);
  }

  /** All lines, colours, modes and the cursor, as what to write to an empty terminal of the same size. */
  content(): string {
    return this.serialize.serialize({ scrollback });
  }

  /** As text. */
  text(): ScreenText {
    const { cols: columns, rows, buffer: { active } } = this.terminal;
    return { lines: this.lines(0), shown: this.shown(), columns, rows, cursor: { column: active.cursorX, row: active.cursorY } };
  }

  /** The lines on the screen itself. */
  shown(): readonly string[] {
    return this.lines(this.terminal.buffer.active.baseY);
  }

  /** From row `from` of the buffer on; rows that one wrapped line takes are one. */
  private lines(from: number): readonly string[] {
    const { active } = this.terminal.buffer;
    const lines: string[] = [];
    for (let row = from; row < active.length; row++) {
      const line = active.getLine(row);
      // The blanks at the end of a row that goes on in the next are part of the line.
      const text = line?.translateToString(active.getLine(row + 1)?.isWrapped !== true) ?? '';
      if (line?.isWrapped === true && lines.length > 0) lines.push(`${lines.pop()}${text}`);
      else lines.push(text);
    }
    // Those that a program wrote itself count as little.
    return lines.map((line) => line.trimEnd());
  }

  dispose(): void {
    this.terminal.dispose();
  }
}
