import type { ChatId } from '../core/ids';

/** What the person opened and folded, by chat. */
export type Folds = ReadonlyMap<ChatId, boolean>;

/** Whether a chat's children show: as the person chose, else where they lead to the open chat. */
export function isOpen(id: ChatId, folds: Folds, onPath: ReadonlySet<ChatId>): boolean {
  return folds.get(id) ?? onPath.has(id);
}

/** Choices that are remembered. */
const remembered = 500;

/** `folds` with one more choice, the last made; the oldest are forgotten. */
export function withFold(folds: Folds, id: ChatId, open: boolean): Folds {
  const next = new Map(folds);
  next.delete(id);
  next.set(id, open);
  return new Map([...next].slice(-remembered));
}
