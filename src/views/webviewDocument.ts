import { randomBytes } from 'node:crypto';
import { env, l10n, Uri, type Webview } from 'vscode';
import type { AgentId } from '../shared/agentId';
import { pageDocument } from '../shared/pageDocument';
import { agentIcon } from '../workbench/agentIcons';
import { pageFailureWords } from './words';

export interface Surface {
  /** Its folder in `webview/`. */
  readonly name: string;
  readonly title: string;
  /** What the page keeps with `setState`, as of its beginning. */
  readonly state: unknown;
  /** Whose icon stands in its head. */
  readonly agent: AgentId | undefined;
}

/** What a link of a page may run. Foreign text has no such links: it is rendered without them. */
const allowedCommands: readonly string[] = ['localix.openSettings', 'localix.showLog', 'workbench.action.reloadWindow'];

/** Loads a page of ours into `webview`. */
export function loadSurface(extension: Uri, webview: Webview, { name, title, state, agent }: Surface): void {
  const resource = (...parts: readonly string[]): Uri => Uri.joinPath(extension, ...parts);
  const address = (file: string): string => webview.asWebviewUri(resource('dist', 'webview', file)).toString();
  webview.options = { enableScripts: true, enableCommandUris: allowedCommands, localResourceRoots: [resource('dist', 'webview'), resource('media')] };
  webview.html = pageDocument({
    title,
    language: env.language,
    script: address(`${name}.js`),
    styles: [address(`${name}.css`)],
    cspSource: webview.cspSource,
    nonce: randomBytes(16).toString('base64url'),
    state: { state, ...(l10n.bundle && { words: l10n.bundle }), ...(agent && { icon: iconAddress(extension, webview, agent) }) },
    failure: pageFailureWords(),
  });
}

/** The agent's picture in one colour, for pages to paint in the text colour. */
export function iconAddress(extension: Uri, webview: Webview, agent: AgentId): string {
  return webview.asWebviewUri(agentIcon(extension, agent).dark).toString();
}
