import { EventEmitter, TerminalExitReason, TerminalLocation, ViewColumn, window, type Terminal, type TerminalDimensions, type TerminalOptions } from 'vscode';
import { Emitter } from '../core/events';
import type { AgentTerminal } from '../terminals/agentTerminal';
import type { ProcessSpec, Size, TerminalLabel } from '../terminals/terminalHost';
import type { ClosedBy, ShownTerminal, Showing, TerminalSurface } from '../terminals/terminalSurface';
import { agentThemeIcon } from './agentIcons';
import { openBehind } from './restoredTabs';

/** Terminals as tabs in the editor area. */
export class TerminalTabs implements TerminalSurface {
  show(label: TerminalLabel, terminal: AgentTerminal, where: Showing): ShownTerminal {
    const written = new EventEmitter<string>();
    const named = new EventEmitter<string>();
    terminal.onOutput((text) => written.fire(text));
    const pty = {
      onDidWrite: written.event,
      onDidChangeName: named.event,
      open: (dimensions: TerminalDimensions | undefined) => terminal.open(dimensions && sizeOf(dimensions)),
      // Also called when the window is loaded again. Who closed it is known a moment later, by the terminal's exit reason.
      close: () => undefined,
      handleInput: (data: string) => terminal.input(data),
      setDimensions: (dimensions: TerminalDimensions) => terminal.resize(sizeOf(dimensions)),
    };
    return shown(window.createTerminal({ ...optionsOf(label, where), pty }), where, (title) => named.fire(title));
  }

  openBehind = openBehind;

  showPlain(label: TerminalLabel, spec: ProcessSpec, where: Showing): ShownTerminal {
    const { file, args, cwd, env } = spec;
    const started = { shellPath: file, shellArgs: [...args], cwd, env: { ...inheritedRemoved(), ...env } };
    return shown(window.createTerminal({ ...optionsOf(label, where), ...started, isTransient: true }), where, () => undefined);
  }
}

function optionsOf({ title, agent }: TerminalLabel, where: Showing): Pick<TerminalOptions, 'iconPath' | 'location'> & { readonly name: string } {
  const location = where === 'front' ? TerminalLocation.Editor : { viewColumn: ViewColumn.Active, preserveFocus: true };
  return { name: title, location, iconPath: agentThemeIcon(agent) };
}

function shown(tab: Terminal, where: Showing, retitle: (title: string) => void): ShownTerminal {
  const closed = new Emitter<ClosedBy>();
  const closing = window.onDidCloseTerminal((terminal) => {
    if (terminal !== tab) return;
    closing.dispose();
    closed.fire(isByPerson(terminal) ? 'person' : 'window');
  });
  if (where !== 'behind') tab.show(where === 'shown');
  return { onDidClose: closed.event, reveal: (how) => tab.show(how === 'shown'), retitle, dispose: () => tab.dispose() };
}

/** Closing by an extension counts: it is our own, for a person. */
function isByPerson({ exitStatus }: Terminal): boolean {
  return exitStatus?.reason === TerminalExitReason.User || exitStatus?.reason === TerminalExitReason.Extension;
}

/** VS Code adds to its own environment instead of replacing it (`strictEnv` is not heeded on a server): null takes a name out. */
function inheritedRemoved(): Record<string, null> {
  return Object.fromEntries(Object.keys(process.env).map((name) => [name, null]));
}

function sizeOf({ columns, rows }: TerminalDimensions): Size {
  return { columns, rows };
}
