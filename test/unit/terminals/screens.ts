import { Emitter } from '../../../src/core/events';
import type { AgentTerminal } from '../../../src/terminals/agentTerminal';
import type { ProcessSpec, TerminalExit, TerminalLabel } from '../../../src/terminals/terminalHost';
import type { ClosedBy, ShownTerminal, Showing, TerminalSurface } from '../../../src/terminals/terminalSurface';

/** A screen without a window: keeps what is written, and is closed by hand. */
export class Screen implements ShownTerminal {
  text = '';
  readonly titles: string[] = [];
  reveals = 0;
  private readonly closed = new Emitter<ClosedBy>();
  readonly onDidClose = this.closed.event;

  constructor(readonly terminal?: AgentTerminal, readonly where?: Showing) {
    terminal?.onOutput((text) => (this.text += text));
  }

  reveal(): void {
    this.reveals++;
  }

  retitle(title: string): void {
    this.titles.push(title);
  }

  dispose(): void {
    this.closed.fire('person');
  }

  closeWithWindow(): void {
    this.closed.fire('window');
  }
}

export class Screens implements TerminalSurface {
  readonly shown: Screen[] = [];
  readonly plain: ProcessSpec[] = [];

  show(_label: TerminalLabel, terminal: AgentTerminal, where: Showing): ShownTerminal {
    const screen = new Screen(terminal, where);
    this.shown.push(screen);
    terminal.open({ columns: 91, rows: 17 });
    return screen;
  }

  openBehind(_count: number, open: () => void): Promise<void> {
    open();
    return Promise.resolve();
  }

  showPlain(_label: TerminalLabel, spec: ProcessSpec): ShownTerminal {
    this.plain.push(spec);
    return new Screen();
  }
}

export const words = {
  ended: (exit: TerminalExit) => (exit === 'lost' ? 'lost' : `ended ${exit.code}/${exit.signal}${exit.stopped ? ' stopped' : ''}`),
  failed: ({ code, detail }: { code: string; detail: string }) => `failed ${code} ${detail}`,
};
