import * as z from 'zod/mini';
import { agentIds } from '../../shared/agentId';
import { lookLimits, waitOutcomes } from '../terminalLook';

/**
 * What windows and the terminal host say to each other, one JSON object a line. Raised with every change that the other
 * side would not understand: windows of an older and a newer Localix share one host.
 */
export const protocol = 2;

/** Bytes of the longest line. Of a window's: arguments and an environment, or a pasted text. Of the host's: a whole screen. */
export const lineLimits = { hello: 4 << 10, window: 4 << 20, host: 32 << 20 };

const key = z.string().check(z.minLength(1), z.maxLength(1024));
const id = z.int();
const side = z.int().check(z.minimum(1), z.maximum(10_000));
const size = z.object({ columns: side, rows: side });
const spec = z.object({
  file: z.string(),
  args: z.readonly(z.array(z.string())),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
});
const lines = z.int().check(z.minimum(0), z.maximum(lookLimits.lines));
const request = z.object({ key, title: z.string(), agent: z.enum(agentIds), spec, begunAt: z.exactOptional(z.number()) });

const waitCondition = z.object({
  patterns: z.readonly(z.array(z.string().check(z.minLength(1), z.maxLength(lookLimits.pattern))).check(z.maxLength(lookLimits.patterns))),
  quiet: z.nullable(z.int().check(z.minimum(1))),
  patience: z.int().check(z.minimum(0), z.maximum(lookLimits.patience)),
});
const count = z.int().check(z.minimum(0));
const look = z.object({ text: z.string(), omitted: count, columns: side, rows: side, cursor: z.object({ column: count, row: z.int() }), isRunning: z.boolean() });

/** The first line of a window, the same in every version of the protocol. */
export const helloMessage = z.object({ type: z.literal('hello'), protocol: z.int(), version: z.string(), token: z.string() });

/** What a window sends. Answers carry the `id` of their request. */
export const windowMessage = z.discriminatedUnion('type', [
  /** `workspace` names the folders that are open: the terminal is shown again where they are. */
  z.object({ type: z.literal('start'), id, request, workspace: z.string(), size }),
  z.object({ type: z.literal('reattach'), id, key, size }),
  z.object({ type: z.literal('orphans'), id, workspace: z.string() }),
  z.object({ type: z.literal('ping'), id }),
  z.object({ type: z.literal('look'), id, key, lines }),
  z.object({ type: z.literal('wait'), id, key, lines, condition: waitCondition }),
  /** The window no longer waits for the answer to `id`. */
  z.object({ type: z.literal('cancel'), id }),
  /** Also to a terminal that the window does not show. */
  z.object({ type: z.literal('input'), key, data: z.string() }),
  z.object({ type: z.literal('resize'), key, size }),
  /** So many UTF-16 units of data and screens have been read. */
  z.object({ type: z.literal('read'), key, count }),
  z.object({ type: z.literal('detach'), key }),
  z.object({ type: z.literal('end'), key }),
]);

const exit = z.object({ code: z.int(), signal: z.int(), stopped: z.boolean() });

/** The host's answer to `hello`. `replaced`: it was idle and another version, and ends. */
export const greetingMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), version: z.string() }),
  z.object({ type: z.literal('refused'), reason: z.enum(['token', 'protocol', 'replaced']), version: z.string() }),
]);

/** What the host sends after its welcome. */
export const hostMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('attached'), id, key, pid: z.int() }),
  z.object({ type: z.literal('failed'), id, detail: z.string() }),
  z.object({ type: z.literal('orphans'), id, requests: z.array(request) }),
  z.object({ type: z.literal('pong'), id }),
  z.object({ type: z.literal('looked'), id, look: z.nullable(look) }),
  z.object({ type: z.literal('waited'), id, outcome: z.enum(waitOutcomes), look }),
  z.object({ type: z.literal('data'), key, data: z.string() }),
  /** All that is on the terminal: what was shown before is to be cleared. */
  z.object({ type: z.literal('screen'), key, data: z.string() }),
  z.object({ type: z.literal('exit'), key, exit }),
]);

export type Hello = z.infer<typeof helloMessage>;
export type Greeting = z.infer<typeof greetingMessage>;
export type WindowMessage = z.infer<typeof windowMessage>;
export type HostMessage = z.infer<typeof hostMessage>;
