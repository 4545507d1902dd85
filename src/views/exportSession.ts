import { randomBytes } from 'node:crypto';
import * as os from 'node:os';
import * as path from 'node:path';
import { commands, env, l10n, ProgressLocation, Uri, UIKind, window, workspace } from 'vscode';
import type { Disposable } from '../core/owned';
import type { Result } from '../core/result';
import { agentNames, parseKey, type SessionKey } from '../shared/agentId';
import { type ExportCode, type Exported, type ExportFormat, exportFormats } from '../shared/exporting';
import { exportName } from '../shared/exportName';
import { chooseSession } from './chooseSession';
import { openFolders } from './folders';
import { withoutLinks } from './plainText';
import { registerCommands } from './registerCommands';
import type { Services } from './services';
import { titleOf } from './sessionText';
import { exportFailureWords, exportFormatWords } from './words';

/** “Export Session…”: asks for what, and where, and writes it with progress. */
export function registerExportSession(services: Services): Disposable {
  return registerCommands(services, {
    'localix.exportSession': async (argument, given) => {
      const key = await chooseSession(services, argument);
      if (key === undefined) return;
      const format = exportFormats.find((name) => name === given) ?? (await pickFormat());
      const target = format && (await pickTarget(services, key, format));
      if (format === undefined || target === undefined) return;
      tellOutcome(services, key, await exportTo(services, key, format, target), target);
    },
  });
}

async function pickFormat(): Promise<ExportFormat | undefined> {
  const items = exportFormats.map((format) => ({ format, ...exportFormatWords[format]() }));
  return (await window.showQuickPick(items, { placeHolder: l10n.t('Export the session as'), matchOnDetail: true }))?.format;
}

async function pickTarget({ hosts }: Services, key: SessionKey, format: ExportFormat): Promise<Uri | undefined> {
  const session = await hosts.sessionsOf(key).find(key);
  const [file = ''] = session?.files ?? [];
  const name = format === 'raw' ? path.basename(file) : exportName({ title: session === undefined ? '' : titleOf(session), id: parseKey(key)?.id ?? '' }, format);
  const folder = openFolders()[0]?.path ?? os.homedir();
  const extension = path.extname(name).slice(1);
  return window.showSaveDialog({
    title: l10n.t('Export Session'),
    saveLabel: l10n.t('Export'),
    defaultUri: Uri.joinPath(Uri.file(folder), name),
    ...(extension !== '' && { filters: { [extension.toUpperCase()]: [extension] } }),
  });
}

function exportTo({ exports }: Services, key: SessionKey, format: ExportFormat, target: Uri): Thenable<Result<Exported, ExportCode>> {
  const options = { location: ProgressLocation.Notification, title: l10n.t('Exporting session'), cancellable: true };
  return window.withProgress(options, async (progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    let shown = 0;
    const onProgress = (done: number): void => {
      progress.report({ increment: (done - shown) * 100, message: `${String(Math.round(done * 100))} %` });
      shown = done;
    };
    const write = (file: string): Promise<Result<Exported, ExportCode>> => exports.export(key, format, file, { signal: stop.signal, onProgress });
    return target.scheme === 'file' ? write(target.fsPath) : elsewhere(target, write);
  });
}

/** A place that only VS Code reaches, such as the machine of the window on a remote workspace. */
async function elsewhere(target: Uri, write: (file: string) => Promise<Result<Exported, ExportCode>>): Promise<Result<Exported, ExportCode>> {
  const folder = Uri.file(path.join(os.tmpdir(), `localix-export-${randomBytes(8).toString('hex')}`));
  try {
    await workspace.fs.createDirectory(folder);
    const exported = await write(Uri.joinPath(folder, path.basename(target.path)).fsPath);
    if (!exported.ok) return exported;
    for (const file of exported.value.files) {
      await workspace.fs.copy(Uri.file(file), Uri.joinPath(target, '..', path.basename(file)), { overwrite: true });
    }
    return exported;
  } catch (error) {
    return { ok: false, code: 'not_written', detail: error instanceof Error ? error.message : String(error) };
  } finally {
    await workspace.fs.delete(folder, { recursive: true });
  }
}

function tellOutcome({ log }: Services, key: SessionKey, outcome: Result<Exported, ExportCode>, target: Uri): void {
  if (outcome.ok) {
    void tellDone(target, outcome.value);
    return;
  }
  if (outcome.code === 'cancelled') return;
  log.warn(`exporting ${key}: ${outcome.code} ${outcome.detail}`);
  const agent = parseKey(key)?.agent;
  void window.showErrorMessage(exportFailureWords[outcome.code](agent === undefined ? key : agentNames[agent], withoutLinks(outcome.detail)));
}

async function tellDone(target: Uri, { files }: Exported): Promise<void> {
  const name = withoutLinks(path.basename(target.path));
  const message = files.length === 1 ? l10n.t('Exported: {0}', name) : l10n.t('Exported: {0}, and {1} more files beside it', name, files.length - 1);
  const open = l10n.t('Open');
  const show = l10n.t('Show in Folder');
  const hasFolders = env.uiKind === UIKind.Desktop && target.scheme === 'file' && env.remoteName === undefined;
  const chosen = await window.showInformationMessage(message, open, ...(hasFolders ? [show] : []));
  if (chosen === open) await commands.executeCommand('vscode.open', target);
  if (chosen === show) await commands.executeCommand('revealFileInOS', target);
}
