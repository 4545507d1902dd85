import { asArray, asNumber, asObject, asString, type JsonObject } from '../../core/json';
import { toIso } from '../../core/time';
import type { Line } from '../../platform/files';
import { type Point, withBranches } from '../../transcript/branches';
import type { Transcript, Usage } from '../../transcript/model';
import { Course } from './course';
import { segmentOf, type FileRole } from './history';
import { unknownType, UnknownTypes } from './knownTypes';
import { messageOf, roleOf, Source } from './messages';
import { noticeOf } from './notices';
import { endsResponse, Responses } from './responses';
import { isCopied, type Peek } from './schema';
import { thoughtOf } from './thoughts';
import { callOf, outputOf } from './toolCalls';
import { toolItemOf } from './toolItems';
import { Tools, type Draft } from './tools';

/** Records that say nothing to a reader; they are most of the bytes, so they aren't parsed. */
const silent: ReadonlySet<string> = new Set(
  ('session_meta world_state token_usage_record inter_agent_communication_metadata token_count thread_settings_applied ' +
    'additional_tools ghost_snapshot turn_diff').split(' '),
);
const turnEnds: ReadonlySet<string> = new Set(['task_started', 'turn_started', 'task_complete', 'turn_complete', 'turn_aborted']);

/** What kind of event a record makes, and what it says. */
type What = Pick<Draft, 'type'> & Partial<Pick<Draft, 'text' | 'author' | 'severity' | 'attachments'>>;

/** Turns the records of a thread's files, in their order, into the events of its transcript. */
export class Story {
  private readonly drafts: Draft[] = [];
  private readonly points = new Map<Draft, Point>();
  private readonly course = new Course();
  private readonly unknown = new UnknownTypes();
  private readonly ids = new Set<string>();
  private readonly tools = new Tools();
  private readonly responses = new Responses();
  private readonly modelOfTurn = new Map<string, string>();
  private model: string | null = null;
  private file = '';
  private role: FileRole = { meta: undefined, isOwn: true, activeEnd: Infinity };
  private messages = new Telling();
  private thoughts = new Telling();
  /** The compaction of this turn: its record and its markers come in any order. */
  private compaction: Draft | null = null;

  /** The events, and the branches that they are on. */
  get told(): Pick<Transcript, 'events' | 'branches'> {
    return withBranches(this.drafts, (draft) => this.points.get(draft));
  }

  get unknownTypes(): Readonly<Record<string, number>> {
    return this.unknown.value;
  }

  /** What responses used, by their ids. */
  get responseUsage(): ReadonlyMap<string, Usage> {
    return this.responses.usage;
  }

  startFile(file: string, role: FileRole): void {
    this.file = file;
    this.role = role;
    this.messages = new Telling();
    this.thoughts = new Telling();
    this.compaction = null;
    this.responses.drop();
    this.course.startSegment(segmentOf(file), role.meta?.base ?? null);
  }

  addUnknown(found: Peek, line: Line): void {
    if (!this.isTold(found)) return;
    this.unknown.add(unknownType(found) ?? '');
    this.push(found, line, null, { type: 'unknown', text: line.bytes.toString() });
  }

  /** A record of which only the beginning is known. Returns whether a reader misses something by it. */
  addCut(found: Peek, line: Line): boolean {
    if (!this.isTold(found) || silent.has(found.kind ?? found.type)) return false;
    if (found.type === 'compacted') this.addCompaction(found, line, null, '');
    return true;
  }

  add(found: Peek, payload: () => JsonObject | undefined, line: Line): void {
    if (!this.isTold(found)) return;
    if (endsResponse(found)) this.responses.end(found, payload, this.placeOf(line));
    if (silent.has(found.kind ?? found.type)) return;
    const parsed = payload();
    if (parsed === undefined) return;
    if (found.type === 'turn_context') this.startTurn(parsed);
    else if (found.type === 'compacted') this.addCompaction(found, line, null, asString(parsed['message']) ?? '');
    else if (found.type === 'response_item') this.addResponse(found, parsed, line);
    else if (found.type === 'event_msg') this.addEvent(found, parsed, line);
  }

  /** Left out: what a sub-agent got of its parent's, and how a forked thread went on after the fork. */
  private isTold(found: Peek): boolean {
    return !isCopied(found, this.role.meta) && (this.role.isOwn || this.isActive(found));
  }

  private isActive({ ordinal }: Peek): boolean {
    return (ordinal ?? -1) < this.role.activeEnd;
  }

  private startTurn(payload: JsonObject): void {
    const model = asString(payload['model']);
    const turn = asString(payload['turn_id']);
    if (model === undefined) return;
    this.model = model;
    if (turn !== undefined) this.modelOfTurn.set(turn, model);
  }

  private addEvent(found: Peek, payload: JsonObject, line: Line): void {
    if (turnEnds.has(found.kind ?? '')) {
      this.tools.endTurn();
      this.responses.drop();
      this.compaction = null;
    }
    const author = this.modelOfTurn.get(asString(payload['turn_id']) ?? '') ?? this.model;
    if (this.addSaid(found, payload, line, author) || this.addTool(found, payload, line, author)) return;
    const id = asString(asObject(payload['item'])?.['id']) ?? null;
    if (found.item === 'ContextCompaction' || found.kind === 'context_compacted') {
      this.addCompaction(found, line, id, '');
      return;
    }
    if (found.kind === 'thread_rolled_back') this.rollBack(asNumber(payload['num_turns']) ?? 0);
    const notice = noticeOf(found, payload);
    if (notice !== undefined) this.push(found, line, id, { type: 'notice', ...notice });
  }

