import type { Event } from '../core/events';
import type { Disposable } from '../core/owned';
import type { AgentTerminal } from './agentTerminal';
import type { ProcessSpec, TerminalLabel } from './terminalHost';

/** Who closed a terminal on the screen. A window that closes or is loaded again takes its terminals with it. */
export type ClosedBy = 'person' | 'window';

/** A terminal on the screen. Disposing closes it as a person does. */
export interface ShownTerminal extends Disposable {
  reveal(): void;
  readonly onDidClose: Event<ClosedBy>;
}

/** Where terminals are seen. */
export interface TerminalSurface {
  /** Shows `terminal` and drives it from then on; `behind` leaves the keyboard and the shown editors as they are. */
  show(label: TerminalLabel, terminal: AgentTerminal, where: 'front' | 'behind'): ShownTerminal;
  /** Has the window itself start and show the process, for where we can't. */
  showPlain(label: TerminalLabel, spec: ProcessSpec): ShownTerminal;
}
