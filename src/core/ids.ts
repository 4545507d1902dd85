/** Names one project for good: numbers are never given twice. */
export type ProjectId = `PRJ-${number}`;

/** Names one chat for good: numbers are never given twice, and a chat's is higher than that of the chat it stands under. */
export type ChatId = `LOCALIX-${number}`;

/** `text` as the id of a chat, or `undefined` when it is none. */
export function parseChatId(text: unknown): ChatId | undefined {
  return typeof text === 'string' && /^LOCALIX-[1-9]\d{0,14}$/.test(text) ? (text as ChatId) : undefined;
}

export function chatNumber(id: ChatId): number {
  return Number(id.slice('LOCALIX-'.length));
}
