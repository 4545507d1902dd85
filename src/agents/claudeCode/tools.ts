import * as path from 'node:path';
import { asObject, asString, type Json, type JsonObject } from '../../core/json';
import type { ToolKind } from '../../shared/transcriptEvent';
import { describeMedia } from './prompts';
import { objectsIn } from './schema';

const kinds: Readonly<Record<string, ToolKind>> = {
  Read: 'read',
  NotebookRead: 'read',
  Edit: 'edit',
  MultiEdit: 'edit',
  Write: 'edit',
  NotebookEdit: 'edit',
  Bash: 'execute',
  BashOutput: 'execute',
  KillBash: 'execute',
  KillShell: 'execute',
  PowerShell: 'execute',
  Grep: 'search',
  Glob: 'search',
  LS: 'search',
  ToolSearch: 'search',
  WebFetch: 'fetch',
  WebSearch: 'fetch',
  web_fetch: 'fetch',
  web_search: 'fetch',
  Agent: 'think',
  Task: 'think',
  TodoWrite: 'think',
  EnterPlanMode: 'think',
  ExitPlanMode: 'think',
};

export function toolKind(name: string): ToolKind {
  return Object.hasOwn(kinds, name) ? (kinds[name] as ToolKind) : 'other';
}

/** What a tool answered. */
export interface ToolAnswer {
  readonly text: string;
  readonly images: readonly string[];
  readonly failed: boolean;
  /** A background agent was started; its end is reported later. */
  readonly isLaunch: boolean;
  /** The agent that did the work of the call. */
  readonly agent: string | undefined;
  /** The file that holds the whole output, where it was too long for the transcript: a path as it was when written. */
  readonly savedAs: string | undefined;
}

/** `block`: the result as the model saw it; `detail`: the record's `toolUseResult`. */
export function toolAnswer(block: JsonObject, detail: Json | undefined): ToolAnswer {
  const text = resultText(block['content']);
  const details = asObject(detail);
  return {
    text,
    images: objectsIn(block['content']).filter((part) => part['type'] === 'image').map(describeMedia),
    failed: block['is_error'] === true,
    isLaunch: details?.['status'] === 'async_launched',
    agent: asString(details?.['agentId']),
    savedAs: asString(details?.['persistedOutputPath']) ?? (text.startsWith('<persisted-output>') ? savedPath.exec(text)?.[1] : undefined),
  };
}

const savedPath = /Full output saved to: ([^\r\n]+)/;

function resultText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  const parts = objectsIn(content).map((part) => asString(part['text']) ?? asString(part['tool_name']));
  return parts.filter((part) => part !== undefined).join('\n');
}

/**
 * Where the output saved as `recorded` lies now: the folder of `session` may have moved, and a path from a transcript is not to
 * be trusted beyond its last parts.
 */
export function savedOutput(recorded: string, transcriptOf: (session: string) => string | undefined): string | undefined {
  const [session, folder, name] = recorded.split(/[\\/]/).slice(-3);
  if (session === undefined || folder !== 'tool-results' || name === undefined || !/^[\w-][\w.-]*$/.test(name)) return undefined;
  const transcript = transcriptOf(session);
  return transcript === undefined ? undefined : path.join(transcript.replace(/\.jsonl$/, ''), folder, name);
}
