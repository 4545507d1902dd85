import type { Json, JsonObject } from '../core/json';
import type { Files } from '../platform/files';
import type { LineScan } from '../platform/lineScan';
import type { Guard } from '../platform/mirror/guard';
import type { Holding } from '../platform/mirror/holding';
import type { MirrorPlace } from '../platform/mirror/mirror';
import type { RunningProcess } from '../platform/processes';
import type { AgentId } from '../shared/agentId';
import type { TranscriptEvent } from '../shared/transcriptEvent';
import type { IsCopied, Transcript, Usage } from '../transcript/model';
import type { RequestTable } from './requestTable';

/** One coding agent's program: where its history lies, how it is started. All that the extension's main thread needs of an agent. */
export interface AgentProgram {
  readonly id: AgentId;
  /** The program's name on PATH. */
  readonly executable: string;
  readonly capabilities: Capabilities;
  /** What to ask an installed program before its commands can be built, by name of the feature. */
  readonly features: Readonly<Record<string, FeatureProbe>>;

  /** The folders and files of the agent's history, existing or not: shown to a person and watched for changes. */
  roots(place: Place): readonly Root[];
  /** What of a home is copied from another machine: the files that are read of the history, and no other. What tells who runs is no part of it. */
  readonly holding: Holding;

  /** Begins a new session. */
  launch(fresh: Fresh, installed: Features): Command;
  resume(session: Resumable, installed: Features): Command;
  /** Resumes a session that was recorded elsewhere in `folder`. Absent where the agent finds a session in its recorded folder alone. */
  resumeIn?(folder: string, session: Resumable, installed: Features): Command;
  /** Begins a new session with the whole of another in it. Present where `capabilities.canFork`. */
  fork?(session: Resumable & Preset, installed: Features): Command;
  /**
   * What must be copied before a resume, because the agent may delete it afterwards; absent where no agent's version does that.
   * Below `home` the same files in another folder are a home in which the adapter finds the session.
   */
  atRisk?(session: Pick<FoundSession, 'id' | 'files'>, place: Place): { readonly home: string; readonly paths: readonly string[] };
  /** Environment variables that would turn off recording or move the home when inherited, each with its reason. */
  readonly unwantedEnv: Readonly<Record<string, string>>;
  /** Present where the agent keeps something by a folder's path that its history doesn't hold. */
  readonly folderNotes?: FolderNotes;
}

/** What an agent keeps by a folder's path. Folders are named with symbolic links resolved. */
export interface FolderNotes {
  /** Where the agent's own memory of `folder` lies, existing or not; `null` when it can't be told. */
  memory(folder: string, place: Place): string | null;
  /** Whether a person answered that `folder` may run what it brings along. File system errors are thrown as they come. */
  isTrusted(folder: string, place: Place, files: Files): Promise<boolean>;
}

/**
 * One coding agent with all that reads its history. Adapters are pure over bytes and rows; they run in worker threads and on the
 * command line alike, and never write.
 */
export interface Agent extends AgentProgram {
  /**
   * Names every session without opening a transcript: a walk with one stat per file, or one query.
   * A file system error below a root becomes a `Skipped`; a missing root is an empty finding.
   */
  find(place: Place, files: Files): Promise<Finding>;

  /** Reads one session's row. File system errors (a file that vanished) are thrown as they come. */
  read(found: FoundSession, depth: Depth, context: ReadContext): Promise<SessionRecord>;

  /**
   * Counts the requests to models that one session's own files record, going on from `before` where they only grew since.
   * File system errors are thrown as they come.
   */
  count(found: FoundSession, before: Count | undefined, context: CountContext): Promise<Count>;

  /** Reads one session through. File system errors are thrown as they come. */
  transcript(found: FoundSession, context: ReadContext): Promise<Transcript>;

  /**
   * What the sub-agent `id` of a call is read as, where its work is in the file of the session that started it; `undefined` when
   * there is no such session. Absent where every sub-agent is found as a session.
   */
  inlineSubagent?(id: string, sessions: ReadonlyMap<string, FoundSession>): FoundSession | undefined;

