import { asNumber, asString, type JsonObject } from '../../core/json';
import { clip, collapse } from '../../core/text';
import { toIso } from '../../core/time';
import type { Depth, FoundSession, SessionRecord, SkipReason, TitleSource } from '../agent';
import { Conversation } from './conversation';
import { timeOfId } from './fileName';
import { factsOf } from './find';
import type { FileRole } from './history';
import { UnknownTypes, unknownType } from './knownTypes';
import { messageOf, roleOf, type Source, typedPrompt } from './messages';
import { filled, isCopied, type Meta, type Peek, plainMeta } from './schema';
import { UsageMeter, UsageSum } from './usage';

const titleLength = 300;
const promptLength = 4000;

/** Gathers a thread's row out of its records. Files are given in the order of their making, lines in theirs. */
export class Row {
  private conversation = new Conversation();
  private readonly unknown = new UnknownTypes();
  private readonly spent = new UsageSum();
  private readonly meter: UsageMeter;
  private role: FileRole = { meta: undefined, isOwn: true, activeEnd: Infinity };
  private firstMeta: Meta | undefined;
  private currentMeta: Meta | undefined;
  // Times as written: they are many, and few of them count.
  private firstRecordAt: string | null = null;
  private lastActivityAt: string | null = null;
  private cwd: string | null = null;
  private hasRecords = false;
  private hasGap = false;

  constructor(private readonly found: FoundSession, private readonly depth: Depth) {
    this.meter = new UsageMeter(found.id, ({ usage }) => this.spent.add(usage));
  }

  /** The row as it stood when the reading that gave `before` had come to the gap in the thread's only file, which has grown since. */
  static begun(found: FoundSession, before: SessionRecord, { meta, source, models, turn, cwd }: Start): Row {
    const row = new Row(found, 'ends');
    const { createdAt, branch, agentVersion: version } = before;
    row.startFile({ meta: { ...plainMeta, ...meta, id: found.id, createdAt, branch, version }, isOwn: true, activeEnd: Infinity });
    row.conversation = Conversation.begun(source, before.firstPrompt);
    row.meter.goOn(models, turn);
    row.cwd = cwd;
    row.hasRecords = true;
    return row;
  }

  get firstPrompt(): string | null {
    return this.conversation.firstPrompt;
  }

  /** What `begun` needs, besides the first prompt, of the lines so far; `undefined` where other files, or copies of another thread's lines, tell of it too. */
  get start(): Start | undefined {
    const { meta } = this.role;
    if (meta === undefined || this.meter.state.copiesTurns) return undefined;
    if (meta.isSubagent || meta.base !== null || meta.forkedFrom !== null) return undefined;
    const { cwd, isPaginated, agentName } = meta;
    return { source: this.conversation.toldBy, models: [...this.meter.models], turn: this.meter.state.turn, cwd: this.cwd, meta: { cwd, isPaginated, agentName } };
  }

  startFile(role: FileRole): void {
    this.role = role;
    this.conversation.startFile();
    if (!role.isOwn) return;
    this.firstMeta ??= role.meta;
    this.currentMeta = role.meta ?? this.currentMeta;
    this.meter.startFile(role.meta);
  }

  /** Lines of the current file were left out here: what the walk knows stands in for them. */
  gap(): void {
    this.hasGap = true;
    if (!this.role.isOwn) return;
    const facts = factsOf(this.found);
    this.cwd = facts.cwd ?? this.cwd;
    this.lastActivityAt = facts.writtenAt;
  }

  /** `isCut`: the record is too long to hold, and `payload` gives nothing. */
  add(found: Peek, payload: () => JsonObject | undefined, isCut: boolean): void {
    this.hasRecords = true;
    const { meta, isOwn, activeEnd } = this.role;
    if (isCopied(found, meta)) return;
    if ((found.ordinal ?? -1) < activeEnd) this.addActive(found, payload, isCut);
    if (isOwn) this.addOwn(found, payload);
  }

  private addActive(found: Peek, payload: () => JsonObject | undefined, isCut: boolean): void {
    if (found.type === 'turn_context') {
      this.cwd = filled(payload()?.['cwd']) ?? this.cwd;
    } else if (found.kind === 'thread_rolled_back') {
      // After a gap the prompts it takes back weren't seen.
      if (!this.hasGap) this.conversation.rollBack(asNumber(payload()?.['num_turns']) ?? 0);
    } else {
      this.addMessage(found, payload, isCut);
    }
  }

