import { asString } from '../../core/json';
import { toIso } from '../../core/time';
import type { Line } from '../../platform/files';
import type { TranscriptEvent } from '../../shared/transcriptEvent';
import { withBranches } from '../../transcript/branches';
import type { Omission, Transcript } from '../../transcript/model';
import type { FoundSession, ReadContext } from '../agent';
import { ActiveBranch } from './branch';
import { Events, type SavedOutput } from './events';
import { factsOf, subagentId } from './find';
import { pointsOf } from './points';
import { type ClaudeRecord, isKnown, readLine } from './schema';
import { savedOutput } from './tools';
import { type Node, Tree } from './tree';
import { usageByReply } from './usage';

/** A session's conversation, or a sub-agent's, from its whole transcript. */
export async function readTranscript(found: FoundSession, context: ReadContext): Promise<Transcript> {
  const reader = new TranscriptReader(found, context);
  const { signal } = context;
  await context.files.eachLine(reader.file, (line) => reader.take(line), signal === undefined ? {} : { signal });
  return reader.finish();
}

/** State records, titles among them, are neither events nor unknown. */
const wanted: ReadonlySet<string> = new Set();
/** An output that was too long for the transcript is loaded up to this many bytes. */
const longestOutput = 1 << 20;

class TranscriptReader {
  readonly file: string;
  private readonly tree: Tree;
  private readonly events: Events;
  private readonly omissions: Omission[] = [];
  private readonly unknownTypes = new Map<string, number>();

  constructor(private readonly found: FoundSession, private readonly context: ReadContext) {
    this.file = found.files[0] ?? '';
    this.tree = new Tree(factsOf(found).isSubagent ? undefined : found.id);
    this.events = new Events((agent, node) => this.subagent(agent, node));
  }

  take(line: Line): void {
    const content = readLine(line, wanted);
    if (content.kind === 'skipped') return;
    if (content.kind !== 'record') this.omit(content.kind, line);
    else if (isKnown(content.record.type)) this.takeKnown(content.record, line);
    else this.takeUnknown(content.record, line);
  }

  private takeKnown(record: ClaudeRecord, line: Line): void {
    const uuid = asString(record.json['uuid']);
    if (uuid !== undefined && this.tree.has(uuid)) return;
    const node = this.tree.add(record);
    const source = { file: this.file, line: line.number };
    const isPlaced = node !== undefined && this.events.add(record.type, record.json, node, source);
    // Progress and added context are not shown anyway.
    if (!isPlaced && record.type !== 'progress' && record.type !== 'attachment') this.omit('broken_record', line);
  }

  private takeUnknown(record: ClaudeRecord, line: Line): void {
    const { type, json } = record;
    this.unknownTypes.set(type, (this.unknownTypes.get(type) ?? 0) + 1);
    const node = this.tree.add(record);
    this.events.addUnknown(line.bytes.toString('utf8'), toIso(asString(json['timestamp'])), node?.uuid, { file: this.file, line: line.number });
  }

  async finish(): Promise<Transcript> {
    for (const saved of this.events.saved) await this.load(saved);
    this.events.finish(this.found.running);
    const branch = new ActiveBranch(this.tree.nodes);
    const sidechain = new Set(this.tree.nodes.filter((node) => node.isSidechain).map((node) => node.uuid));
    const points = pointsOf(this.tree.nodes);
    const drafts = this.events.drafts.map(({ uuid, event }): { uuid: string | undefined; event: TranscriptEvent } => {
      // The work of sub-agents that 1.0 records in the same file is not of the conversation either.
      const ofSubagent = uuid !== undefined && sidechain.has(uuid);
      const isActive = uuid === undefined || (!ofSubagent && branch.holds(uuid));
      return { uuid, event: { ...event, on_active_branch: isActive, ...(ofSubagent && { ofSubagent }) } };
    });
    const told = withBranches(drafts.map(({ event }) => event), (_, index) => points.get(drafts[index]?.uuid ?? ''));
    return { ...told, unknownTypes: Object.fromEntries(this.unknownTypes), omissions: this.omissions, responseUsage: usageByReply(this.tree.nodes.filter((node) => !node.isSidechain)) };
  }

  private async load({ draft, path }: SavedOutput): Promise<void> {
    const file = savedOutput(path, (session) => this.transcriptOf(session));
    const { tool, source } = draft.event;
    if (file === undefined || tool === undefined) return;
    try {
      const bytes = await this.context.files.range(file, 0, longestOutput + 1);
      tool.output = bytes.toString('utf8', 0, Math.min(bytes.length, longestOutput));
      if (bytes.length <= longestOutput) return;
      const { size } = await this.context.files.stat(file);
      this.omissions.push({ code: 'missing_part', source: { file, line: 1 }, bytes: size - longestOutput });
    } catch {
      // The preview in the transcript stays.
      this.omissions.push({ code: 'missing_part', source });
    }
  }

  /** Outputs lie beside the transcript of the session that is named in their path: this one's, its parent's, a sub-agent's owner's. */
  private transcriptOf(session: string): string | undefined {
    return session === this.found.id ? this.file : this.context.sessions.get(session)?.files[0];
  }

  private subagent(agent: string, node: Node): string | undefined {
    const { project, owner } = factsOf(this.found);
    const owners = [owner ?? this.found.id, ...(node.copiedFrom === undefined ? [] : [node.copiedFrom]), project];
    return owners.map((each) => subagentId(each, agent)).find((id) => this.context.sessions.has(id));
  }

  private omit(code: Omission['code'], line: Line): void {
    this.omissions.push({ code, source: { file: this.file, line: line.number }, bytes: line.length });
  }
}
