import * as os from 'node:os';
import * as path from 'node:path';
import { workspace } from 'vscode';
import type { Disposable } from '../core/owned';
import type { AgentId } from '../shared/agentId';

/** Programs of agents that are not on the search path, as the person named them. */
export function configuredExecutables(): Readonly<Partial<Record<AgentId, string>>> {
  const named = workspace.getConfiguration('localix').get<Readonly<Record<string, unknown>>>('executables', {});
  const programs = Object.entries(named).flatMap(([agent, program]) =>
    typeof program === 'string' && program !== '' ? [[agent, fromHome(program)]] : [],
  );
  return Object.fromEntries(programs) as Partial<Record<AgentId, string>>;
}

export function onDidChangeExecutables(listener: () => void): Disposable {
  return workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('localix.executables')) listener();
  });
}

/** Whether opening a linked chat also opens its agent's terminal. */
export function opensTerminalWithChat(): boolean {
  return workspace.getConfiguration('localix').get('openTerminalWithChat', true);
}

function fromHome(program: string): string {
  return program.startsWith('~/') ? path.join(os.homedir(), program.slice(2)) : program;
}