  private addMessage(found: Peek, payload: () => JsonObject | undefined, isCut: boolean): void {
    const known = roleOf(found, this.role.meta);
    if (known === undefined || !this.conversation.takes(known.source)) return;
    const parsed = payload();
    if (parsed === undefined) {
      if (isCut && known.role !== undefined) this.conversation.add(known.role, known.source, null);
      return;
    }
    const message = messageOf(known.source, parsed);
    if (message === undefined) return;
    const prompt = message.role === 'user' && this.conversation.seeksPrompt(message.source) ? clip(typedPrompt(message.text), promptLength) : null;
    this.conversation.add(message.role, message.source, prompt);
  }

  private addOwn(found: Peek, payload: () => JsonObject | undefined): void {
    this.firstRecordAt ??= found.at;
    if (isActivity(found)) this.lastActivityAt = found.at ?? this.lastActivityAt;
    const unknown = unknownType(found);
    if (unknown !== null) this.unknown.add(unknown);
    if (found.type === 'session_meta' && asString(payload()?.['id']) !== this.found.id) this.meter.startCopies();
    if (!UsageMeter.wants(found, this.depth)) return;
    const parsed = payload();
    if (parsed !== undefined) this.meter.record(found, parsed);
  }

  /** Whether the current record is another thread's. */
  get isCopied(): boolean {
    return !this.role.isOwn || this.meter.isCopied;
  }

  /** Call it once, after the last file. `isWhole`: every record was given, so what wasn't seen isn't there. */
  record(isWhole: boolean): SessionRecord {
    const { id, running } = this.found;
    const facts = factsOf(this.found);
    const meta = this.currentMeta;
    const isSubagent = meta?.isSubagent === true;
    const firstPrompt = this.conversation.firstPrompt;
    const made = timeOfId(id);
    const createdAt = this.firstMeta?.createdAt ?? toIso(this.firstRecordAt) ?? toIso(made);
    return {
      id,
      ...this.title(firstPrompt ?? (isWhole ? null : facts.preview)),
      firstPrompt,
      folder: this.cwd ?? meta?.cwd ?? facts.cwd,
      branch: meta?.branch ?? null,
      createdAt,
      lastActivityAt: toIso(this.lastActivityAt) ?? createdAt,
      messageCount: this.depth === 'full' ? this.conversation.count : null,
      models: [...this.meter.models],
      usage: this.depth === 'full' ? this.usage : null,
      inlineSubagentUsage: null,
      parentId: isSubagent ? null : (this.firstMeta?.forkedFrom ?? null),
      subagentOf: meta?.startedBy ?? null,
      archived: facts.archived,
      hidden: this.hidden(isSubagent, running, isWhole),
      agentVersion: meta?.version ?? null,
      unknownTypes: this.depth === 'full' ? this.unknown.value : {},
    };
  }

  private title(prompt: string | null): { title: string; titleSource: TitleSource } {
    const { name, renamed } = factsOf(this.found);
    if (name !== null) return { title: clip(name, titleLength), titleSource: renamed ? 'rename' : 'generated' };
    const label = collapse(typedPrompt(prompt ?? ''));
    if (label !== '') return { title: clip(label, titleLength), titleSource: 'first_prompt' };
    const agentName = this.currentMeta?.agentName ?? '';
    return agentName === '' ? { title: '', titleSource: 'none' } : { title: agentName, titleSource: 'generated' };
  }

  /** Rollouts of the newer kind record every request, so none means none was paid; older ones may not tell. */
  private get usage(): SessionRecord['usage'] {
    return this.meter.measured || this.currentMeta?.isPaginated === true ? this.spent.value : null;
  }

  private hidden(isSubagent: boolean, running: boolean, isWhole: boolean): SkipReason | null {
    if (!this.hasRecords) return 'not_readable_as_history';
    if (isSubagent) return this.currentMeta?.startedBy === null ? 'sub_agent' : null;
    return isWhole && !running && this.conversation.count === 0 ? 'no_message' : null;
  }
}

/** What the start of a thread's only file told. Plain data. */
export interface Start {
  readonly source: Source;
  readonly models: readonly string[];
  /** The id of the last turn. */
  readonly turn: string | null;
  readonly cwd: string | null;
  readonly meta: Pick<Meta, 'cwd' | 'isPaginated' | 'agentName'>;
}

/** Opening a thread writes its settings anew, and totals are repeated at will: neither is a turn's work. */
function isActivity(found: Peek): boolean {
  if (found.type === 'event_msg') return found.kind !== 'thread_settings_applied' && found.kind !== 'token_count';
  return found.type === 'response_item' || found.type === 'compacted' || found.type === 'token_usage_record';
}
