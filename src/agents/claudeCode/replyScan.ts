import { TextHash } from '../../core/hash';
import { IsoTimes } from '../../core/isoTimes';
import { asCount, asCountOrNone } from '../../core/json';
import { ObjectScan } from '../../core/objectScan';
import type { CountedRequest } from '../requestTable';

const nothing = new Uint8Array();

/**
 * Reads the lines of one transcript for what counts. Fields are passed over by their bytes alone, and nothing is made of a line that
 * would have to be cleared away: a long history has a million of them.
 */
export class ReplyScan implements CountedRequest {
  // Of the reply that was read last; the ids are hashes, see `requestColumns`.
  id = 0;
  shared = 0;
  alike = 0;
  at: number | undefined;
  model: string | null = null;
  isSide = false;
  readonly usage = { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: 0 };
  /** Whether the reply records what it used. */
  hasUsage = false;
  isBackground = false;
  /** The record says that it was copied from another session. */
  isCopied = false;

  private readonly record = new ObjectScan(nothing, 0, 0);
  private readonly message = new ObjectScan(nothing, 0, 0);
  private readonly inner = new ObjectScan(nothing, 0, 0);
  private readonly part = new ObjectScan(nothing, 0, 0);
  private readonly hash = new TextHash();
  private readonly times = new IsoTimes();
  private readonly uuid = new Span();
  private readonly request = new Span();
  private readonly messageId = new Span();

  constructor(private readonly session: string, private readonly isSubagent: boolean) {}

  /**
   * What counts of a line: a reply, which is then in the fields, or `prompt` for a record of a person; `undefined` when nothing does.
   * `turn` is the number of prompts before it, see `replyOf`.
   */
  read(bytes: Buffer, start: number, end: number, turn: number): 'reply' | 'prompt' | undefined {
    const record = this.record.restart(bytes, start, end);
    const { uuid, request } = this;
    uuid.clear();
    request.clear();
    this.at = undefined;
    this.isSide = this.isSubagent;
    this.isBackground = false;
    let type: 'assistant' | 'user' | undefined;
    let hasMessage = false;
    let [isOtherFork, isFork, isOtherRequest] = [false, false, false];
    while (record.next()) {
      if (record.isKey('type')) {
        type = record.isText('assistant') ? 'assistant' : record.isText('user') ? 'user' : undefined;
        if (type === undefined) return undefined;
      } else if (record.isKey('message')) {
        if (!record.isObject) return undefined;
        const message = record.inside(this.message);
        if (type === 'user') return this.promptIn(message);
        // The role says it before the type does.
        if (this.readMessage(message) === 'user') return type === undefined ? this.promptIn(record.inside(this.message)) : undefined;
        hasMessage = true;
        record.leave(message);
      } else if (record.isKey('uuid')) uuid.set(record);
      else if (record.isKey('requestId')) request.set(record);
      else if (record.isKey('timestamp')) this.at = isString(record) ? this.times.read(bytes, record.valueStart + 1, record.valueEnd - 1) : undefined;
      else if (record.isKey('isSidechain')) this.isSide = this.isSubagent || bytes[record.valueStart] === 0x74;
      else if (record.isKey('isApiErrorMessage')) {
        if (bytes[record.valueStart] === 0x74) return undefined;
      } else if (record.isKey('sessionKind')) this.isBackground = record.isText('bg');
      else if (record.isKey('requestSessionId')) isOtherRequest = isString(record) && !record.isText(this.session);
      else if (record.isKey('forkedFrom') && record.isObject) {
        const origin = originIn(record.inside(this.inner));
        isFork = origin !== undefined;
        isOtherFork = origin?.isText(this.session) === false;
      }
    }
    if (!record.isWhole || type !== 'assistant' || !uuid.isThere || !hasMessage || this.model === '<synthetic>') return undefined;
    this.isCopied = isFork ? isOtherFork : isOtherRequest;
    this.setIds(bytes, turn);
    return 'reply';
  }

