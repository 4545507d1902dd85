import type { Agent } from '../agents/agent';
import { agentOfChat, nativeOf } from '../chats/chat';
import type { Chats, LinkCode } from '../chats/chats';
import type { ChatId } from '../core/ids';
import { fail, ok, type Result } from '../core/result';
import type { FolderCode } from '../projects/seeFolder';
import { type AgentId, agentNames } from '../shared/agentId';
import type { Chat } from '../store/rows';
import type { Launcher, LaunchCode } from './launcher';
import type { Resume, ResumeCode } from './resume';
import type { TerminalCode, Terminals } from './terminals';

export type OpenTerminalCode = ResumeCode | 'chat_missing' | 'no_agent_linked' | 'identity_pending';
export type LinkAgentCode = LinkCode | LaunchCode | TerminalCode | FolderCode | 'project_missing' | 'workspace_untrusted';

/** The terminals of chats: each has one, whose key is the chat's id. */
export class ChatTerminals {
  constructor(
    private readonly deps: {
      agents: readonly Agent[];
      chats: Chats;
      resume: Resume;
      launcher: Launcher;
      terminals: Terminals;
      /** The folder in which a chat works; made where that is its own. */
      folderOf: (chat: Chat) => Promise<Result<string, FolderCode | 'project_missing'>>;
      titleOf: (chat: Chat) => string;
      isTrusted: () => boolean;
    },
  ) {}

  /** Shows the terminal of a linked chat: the live one, or its own session continued. Never another session. */
  async open(id: ChatId): Promise<Result<null, OpenTerminalCode>> {
    const chat = this.deps.chats.chat(id);
    if (chat === undefined) return fail('chat_missing', id);
    const agent = agentOfChat(chat);
    if (agent === null) return fail('no_agent_linked', id);
    if (this.deps.terminals.reveal(id)) return ok(null);
    const key = nativeOf(chat);
    return key === undefined ? fail('identity_pending', agentNames[agent]) : this.deps.resume.open(key);
  }

  /** Links an agent to a chat and begins a session of it there. What was linked stays so when the start fails. */
  async link(id: ChatId, agentId: AgentId): Promise<Result<null, LinkAgentCode>> {
    const { agents, chats, folderOf, launcher, terminals, titleOf, isTrusted } = this.deps;
    const agent = agents.find((candidate) => candidate.id === agentId);
    if (agent === undefined || !(await launcher.isInstalled(agent))) return fail('agent_not_installed', agentId);
    const linked = await chats.link(id, agentId);
    if (!linked.ok) return linked;
    const chat = chats.chat(id);
    if (chat === undefined) return fail('chat_missing', id);
    if (!isTrusted()) return fail('workspace_untrusted');
    const folder = await folderOf(chat);
    if (!folder.ok) return folder;
    const spec = await launcher.prepare(agent, { ...agent.launch({}), cwd: folder.value });
    if (!spec.ok) return spec;
    return terminals.open({ key: id, title: titleOf(chat), agent: agentId, spec: spec.value });
  }

  /** Ends what runs in the chat's terminal. */
  stop({ id }: Chat): Promise<Result<null, 'not_stopped'>> {
    return this.deps.terminals.stop(id);
  }
}