  /**
   * The records with the pictures that came with the message `event`. Absent where its own line of a file holds them.
   * File system errors are thrown as they come.
   */
  pictureRecords?(event: TranscriptEvent, found: FoundSession, files: Files): Promise<readonly Json[]>;

  /**
   * The sessions that the first of a terminal's `processes` to have any has open, by what the agent itself keeps of it, the
   * current one last; `null` where that is not known here. Absent where the agent keeps nothing.
   */
  openIn?(processes: readonly RunningProcess[], place: Place, files: Files): Promise<readonly string[] | null>;
}

export interface Capabilities {
  readonly canFork: boolean;
  readonly recordsUsage: boolean;
  /** A new session can be given its id at launch. */
  readonly presetsSessionId: boolean;
  /** A person can rename a session inside the agent. */
  readonly canRename: boolean;
}

/** A home folder and the environment in which an agent's roots are resolved. An empty `env` means the defaults. */
export interface Place {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders known from elsewhere, such as the open ones: tried where an agent records only a folder's hash. */
  readonly folders?: readonly string[];
  /** The machine of which the home is a copy. Nothing else is read for it here. */
  readonly mirror?: MirrorPlace;
  /** Before the files of such a home. Given where they are read, and never crosses threads. */
  readonly guard?: Guard;
}

export interface Root {
  readonly path: string;
  readonly kind: 'folder' | 'file';
  /** Levels below a folder in which sessions lie; a watcher need not go deeper. */
  readonly depth?: number;
  /** The only names in a folder that belong to the history, where it holds much else. */
  readonly names?: RegExp;
  /** Whether to name it to a person who asks where this history comes from. */
  readonly shown: boolean;
}

/** `ends`: the first and last bytes of each file only, within the limits of `ends` reading. `full`: read through. */
export type Depth = 'ends' | 'full';

export interface FoundSession {
  readonly id: string;
  /** Equal as long as nothing changed that `read` depends on: file identity, size, time, and the facts below. */
  readonly signature: string;
  /** Files to open, the main one last written first; the database for a row. */
  readonly files: readonly string[];
  /** What the walk or query already knows. Plain data: it crosses threads and is kept in a cache. */
  readonly facts: JsonObject;
  /** A process of the agent has this session open. */
  readonly running: boolean;
}

export interface Finding {
  readonly sessions: readonly FoundSession[];
  readonly skipped: readonly Skipped[];
}

export type SkipReason =
  | 'empty_file'
  | 'no_message'
  | 'name_is_no_session'
  | 'sub_agent'
  | 'duplicate'
  | 'not_readable_as_history'
  | 'outdated_layout'
  | 'is_directory'
  | 'permission_denied'
  | 'vanished'
  | 'unreadable'
  | 'database_unreadable'
  | 'newer_schema'
  | 'hidden_by_agent'
  | 'agent_not_installed';

/**
 * Something found in an agent's history that is no row, and why. `newer_schema` hides nothing: it tells that there may
 * be more than is understood, with the schema's version as detail.
 */
export interface Skipped {
  readonly path: string;
  readonly id: string | null;
  readonly reason: SkipReason;
  /** A name or an error message that the reason's words may show; may be empty. */
  readonly detail: string;
}

export interface ReadContext {
  readonly place: Place;
  readonly files: Files;
  /** All sessions of the same finding by id, for forks and segments that build on another session's file. */
  readonly sessions: ReadonlyMap<string, FoundSession>;
  readonly signal?: AbortSignal;
  /** What an earlier reading by the ends told of the session; its files may have only grown since. */
  readonly earlier?: EarlierReading | undefined;
  /** Called by `read` at full depth where the session's transcript repeats records of other sessions. */
  readonly onCopies?: (isCopied: IsCopied) => void;
}

export interface EarlierReading {
  readonly found: FoundSession;
  readonly record: SessionRecord;
}

