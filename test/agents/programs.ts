import fs from 'node:fs';
import path from 'node:path';
import type { AgentId } from '../../src/shared/agentId';
import type { ServerFolders } from '../harness/server';

/** Where `npm run test:agents` has installed the programs. */
const installed = path.join(process.env['LOCALIX_AGENT_PROGRAMS'] ?? '', 'node_modules/.bin');
const apiKey = 'sk-ant-mock-0000000000000000';

export interface Program {
  readonly agent: AgentId;
  readonly name: string;
  /** Environment with which it finds the mock model. */
  env(origin: string): Readonly<Record<string, string>>;
  /** Writes what it would ask a person at its first start in a folder. */
  configure(folders: ServerFolders, origin: string): void;
  /** On the screen when it takes a prompt. */
  readonly ready: string;
}

const claude: Program = {
  agent: 'claude-code',
  name: 'claude',
  env: (origin) => ({ ANTHROPIC_BASE_URL: origin, ANTHROPIC_API_KEY: apiKey }),
  configure: ({ home, workspace }) =>
    write(home, '.claude.json', { hasCompletedOnboarding: true, theme: 'dark', customApiKeyResponses: { approved: [apiKey.slice(-20)], rejected: [] }, projects: { [workspace]: { hasTrustDialogAccepted: true } } }),
  ready: 'shift+tab to cycle',
};

const codex: Program = {
  agent: 'codex',
  name: 'codex',
  env: () => ({}),
  configure({ home, workspace }, origin) {
    const lines = ['model = "gpt-6.2-sol"', 'model_provider = "mock"', '[model_providers.mock]', 'name = "mock"', `base_url = "${origin}/v1"`, 'wire_api = "responses"', `[projects."${workspace}"]`, 'trust_level = "trusted"'];
    fs.mkdirSync(path.join(home, '.codex'), { recursive: true });
    fs.writeFileSync(path.join(home, '.codex/config.toml'), `${lines.join('\n')}\n`);
  },
  ready: '? for shortcuts',
};

const opencode: Program = {
  agent: 'opencode',
  name: 'opencode',
  env: () => ({}),
  configure({ home }, origin) {
    const mock = { npm: '@ai-sdk/openai-compatible', name: 'Mock', options: { baseURL: `${origin}/v1`, apiKey: 'mock' }, models: { mock: { name: 'Mock' } } };
    write(home, '.config/opencode/opencode.json', { autoupdate: false, model: 'mock/mock', small_model: 'mock/mock', provider: { mock } });
  },
  ready: 'Ask anything',
};

const gemini: Program = {
  agent: 'gemini',
  name: 'gemini',
  env: (origin) => ({ GEMINI_API_KEY: 'mock', GOOGLE_GEMINI_BASE_URL: origin }),
  configure({ home, workspace }) {
    // A model by name: without one it asks another model first which to take.
    write(home, '.gemini/settings.json', { security: { auth: { selectedType: 'gemini-api-key' } }, general: { enableAutoUpdate: false, enableAutoUpdateNotification: false }, model: { name: 'gemini-2.5-pro' }, ide: { hasSeenNudge: true } });
    write(home, '.gemini/state.json', { terminalSetupPromptShown: true });
    write(home, '.gemini/trustedFolders.json', { [workspace]: 'TRUST_FOLDER' });
  },
  ready: 'Type your message',
};

const copilot: Program = {
  agent: 'copilot',
  name: 'copilot',
  // With an endpoint of one's own it needs no login.
  env: (origin) => ({ COPILOT_PROVIDER_BASE_URL: `${origin}/v1`, COPILOT_PROVIDER_TYPE: 'openai', COPILOT_PROVIDER_WIRE_API: 'completions', COPILOT_PROVIDER_API_KEY: 'mock', COPILOT_MODEL: 'mock', COPILOT_OFFLINE: 'true' }),
  configure: ({ home, workspace }) => write(home, '.copilot/config.json', { trusted_folders: [workspace] }),
  ready: '? help',
};

/** The commands of Hermes, which is no npm package, by a stand-in. */
const hermes: Program = {
  agent: 'hermes',
  name: 'hermes',
  env: () => ({}),
  configure({ home }) {
    fs.mkdirSync(path.join(home, '.hermes'));
    fs.copyFileSync('test/fixtures/hermes/main/.hermes/state.db', path.join(home, '.hermes/state.db'));
  },
  ready: 'hermes stand-in',
};

export const programs: readonly Program[] = [claude, codex, opencode, gemini, copilot, hermes];

/** Puts the programs on the PATH of a test, each below a script that writes down how it was started. */
export function place(folders: ServerFolders, origin: string): void {
  for (const program of programs) {
    program.configure(folders, origin);
    const start = program === hermes ? `'${process.execPath}' '${path.resolve('test/agents/hermes.mjs')}'` : `'${path.join(installed, program.name)}'`;
    const script = `#!/bin/sh\necho "$*" >> '${startsFile(folders, program.name)}'\nexec ${start} "$@"\n`;
    fs.writeFileSync(path.join(folders.bin, program.name), script, { mode: 0o755 });
  }
}

/** The arguments of every start so far, without the questions after its features. */
export function startsOf(folders: ServerFolders, program: Program): string[] {
  const file = startsFile(folders, program.name);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(0, -1).filter((line) => !line.includes('--help')) : [];
}

function startsFile(folders: ServerFolders, name: string): string {
  return path.join(folders.root, `${name}.starts`);
}

function write(home: string, file: string, content: object): void {
  fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
  fs.writeFileSync(path.join(home, file), JSON.stringify(content));
}
