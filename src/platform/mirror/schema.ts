import * as z from 'zod/mini';

/** What the script on a host answers. The host is not trusted: names and bytes are checked again where they are used. */
const whole = z.int().check(z.minimum(0));
/** Beyond what a number holds exactly. */
const nanoseconds = z.number().check(z.minimum(0), z.maximum(8.64e21));
const identity = z.string().check(z.maxLength(200));
const stamp = z.tuple([whole, nanoseconds, identity]);
const where = z.string().check(z.maxLength(4096));

export const listAnswer = z.object({
  home: where,
  roots: z.array(where),
  files: z.array(z.tuple([whole, where, whole, nanoseconds, identity])),
  left: whole,
  complete: z.boolean(),
});

export const readAnswer = z.object({
  items: z.array(
    z.object({
      error: z.optional(z.string()),
      stamp: z.optional(stamp),
      /** Where each begins, and its bytes: zlib, in base64. */
      pieces: z.optional(z.array(z.tuple([whole, z.string()]))),
    }),
  ),
});

export const copyAnswer = z.object({ error: z.optional(z.string()), size: z.optional(whole), data: z.optional(z.string()) });

export type ListAnswer = z.infer<typeof listAnswer>;
export type ReadAnswer = z.infer<typeof readAnswer>;
