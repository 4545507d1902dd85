import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The scripts run in the repository's root. */
const harness = path.resolve('test/harness');
const entry = path.join(harness, 'node_modules/code-server/out/node/entry.js');
const guard = path.join(harness, 'guard.mjs');

/** A workbench that shows nothing by itself, asks nothing, and reaches for nothing outside. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'git.autofetch': false,
  'npm.fetchOnlinePackageInfo': false,
  'json.schemaDownload.enable': false,
  'typescript.disableAutomaticTypeAcquisition': true,
  // Terminals drawn as DOM: their text can be read.
  'terminal.integrated.gpuAcceleration': 'off',
  'editor.accessibilitySupport': 'off',
  'files.simpleDialog.enable': true,
};

export interface ServerOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Added to the environment of the server, its extension hosts and its terminals. */
  readonly env?: Readonly<Record<string, string>>;
  /** The home folder to use; by default an empty one that goes with the server. */
  readonly home?: string;
  /** Called before the server starts, to fill its folders. */
  readonly prepare?: (folders: ServerFolders) => void | Promise<void>;
  /** Unpacked extensions that count as installed. */
  readonly link?: readonly string[];
  /**
   * VS Code heeds `payload` only under its smoke-test driver, and shows no notifications then: on for tests inside the
   * host, off for everything a person would do.
   */
  readonly driver?: boolean;
  /** Folders are trusted unless this asks for VS Code's own trust. */
  readonly trust?: boolean;
  /** Passes the caller's own environment through, for a person's own use. */
  readonly ownEnvironment?: boolean;
  /** Ends a forgotten server; never shorter than 61 s. None for a person's own use. */
  readonly idleSeconds?: number;
  readonly verbose?: boolean;
}

export interface ServerFolders {
  readonly root: string;
  readonly home: string;
  readonly data: string;
  readonly extensions: string;
  readonly workspace: string;
  /** First on PATH: for stand-ins of agents' programs. */
  readonly bin: string;
  /** The rest of PATH: this machine's programs, without its agents. */
  readonly programs: string;
  readonly temporary: string;
}

export interface Server {
  readonly origin: string;
  readonly folders: ServerFolders;
  /** The workbench's address, with `folder` open: a folder, or a `.code-workspace` file. */
  url(folder?: string, payload?: readonly (readonly [string, string])[]): string;
  /** How the workbench names a file of this machine. */
  remote(file: string): string;
  /** All that the server has printed. */
  log(): string;
  /** Ends the server with everything it started and removes its folders. */
  stop(): Promise<void>;
  /** Settles when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

function makeFolders(options: ServerOptions): ServerFolders {
  // Short names: a Unix socket's path may have 107 characters.
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'localix-')));
  const at = (name: string): string => path.join(root, name);
  const folders = { root, home: options.home ?? at('home'), data: at('data'), extensions: at('ext'), workspace: at('app'), bin: at('bin'), programs: at('programs'), temporary: at('tmp') };
  for (const folder of Object.values(folders)) fs.mkdirSync(folder, { recursive: true });
  fs.mkdirSync(path.join(folders.data, 'User'));
  const settings = { ...quietSettings, 'security.workspace.trust.enabled': options.trust === true, ...options.settings };
  fs.writeFileSync(path.join(folders.data, 'User/settings.json'), JSON.stringify(settings, null, 2));
  fs.writeFileSync(at('config.yaml'), '');
  // An unpacked extension counts as installed when it is there before the server looks for the first time.
  for (const folder of options.link ?? []) {
    const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as { publisher: string; name: string; version: string };
    fs.symlinkSync(path.resolve(folder), path.join(folders.extensions, `${manifest.publisher}.${manifest.name}-${manifest.version}`), 'dir');
  }
  return folders;
}

/** Agents that a developer of this project has, and that must not decide how a test ends. */
const agentPrograms = new Set(['claude', 'codex', 'opencode', 'gemini', 'copilot', 'hermes']);

/** Gives tests the programs of this machine without its agents, also in login shells, which make their own PATH. */
function limitPath(folders: ServerFolders): string {
  const linked = new Set(agentPrograms);
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) continue;
    for (const name of fs.readdirSync(folder).filter((name) => !linked.has(name))) {
      fs.symlinkSync(path.resolve(folder, name), path.join(folders.programs, name));
      linked.add(name);
    }
  }
  const searchPath = folders.bin + path.delimiter + folders.programs;
  fs.writeFileSync(path.join(folders.home, '.profile'), `PATH='${searchPath}'\n`);
  return searchPath;
}

function environment(folders: ServerFolders, options: ServerOptions): NodeJS.ProcessEnv {
  const inherited = options.ownEnvironment
    ? process.env
    : { LANG: process.env['LANG'] ?? 'C.UTF-8', SHELL: '/bin/bash', PATH: limitPath(folders), ...(process.env['TZ'] && { TZ: process.env['TZ'] }) };
  return {
    ...inherited,
    HOME: folders.home,
    // VS Code leaves its sockets behind: they go with our folder.
    TMPDIR: folders.temporary,
    XDG_RUNTIME_DIR: folders.temporary,
    // No marketplace.
    EXTENSIONS_GALLERY: '{}',
    ...options.env,
  };
}

/**
 * Starts a VS Code server of its own on a free port of this machine. It ends with `stop()`, and also when this process
 * dies. Throws with the server's output when it does not listen within 30 s.
 */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const folders = makeFolders(options);
  await options.prepare?.(folders);
  const args = [
    entry,
    // Without this it writes a configuration into the home folder.
    ...['--config', path.join(folders.root, 'config.yaml')],
    ...['--auth', 'none', '--bind-addr', '127.0.0.1:0'],
    ...['--user-data-dir', folders.data, '--extensions-dir', folders.extensions],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override', '--disable-proxy'],
    ...(options.trust ? [] : ['--disable-workspace-trust']),
    ...(options.idleSeconds === undefined ? [] : ['--idle-timeout-seconds', String(options.idleSeconds)]),
    ...(options.driver ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
  ];
  const child = spawn(process.execPath, [guard, folders.root, process.execPath, ...args], {
    env: environment(folders, options),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let log = '';
  const port = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The server did not listen within 30 s:\n${log}`)), 30_000);
    const read = (chunk: Buffer): void => {
      log += chunk.toString();
      if (options.verbose) process.stderr.write(chunk);
      const found = /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(log)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => {
      clearTimeout(timer);
      reject(new Error(`The server ended:\n${log}`));
    });
  });
  const authority = `127.0.0.1:${port}`;
  return {
    origin: `http://${authority}`,
    folders,
    url(folder, payload = []) {
      const query = new URLSearchParams(folder === undefined ? { ew: 'true' } : { [path.extname(folder) === '.code-workspace' ? 'workspace' : 'folder']: folder });
      if (payload.length > 0) query.set('payload', JSON.stringify(payload));
      return `http://${authority}/?${query}`;
    },
    remote: (file) => `vscode-remote://${authority}${file}`,
    log: () => log,
    async stop() {
      child.stdin.end();
      await ended;
    },
    ended,
  };
}
