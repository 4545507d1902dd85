import { SerializeAddon } from '@xterm/addon-serialize';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/headless';
import type { Size } from '../terminalHost';

/** Lines above the screen that are kept, as many as VS Code's terminals keep by default. */
const scrollback = 1000;

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

  dispose(): void {
    this.terminal.dispose();
  }
}
