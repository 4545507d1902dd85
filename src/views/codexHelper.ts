import { commands, l10n, Uri, window, workspace } from 'vscode';
import { Owned, type Disposable } from '../core/owned';
import { copyText } from './copyText';
import { registerCommands } from './registerCommands';
import type { Services } from './services';

const scheme = 'localix-codex-helper';

/** For a start-up file of a shell. The variable is set in our terminals alone, so the line outlives updates and does nothing elsewhere. */
const line = 'if [ -r "${LOCALIX_CODEX_HELPER-}" ]; then . "$LOCALIX_CODEX_HELPER"; fi';

/** A page that shows the shell helper for Codex, what to add for it, and where. Nothing is written. */
export function registerCodexHelper(services: Services): Disposable {
  const own = new Owned();
  const page = Uri.from({ scheme, path: `/${l10n.t('Codex Shell Helper')}.md` });
  const provideTextDocumentContent = async (): Promise<string> => {
    const bytes = await workspace.fs.readFile(Uri.joinPath(services.extension, 'media', 'codexHelper.sh'));
    return pageText(new TextDecoder().decode(bytes));
  };
  own.add(workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent }));
  own.add(registerCommands(services, { 'localix.showCodexHelper': () => show(page) }));
  return own;
}

async function show(page: Uri): Promise<void> {
  await commands.executeCommand('markdown.showPreview', page);
  const copy = l10n.t('Copy Line');
  void window.showInformationMessage(l10n.t('The helper needs one line in the start-up file of your shell.'), copy).then(async (chosen) => {
    if (chosen === copy) await copyText(line);
  });
}

function pageText(script: string): string {
  const block = (text: string): string => `\`\`\`sh\n${text.trimEnd()}\n\`\`\``;
  return [
    `# ${l10n.t('Codex Shell Helper')}`,
    l10n.t('Codex keeps a server in the background, and a session that you start by typing `codex` may run there: it outlives its terminal, and its hooks can name another one. Localix starts Codex with `--no-daemon`, in the terminal\'s own process.'),
    l10n.t('The helper does the same for `codex` that you type yourself, in bash or zsh, in terminals of Localix (`LOCALIX_TERMINAL=1`). Arguments and exit status stay as they are; an explicit `--remote`, commands that run no session, and versions of Codex without the option are left alone.'),
    `## ${l10n.t('What to add')}`,
    l10n.t('This line, at the end of `~/.bashrc` for bash or of `~/.zshrc` for zsh. Localix writes nothing there itself.'),
    block(line),
    `## ${l10n.t('What that line loads')}`,
    block(script),
  ].join('\n\n');
}
