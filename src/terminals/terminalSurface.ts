import type { Event } from '../core/events';
import type { Disposable } from '../core/owned';
import type { AgentId } from '../shared/agentId';
import type { AgentTerminal } from './agentTerminal';
import type { ProcessSpec } from './terminalHost';

export interface TerminalLabel {
  readonly title: string;
  readonly agent: AgentId;
}

/** A terminal on the screen. Disposing closes it. */
export interface ShownTerminal extends Disposable {
  reveal(): void;
  /** Closed by the person or by the window. */
  readonly onDidClose: Event<void>;
}

/** Where terminals are seen. */
export interface TerminalSurface {
  /** Shows `terminal` and drives it from then on. */
  show(label: TerminalLabel, terminal: AgentTerminal): ShownTerminal;
  /** Has the window itself start and show the process, for where we can't. */
  showPlain(label: TerminalLabel, spec: ProcessSpec): ShownTerminal;
}
