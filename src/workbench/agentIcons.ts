import { Uri } from 'vscode';
import type { AgentId } from '../shared/agentId';

/** The agent's own icon, for light and for dark surroundings. */
export function agentIcon(extension: Uri, agent: AgentId): { readonly light: Uri; readonly dark: Uri } {
  const icon = (theme: string): Uri => Uri.joinPath(extension, 'media', 'agents', theme, `${agent}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}
