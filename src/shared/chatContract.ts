import type { ChatId } from '../core/ids';
import type { Result } from '../core/result';
import type { SessionKey } from './agentId';
import type { TranscriptContract } from './transcriptContract';

/** Longest draft that is kept between starts, in UTF-16 units. A longer one lives as long as the window. */
export const draftLimit = 32_000;

export interface ChatPlace {
  readonly id: ChatId;
  readonly title: string;
}

/** The agent that is linked to a chat. */
export interface LinkedAgent {
  readonly name: string;
  /** The address of a one-colour picture. */
  readonly icon: string;
  readonly state: 'working' | 'running' | 'pending' | 'stopped' | 'exited' | 'failed' | 'idle';
  /** Where the conversation is; `null` until it is found out. */
  readonly session: SessionKey | null;
}

/** Something that the person should know, with what they can do about it. */
export interface ChatNotice {
  readonly heading: string;
  readonly text: string;
  /** The buttons' words, pressed by their index. */
  readonly steps: readonly string[];
}

/** All that the page shows of a chat; sent whole at every change. */
export interface ChatState {
  readonly title: string;
  readonly project: string;
  /** From the root chat to this one. */
  readonly path: readonly ChatPlace[];
  /** The folder in which it works; `null` where it is made with the first program that runs there. */
  readonly folder: string | null;
  /** The branch of the folder's git checkout. */
  readonly branch: string | null;
  /** `null` while none is linked. */
  readonly agent: LinkedAgent | null;
  readonly isArchived: boolean;
  /** What is wrong with the project's folder. */
  readonly folderNotice: ChatNotice | null;
  /** Why the agent's terminal could not be opened, until it is tried again. */
  readonly agentNotice: ChatNotice | null;
}

export type ChatPageCode = 'chat_missing';

type Nothing = Readonly<Record<string, never>>;

/** Between a chat's page and its host. What is asked of a transcript is asked of the chat's session. */
export interface ChatContract {
  requests: TranscriptContract['requests'] & {
    /** `isNew`: it was just made, to write in it. */
    'chat.open': { params: Nothing; result: Result<{ readonly chat: ChatState; readonly draft: string; readonly isNew: boolean }, ChatPageCode> };
    'chat.saveDraft': { params: { readonly text: string }; result: null };
    /** Another chat of the path. */
    'chat.go': { params: { readonly id: string }; result: null };
    'chat.switchProject': { params: Nothing; result: null };
    'chat.rename': { params: Nothing; result: null };
    /** Links an agent where none is, else shows its terminal. */
    'chat.openAgent': { params: Nothing; result: null };
    /** Opens the transcript of its session, with all that is known of that. */
    'chat.readSession': { params: Nothing; result: null };
    /** A button of a notice. */
    'chat.step': { params: { readonly of: 'folder' | 'agent'; readonly index: number }; result: null };
  };
  events: TranscriptContract['events'] & {
    'chat.changed': ChatState;
    /** It was deleted. */
    'chat.gone': null;
  };
}
