import * as path from 'node:path';
import { commands, env } from 'vscode';
import { type Failure, fail, ok } from '../core/result';
import type { ExternalSessions } from '../external/externalSessions';
import { parseKey, sessionKey, type SessionKey } from '../shared/agentId';
import type { TranscriptContract, TranscriptHead } from '../shared/transcriptContract';
import { sessionLink } from './chatLinks';
import type { CommandId } from './commands';
import type { Handlers } from './pageBridge';
import { resume } from './resumeCommands';
import type { Services } from './services';
import { openSource } from './sessionActions';

interface Shown {
  /** Whose transcript the page shows now; `undefined` for none. */
  key(): SessionKey | undefined;
  /** Its head was read, or that of a sub-agent of it. */
  onHead?(head: TranscriptHead): void;
}

/** What a page that shows a transcript is answered, whatever else is on that page. */
export function transcriptAnswers(services: Services, { key: shown, onHead }: Shown): Handlers<TranscriptContract> {
  const sessionsOf = (key: SessionKey): ExternalSessions => services.hosts.sessionsOf(key);
  const ofSession =
    <P, R>(act: (key: SessionKey, params: P) => Promise<R>) =>
    async (params: P): Promise<R | Failure<'session_missing'>> => {
      const key = shown();
      return key === undefined ? fail('session_missing') : act(key, params);
    };
  return {
    'transcript.open': ofSession(async (key, { subagent, part, branches }) => {
      const head = await sessionsOf(key).head(keyOf(key, subagent), part, branches);
      if (head.ok) onHead?.(head.value);
      return head;
    }),
    'transcript.window': ofSession((key, { subagent, ...rows }) => sessionsOf(key).window(keyOf(key, subagent), rows)),
    'transcript.event': ofSession((key, { subagent, part, position, whole }) => sessionsOf(key).event(keyOf(key, subagent), part, position, whole)),
    'transcript.pictures': ofSession((key, { subagent, part, position }) => sessionsOf(key).pictures(keyOf(key, subagent), part, position)),
    'transcript.search': ofSession((key, { subagent, part, branches, text }) => sessionsOf(key).search(keyOf(key, subagent), part, branches, text)),
    'history.get': ofSession((key, { cursor }) => sessionsOf(key).history(key, cursor)),
    'history.entry': ofSession((key, { id }) => sessionsOf(key).historyEntry(key, id)),
    'transcript.resume': ofSession((key) => resume(services, key)),
    'transcript.openSubagent': ofSession(async (key, { id }) => {
      await commands.executeCommand('localix.openTranscript' satisfies CommandId, keyOf(key, id));
      return ok(null);
    }),
    'transcript.export': () => {
      void commands.executeCommand('localix.exportSession' satisfies CommandId, shown());
      return Promise.resolve(ok(null));
    },
    'transcript.copyLink': ofSession(async (key) => {
      await env.clipboard.writeText(sessionLink(key).toString());
      return ok(null);
    }),
    'transcript.copy': async ({ text }) => {
      await env.clipboard.writeText(text);
      return ok(null);
    },
    'transcript.reveal': async ({ file, line }) => {
      if (!isHistory(services, shown(), file)) return fail('event_missing', file);
      await openSource(file, line);
      return ok(null);
    },
  };
}

/** The session itself, or the one that a sub-agent of it is recorded in. */
function keyOf(key: SessionKey, subagent: string | undefined): SessionKey {
  const parts = parseKey(key);
  return parts === undefined || subagent === undefined ? key : sessionKey(parts.agent, subagent, parts.host);
}

/** A page opens files of agents' histories and no others, whatever stands in the transcript it shows. */
function isHistory({ external, hosts }: Services, key: SessionKey | undefined, named: string): boolean {
  const file = path.resolve(named);
  const roots = external.historyRoots().flatMap(({ paths }) => paths);
  const own = (key && hosts.sessionsOf(key).get(key)?.files) ?? [];
  return own.includes(file) || roots.some((root) => file === root || file.startsWith(root + path.sep));
}
