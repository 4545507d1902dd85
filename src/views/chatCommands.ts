import { l10n, window } from 'vscode';
import { Owned, type Disposable } from '../core/owned';
import { fail } from '../core/result';
import { agentNames, type AgentId } from '../shared/agentId';
import type { Chat } from '../store/rows';
import { agentIcon } from '../workbench/agentIcons';
import { chatTitle } from './chatNodes';
import { chooseChats, pickChat } from './chooseChat';
import { withoutIcons } from './plainText';
import { registerCommands } from './registerCommands';
import type { Services } from './services';
import { tellChat, tellChatTerminal } from './tellChat';

/** Making chats and going to them. */
export function registerChatCommands(services: Services): Disposable {
  const one = async (argument: unknown): Promise<Chat | undefined> => (await chooseChats(services, argument, undefined, []))[0];
  const withChat = (act: (chat: Chat) => Promise<unknown>) => async (argument: unknown) => {
    const chat = await one(argument);
    if (chat !== undefined) await act(chat);
  };
  const own = new Owned();
  own.add(services.chats.onDidFindProblem((problem) => void tellChat(services, problem)));
  own.add(registerCommands(services, {
    'localix.newChat': () => newChat(services),
    'localix.openChat': withChat(({ id }) => services.openChats.open(id)),
    'localix.switchChat': () => switchChat(services),
    'localix.retryChats': () => services.chats.retry(),
    'localix.showChatsProblem': () => services.chats.problem && tellChat(services, services.chats.problem),
    'localix.openChatTerminal': withChat((chat) => openTerminal(services, chat)),
    'localix.linkAgent': withChat((chat) => linkAgent(services, chat)),
  }));
  return own;
}

async function newChat(services: Services): Promise<void> {
  const { openProjects, chats, openChats } = services;
  await openProjects.start();
  const project = openProjects.current;
  if (project === undefined) return tellChat(services, fail('project_missing'));
  const made = await chats.create(project.id);
  if (made.ok) await openChats.open(made.value.id);
  else await tellChat(services, made);
}

async function switchChat(services: Services): Promise<void> {
  const chat = await pickChat(services, l10n.t('Go to a chat of this project'));
  if (chat !== undefined) await services.openChats.open(chat.id);
}

/** Shows the chat's terminal; for a chat without an agent, asks for one first. */
async function openTerminal(services: Services, chat: Chat): Promise<void> {
  if (chat.link === null) return linkAgent(services, chat);
  const opened = await services.chatTerminals.open(chat.id);
  if (!opened.ok) await tellChatTerminal(services, chat, opened);
}

async function linkAgent(services: Services, chat: Chat): Promise<void> {
  const agent = await pickAgent(services, chat);
  const linked = agent === undefined ? undefined : await services.chatTerminals.link(chat.id, agent);
  if (linked?.ok === false) await tellChatTerminal(services, services.chats.chat(chat.id) ?? chat, linked);
}

async function pickAgent({ extension, installations }: Services, chat: Chat): Promise<AgentId | undefined> {
  const items = installations.list().then((installed) =>
    installed.map(({ agent, path }) => ({ agent, label: agentNames[agent], description: withoutIcons(path), iconPath: agentIcon(extension, agent) })),
  );
  const placeHolder = l10n.t('Agent to link to “{0}”: it starts in a terminal', withoutIcons(chatTitle(chat)));
  return (await window.showQuickPick(items, { placeHolder }))?.agent;
}
