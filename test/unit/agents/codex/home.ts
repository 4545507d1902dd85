import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { codex } from '../../../../src/agents/codex/codex';
import type { Depth, Finding, FoundSession, ReadContext, SessionRecord } from '../../../../src/agents/agent';
import { Files } from '../../../../src/platform/files';
import type { Transcript } from '../../../../src/transcript/model';

export const fixtures = path.join(process.cwd(), 'test', 'fixtures', 'codex');

/** A home folder with a Codex history, read through the adapter. */
export class Home {
  readonly files = new Files();

  constructor(readonly root: string) {}

  /** An empty one, gone after the test that is running. */
  static temporary(context: Mocha.Context): Home {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), 'codex-home-'));
    removals.set(context, [...(removals.get(context) ?? []), root]);
    return new Home(root);
  }

  /** Writes below `.codex`. Texts of several parts are lines. */
  write(name: string, ...parts: (string | Buffer)[]): string {
    const file = path.join(this.root, '.codex', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const [only] = parts;
    fs.writeFileSync(file, parts.length === 1 && only !== undefined ? only : parts.map((part) => `${String(part)}\n`).join(''));
    return file;
  }

  /** A rollout in `sessions`, named after its thread and segment. */
  rollout(thread: string, lines: readonly string[], { segment = '', folder = 'sessions/2026/11/30', end = '\n' } = {}): string {
    const name = `rollout-2026-11-30T10-00-00-${thread}${segment === '' ? '' : `_${segment}`}.jsonl`;
    return this.write(path.join(folder, name), lines.join('\n') + end);
  }

  find(): Promise<Finding> {
    return codex.find({ home: this.root, env: {} }, this.files);
  }

  async found(id: string): Promise<FoundSession> {
    const { sessions } = await this.find();
    const found = sessions.find((session) => session.id === id);
    if (found === undefined) throw new Error(`${id} was not found`);
    return found;
  }

  async context(): Promise<ReadContext> {
    const { sessions } = await this.find();
    return { place: { home: this.root, env: {} }, files: this.files, sessions: new Map(sessions.map((one) => [one.id, one])) };
  }

  async read(id: string, depth: Depth = 'full'): Promise<SessionRecord> {
    return codex.read(await this.found(id), depth, await this.context());
  }

  async transcript(id: string): Promise<Transcript> {
    return codex.transcript(await this.found(id), await this.context());
  }
}

const removals = new WeakMap<Mocha.Context, string[]>();

/** Removes the temporary homes of a test; for `afterEach`. */
export function removeHomes(context: Mocha.Context): void {
  for (const root of removals.get(context) ?? []) fs.rmSync(root, { recursive: true, force: true });
  removals.delete(context);
}

/** Ids in the order of `number`, as UUIDv7 of that many seconds after 2026-11-30T10:00. */
export function idOf(number: number): string {
  const hex = (Date.UTC(2026, 10, 30, 10) + number * 1000).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`;
}

export function timeOf(seconds: number): string {
  return new Date(Date.UTC(2026, 10, 30, 10) + seconds * 1000).toISOString();
}

/** Records as Codex writes them, one per second. */
export class Lines {
  readonly lines: string[] = [];

  constructor(private ordinal: number | null = null, private seconds = 0) {}

  add(type: string, payload: unknown): this {
    const ordinal = this.ordinal === null ? {} : { ordinal: this.ordinal++ };
    this.lines.push(JSON.stringify({ timestamp: timeOf(this.seconds++), ...ordinal, type, payload }));
    return this;
  }

  meta(id: string, more: Record<string, unknown> = {}): this {
    const mode = this.ordinal === null ? {} : { history_mode: 'paginated' };
    return this.add('session_meta', { id, timestamp: timeOf(0), cwd: '/home/dev/app', cli_version: '0.171.0', source: 'cli', ...mode, ...more });
  }

  event(type: string, more: Record<string, unknown> = {}): this {
    return this.add('event_msg', { type, ...more });
  }

  item(type: string, more: Record<string, unknown> = {}): this {
    return this.event('item_completed', { thread_id: idOf(0), turn_id: idOf(1), item: { type, ...more } });
  }

  /** As item or event, by the kind of the rollout. */
  user(text: string): this {
    if (this.ordinal === null) return this.event('user_message', { message: text, images: [] });
    return this.item('UserMessage', { id: `u-${text}`, content: [{ type: 'text', text }] });
  }

  agent(text: string): this {
    if (this.ordinal === null) return this.event('agent_message', { message: text });
    return this.item('AgentMessage', { id: `a-${text}`, content: [{ type: 'Text', text }] });
  }

  turn(id: string, more: Record<string, unknown> = {}): this {
    return this.add('turn_context', { turn_id: id, cwd: '/home/dev/app', model: 'gpt-5.5', ...more });
  }

  total(input: number, output: number, last: [number, number] = [input, output]): this {
    const usage = ([i, o]: [number, number]): unknown => ({ input_tokens: i, cached_input_tokens: 0, output_tokens: o, total_tokens: i + o });
    return this.event('token_count', { info: { total_token_usage: usage([input, output]), last_token_usage: usage(last) } });
  }

  usage(thread: string, turn: string, response: string, input: number, output: number): this {
    const usage = { input_tokens: input, cached_input_tokens: 0, output_tokens: output };
    return this.add('token_usage_record', { thread_id: thread, turn_id: turn, response_id: response, usage });
  }
}
