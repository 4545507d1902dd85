import { agentOfChat, nativeOf } from '../chats/chat';
import type { Chats } from '../chats/chats';
import { parseChatId } from '../core/ids';
import { type Disposable, Owned } from '../core/owned';
import { parseSessionKey } from '../shared/agentId';
import type { Attached } from './agentTerminal';
import type { Identities } from './identities';
import type { Terminals } from './terminals';

/** Saves which session an agent turned out to have begun in a chat's terminal. The chat's times stay as they are. */
export class ChatIdentities implements Disposable {
  private readonly own = new Owned();

  constructor(
    private readonly deps: {
      terminals: Pick<Terminals, 'onDidAttach'>;
      identities: Pick<Identities, 'identify'>;
      chats: Pick<Chats, 'start' | 'chat' | 'setNativeId'>;
      log: (line: string) => void;
    },
  ) {
    this.own.add(deps.terminals.onDidAttach((attached) => void this.follow(attached)));
  }

  dispose(): void {
    this.own.dispose();
  }

  private async follow({ request: { key, agent, spec, begunAt }, pid, ended }: Attached): Promise<void> {
    const { identities, chats, log } = this.deps;
    const id = parseChatId(key);
    // Without it the session was known beforehand, or is saved by who began it.
    if (id === undefined || begunAt === undefined) return;
    await chats.start();
    const chat = chats.chat(id);
    if (chat === undefined || agentOfChat(chat) !== agent || nativeOf(chat) !== undefined) return;
    const identity = await identities.identify({ agent, folder: spec.cwd, begunAt, pid }, ended);
    if (!identity.ok) return log(`${id}: ${identity.code}`);
    const saved = await chats.setNativeId(id, parseSessionKey(identity.value)?.id ?? '');
    if (!saved.ok) log(`${id} is ${identity.value}: ${saved.code} ${saved.detail}`);
  }
}
