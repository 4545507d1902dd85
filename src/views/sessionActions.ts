import { commands, env, Position, Range, UIKind, Uri } from 'vscode';
import type { Command } from '../agents/agent';
import type { Disposable } from '../core/owned';
import { fail } from '../core/result';
import { quotePosix, quotePowerShell } from '../core/shellQuote';
import type { Session } from '../external/session';
import { sessionLink } from './chatLinks';
import { chooseSession } from './chooseSession';
import { copyText } from './copyText';
import { registerCommands } from './registerCommands';
import type { Services } from './services';
import { tellFailure } from './tellFailure';

/** What can be done with a session besides opening it. */
export function registerSessionActions(services: Services): Disposable {
  const withSession = (act: (session: Session) => Promise<void>) => async (argument: unknown) => {
    const key = await chooseSession(services, argument);
    if (key === undefined) return;
    const session = await services.hosts.sessionsOf(key).find(key);
    if (session === undefined) await tellFailure(services, key, fail('session_missing'));
    else await act(session);
  };
  return registerCommands(services, {
    'localix.copySessionId': withSession(({ record }) => copyText(record.id)),
    'localix.copySessionLink': withSession(({ key }) => copyText(sessionLink(key).toString())),
    'localix.copyResumeCommand': withSession((session) => copyResume(services, session)),
    'localix.revealTranscriptFile': withSession(({ files }) => revealFile(files[0] ?? '')),
  });
}

async function copyResume(services: Services, session: Session): Promise<void> {
  const onHost = services.hostResume.commandOf(session);
  if (onHost !== null) return copyText(resumeLine({ argv: onHost, cwd: null }));
  const command = await services.resumeCommands.of(session);
  if (command === null) await tellFailure(services, session.key, fail('not_resumable'));
  else await copyText(resumeLine(command));
}

/** To be pasted into a terminal anywhere: the session's folder first. */
function resumeLine(resume: Command): string {
  const isWindows = process.platform === 'win32';
  const quote = isWindows ? quotePowerShell : quotePosix;
  const command = resume.argv.map(quote).join(' ');
  // `;` and not `&&`, which Windows' own PowerShell doesn't know.
  return resume.cwd === null ? command : `cd ${quote(resume.cwd)} ${isWindows ? ';' : '&&'} ${command}`;
}

/** In the file manager where there is one on this machine, else in an editor. */
export async function revealFile(file: string): Promise<void> {
  if (env.uiKind === UIKind.Desktop && env.remoteName === undefined) {
    await commands.executeCommand('revealFileInOS', Uri.file(file));
  } else {
    await openSource(file, 1);
  }
}

/** Opens a native file at `line` (from 1), locked against edits: it belongs to its agent. */
export async function openSource(file: string, line: number): Promise<void> {
  const start = new Position(Math.max(0, line - 1), 0);
  await commands.executeCommand('vscode.open', Uri.file(file), { selection: new Range(start, start), preview: true });
  await commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
}
