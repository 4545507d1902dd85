import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { SessionRecord } from '../../../../src/agents/agent';
import { claudeCode } from '../../../../src/agents/claudeCode/claudeCode';
import { Files } from '../../../../src/platform/files';
import type { Transcript } from '../../../../src/transcript/model';
import { type Scan, scan } from '../../../../src/workers/scanning';

export type Fields = Readonly<Record<string, unknown>>;

/** A session id that ends in `number`. */
export function sessionId(number: number): string {
  return `5e551011-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A home folder of its own in which tests write histories. */
export class Home {
  readonly root = fs.mkdtempSync(path.join(os.tmpdir(), 'localix-claude-'));
  readonly place = { home: this.root, env: {} };

  file(...parts: string[]): string {
    return path.join(this.root, '.claude', ...parts);
  }

  /** Writes a transcript of the folder `/home/dev/app`, or whatever `name` says; a line is a record or raw text. */
  write(name: string, lines: readonly (Fields | string)[], project = '-home-dev-app'): string {
    const file = this.file('projects', project, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
    return file;
  }

  writeSession(id: string, lines: readonly (Fields | string)[], project?: string): string {
    return this.write(`${id}.jsonl`, lines, project);
  }

  scan(depth: 'ends' | 'full'): Promise<Scan> {
    return scan(claudeCode, this.place, { depth, known: {} });
  }

  async read(id: string, depth: 'ends' | 'full'): Promise<SessionRecord> {
    const record = (await this.scan(depth)).records.find((candidate) => candidate.id === id);
    if (record === undefined) throw new Error(`${id} was not read`);
    return record;
  }

  transcript(id: string): Promise<Transcript> {
    return transcriptOf(this.root, id);
  }

  dispose(): void {
    fs.rmSync(this.root, { recursive: true, force: true });
  }
}

export async function transcriptOf(home: string, id: string): Promise<Transcript> {
  const files = new Files();
  const place = { home, env: {} };
  const { sessions } = await claudeCode.find(place, files);
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const found = byId.get(id);
  if (found === undefined) throw new Error(`${id} was not found`);
  return claudeCode.transcript(found, { place, files, sessions: byId });
}

/** Writes records of one conversation, each hanging from the one before, a second apart. */
export class Conversation {
  readonly lines: (Fields | string)[] = [];
  private last: string | null = null;
  private count = 0;

  constructor(readonly id: string, private readonly common: Fields = {}) {}

  /** The time of the record that was added as number `place`, from 1. */
  static at(place: number): string {
    return new Date(Date.UTC(2026, 0, 5, 12, 0, place)).toISOString();
  }

  add(fields: Fields): string {
    const uuid = `${this.id.slice(-4)}-${String(++this.count).padStart(4, '0')}`;
    const place = { cwd: '/home/dev/app', gitBranch: 'main', version: '2.1.332', isSidechain: false };
    this.lines.push({ parentUuid: this.last, ...place, sessionId: this.id, timestamp: Conversation.at(this.count), uuid, ...this.common, ...fields });
    this.last = typeof fields['uuid'] === 'string' ? fields['uuid'] : uuid;
    return this.last;
  }

  prompt(content: unknown, fields: Fields = {}): string {
    return this.add({ type: 'user', message: { role: 'user', content }, ...fields });
  }

  /** A reply of one block; `output` tokens, and ten of each other kind. */
  reply(id: string, block: Fields | string, output = 1, fields: Fields = {}): string {
    const usage = { input_tokens: 10, output_tokens: output, cache_read_input_tokens: 10, cache_creation_input_tokens: 10 };
    const content = [typeof block === 'string' ? { type: 'text', text: block } : block];
    return this.add({ type: 'assistant', requestId: `req_${id}`, message: { id, role: 'assistant', model: 'claude-a', content, usage }, ...fields });
  }

  result(toolUse: string, content: unknown, fields: Fields = {}): string {
    return this.add({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: toolUse, content, ...fields }] } });
  }

  /** A record without a place in the tree. */
  state(fields: Fields | string): this {
    this.lines.push(typeof fields === 'string' ? fields : { sessionId: this.id, ...fields });
    return this;
  }

  /** The next record hangs from `uuid`. */
  rewindTo(uuid: string | null): this {
    this.last = uuid;
    return this;
  }
}
