import { randomUUID } from 'node:crypto';
import * as os from 'node:os';
import * as path from 'node:path';
import { commands, l10n, Uri, window, workspace, type ExtensionContext, type LogOutputChannel } from 'vscode';
import type { Place } from './agents/agent';
import { programs } from './agents/programs';
import { nativeOf } from './chats/chat';
import { Chats } from './chats/chats';
import { Drafts } from './chats/drafts';
import { parseChatId } from './core/ids';
import { Owned, type Disposable } from './core/owned';
import { fail, ok, type Result } from './core/result';
import { DemoInstallations, DemoLauncher } from './demo/demoAgents';
import { findDemo } from './demo/findDemo';
import { newDemo } from './demo/newDemo';
import { AgentNotes } from './external/agentNotes';
import { ExternalSessions } from './external/externalSessions';
import { HostList } from './external/hostList';
import { InstalledAgents, type KnownFeatures } from './external/installedAgents';
import { SessionExports } from './external/sessionExports';
import type { Installations } from './external/installations';
import { KeptSessions } from './external/keptSessions';
import type { Session } from './external/session';
import { Worktrees } from './external/worktrees';
import { SearchPath } from './platform/shellPath';
import { ChatFolders } from './projects/chatFolders';
import { OpenProjects } from './projects/openProjects';
import { ProjectFolders } from './projects/projectFolders';
import { placeNow } from './projects/placeNow';
import { Projects } from './projects/projects';
import { seeFolder } from './projects/seeFolder';
import { type AgentId, parseSessionKey, sessionKey, type SessionKey } from './shared/agentId';
import type { Chat } from './store/rows';
import { Store } from './store/store';
import { ChatActivity } from './terminals/chatActivity';
import { ChatIdentities } from './terminals/chatIdentities';
import { ChatTerminals } from './terminals/chatTerminals';
import { InstalledLauncher, type Launcher } from './terminals/launcher';
import { Again } from './terminals/again';
import { hostPlace } from './terminals/host/place';
import { HostedTerminalHost } from './terminals/hostedTerminalHost';
import { HostResume } from './terminals/hostResume';
import { HostLauncher } from './terminals/hostLauncher';
import { Identities } from './terminals/identities';
import { NewSessions } from './terminals/newSessions';
import { ResumeCommands } from './terminals/resumeCommands';
import { Resume, type TerminalOwner } from './terminals/resume';
import { RunningSessions } from './terminals/runningSessions';
import { Screens } from './terminals/screens';
import { TabTitles } from './terminals/tabTitles';
import { Terminals } from './terminals/terminals';
import { chatTitle } from './views/chatNodes';
import { openFolders, openWorkspace } from './views/folders';
import { ActiveSession } from './views/activeSession';
import { OpenChats } from './views/openChats';
import { UsageCounts } from './usage/usageCounts';
import { UsageService } from './usage/usageService';
import { registerViews } from './views/register';
import type { Services } from './views/services';
import { titleOf } from './views/sessionText';
import { demoWords, terminalWords } from './views/words';
import { ThreadedWatcher } from './workers/watcher';
import { WorkerPool } from './workers/pool';
import { GitBranches } from './workbench/gitBranches';
import { configuredExecutables, configuredHosts, onDidChangeExecutables, onDidChangeHosts } from './workbench/settings';
import { TerminalTabs } from './workbench/terminalTabs';
import { windowAnswers } from './workbench/windowAnswers';

/** For how long the terminal host stays when nothing needs it. */
const hostIdleSeconds = 60;

/** All that runs in this window. */
export interface App {
  /** Settles when what is still to be saved is saved. */
  end(): Promise<void>;
}

