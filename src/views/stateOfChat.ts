import type { Webview } from 'vscode';
import { l10n } from 'vscode';
import { agentOfChat, nativeOf } from '../chats/chat';
import { placeNow } from '../projects/placeNow';
import { agentNames } from '../shared/agentId';
import type { ChatNotice, ChatState, LinkedAgent } from '../shared/chatContract';
import type { Chat } from '../store/rows';
import { chatTitle } from './chatNodes';
import type { Notice, Step } from './notice';
import { folderHeadings, useWords } from './projectWords';
import type { Services } from './services';
import { iconAddress } from './webviewDocument';

/** What only the page's host knows of the chat. */
export interface ChatPageFacts {
  readonly branch: string | null;
  readonly agentNotice: Notice | undefined;
}

/** What a page shows of `chat` now. */
export function stateOfChat(services: Services, webview: Webview, chat: Chat, { branch, agentNotice }: ChatPageFacts): ChatState {
  const { chats, projects } = services;
  return {
    title: chatTitle(chat),
    project: projects.get(chat.project)?.name ?? chat.project,
    path: chats.path(chat.id).map((one) => ({ id: one.id, title: chatTitle(one) })),
    folder: folderOf(services, chat),
    branch,
    agent: linkedAgent(services, webview, chat),
    isArchived: chat.archivedAt !== null,
    folderNotice: folderNotice(services, chat),
    agentNotice: agentNotice === undefined ? null : { heading: l10n.t('The agent was not opened'), text: agentNotice.message, steps: agentNotice.steps.map(({ label }) => label) },
  };
}

/** `null` where it is made when it is needed. */
export function folderOf({ projects }: Pick<Services, 'projects'>, chat: Chat): string | null {
  const project = projects.get(chat.project);
  const moved = project === undefined || chat.cwd === null ? undefined : placeNow(project, chat.cwd);
  return moved ?? chat.cwd ?? project?.folder?.path ?? null;
}

function linkedAgent({ extension, activity }: Services, webview: Webview, chat: Chat): LinkedAgent | null {
  const agent = agentOfChat(chat);
  if (agent === null) return null;
  const { isRunning, isWorking } = activity.of(chat);
  const session = nativeOf(chat) ?? null;
  const state = isWorking ? 'working' : isRunning ? 'running' : session !== null ? (chat.terminalEnd ?? 'idle') : chat.terminalEnd === 'failed' ? 'failed' : 'pending';
  return { name: agentNames[agent], icon: iconAddress(extension, webview, agent), state, session };
}

function folderNotice(services: Services, chat: Chat): ChatNotice | null {
  const problem = services.projectFolders.problem(chat.project);
  if (problem === undefined) return null;
  return { heading: folderHeadings[problem.code](), text: problem.folder, steps: folderSteps(services, chat).map(({ label }) => label) };
}

/** What can be done about the folder of the chat's project. */
export function folderSteps({ projectFolders }: Services, { project }: Chat): readonly Step[] {
  const found = projectFolders.problem(project)?.found;
  return [
    ...(found === undefined ? [] : [{ label: useWords(found), command: 'localix.useFoundFolder' as const, arguments: [project] }]),
    { label: l10n.t('Locate Folder…'), command: 'localix.locateFolder', arguments: [project] },
    { label: l10n.t('Try Again'), command: 'localix.tryFolderAgain', arguments: [] },
  ];
}
