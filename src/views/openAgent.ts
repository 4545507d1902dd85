import { l10n, window } from 'vscode';
import { agentNames, type AgentId } from '../shared/agentId';
import type { Chat } from '../store/rows';
import { agentIcon } from '../workbench/agentIcons';
import { chatTitle } from './chatNodes';
import { withoutIcons } from './plainText';
import type { Services } from './services';
import type { TerminalFailure } from './tellChat';

/** Shows the chat's terminal; where no agent is linked, asks for one first. Answers what went wrong. */
export async function openAgent(services: Services, chat: Chat, where: 'front' | 'shown' = 'front'): Promise<TerminalFailure | undefined> {
  if (chat.link === null) return linkAgent(services, chat);
  const opened = await services.chatTerminals.open(chat.id, where);
  return opened.ok ? undefined : opened;
}

/** Links the agent that the person picks, and begins a session of it. */
export async function linkAgent(services: Services, chat: Chat): Promise<TerminalFailure | undefined> {
  const agent = await pickAgent(services, chat);
  const linked = agent === undefined ? undefined : await services.chatTerminals.link(chat.id, agent);
  return linked?.ok === false ? linked : undefined;
}

async function pickAgent({ extension, installations }: Services, chat: Chat): Promise<AgentId | undefined> {
  const items = installations.list().then((installed) =>
    installed.map(({ agent, path }) => ({ agent, label: agentNames[agent], description: withoutIcons(path), iconPath: agentIcon(extension, agent) })),
  );
  const placeHolder = l10n.t('Agent to link to “{0}”: it starts in a terminal', withoutIcons(chatTitle(chat)));
  return (await window.showQuickPick(items, { placeHolder }))?.agent;
}
