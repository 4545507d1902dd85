/** What the name of a rollout tells: `rollout-<local time>-<thread>[_<segment>].jsonl[.zst]`. */
export interface RolloutName {
  readonly thread: string;
  /** The thread's own id for its first file; a rewind starts another file, a segment with an id of its own. */
  readonly segment: string;
  readonly compressed: boolean;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const pattern = new RegExp(`^rollout-[\\dT-]*?-(${uuid})(?:_(${uuid}))?\\.jsonl(\\.zst)?$`);

/** `undefined` when `name` (without folders) is none of a rollout. */
export function parseRolloutName(name: string): RolloutName | undefined {
  const [, thread, segment, zst] = pattern.exec(name) ?? [];
  return thread === undefined ? undefined : { thread, segment: segment ?? thread, compressed: zst !== undefined };
}

/** Milliseconds since 1970 in a UUIDv7; `undefined` for another kind of id. Codex's ids are of this kind. */
export function timeOfId(id: string): number | undefined {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
}
