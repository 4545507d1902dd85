import { EventEmitter, TerminalLocation, window, type Terminal, type TerminalDimensions, type Uri } from 'vscode';
import { Emitter } from '../core/events';
import type { AgentTerminal } from '../terminals/agentTerminal';
import type { ProcessSpec, Size } from '../terminals/terminalHost';
import type { ShownTerminal, TerminalLabel, TerminalSurface } from '../terminals/terminalSurface';
import { agentIcon } from './agentIcons';

/** Terminals as tabs in the editor area. */
export class TerminalTabs implements TerminalSurface {
  constructor(private readonly deps: { extension: Uri }) {}

  show(label: TerminalLabel, terminal: AgentTerminal): ShownTerminal {
    const written = new EventEmitter<string>();
    terminal.onOutput((text) => written.fire(text));
    const pty = {
      onDidWrite: written.event,
      open: (dimensions: TerminalDimensions | undefined) => terminal.open(dimensions && sizeOf(dimensions)),
      close: () => terminal.dispose(),
      handleInput: (data: string) => terminal.input(data),
      setDimensions: (dimensions: TerminalDimensions) => terminal.resize(sizeOf(dimensions)),
    };
    return shown(window.createTerminal({ ...this.optionsOf(label), pty }));
  }

  showPlain(label: TerminalLabel, spec: ProcessSpec): ShownTerminal {
    const { file, args, cwd, env } = spec;
    const process = { shellPath: file, shellArgs: [...args], cwd, env, strictEnv: true };
    return shown(window.createTerminal({ ...this.optionsOf(label), ...process, isTransient: true }));
  }

  private optionsOf({ title, agent }: TerminalLabel) {
    return { name: title, location: TerminalLocation.Editor, iconPath: agentIcon(this.deps.extension, agent) };
  }
}

function shown(tab: Terminal): ShownTerminal {
  const closed = new Emitter<void>();
  const closing = window.onDidCloseTerminal((terminal) => {
    if (terminal !== tab) return;
    closing.dispose();
    closed.fire();
  });
  tab.show();
  return { onDidClose: closed.event, reveal: () => tab.show(), dispose: () => tab.dispose() };
}

function sizeOf({ columns, rows }: TerminalDimensions): Size {
  return { columns, rows };
}
