import { asObject, asString } from '../../core/json';
import { earlier, later } from '../../core/time';
import type { FoundSession, SessionRecord } from '../agent';
import { factsOf } from './find';
import type { ClaudeRecord } from './schema';
import { Titles } from './title';
import type { Node } from './tree';

/** The part of a session's record that does not need its transcript read through. */
export type CommonRecord = Omit<SessionRecord, 'messageCount' | 'usage' | 'inlineSubagentUsage' | 'parentId' | 'unknownTypes'>;

export interface Reading {
  /** The session's own first prompt, and the first one among what it copied. */
  readonly prompts: { readonly own: Node | undefined; readonly copied: Node | undefined };
  /** Whether the transcript has the record. */
  holds(uuid: string): boolean;
  /** Whether all messages have been seen. */
  readonly isComplete: boolean;
}

/** Enough to find the one that a project folder is named after. */
const foldersKept = 50;

/** What a session's records tell of it as a whole, whether all of them are read or only those at the ends. */
export class Row {
  readonly titles = new Titles();
  readonly models = new Set<string>();
  hasMessage = false;
  /** The session named by the records: a sub-agent's owner. */
  recordedSession: string | undefined;
  private readonly folders = new Set<string>();
  private relocated: string | undefined;
  private branch: string | null = null;
  private version: string | null = null;
  private firstAt: string | null = null;
  private lastAt: string | null = null;
  private lastMessageAt: string | null = null;
  private firstCommand: string | undefined;

  /** `node` is the record's place in the tree; it is missing for state, and for a repeated record. */
  add({ type, json }: ClaudeRecord, node: Node | undefined): void {
    this.titles.add(type, json);
    this.relocated = asString(json['relocatedCwd']) ?? this.relocated;
    const worktree = asString(asObject(json['worktreeSession'])?.['originalCwd']);
    if (worktree !== undefined) this.keepFolder(worktree);
    if (node === undefined || node.isSidechain) return;
    this.recordedSession ??= asString(json['sessionId']);
    this.version = asString(json['version']) ?? this.version;
    const cwd = asString(json['cwd']);
    if (cwd !== undefined) this.keepFolder(cwd);
    // Outside a repository the branch is recorded as `HEAD`.
    const branch = asString(json['gitBranch']);
    if (branch !== undefined && branch !== '' && branch !== 'HEAD') this.branch = branch;
    this.firstAt = earlier(this.firstAt, node.copiedFrom === undefined ? node.at : null);
    this.lastAt = later(this.lastAt, node.at);
    this.firstCommand ??= node.command;
    if (node.kind === 'prompt' || node.kind === 'reply') this.addMessage(node);
  }

  /** The transcript says that it went to another folder. */
  get isMoved(): boolean {
    return this.relocated !== undefined;
  }

  private addMessage(node: Node): void {
    this.hasMessage = true;
    this.lastMessageAt = later(this.lastMessageAt, node.at);
    if (node.reply !== undefined && node.reply.model !== '') this.models.add(node.reply.model);
  }

  private keepFolder(folder: string): void {
    if (this.folders.size < foldersKept) this.folders.add(folder);
  }

  /** What both depths know. */
  record(found: FoundSession, { prompts, holds, isComplete }: Reading): CommonRecord {
    const { project, isSubagent, owner, sideTitle } = factsOf(found);
    const prompt = prompts.own ?? prompts.copied;
    const isWarmup = isSubagent && prompt?.label === warmupPrompt;
    return {
      id: found.id,
      ...this.titles.choose(sideTitle, holds, prompt?.label, this.firstCommand),
      firstPrompt: prompt?.label ?? null,
      folder: this.folderOf(project),
      branch: this.branch,
      createdAt: prompts.own?.at ?? this.firstAt,
      lastActivityAt: this.lastMessageAt ?? this.lastAt,
      models: [...this.models],
      subagentOf: isSubagent && !isWarmup ? (owner ?? this.recordedSession ?? null) : null,
      archived: false,
      agentVersion: this.version,
      hidden: isWarmup ? 'sub_agent' : isComplete && !this.hasMessage ? 'no_message' : null,
    };
  }

  /**
   * The folder that the project folder is named after; records may name others, after a `cd` or a resume from elsewhere. A moved
   * transcript says where it went.
   */
  private folderOf(project: string): string | null {
    const candidates = this.relocated === undefined ? [...this.folders] : [this.relocated, ...this.folders];
    return candidates.find((folder) => isNamedAfter(project, folder)) ?? candidates[0] ?? null;
  }
}

/** 2.0 starts a few agents with every session to fill caches. No conversation asked for them, and none counts them. */
const warmupPrompt = 'Warmup';

/** Names of folders are cut to this many characters, and a hash follows. */
const longestProject = 200;

/** Each UTF-16 unit that is no ASCII letter or digit becomes a hyphen, so a name is compared, never decoded. */
function isNamedAfter(project: string, folder: string): boolean {
  return folder.replace(/[^A-Za-z0-9]/g, '-').slice(0, longestProject) === project.slice(0, longestProject);
}

/** Where the copies of a forked session end, as far as its records say: the place of the first record of its own. */
export function endOfMarkedCopies(nodes: readonly Node[]): number {
  return nodes.findLastIndex((node) => node.copiedFrom !== undefined) + 1;
}

export function firstPrompt(nodes: readonly Node[], from = 0): Node | undefined {
  return nodes.find((node, place) => place >= from && node.kind === 'prompt' && !node.isSidechain);
}