/** Builds everything and shows the views. Nothing is read and no program runs until a view asks. */
export async function startApp(context: ExtensionContext): Promise<App> {
  const own = new Owned();
  const log = own.add(window.createOutputChannel('Localix', { log: true }));
  const demos = path.join(context.globalStorageUri.fsPath, 'demo');
  const folders = openFolders().map(({ path }) => path);
  const demo = await findDemo(folders, [demos, os.tmpdir()]);
  void commands.executeCommand('setContext', 'localix.isDemo', demo !== undefined);
  const place: Place = demo ?? { home: os.homedir(), env: process.env };
  const agentsHere = demo === undefined ? installedAgents(context, own) : demoAgents(context);
  const storage = demo?.home ?? context.globalStorageUri.fsPath;
  const kept = own.add(new KeptSessions({ agents: programs, place, folder: path.join(storage, 'kept'), log: (line) => log.warn(line) }));
  const threads = Math.max(1, os.availableParallelism() - 1);
  const operations = own.add(new WorkerPool({ script: script(context, 'scanWorker.js'), size: threads, log: (line) => log.error(line) }));
  const external = own.add(
    new ExternalSessions({
      agents: programs,
      installations: agentsHere.installations,
      place: { ...place, folders },
      fallback: (key) => kept.placeOf(key),
      indexFile: path.join(storage, 'localix-index.sqlite'),
      operations,
      watcher: own.add(new ThreadedWatcher({ script: script(context, 'watchWorker.js'), log: (line) => log.warn(line) })),
      log: (line) => log.error(line),
    }),
  );
  kept.follow(external);
  const hosts = own.add(
    new HostList({
      ...{ agents: programs, operations, here: external, ssh: 'ssh', folder: path.join(storage, 'hosts') },
      script: context.asAbsolutePath(path.join('media', 'remoteHistory.py')),
      log: (line) => log.warn(line),
    }),
  );
  if (demo === undefined) {
    hosts.set(configuredHosts());
    own.add(onDidChangeHosts(() => hosts.set(configuredHosts())));
  }
  // Two batches for each thread: one is counted while the next is on its way.
  const counts = new UsageCounts({ operations, place: { ...place, folders }, file: path.join(storage, 'localix-usage.sqlite'), width: 2 * threads });
  const usage = own.add(new UsageService({ external, counts, log: (line) => log.error(line) }));
  const store = own.add(
    new Store({ folder: path.join(storage, 'store'), script: script(context, 'storeWorker.js'), log: (line) => log.error(line) }),
  );
  const projects = projectsIn(own, place, store, log);
  const { terminals, ...terminalsHere } = terminalsIn(context, own, { log, external, hosts, kept, ...agentsHere, chats: () => chats, ...projects });
  const chats: Chats = own.add(
    new Chats({
      store,
      now: Date.now,
      teardown: (chat) => terminals.stop(chat.id),
      removeFolder: async ({ id, project }) => {
        if (project === projects.projects.default?.id) await projects.chatFolders.remove(id);
      },
      log: (line) => log.warn(line),
    }),
  );
  own.add(
    terminals.onDidHear(({ key, end }) => {
      const id = parseChatId(key);
      if (id !== undefined) void chats.setTerminalEnd(id, end);
    }),
  );
  const identities = own.add(new Identities({ external, isTaken: (session) => chats.ofNative(session) !== undefined, log: (line) => log.warn(line) }));
  own.add(new ChatIdentities({ terminals, identities, chats, log: (line) => log.warn(line) }));
  own.add(new TabTitles({ terminals, chats, titleOf: chatTitle }));
  const drafts = draftsIn(own, store);
  own.add(
    registerViews({
      extension: context.extensionUri,
      external,
      exports: own.add(
        new SessionExports({
          script: script(context, 'exportWorker.js'),
          placeOf: (key) => (parseSessionKey(key) === undefined ? hosts.hostOf(key)?.place : { ...place, folders }),
          log: (line) => log.error(line),
        }),
      ),
      hosts,
      installations: agentsHere.installations,
      kept,
      usage,
      worktrees: new Worktrees(),
      ...{ terminals, ...terminalsHere },
      chats,
      drafts,
      chatTerminals: new ChatTerminals({
        ...{ chats, terminals, ...terminalsHere },
        folderOf: (chat) => projects.projectFolders.workingFolder(chat.project, chat.root),
        titleOf: chatTitle,
      }),
      activity: own.add(new ChatActivity({ chats, external, terminals })),
      ...projects,
      openChats: own.add(new OpenChats({ chats, openProjects: projects.openProjects })),
      activeSession: new ActiveSession(),
      branches: own.add(new GitBranches()),
      memory: context.globalState,
      log,
      makeDemo: async () => Uri.file((await newDemo(demos, mediaDemo(context))).folder),
    }),
  );
  return {
    end: async () => {
      await drafts.flush();
      await store.end();
      own.dispose();
    },
  };
}

