import { version } from '../../../package.json';
import type { JsonObject } from '../../core/json';
import { sessionKey } from '../../shared/agentId';
import type { Omission, Transcript } from '../model';
import { summarise } from '../pageEvents';
import type { SessionFacts, SessionSource, Write, WriteOutcome } from '../sessionSource';
import { atifVersion, type AtifStep } from './document';
import { atifStep } from './schema';
import { AtifSteps } from './steps';
import { finalMetrics } from './totals';
import type { Partition } from './usageTally';

/**
 * Writes a session as one ATIF document, indented and with a final newline, step by step. Sub-agents are embedded, each once. A session
 * without a step is `empty`, and nothing of it is written. File system errors are thrown as they come.
 */
export async function writeAtif(source: SessionSource, write: Write): Promise<WriteOutcome> {
  const writer = new TrajectoryWriter(source, write, '', new Set([source.id]));
  const outcome = await writer.write();
  if (outcome === 'written') await write('\n');
  return outcome;
}

const unknownFacts: SessionFacts = { title: '', folder: null, branch: null, models: [], agentVersion: null, usage: null, parentId: null };

/** One trajectory, at any depth of embedding. */
class TrajectoryWriter {
  private steps = 0;
  private copied = 0;
  private leftByRewind = 0;
  private readonly notUnderstood = new Map<string, number>();
  private readonly omissions: Omission[] = [];
  private readonly embedded: SessionSource[] = [];

  /** `taken`: the sessions that have their place in the document. */
  constructor(
    private readonly source: SessionSource,
    private readonly out: Write,
    private readonly pad: string,
    private readonly taken: Set<string>,
  ) {}

  async write(): Promise<WriteOutcome> {
    const facts = await this.source.facts();
    const steps = new AtifSteps((id) => this.embed(id), facts.isCopied);
    for await (const part of this.source.parts()) {
      this.note(part);
      for (const event of part.events) await this.addSteps(steps.add(event, part.responseUsage?.get(event.response ?? '')), facts);
      steps.usage.endPart();
    }
    await this.addSteps(steps.end(), facts);
    if (this.steps === 0) return 'empty';
    await this.end(facts, facts.usage === null ? undefined : steps.usage.apart(facts.usage));
    return 'written';
  }

  /** Writes a sub-agent that was referred to already: what can't be read of it is a step that says so. */
  async writeEmbedded(): Promise<void> {
    let reason = 'No message of this sub-agent is recorded.';
    let facts = unknownFacts;
    try {
      if ((await this.write()) === 'written') return;
      facts = await this.source.facts();
    } catch (error) {
      if (!isReadError(error)) throw error;
      reason = 'The rest of this sub-agent\'s transcript can\'t be read.';
    }
    await this.addSteps([{ source: 'system', message: reason }], facts);
    await this.end(facts);
  }

  private embed(id: string): string | undefined {
    const trajectory = sessionKey(this.source.agent, id);
    if (this.embedded.some((subagent) => subagent.id === id)) return trajectory;
    const subagent = this.taken.has(id) ? undefined : this.source.subagent(id);
    if (subagent === undefined) return undefined;
    this.taken.add(id);
    this.embedded.push(subagent);
    return trajectory;
  }

  private note({ events, unknownTypes, omissions }: Transcript): void {
    for (const event of events) if (!event.on_active_branch) this.leftByRewind++;
    for (const [type, count] of Object.entries(unknownTypes)) this.notUnderstood.set(type, (this.notUnderstood.get(type) ?? 0) + count);
    this.omissions.push(...omissions);
  }

  private async addSteps(steps: readonly AtifStep[], facts: SessionFacts): Promise<void> {
    for (const step of steps) {
      // What is written can't be taken back, so each step is checked before.
      const checked = atifStep.parse({ step_id: this.steps + 1, ...step });
      await this.out(this.steps === 0 ? `${this.start(facts)}\n` : ',\n');
      this.steps++;
      if (step.is_copied_context === true) this.copied++;
      await this.out(this.line('    ', checked));
    }
  }

  private start({ agentVersion, models }: SessionFacts): string {
    const { agent, id } = this.source;
    const [model] = models.length === 1 ? models : [];
    const head = {
      schema_version: atifVersion,
      session_id: id,
      trajectory_id: sessionKey(agent, id),
      agent: { name: agent, version: agentVersion || 'unknown', ...(model !== undefined && model !== '' && { model_name: model }) },
    };
    const text = JSON.stringify(head, null, 2).slice(0, -2);
    return `${padded(text, this.pad)},\n${this.pad}  "steps": [`;
  }

  private async end(facts: SessionFacts, apart?: Partition): Promise<void> {
    await this.out(`\n${this.pad}  ]`);
    for (const [index, subagent] of this.embedded.entries()) {
      await this.out(index === 0 ? `,\n${this.pad}  "subagent_trajectories": [\n${this.pad}    ` : `,\n${this.pad}    `);
      await new TrajectoryWriter(subagent, this.out, `${this.pad}    `, this.taken).writeEmbedded();
    }
    if (this.embedded.length > 0) await this.out(`\n${this.pad}  ]`);
    const { totals, notes } = finalMetrics(facts.usage, apart, { all: this.steps, copied: this.copied });
    if (notes !== undefined) await this.out(`,\n${this.pad}  "notes": ${JSON.stringify(notes)}`);
    await this.out(`,\n${this.pad}  "final_metrics": ${padded(JSON.stringify(totals, null, 2), `${this.pad}  `)}`);
    await this.out(`,\n${this.pad}  "extra": ${padded(JSON.stringify(this.extra(facts), null, 2), `${this.pad}  `)}\n${this.pad}}`);
  }

  private extra({ title, folder, branch, parentId }: SessionFacts): JsonObject {
    const unknown = Object.fromEntries(this.notUnderstood);
    return {
      projection: {
        name: 'localix',
        version,
        source_records: this.source.records,
        records_not_understood: [...this.notUnderstood.values()].reduce((sum, count) => sum + count, 0),
        ...(this.notUnderstood.size > 0 && { types_not_understood: unknown }),
        ...(this.omissions.length > 0 && { records_not_read: summarise(this.omissions) as unknown as JsonObject[] }),
        ...(this.leftByRewind > 0 && { events_off_the_active_branch: this.leftByRewind }),
      },
      title,
      ...(folder !== null && { folder }),
      ...(branch !== null && { branch }),
      ...(this.copied > 0 && parentId !== null && { copied_from: sessionKey(this.source.agent, parentId) }),
    };
  }

  private line(pad: string, value: unknown): string {
    const inner = this.pad + pad;
    return inner + padded(JSON.stringify(value, null, 2), inner);
  }
}

/** What else is thrown is a bug, the wish to stop, or a place that can't be written to. */
function isReadError(error: unknown): boolean {
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined && syscall !== 'write';
}

/** Texts inside JSON have no line feeds of their own. */
function padded(json: string, pad: string): string {
  return pad === '' ? json : json.replaceAll('\n', `\n${pad}`);
}
