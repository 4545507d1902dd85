import { asObject, asString } from '../../core/json';
import { later, toIso } from '../../core/time';
import { type EventRecord, contextOf, isKnown, promptOf, totalsOf } from './schema';
import { Spendings } from './usage';

/** `Forked from "<name>" (<parent>) as "<name>" (<own id>).`: the only link to a parent. A fork of a fork has its parent's line too. */
const forkLine = /^Forked from ".*" \(([0-9a-f-]{36})\) as ".*" \(([0-9a-f-]{36})\)\.$/s;

/** What a list needs of one log, taken from its records in their order, all of them or some. */
export class Digest {
  readonly spendings = new Spendings();
  /** Prompts and answers with text, also those that a fork took over. */
  messages = 0;
  firstPrompt: string | undefined;
  startedAt: string | null = null;
  version: string | null = null;
  folder: string | undefined;
  branch: string | undefined;
  parentId: string | null = null;
  /** No record could be read. */
  isEmpty = true;
  hasConversation = false;
  private hasAnswer = false;
  private readonly ids = new Set<string>();
  private readonly usedModels = new Set<string>();
  private readonly unknown = new Map<string, number>();
  private chosenModel: string | undefined;
  private lastMessageAt: string | null = null;
  private lastRecordAt: string | null = null;
  /** When the log's own first record was written: what is older came from the parent of a fork. */
  beganAt: string | null = null;

  constructor(private readonly sessionId: string) {}

  add(record: EventRecord): void {
    const { id, type, at, data } = record;
    if (id !== undefined && this.ids.has(id)) return;
    if (id !== undefined) this.ids.add(id);
    this.isEmpty = false;
    this.lastRecordAt = later(this.lastRecordAt, at);
    if (!isKnown(type)) this.unknown.set(type, (this.unknown.get(type) ?? 0) + 1);
    if (type === 'session.start') this.addStart(record);
    if (type === 'session.info') this.addInfo(asString(data['message']) ?? '');
    if (type === 'session.model_change' && !record.isOfSubagent) this.chosenModel = asString(data['newModel']) ?? this.chosenModel;
    const context = contextOf(record);
    this.folder = asString(context?.['cwd']) ?? this.folder;
    this.branch = asString(context?.['branch']) ?? this.branch;
    this.addMessage(record);
    this.addModels(record);
    const isInherited = at !== null && this.beganAt !== null && at < this.beganAt;
    if (!isInherited) this.spendings.add(record);
  }

  /** The newest prompt or answer; a resume or the end of a run is no activity. */
  get lastActivity(): string | null {
    return this.lastMessageAt ?? this.lastRecordAt;
  }

  get models(): readonly string[] {
    if (this.usedModels.size > 0 || this.chosenModel === undefined || !this.hasAnswer) return [...this.usedModels];
    return [this.chosenModel];
  }

  get unknownTypes(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.unknown);
  }

  private addStart({ at, data }: EventRecord): void {
    this.startedAt ??= toIso(asString(data['startTime']));
    this.version ??= asString(data['copilotVersion']) ?? null;
    this.beganAt ??= at;
  }

  private addInfo(message: string): void {
    const [, parent, own] = forkLine.exec(message) ?? [];
    if (parent !== undefined && own === this.sessionId) this.parentId = parent;
  }

  private addMessage(record: EventRecord): void {
    const prompt = promptOf(record);
    const isAnswer = record.type === 'assistant.message' && !record.isOfSubagent;
    if (prompt === undefined && !isAnswer) return;
    this.firstPrompt ??= prompt;
    this.hasAnswer ||= isAnswer;
    this.hasConversation = true;
    this.lastMessageAt = later(this.lastMessageAt, record.at);
    if (prompt !== undefined || (asString(record.data['content']) ?? '').trim() !== '') this.messages++;
  }

  /** 1.0.22 names no model on an answer, only in its totals. */
  private addModels({ type, data }: EventRecord): void {
    const used: (string | undefined)[] = [];
    if (type === 'assistant.message' || type === 'tool.execution_complete') used.push(asString(data['model']));
    if (type === 'session.usage_record') used.push(asString(asObject(data['usage'])?.['model']));
    if (type === 'session.shutdown') used.push(...totalsOf(data['modelMetrics']).keys());
    for (const model of used) if (model !== undefined) this.usedModels.add(model);
  }
}
