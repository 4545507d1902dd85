import { ThemeIcon, Uri } from 'vscode';
import type { AgentId } from '../shared/agentId';

/** The agent's own icon, for light and for dark surroundings. */
export function agentIcon(extension: Uri, agent: AgentId): { readonly light: Uri; readonly dark: Uri } {
  const icon = (theme: string): Uri => Uri.joinPath(extension, 'media', 'agents', theme, `${agent}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}

/** The icon of VS Code's own set that comes nearest to ours. Of a terminal's icons only these reach its tab (1.111 to 1.139). */
export function agentThemeIcon(agent: AgentId): ThemeIcon {
  return new ThemeIcon(nearest[agent]);
}

const nearest: Readonly<Record<AgentId, string>> = {
  'claude-code': 'comment',
  codex: 'book',
  opencode: 'symbol-array',
  gemini: 'mirror',
  copilot: 'send',
  hermes: 'rocket',
};
