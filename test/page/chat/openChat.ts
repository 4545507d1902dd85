import { ok } from '../../../src/core/result';
import type { ChatContract, ChatState } from '../../../src/shared/chatContract';
import { withPage, type PageOptions, type TestPage } from '../harness/testPage';

export type ChatTestPage = TestPage<ChatContract>;

/** A chat without an agent. */
export const plain: ChatState = {
  title: 'Plan the tab switch',
  project: 'app',
  path: [{ id: 'LOCALIX-3', title: 'Plan the tab switch' }],
  folder: '/home/dev/app',
  branch: 'main',
  agent: null,
  isArchived: false,
  folderNotice: null,
  agentNotice: null,
};

/** An agent whose session is not known. */
export const agent = { name: 'Claude Code', icon: 'data:image/svg+xml,<svg/>', state: 'idle', session: null } as const;

/** Opens the page of `chat` for the length of `use`. */
export function withChat(chat: ChatState, options: Partial<PageOptions<ChatContract>>, use: (page: ChatTestPage) => Promise<void>): Promise<void> {
  const none = () => null;
  const answers: PageOptions<ChatContract>['answers'] = {
    'chat.open': () => ok({ chat, draft: 'What about the arrow keys?', isNew: false }),
    'chat.saveDraft': none,
    'chat.go': none,
    'chat.switchProject': none,
    'chat.rename': none,
    'chat.openAgent': none,
    'chat.readSession': none,
    'chat.step': none,
    ...options.answers,
  };
  return withPage<ChatContract>({ surface: 'chat', state: { state: { id: 'LOCALIX-3' } }, ...options, answers }, use);
}

/** The parameters of every request of that name, in order. */
export function asked({ requests }: ChatTestPage, name: string): unknown[] {
  return requests.filter((request) => request.name === name).map(({ params }) => params);
}
