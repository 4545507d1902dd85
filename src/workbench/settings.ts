import * as os from 'node:os';
import * as path from 'node:path';
import { workspace } from 'vscode';
import type { Disposable } from '../core/owned';
import type { AgentId } from '../shared/agentId';

/** More hosts than this are no list that anybody reads. */
const mostHosts = 50;

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

/** The hosts that the person named, as they stand there: one that is none says so when it is asked. */
export function configuredHosts(): readonly string[] {
  const named = workspace.getConfiguration('localix').get<readonly unknown[]>('hosts', []);
  return Array.isArray(named) ? named.filter((host): host is string => typeof host === 'string' && host !== '').slice(0, mostHosts) : [];
}

export function onDidChangeHosts(listener: () => void): Disposable {
  return workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('localix.hosts')) listener();
  });
}

/** Whether opening a linked chat also opens its agent's terminal. */
export function opensTerminalWithChat(): boolean {
  return workspace.getConfiguration('localix').get('openTerminalWithChat', true);
}

/** Dollars for a million tokens by model, as the person set them; what makes no sense is left out. */
export function configuredPrices(): Readonly<Record<string, Readonly<Partial<Record<'input' | 'output' | 'cache_read' | 'cache_write', number>>>>> {
  const set = workspace.getConfiguration('localix').get<Readonly<Record<string, unknown>>>('prices', {});
  const prices = Object.entries(set).flatMap(([model, price]) => (typeof price === 'object' && price !== null ? [[model, positive(price)] as const] : []));
  return Object.fromEntries(prices);
}

function positive(price: object): Record<string, number> {
  return Object.fromEntries(Object.entries(price).filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] >= 0));
}

export type StatusBarUsage = 'off' | 'tokens' | 'cost';

/** What the status bar tells of today's usage. */
export function statusBarUsage(): StatusBarUsage {
  const set = workspace.getConfiguration('localix').get<string>('statusBarUsage', 'off');
  return set === 'tokens' || set === 'cost' ? set : 'off';
}

export function onDidChangeUsageSettings(listener: () => void): Disposable {
  return workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('localix.prices') || change.affectsConfiguration('localix.statusBarUsage')) listener();
  });
}

function fromHome(program: string): string {
  return program.startsWith('~/') ? path.join(os.homedir(), program.slice(2)) : program;
}
