import { commands, EventEmitter, l10n, Uri, workspace } from 'vscode';
import { Owned, type Disposable } from '../core/owned';
import type { Installation } from '../external/installations';
import { agentNames, type AgentId } from '../shared/agentId';
import { openFolders } from './folders';
import { registerCommands } from './registerCommands';
import type { Services } from './services';

const scheme = 'localix-help';

/** A page that says, for each agent, where its history is looked for on this machine. */
export function registerHistoryHelp(services: Services): Disposable {
  const own = new Owned();
  const changed = own.add(new EventEmitter<Uri>());
  const page = Uri.from({ scheme, path: `/${l10n.t('Where History Comes From')}.md` });
  const provideTextDocumentContent = async (): Promise<string> =>
    helpText(services.external.historyRoots(), await services.installations.list(), openFolders().map(({ path }) => path));
  own.add(workspace.registerTextDocumentContentProvider(scheme, { onDidChange: changed.event, provideTextDocumentContent }));
  own.add(services.installations.onDidChange(() => changed.fire(page)));
  own.add(registerCommands(services, { 'localix.showHistoryHelp': () => commands.executeCommand('markdown.showPreview', page) }));
  return own;
}

function helpText(
  roots: readonly { readonly agent: AgentId; readonly paths: readonly string[] }[],
  installed: readonly Installation[],
  folders: readonly string[],
): string {
  const sections = roots.map(({ agent, paths }) => {
    const installation = installed.find((candidate) => candidate.agent === agent);
    const program =
      installation === undefined
        ? l10n.t('Not found on this machine, so its sessions are not listed.')
        : l10n.t('Found: {0}', code(installation.path));
    return [`## ${agentNames[agent]}`, program, l10n.t('Localix looks for its history in:'), list(paths)].join('\n\n');
  });
  return [
    `# ${l10n.t('Where History Comes From')}`,
    l10n.t('Localix lists the sessions that coding agents themselves recorded on this machine, in the open folder and its subfolders. It reads their files and changes none.'),
    folders.length === 0 ? l10n.t('No folder is open.') : list(folders),
    l10n.t('Localix finds an agent by its program: on the search path of VS Code, on that of your login shell, or where the setting {0} names it (**Localix: Open Settings**). After you install one, use **Localix: Refresh**.', code('localix.executables')),
    ...sections,
  ].join('\n\n');
}

function list(paths: readonly string[]): string {
  return paths.map((path) => `- ${code(path)}`).join('\n');
}

/** As inline code: a path with a backtick in it gets more of them around. */
function code(text: string): string {
  const ticks = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return `${ticks} ${text} ${ticks}`;
}
