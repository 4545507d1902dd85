import { randomUUID } from 'node:crypto';
import * as os from 'node:os';
import * as path from 'node:path';
import { Uri, window, workspace, type ExtensionContext, type LogOutputChannel } from 'vscode';
import { programs } from './agents/programs';
import { Owned, type Disposable } from './core/owned';
import { DemoInstallations, DemoLauncher } from './demo/demoAgents';
import { findDemo } from './demo/findDemo';
import { newDemo } from './demo/newDemo';
import { ExternalSessions } from './external/externalSessions';
import { InstalledAgents, type KnownFeatures } from './external/installedAgents';
import type { Installations } from './external/installations';
import { Worktrees } from './external/worktrees';
import { SearchPath } from './platform/shellPath';
import { InstalledLauncher, type Launcher } from './terminals/launcher';
import { Again } from './terminals/again';
import { hostPlace } from './terminals/host/place';
import { HostedTerminalHost } from './terminals/hostedTerminalHost';
import { HostLauncher } from './terminals/hostLauncher';
import { NewSessions } from './terminals/newSessions';
import { Resume } from './terminals/resume';
import { Terminals } from './terminals/terminals';
import { openFolders, openWorkspace } from './views/folders';
import { registerViews } from './views/register';
import type { Services } from './views/services';
import { demoWords, newSessionTitle, terminalWords } from './views/words';
import { ThreadedWatcher } from './workers/watcher';
import { WorkerPool } from './workers/pool';
import { configuredExecutables, onDidChangeExecutables } from './workbench/settings';
import { TerminalTabs } from './workbench/terminalTabs';

/** For how long the terminal host stays when nothing needs it. */
const hostIdleSeconds = 60;

/** Builds everything and shows the views. Nothing is read and no program runs until a view asks. */
export async function startApp(context: ExtensionContext): Promise<Disposable> {
  const own = new Owned();
  const log = own.add(window.createOutputChannel('Localix', { log: true }));
  const demos = path.join(context.globalStorageUri.fsPath, 'demo');
  const folders = openFolders().map(({ path }) => path);
  const demo = await findDemo(folders, [demos, os.tmpdir()]);
  const agentsHere = demo === undefined ? installedAgents(context, own) : demoAgents(context);
  const external = own.add(
    new ExternalSessions({
      agents: programs,
      installations: agentsHere.installations,
      place: { ...(demo ?? { home: os.homedir(), env: process.env }), folders },
      indexFile: path.join(demo?.home ?? context.globalStorageUri.fsPath, 'localix-index.sqlite'),
      operations: own.add(
        new WorkerPool({ script: script(context, 'scanWorker.js'), size: Math.max(1, os.availableParallelism() - 1), log: (line) => log.error(line) }),
      ),
      watcher: own.add(new ThreadedWatcher({ script: script(context, 'watchWorker.js'), log: (line) => log.warn(line) })),
      log: (line) => log.error(line),
    }),
  );
  own.add(
    registerViews({
      extension: context.extensionUri,
      external,
      installations: agentsHere.installations,
      worktrees: new Worktrees(),
      ...terminalsIn(context, own, log, external, agentsHere.launcher),
      memory: context.globalState,
      log,
      makeDemo: async () => Uri.file((await newDemo(demos, mediaDemo(context))).folder),
    }),
  );
  return own;
}

interface AgentsHere {
  readonly installations: Installations;
  readonly launcher: Launcher;
}

function installedAgents(context: ExtensionContext, own: Owned): AgentsHere {
  const home = os.homedir();
  const { env } = process;
  const searchPath = new SearchPath({ shell: env['SHELL'] ?? os.userInfo().shell ?? undefined, home, env });
  const memory = context.globalState;
  const installations = own.add(
    new InstalledAgents({
      agents: programs,
      searchPath,
      configured: configuredExecutables,
      mayRun: () => workspace.isTrusted,
      memory: {
        get: (agent) => memory.get<KnownFeatures>(`features.${agent}`),
        set: (agent, known) => void memory.update(`features.${agent}`, known),
      },
      home,
      env,
    }),
  );
  own.add(onDidChangeExecutables(() => void installations.refresh()));
  own.add(workspace.onDidGrantWorkspaceTrust(() => void installations.refresh()));
  return { installations, launcher: new InstalledLauncher({ agents: programs, installations, searchPath, env }) };
}

function demoAgents(context: ExtensionContext): AgentsHere {
  return {
    installations: new DemoInstallations(programs),
    launcher: new DemoLauncher({ media: mediaDemo(context), env: process.env, words: demoWords }),
  };
}

function terminalsIn(context: ExtensionContext, own: Owned, log: LogOutputChannel, external: ExternalSessions, launcher: Launcher): Pick<Services, 'resume' | 'newSessions'> {
  const { version } = context.extension.packageJSON as { version: string };
  const { env } = process;
  const hostLauncher = new HostLauncher({ place: hostPlace(env), script: script(context, 'terminalHost.js'), version, env, idleSeconds: hostIdleSeconds });
  const host = own.add(new HostedTerminalHost({ launcher: hostLauncher, workspace: openWorkspace(), log: (line) => log.warn(line) }));
  const again = new Again({ agents: programs, external, launcher });
  const terminals = own.add(new Terminals({ host, surface: new TerminalTabs(), words: terminalWords, again }));
  void terminals.restore();
  const shared = { agents: programs, external, launcher, terminals, isTrusted: () => workspace.isTrusted };
  return { resume: new Resume(shared), newSessions: new NewSessions({ ...shared, newId: randomUUID, title: newSessionTitle }) };
}

function script(context: ExtensionContext, name: string): string {
  return context.asAbsolutePath(path.join('dist', name));
}

function mediaDemo(context: ExtensionContext): string {
  return context.asAbsolutePath(path.join('media', 'demo'));
}