  private setIds(bytes: Buffer, turn: number): void {
    const { hash, uuid, request, usage } = this;
    const messageId = this.messageId.isThere ? this.messageId : uuid;
    hash.restart().addBytes(bytes, messageId.start, messageId.end).add(' ');
    if (request.isThere) hash.addBytes(bytes, request.start, request.end);
    else hash.add(`turn ${turn}`);
    this.id = hash.value;
    // Behind a gateway all messages may have one id; copies keep the record's own.
    this.shared = request.isThere ? this.id : hash.restart().addBytes(bytes, uuid.start, uuid.end).value;
    hash.restart().addBytes(bytes, messageId.start, messageId.end);
    this.alike = hash.addNumber(usage.input).addNumber(usage.cache_read).addNumber(usage.cache_write).value;
  }

  private readMessage(message: ObjectScan): 'user' | 'other' {
    let hasModel = false;
    this.messageId.clear();
    this.hasUsage = false;
    while (message.next()) {
      if (message.isKey('role') && message.isText('user')) return 'user';
      if (message.isKey('id')) this.messageId.set(message);
      else if (message.isKey('model')) {
        hasModel = isString(message);
        if (hasModel && (this.model === null || !message.isText(this.model))) this.model = message.text.slice(1, -1);
      } else if (message.isKey('usage')) this.hasUsage = this.readUsage(message);
    }
    if (!hasModel) this.model = null;
    return 'other';
  }

  /** As `usageOf` does. */
  private readUsage(member: ObjectScan): boolean {
    if (!member.isObject) return false;
    const json = member.inside(this.inner);
    let [input, output, read, parts, reasoning] = [0, 0, 0, 0, 0];
    let written: number | undefined;
    while (json.next()) {
      if (json.isKey('input_tokens')) input = countOf(json);
      else if (json.isKey('output_tokens')) output = countOf(json);
      else if (json.isKey('cache_read_input_tokens')) read = countOf(json);
      else if (json.isKey('cache_creation_input_tokens')) written = asCountOrNone(json.number);
      else if (json.isKey('cache_creation')) parts = this.sumOf(json, 'ephemeral_5m_input_tokens', 'ephemeral_1h_input_tokens');
      else if (json.isKey('output_tokens_details')) reasoning = this.sumOf(json, 'thinking_tokens', 'thinking_tokens');
    }
    member.leave(json);
    const { usage } = this;
    usage.input = input;
    usage.output = output;
    usage.cache_read = read;
    usage.cache_write = written ?? parts;
    usage.reasoning = reasoning;
    return json.isWhole;
  }

  private sumOf(member: ObjectScan, one: string, other: string): number {
    let sum = 0;
    const json = member.inside(this.part);
    while (json.next()) if (json.isKey(one) || json.isKey(other)) sum += countOf(json);
    return sum;
  }

  /** A tool's result is a user record too. It stands first in the content. */
  private promptIn(message: ObjectScan): 'prompt' | undefined {
    while (message.next()) {
      if (!message.isKey('content')) continue;
      if (!message.isList) return 'prompt';
      const block = message.firstElement(this.inner);
      while (block.next()) {
        if (block.isKey('tool_use_id')) return undefined;
        if (block.isKey('type')) return block.isText('tool_result') ? undefined : 'prompt';
      }
    }
    return undefined;
  }
}

/** An id within the line: a text in ASCII, without its quotes. */
class Span {
  start = 0;
  end = 0;

  get isThere(): boolean {
    return this.end > 0;
  }

  clear(): void {
    this.start = 0;
    this.end = 0;
  }

  set(member: ObjectScan): void {
    this.clear();
    if (!isString(member)) return;
    this.start = member.valueStart + 1;
    this.end = member.valueEnd - 1;
  }
}

/** The id of the session that a record was copied from, as the present member. */
function originIn(mark: ObjectScan): ObjectScan | undefined {
  while (mark.next()) if (mark.isKey('sessionId')) return isString(mark) ? mark : undefined;
  return undefined;
}

function countOf(member: ObjectScan): number {
  return asCount(member.number);
}

function isString(member: ObjectScan): boolean {
  return member.bytes[member.valueStart] === 0x22;
}