interface AgentsHere {
  readonly installations: Installations;
  readonly launcher: Launcher;
  readonly searchPath: SearchPath;
}

function installedAgents(context: ExtensionContext, own: Owned): AgentsHere {
  const home = os.homedir();
  const { env } = process;
  const searchPath = searchPathHere();
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
  return { installations, searchPath, launcher: new InstalledLauncher({ agents: programs, installations, searchPath, env, codexHelper: context.asAbsolutePath(path.join('media', 'codexHelper.sh')) }) };
}

function searchPathHere(): SearchPath {
  const { env } = process;
  return new SearchPath({ shell: env['SHELL'] ?? os.userInfo().shell ?? undefined, home: os.homedir(), env });
}

function demoAgents(context: ExtensionContext): AgentsHere {
  return {
    installations: new DemoInstallations(programs),
    searchPath: searchPathHere(),
    launcher: new DemoLauncher({ media: mediaDemo(context), env: process.env, words: demoWords }),
  };
}

interface ProjectsHere {
  readonly projects: Projects;
  readonly chatFolders: ChatFolders;
  readonly projectFolders: ProjectFolders;
  readonly openProjects: OpenProjects;
}

function projectsIn(own: Owned, place: Place, store: Store, log: LogOutputChannel): ProjectsHere {
  const { home } = place;
  const chatFolders = new ChatFolders(home);
  const agentNotes = new AgentNotes({ agents: programs, place, log: (line) => log.error(line) });
  const projects = own.add(
    new Projects({
      ...{ store, home, chatFolders, now: Date.now },
      follow: (from, to) => agentNotes.follow(from, to),
      defaultName: l10n.t('Default'),
      log: (line) => log.warn(line),
    }),
  );
  const projectFolders = own.add(new ProjectFolders({ projects, store, chatFolders }));
  const onDidChange = (listener: () => void): Disposable => workspace.onDidChangeWorkspaceFolders(() => listener());
  const openProjects = own.add(new OpenProjects({ projects, folders: projectFolders, openFolders: { list: openFolders, onDidChange } }));
  return { projects, chatFolders, projectFolders, openProjects };
}

function draftsIn(own: Owned, store: Store): Drafts {
  const drafts = own.add(
    new Drafts({
      read: async (chat) => {
        const draft = await store.read('draft', { chat });
        return draft.ok ? (draft.value?.text ?? '') : '';
      },
      save: async (chat, text) => (await store.write('setDraft', { chat, text, now: Date.now() })).ok,
    }),
  );
  return drafts;
}

/** The chat that a session's terminal belongs to, made when it has none: with the session's own times. */
async function chatOf({ key, record }: Session, chats: Chats, openProjects: OpenProjects): Promise<Result<TerminalOwner, 'chat_not_saved'>> {
  const { title, folder, createdAt, lastActivityAt } = record;
  const project = await openProjects.holding(folder);
  if (project === undefined) return fail('chat_not_saved');
  return ownerOf(await chats.adopt(project.id, { key, title, folder, createdAt: milliseconds(createdAt), activeAt: milliseconds(lastActivityAt) }));
}

