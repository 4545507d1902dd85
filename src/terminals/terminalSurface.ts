import type { Event } from '../core/events';
import type { Disposable } from '../core/owned';
import type { AgentTerminal } from './agentTerminal';
import type { ProcessSpec, TerminalLabel } from './terminalHost';

/** Who closed a terminal on the screen. A window that closes or is loaded again takes its terminals with it. */
export type ClosedBy = 'person' | 'window';

/** `shown`: to be seen, with the keyboard left where it is. `behind`: the same behind what is shown. */
export type Showing = 'front' | 'shown' | 'behind';

/** A terminal on the screen. Disposing closes it as a person does. */
export interface ShownTerminal extends Disposable {
  reveal(where: 'front' | 'shown'): void;
  /** Shows `title` from now on, where it can be changed. */
  retitle(title: string): void;
  readonly onDidClose: Event<ClosedBy>;
}

/** Where terminals are seen. */
export interface TerminalSurface {
  /** Shows `terminal` and drives it from then on. */
  show(label: TerminalLabel, terminal: AgentTerminal, where: Showing): ShownTerminal;
  /** Has `open` show `count` terminals behind, as soon as the window can; what is shown now stays shown. */
  openBehind(count: number, open: () => void): Promise<void>;
  /** Has the window itself start and show the process, for where we can't. */
  showPlain(label: TerminalLabel, spec: ProcessSpec, where: Showing): ShownTerminal;
}
