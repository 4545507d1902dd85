import { agentOfChat, nativeOf } from '../chats/chat';
import type { Chats, LinkCode } from '../chats/chats';
import type { ChatId } from '../core/ids';
import { fail, ok, type Result } from '../core/result';
import type { FolderCode } from '../projects/seeFolder';
import { type AgentId, agentNames } from '../shared/agentId';
import type { Chat } from '../store/rows';
import type { NewSessionCode, NewSessions } from './newSessions';
import type { Resume, ResumeCode } from './resume';
import type { Terminals } from './terminals';

export type OpenTerminalCode = ResumeCode | LinkAgentCode | 'identity_pending';
export type LinkAgentCode = LinkCode | NewSessionCode | FolderCode | 'project_missing';

/** The terminals of chats: each has one, whose key is the chat's id. */
export class ChatTerminals {
  constructor(
    private readonly deps: {
      chats: Chats;
      resume: Pick<Resume, 'open'>;
      newSessions: Pick<NewSessions, 'begin'>;
      terminals: Pick<Terminals, 'reveal' | 'isLive'>;
      /** The folder in which a chat works; made where that is its own. */
      folderOf: (chat: Chat) => Promise<Result<string, FolderCode | 'project_missing'>>;
      titleOf: (chat: Chat) => string;
    },
  ) {}

  /** Shows the terminal of a linked chat: the live one, or its own session continued. Never another session. */
  async open(id: ChatId, where: 'front' | 'shown' = 'front'): Promise<Result<null, OpenTerminalCode>> {
    const chat = this.deps.chats.chat(id);
    if (chat === undefined) return fail('chat_missing', id);
    const agent = agentOfChat(chat);
    if (agent === null) return fail('no_agent_linked', id);
    if (this.deps.terminals.reveal(id, where)) return ok(null);
    const key = nativeOf(chat);
    if (key !== undefined) return this.deps.resume.open(key, { where });
    // It runs in another window and is only shown; or none was begun yet.
    const mayBegin = chat.terminalEnd === 'failed' || (await this.deps.terminals.isLive(id));
    return mayBegin ? this.begin(chat, agent) : fail('identity_pending', agentNames[agent]);
  }

  /** Links an agent to a chat and begins a session of it there. What was linked stays so when the start fails. */
  async link(id: ChatId, agent: AgentId): Promise<Result<null, LinkAgentCode>> {
    const { chats } = this.deps;
    const linked = await chats.link(id, agent);
    if (!linked.ok) return linked;
    const chat = chats.chat(id);
    return chat === undefined ? fail('chat_missing', id) : this.begin(chat, agent);
  }

  private async begin(chat: Chat, agent: AgentId): Promise<Result<null, LinkAgentCode>> {
    const { chats, folderOf, newSessions, titleOf } = this.deps;
    const folder = await folderOf(chat);
    const begun = folder.ok ? await newSessions.begin(agent, folder.value, { key: chat.id, title: titleOf(chat) }) : folder;
    if (begun.ok) return begun.value === null ? ok(null) : chats.setNativeId(chat.id, begun.value);
    // Noted, so that it can be tried again.
    await chats.setTerminalEnd(chat.id, 'failed');
    return begun;
  }
}
