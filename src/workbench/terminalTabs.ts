import { EventEmitter, TerminalLocation, window, type Terminal, type TerminalDimensions, type TerminalOptions } from 'vscode';
import { Emitter } from '../core/events';
import type { AgentTerminal } from '../terminals/agentTerminal';
import type { ProcessSpec, Size } from '../terminals/terminalHost';
import type { ShownTerminal, TerminalLabel, TerminalSurface } from '../terminals/terminalSurface';
import { agentThemeIcon } from './agentIcons';

/** Terminals as tabs in the editor area. */
export class TerminalTabs implements TerminalSurface {
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
    return shown(window.createTerminal({ ...optionsOf(label), pty }));
  }

  showPlain(label: TerminalLabel, spec: ProcessSpec): ShownTerminal {
    const { file, args, cwd, env } = spec;
    const started = { shellPath: file, shellArgs: [...args], cwd, env: { ...inheritedRemoved(), ...env } };
    return shown(window.createTerminal({ ...optionsOf(label), ...started, isTransient: true }));
  }
}

function optionsOf({ title, agent }: TerminalLabel): Pick<TerminalOptions, 'iconPath' | 'location'> & { readonly name: string } {
  return { name: title, location: TerminalLocation.Editor, iconPath: agentThemeIcon(agent) };
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

/** VS Code adds to its own environment instead of replacing it (`strictEnv` is not heeded on a server): null takes a name out. */
function inheritedRemoved(): Record<string, null> {
  return Object.fromEntries(Object.keys(process.env).map((name) => [name, null]));
}

function sizeOf({ columns, rows }: TerminalDimensions): Size {
  return { columns, rows };
}
