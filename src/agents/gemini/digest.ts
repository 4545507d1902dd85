import { asString, type JsonObject } from '../../core/json';
import { later, toIso } from '../../core/time';
import { MessageLog } from './messageLog';
import { partNames, unknownParts } from './parts';
import type { LogRecord, Message } from './schema';
import { isBare, saysSomething, userText } from './text';
import { Requests } from './usage';

/** What a list needs of a message. */
interface Trace {
  readonly kind: 'prompt' | 'answer' | 'summary' | 'other';
  /** Typed as a command of the program or a question to it: sent to the model, but no conversation by itself. */
  readonly isSlashLine: boolean;
  /** Without model and tokens: stock text when it follows a summary. */
  readonly isBare: boolean;
  readonly unknown: readonly string[];
}

const noMessage: Omit<Trace, 'unknown'> = { kind: 'other', isSlashLine: false, isBare: false };
const notes: ReadonlySet<string> = new Set(['info', 'warning', 'error']);

/** What a list needs of one session file, taken from its records in their order, all of them or some. */
export class Digest {
  readonly requests = new Requests();
  readonly models = new Set<string>();
  /** In the order of the file, so also one that was rewound or replaced later. */
  firstPrompt: string | undefined;
  private hasAnswer = false;
  private newest: string | null = null;
  private fields: JsonObject = {};
  private readonly log = new MessageLog<Trace>();

  add(record: LogRecord): void {
    switch (record.type) {
      case 'message':
        this.log.set(record.message.id, this.trace(record.message));
        break;
      case 'metadata':
        this.fields = { ...this.fields, ...record.fields, messages: undefined };
        if (record.messages !== undefined) this.log.replace(record.messages.map((message) => ({ id: message.id, value: this.trace(message) })));
        break;
      case 'rewind':
        this.log.rewindTo(record.to);
        break;
      case 'unknown':
        this.log.add({ ...noMessage, unknown: [record.name] });
    }
  }

  get sessionId(): string | undefined {
    return asString(this.fields['sessionId']);
  }

  get startTime(): string | null {
    return toIso(asString(this.fields['startTime']));
  }

  get lastActivity(): string | null {
    return toIso(asString(this.fields['lastUpdated'])) ?? this.newest;
  }

  get summary(): string | undefined {
    return asString(this.fields['summary']);
  }

  get isSubagent(): boolean {
    return this.fields['kind'] === 'subagent';
  }

  /** Whether any record showed conversation, also one that was taken back later. */
  get sawConversation(): boolean {
    return this.firstPrompt !== undefined || this.hasAnswer;
  }

  /** Prompts and answers of the history. `resumable`: more than slash lines. */
  get count(): { readonly messages: number; readonly resumable: boolean } {
    let messages = 0;
    let resumable = false;
    let before: Trace['kind'] | undefined;
    for (const { value, active, id } of this.log.all) {
      if (!active || id === undefined) continue;
      const counts = value.kind === 'prompt' || (value.kind === 'answer' && !(value.isBare && before === 'summary'));
      if (counts) messages++;
      if (counts && !value.isSlashLine) resumable = true;
      before = value.kind;
    }
    return { messages, resumable };
  }

  get unknownTypes(): Readonly<Record<string, number>> {
    const counts = new Map<string, number>();
    for (const name of this.log.all.flatMap(({ value }) => value.unknown)) counts.set(name, (counts.get(name) ?? 0) + 1);
    return Object.fromEntries(counts);
  }

  private trace(message: Message): Trace {
    this.requests.add(message);
    this.newest = later(this.newest, message.at);
    const unknown = partNames(unknownParts(message));
    switch (message.type) {
      case 'user':
        return { ...this.userTrace(message), unknown };
      case 'gemini':
        return { ...this.answerTrace(message), unknown };
      default:
        return { ...noMessage, unknown: notes.has(message.type) ? unknown : [message.type] };
    }
  }

  private userTrace(message: Message): Omit<Trace, 'unknown'> {
    const content = userText(message);
    if (content.kind === 'summary') return { ...noMessage, kind: 'summary' };
    if (content.kind !== 'prompt') return noMessage;
    const isSlashLine = /^\s*[/?]/.test(content.text);
    if (!isSlashLine) this.firstPrompt ??= content.text;
    return { ...noMessage, kind: 'prompt', isSlashLine };
  }

  private answerTrace(message: Message): Omit<Trace, 'unknown'> {
    if (message.model !== null) this.models.add(message.model);
    if (!saysSomething(message)) return noMessage;
    this.hasAnswer = true;
    return { ...noMessage, kind: 'answer', isBare: isBare(message) };
  }
}
