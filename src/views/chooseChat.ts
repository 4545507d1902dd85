import { env, l10n, window, type QuickPickItem } from 'vscode';
import { agentOfChat } from '../chats/chat';
import { pathTo } from '../chats/chatTree';
import { type ChatId, parseChatId } from '../core/ids';
import type { Chat } from '../store/rows';
import { agentIcon } from '../workbench/agentIcons';
import { chatTitle } from './chatNodes';
import { withoutIcons } from './plainText';
import { relativeTime } from './relativeTime';
import type { Services } from './services';

/** The chats a command is about: the rows it was called on, or the one it was given, or those selected, or one that the person picks. */
export async function chooseChats(services: Services, argument: unknown, more: unknown, selected: readonly unknown[]): Promise<readonly Chat[]> {
  await services.chats.start();
  const called = Array.isArray(more) && more.length > 0 ? more : argument === undefined ? selected : [argument];
  const ids = called.flatMap((one) => idOf(one) ?? []);
  if (ids.length > 0) return ids.flatMap((id) => services.chats.chat(id) ?? []);
  const picked = await pickChat(services, l10n.t('Chat of this project: type a part of its title'));
  return picked === undefined ? [] : [picked];
}

/** The id in a command's argument: an id, or a row of the list. */
function idOf(argument: unknown): ChatId | undefined {
  return parseChatId(typeof argument === 'string' ? argument : (argument as { id?: unknown } | undefined)?.id);
}

/** One of the selected project's chats, the last active first. */
export async function pickChat(services: Services, placeHolder: string): Promise<Chat | undefined> {
  const picked = await window.showQuickPick(itemsOf(services), { placeHolder, matchOnDescription: true });
  return picked?.chat;
}

async function itemsOf(services: Services): Promise<(QuickPickItem & { chat: Chat })[]> {
  const { chats, openProjects, activity } = services;
  await Promise.all([chats.start(), openProjects.start()]);
  const project = openProjects.current;
  const present = project === undefined ? [] : chats.of(project.id).filter(({ archivedAt }) => archivedAt === null);
  const last = new Map(present.map((chat) => [chat.id, activity.lastOf(chat)]));
  const timeOf = ({ id }: Chat): number => last.get(id) ?? 0;
  return present.sort((a, b) => timeOf(b) - timeOf(a)).map((chat) => itemOf(services, chat, timeOf(chat)));
}

/** A child is told with the path that leads to it. */
function itemOf({ chats, extension }: Services, chat: Chat, at: number): QuickPickItem & { chat: Chat } {
  const above = pathTo(chat.id, (id) => chats.chat(id)).slice(0, -1);
  const agent = agentOfChat(chat);
  const parts = [...above.map((one) => withoutIcons(chatTitle(one))), relativeTime(new Date(at).toISOString(), new Date(), env.language)];
  return { chat, label: withoutIcons(chatTitle(chat)), description: parts.join(' · '), ...(agent !== null && { iconPath: agentIcon(extension, agent) }) };
}