  /** Another summary is another compaction; a marker beside one tells nothing new. */
  private addCompaction(found: Peek, line: Line, id: string | null, text: string): void {
    if (this.compaction === null || (text !== '' && this.compaction.text !== '')) this.compaction = this.push(found, line, id, { type: 'compaction', text });
    else if (text !== '') this.compaction.text = text;
  }

  private addTool(found: Peek, payload: JsonObject, line: Line, author: string | null): boolean {
    const item = toolItemOf(found, payload);
    if (item === undefined) return false;
    const what: What = { type: 'tool_call', author: item.isByPerson ? null : author };
    this.tools.addItem(this.tools.callOf(item.id) ?? this.pushMade(found, line, item.id, what, item.isByPerson), item);
    return true;
  }

  private addResponse(found: Peek, payload: JsonObject, line: Line): void {
    if (this.addSaid(found, payload, line, this.model)) return;
    const what: What = { type: 'tool_call', author: this.model };
    const call = callOf(payload);
    const output = outputOf(payload);
    if (call !== undefined) {
      this.tools.addCall(this.pushMade(found, line, call.id, what), call);
    } else if (output !== undefined) {
      this.tools.addOutput(this.tools.callOf(output.id) ?? this.push(found, line, output.id, what), output);
    } else if (found.kind === 'agent_message') {
      this.addLetter(found, payload, line);
    } else if (line.bytes.includes('<subagent_notification>')) {
      this.tools.addNotification(payload);
    }
  }

  /** Adds a message or thought. Returns whether `found` is one, told or not. */
  private addSaid(found: Peek, payload: JsonObject, line: Line, author: string | null): boolean {
    const source = roleOf(found, this.role.meta)?.source;
    const message = source === undefined ? undefined : messageOf(source, payload);
    if (message !== undefined) {
      const { role, id, text, attachments } = message;
      const what: What = { type: role === 'user' ? 'user_message' : 'agent_message', text, author: role === 'user' ? null : author };
      if (attachments.length > 0) what.attachments = attachments;
      this.messages.add(message.source, this.drafts, () => this.pushMade(found, line, id, what, role === 'user'));
      return true;
    }
    const thought = thoughtOf(found, payload);
    if (thought === undefined) return false;
    const { id, text } = thought;
    if (text !== '') this.thoughts.add(thought.source, this.drafts, () => this.pushMade(found, line, id, { type: 'thought', text, author }));
    return true;
  }

  /** What agents write to one another; an answer belongs to the call that asked for it. */
  private addLetter(found: Peek, payload: JsonObject, line: Line): void {
    const text = asArray(payload['content']).map((part) => asString(asObject(part)?.['text']) ?? '').join('');
    const answer = /^Message Type: FINAL_ANSWER\n[^]*?\nPayload:\n([^]*)$/.exec(text)?.[1];
    if (answer !== undefined && this.tools.addAnswer(asString(payload['author']) ?? '', answer)) return;
    this.push(found, line, asString(payload['id']) ?? null, { type: 'notice', severity: 'info', text: text.trim() });
  }

  /** Takes the last prompts off the active branch, with all that followed them. */
  private rollBack(prompts: number): void {
    let left = prompts;
    for (let at = this.drafts.length - 1; at >= 0 && left > 0; at--) {
      const draft = this.drafts[at] as Draft;
      if (draft.on_active_branch && draft.type === 'user_message') left--;
      draft.on_active_branch = false;
    }
    const kept = this.drafts.findLast((draft) => draft.on_active_branch);
    this.course.goBack(kept === undefined ? null : (this.points.get(kept) ?? null));
  }

  /** What a model made, where it wasn't a person. */
  private pushMade(found: Peek, line: Line, id: string | null, what: What, isByPerson = false): Draft {
    const draft = this.push(found, line, id, what);
    if (!isByPerson) this.responses.add(draft);
    return draft;
  }

  private push(found: Peek, line: Line, id: string | null, what: What): Draft {
    const draft: Draft = {
      id: this.uniqueId(id ?? this.placeOf(line)),
      at: toIso(found.at),
      author: null,
      text: '',
      on_active_branch: this.isActive(found),
      source: { file: this.file, line: line.number },
      ...what,
    };
    this.drafts.push(draft);
    this.points.set(draft, this.course.step(found.ordinal));
    return draft;
  }

  private placeOf(line: Line): string {
    return `${segmentOf(this.file)}:${String(line.number)}`;
  }

  private uniqueId(wanted: string): string {
    let id = wanted;
    for (let count = 2; this.ids.has(id); count++) id = `${wanted}#${String(count)}`;
    this.ids.add(id);
    return id;
  }
}

/** How one file tells the same kind of thing: only the best way that it uses is kept. */
class Telling {
  private source = Source.response;
  private told: Draft[] = [];

  add(source: Source, drafts: Draft[], push: () => Draft): void {
    if (source < this.source) return;
    if (source > this.source) {
      for (const draft of this.told) drafts.splice(drafts.indexOf(draft), 1);
      this.told = [];
      this.source = source;
    }
    this.told.push(push());
  }
}
