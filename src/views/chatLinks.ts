import { commands, env, l10n, Uri, window } from 'vscode';
import { type ChatId, parseChatId } from '../core/ids';
import type { Disposable } from '../core/owned';
import { parseKey, type SessionKey } from '../shared/agentId';
import type { Services } from './services';

const authority = 'localix.localix';

/** Opens what a link of ours names: `…/chat/LOCALIX-1`, `…/session/codex/01a2…`, `…/host/devbox/codex/01a2…`. */
export function registerChatLinks(_services: Services): Disposable {
  return window.registerUriHandler({ handleUri: (uri) => openLink(uri) });
}

export async function openLink(uri: Uri): Promise<void> {
  const [, kind, first = '', ...rest] = uri.path.split('/');
  const chat = parseChatId(first);
  if (kind === 'chat' && chat !== undefined && rest.length === 0) return commands.executeCommand('localix.openChat', chat);
  const key = kind === 'host' ? `ssh://${first}/${rest[0] ?? ''}:${rest.slice(1).join('/')}` : `${first}:${rest.join('/')}`;
  if ((kind === 'session' || kind === 'host') && parseKey(key) !== undefined) return commands.executeCommand('localix.openTranscript', key);
  void window.showWarningMessage(l10n.t('This link leads to nothing in Localix: {0}', uri.toString()));
}

/** A link that opens the session's transcript in VS Code, from anywhere on this machine. */
export function sessionLink(key: SessionKey): Uri {
  const { agent, id, host } = parseKey(key) ?? { agent: '', id: key, host: undefined };
  return Uri.from({ scheme: env.uriScheme, authority, path: host === undefined ? `/session/${agent}/${id}` : `/host/${host}/${agent}/${id}` });
}

/** A link that opens the chat in VS Code, from anywhere on this machine. */
export function chatLink(id: ChatId): Uri {
  return Uri.from({ scheme: env.uriScheme, authority, path: `/chat/${id}` });
}
