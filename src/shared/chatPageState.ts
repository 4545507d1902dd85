import { type ChatId, parseChatId } from '../core/ids';
import { asObject, type Json } from '../core/json';

/** Kept by VS Code across a reload. The draft is kept by the host. */
export interface ChatPageState {
  readonly id: ChatId;
}

/** `undefined` for what names no chat. */
export function parseChatPageState(value: unknown): ChatPageState | undefined {
  const id = parseChatId(asObject(value as Json | undefined)?.['id']);
  return id === undefined ? undefined : { id };
}
