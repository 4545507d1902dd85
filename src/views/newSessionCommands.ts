import { l10n, window } from 'vscode';
import type { Disposable } from '../core/owned';
import { fail } from '../core/result';
import { type AgentId, agentNames } from '../shared/agentId';
import { agentIcon } from '../workbench/agentIcons';
import { chooseSession } from './chooseSession';
import { openFolders } from './folders';
import { registerCommands } from './registerCommands';
import type { Services } from './services';
import { tellFailure, tellNotBegun } from './tellFailure';

export function registerNewSessions(services: Services): Disposable {
  const fork = (argument: unknown): Promise<void> => forkSession(services, argument);
  return registerCommands(services, {
    'localix.newSession': (argument) => beginSession(services, argument),
    'localix.forkInClaudeCode': fork,
    'localix.forkInCodex': fork,
    'localix.forkInOpencode': fork,
  });
}

async function beginSession(services: Services, argument: unknown): Promise<void> {
  const folder = folderOf(argument) ?? (await chooseFolder());
  const agent = folder === undefined ? undefined : await chooseAgent(services);
  if (folder === undefined || agent === undefined) return;
  const result = await services.newSessions.begin(agent, folder);
  if (!result.ok) void tellNotBegun(services, agent, result);
}

async function forkSession(services: Services, argument: unknown): Promise<void> {
  const key = await chooseSession(services, argument);
  if (key === undefined) return;
  const result = await services.newSessions.fork(key);
  if (!result.ok) void tellFailure(services, key, result);
}

/** Of the row of an open folder that the command was called on. */
function folderOf(argument: unknown): string | undefined {
  const node = argument as { kind?: unknown; folder?: { path?: unknown } } | undefined;
  const path = node?.kind === 'folder' ? node.folder?.path : undefined;
  return typeof path === 'string' ? path : undefined;
}

async function chooseFolder(): Promise<string | undefined> {
  const folders = openFolders();
  if (folders.length < 2) return folders[0]?.path;
  const items = folders.map(({ name, path }) => ({ label: name, description: path, path }));
  return (await window.showQuickPick(items, { placeHolder: l10n.t('Folder in which the session begins') }))?.path;
}

async function chooseAgent(services: Services): Promise<AgentId | undefined> {
  const installed = await services.installations.list();
  const items = installed.map(({ agent, path }) => ({ agent, label: agentNames[agent], description: path, iconPath: agentIcon(services.extension, agent) }));
  if (items.length > 0) return (await window.showQuickPick(items, { placeHolder: l10n.t('Agent that begins a session') }))?.agent;
  void tellNotBegun(services, undefined, fail('agent_not_installed'));
  return undefined;
}