/** Where a session's folder is now that the project of its chat has moved. */
async function placeOf({ key, record: { folder } }: Session, chats: Chats, projects: Projects): Promise<string | undefined> {
  await Promise.all([chats.start(), projects.start()]);
  const chat = chats.ofNative(key);
  const project = chat && projects.get(chat.project);
  const now = project === undefined || folder === null ? undefined : placeNow(project, folder);
  return now !== undefined && (await seeFolder(now)).ok ? now : undefined;
}

/** A chat for a session that begins. */
async function freshChat(agent: AgentId, nativeId: string | null, folder: string | null, chats: Chats, openProjects: OpenProjects): Promise<Result<TerminalOwner, 'chat_not_saved'>> {
  const project = await openProjects.holding(folder);
  if (project === undefined) return fail('chat_not_saved');
  if (nativeId === null) return ownerOf(await chats.begin(project.id, agent));
  return ownerOf(await chats.adopt(project.id, { key: sessionKey(agent, nativeId), title: '', folder, createdAt: null, activeAt: null }));
}

function ownerOf(chat: Result<Chat, string>): Result<TerminalOwner, 'chat_not_saved'> {
  return chat.ok ? ok({ key: chat.value.id, title: chatTitle(chat.value) }) : fail('chat_not_saved', `${chat.code} ${chat.detail}`);
}

function milliseconds(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}

interface TerminalsDeps {
  readonly log: LogOutputChannel;
  readonly external: ExternalSessions;
  readonly hosts: HostList;
  readonly kept: KeptSessions;
  readonly launcher: Launcher;
  readonly searchPath: SearchPath;
  /** Chats end terminals, and terminals ask chats: these come later. */
  readonly chats: () => Chats;
  readonly openProjects: OpenProjects;
  readonly projects: Projects;
}

function terminalsIn(
  context: ExtensionContext,
  own: Owned,
  { log, external, hosts, kept, launcher, searchPath, chats, openProjects, projects }: TerminalsDeps,
): Pick<Services, 'resume' | 'resumeCommands' | 'hostResume' | 'newSessions' | 'terminals' | 'screens'> {
  const { version } = context.extension.packageJSON as { version: string };
  const { env } = process;
  const hostLauncher = new HostLauncher({ place: hostPlace(env), script: script(context, 'terminalHost.js'), version, env, idleSeconds: hostIdleSeconds });
  const host = own.add(new HostedTerminalHost({ launcher: hostLauncher, workspace: openWorkspace(), answered: windowAnswers, log: (line) => log.warn(line) }));
  const sessionOf = async (key: string): Promise<SessionKey | undefined> => {
    const id = parseChatId(key);
    if (id === undefined) return parseSessionKey(key) && (key as SessionKey);
    await chats().start();
    const chat = chats().chat(id);
    return chat && nativeOf(chat);
  };
  const commands = new ResumeCommands({ agents: programs, launcher, placeNow: (session) => placeOf(session, chats(), projects) });
  const again = new Again({ agents: programs, external, launcher, commands, kept, sessionOf });
  const terminals = own.add(new Terminals({ host, surface: new TerminalTabs(), words: terminalWords, again }));
  void terminals.restore();
  const running = new RunningSessions({ terminals, external, ownOf: (key) => chats().ofNative(key)?.id });
  const shared = { agents: programs, external, launcher, terminals, isTrusted: () => workspace.isTrusted };
  return {
    terminals,
    screens: new Screens({ host, terminals }),
    resumeCommands: commands,
    hostResume: new HostResume({ agents: programs, hosts, terminals, titleOf, searchPath, home: os.homedir(), env, isTrusted: shared.isTrusted }),
    resume: new Resume({ ...shared, commands, running, kept, owner: (session) => chatOf(session, chats(), openProjects) }),
    newSessions: new NewSessions({ ...shared, newId: randomUUID, owner: (...begun) => freshChat(...begun, chats(), openProjects) }),
  };
}

function script(context: ExtensionContext, name: string): string {
  return context.asAbsolutePath(path.join('dist', name));
}

function mediaDemo(context: ExtensionContext): string {
  return context.asAbsolutePath(path.join('media', 'demo'));
}
