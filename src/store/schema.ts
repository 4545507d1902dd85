import * as z from 'zod/mini';

const current = z.object({
  epoch: z.int().check(z.minimum(1)),
  /** Of the last line that the snapshot holds, and that line's checksum: where the log goes on. */
  sequence: z.int().check(z.minimum(0)),
  previous: z.string(),
  /** Checksum of the snapshot; `null` in the first epoch, which has none. */
  snapshot: z.nullable(z.string()),
});

/** Which snapshot and log are the store's. */
export type Current = z.infer<typeof current>;

/** `undefined` when the text is not what was written. */
export function parseCurrent(text: string): Current | undefined {
  try {
    return current.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
