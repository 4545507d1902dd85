import { type ChatId, parseChatId } from '../core/ids';
import { asObject, type Json } from '../core/json';
import { parseTranscriptPageState, type TranscriptPageState } from './transcriptPageState';

/** Kept by VS Code across a reload. The draft is kept by the host. */
export interface ChatPageState {
  readonly id: ChatId;
  /** Where the reader was in the conversation of its session; `null` before there was one. */
  readonly conversation: TranscriptPageState | null;
}

/** `undefined` for what names no chat. */
export function parseChatPageState(value: unknown): ChatPageState | undefined {
  const state = asObject(value as Json | undefined);
  const id = parseChatId(state?.['id']);
  return id === undefined ? undefined : { id, conversation: parseTranscriptPageState(state?.['conversation']) ?? null };
}