export interface CountContext extends ReadContext {
  /** Through which plain files are read. */
  readonly lines: LineScan;
  /** In which requests are gathered, for one session at a time. */
  readonly table: RequestTable;
}

/** What one session's own files record of requests. Plain data, kept from one counting to the next. */
export interface Count {
  /** From where to go on, for the adapter alone; `null` when the next counting must begin anew. */
  readonly state: JsonObject | null;
  /** Whether the session's usage is known, be it nothing. */
  readonly isKnown: boolean;
  /** Of sessions with copies of one request the one with the lowest number made it. */
  readonly order: number;
  /** Only sessions of one agent that have a name in common here can hold copies of each other's requests. */
  readonly families: readonly string[];
  readonly models: readonly string[];
  /** Rows as in `requestColumns`. Valid until the next session is counted. */
  readonly requests: Float64Array;
}

export type TitleSource = 'rename' | 'generated' | 'first_prompt' | 'none';

/** What one session's own files tell of it. */
export interface SessionRecord {
  readonly id: string;
  readonly title: string;
  readonly titleSource: TitleSource;
  readonly firstPrompt: string | null;
  /** The absolute folder the session belongs to, as recorded; `null` when not known. */
  readonly folder: string | null;
  readonly branch: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string | null;
  readonly lastActivityAt: string | null;
  /** Human prompts plus agent messages on the active branch; `null` when not read through. */
  readonly messageCount: number | null;
  readonly models: readonly string[];
  /** The session's own tokens; `null` when unknown or not read through. */
  readonly usage: Usage | null;
  /** Tokens of sub-agents recorded inside this session's own files; `null` when there are none. */
  readonly inlineSubagentUsage: Usage | null;
  /** The session this one was forked or branched from. */
  readonly parentId: string | null;
  /** Set for a sub-agent's transcript: the session that started it. It is no row; its usage counts in the parent. */
  readonly subagentOf: string | null;
  readonly archived: boolean;
  /** `false` for what the agent's present versions can't open any more; absent means that they can. */
  readonly resumable?: boolean;
  /** Why it is no row although it was read. `no_message` gives way when the session is running. */
  readonly hidden: SkipReason | null;
  /** Version of the agent that wrote it, where recorded. */
  readonly agentVersion: string | null;
  /** Unknown record types with their number; only counted when read through. */
  readonly unknownTypes: Readonly<Record<string, number>>;
  /** As in `Resumable`. */
  readonly resumeArguments?: readonly string[];
  /** A mark of the last bytes that were there, by which a file is known that has only grown since. */
  readonly endMark?: number | undefined;
  /** What the start told of a session whose end alone will be read once it has grown: for the adapter, plain data. */
  readonly start?: JsonObject | undefined;
}

/** What a new session is begun with. */
export interface Preset {
  /** The id it gets, a UUID; `null` without `capabilities.presetsSessionId`. */
  readonly presetId: string | null;
}

export interface Fresh extends Preset {
  readonly folder: string;
}

export interface Resumable {
  readonly id: string;
  readonly folder: string | null;
  /** What names the session on the agent's command line, where that is more or other than its id. */
  readonly resumeArguments?: readonly string[];
}

export interface Command {
  /** The executable's name and its arguments. */
  readonly argv: readonly string[];
  /** The folder to start in; `null` where none is recorded. */
  readonly cwd: string | null;
}

/** What tells which session a terminal's processes have. */
export interface Evidence {
  /** As of `Agent.openIn`; `null` where that is not known. */
  readonly open: readonly string[] | null;
  /** Another process of the agent works in the same folder: a new session there may be its own. */
  readonly hasRival: boolean;
}

/** A feature is there when the output of `executable ...args` contains `contains`. */
export interface FeatureProbe {
  readonly args: readonly string[];
  readonly contains: string;
}

/** The features of an installed program, by the names in `AgentProgram.features`. */
export type Features = Readonly<Record<string, boolean>>;
