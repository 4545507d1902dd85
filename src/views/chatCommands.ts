import { l10n } from 'vscode';
import { Owned, type Disposable } from '../core/owned';
import { fail } from '../core/result';
import type { Chat } from '../store/rows';
import { chooseChats, pickChat } from './chooseChat';
import { byRow } from './focusedRow';
import { mendChats } from './mendChats';
import { linkAgent, openAgent } from './openAgent';
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
  const told = (act: typeof openAgent) => async (chat: Chat) => {
    const failure = await act(services, chat);
    if (failure !== undefined) await tellChatTerminal(services, services.chats.chat(chat.id) ?? chat, failure);
  };
  const own = new Owned();
  own.add(services.chats.onDidFindProblem((problem) => void tellChat(services, problem)));
  own.add(registerCommands(services, {
    'localix.newChat': () => newChat(services),
    'localix.openChat': (argument, more) => withChat(({ id }) => services.openChats.open(id, more === byRow ? 'list' : 'page'))(argument),
    'localix.switchChat': () => switchChat(services),
    'localix.retryChats': () => services.chats.retry(),
    'localix.showChatsProblem': () => services.chats.problem && tellChat(services, services.chats.problem),
    'localix.mendChats': () => mendChats(services),
    'localix.openChatTerminal': withChat(told(openAgent)),
    'localix.linkAgent': withChat(told(linkAgent)),
  }));
  return own;
}

async function newChat(services: Services): Promise<void> {
  const { openProjects, chats, openChats } = services;
  await openProjects.start();
  const project = openProjects.current;
  if (project === undefined) return tellChat(services, fail('project_missing'));
  const made = await chats.create(project.id);
  if (made.ok) await openChats.open(made.value.id, 'message');
  else await tellChat(services, made);
}

async function switchChat(services: Services): Promise<void> {
  const chat = await pickChat(services, l10n.t('Go to a chat of this project'));
  if (chat !== undefined) await services.openChats.open(chat.id);
}
