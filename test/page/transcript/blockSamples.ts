import * as fs from 'node:fs';
import * as path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { agents } from '../../../src/agents/registry';
import { DemoInstallations } from '../../../src/demo/demoAgents';
import { ExternalSessions } from '../../../src/external/externalSessions';
import { statFields } from '../../../src/platform/processStat';
import { type AgentId, sessionKey, type SessionKey } from '../../../src/shared/agentId';
import type { TranscriptContract } from '../../../src/shared/transcriptContract';
import { LocalOperations } from '../../../src/workers/operations';
import type { Answers } from '../harness/testPage';

/** One session of each agent with every kind of block that this agent records: `test/fixtures/blocks/<agent>`, a home. */
export const blockSamples: Readonly<Record<AgentId, string>> = {
  'claude-code': 'b10c0000-0000-4000-8000-000000000001',
  codex: '01a20000-0000-7000-8000-00000000b10c',
  opencode: 'ses_b10c000000000000000000001',
  gemini: 'b10c0000-0000-4000-8000-000000000002',
  copilot: 'b10c0000-0000-4000-8000-000000000003',
  hermes: '20261128_091200_b10c01',
};

/** Some hours after the samples end: their days are a date, yesterday and today. */
export const blockNow = '2026-11-30T17:00:00.000Z';

/** An agent's sample as a window of the product reads it: adapter, transcript and all that answers a page. */
export class BlockSample {
  readonly key: SessionKey;
  private readonly external: ExternalSessions;

  /** `home`: an empty folder to place the agent's files in. */
  constructor(readonly agent: AgentId, home: string) {
    this.key = sessionKey(agent, blockSamples[agent]);
    place(agent, home);
    this.external = new ExternalSessions({
      agents,
      operations: new LocalOperations(),
      watcher: { watch: () => undefined, dispose: () => undefined },
      installations: new DemoInstallations(agents),
      place: { home, env: {} },
      indexFile: path.join(home, 'index.sqlite'),
      log: (line) => {
        throw new Error(line);
      },
    });
  }

  /** As `transcriptAnswers` of the extension, for all that a page asks in order to show. */
  get answers(): Answers<TranscriptContract> {
    const { external } = this;
    const keyOf = (subagent: string | undefined): SessionKey => (subagent === undefined ? this.key : sessionKey(this.agent, subagent));
    return {
      'transcript.open': ({ subagent, part, branches }) => external.head(keyOf(subagent), part, branches),
      'transcript.window': ({ subagent, ...rows }) => external.window(keyOf(subagent), rows),
      'transcript.event': ({ subagent, part, position, whole }) => external.event(keyOf(subagent), part, position, whole),
      'transcript.pictures': ({ subagent, part, position }) => external.pictures(keyOf(subagent), part, position),
      'history.get': ({ cursor }) => external.history(this.key, cursor),
      'history.entry': ({ id }) => external.historyEntry(this.key, id),
    };
  }

  dispose(): void {
    this.external.dispose();
  }
}

function place(agent: AgentId, home: string): void {
  fs.cpSync(path.join('test/fixtures/blocks', agent), home, { recursive: true });
  for (const name of fs.readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.sql'))) {
    const file = path.join(home, name);
    const database = new DatabaseSync(file.replace(/\.sql$/, '.db'));
    database.exec(fs.readFileSync(file, 'utf8'));
    database.close();
  }
  if (agent === 'claude-code') run(home);
}

/** Claude Code names the process that has a session open, here this one: its last call runs. */
function run(home: string): void {
  const procStart = statFields(fs.readFileSync('/proc/self/stat', 'latin1'))[22 - 3];
  const file = path.join(home, '.claude/sessions', `${process.pid}.json`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ pid: process.pid, procStart, sessionId: blockSamples['claude-code'], kind: 'interactive', status: 'busy' }));
}
