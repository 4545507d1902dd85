import { asString } from '../../core/json';
import type { TranscriptEvent } from '../../shared/transcriptEvent';
import { branchesByFlags } from '../../transcript/branches';
import type { Omission, Transcript, Usage } from '../../transcript/model';
import type { FoundSession, ReadContext } from '../agent';
import { visitDatabase } from './databaseMessages';
import { eventsOf } from './events';
import { factsOf } from './facts';
import { readInfo } from './legacyInfo';
import { allMessages, visitFiles } from './legacyMessages';
import { isSummary, isUndone, type MessageVisitor, type NativeMessage, unknownTypesOf } from './message';
import type { Revert } from './schema';
import { requestOf } from './usage';

export async function transcript(found: FoundSession, context: ReadContext): Promise<Transcript> {
  const { files } = context;
  const file = found.files[0] ?? '';
  const facts = factsOf(found.facts);
  if (facts.store === 'files') {
    const builder = new Builder((await readInfo(files, file)).session.revert);
    await visitFiles(files, facts, allMessages, builder);
    return builder.finish();
  }
  const builder = new Builder(facts.session.revert);
  visitDatabase(files, file, found.id, builder);
  return builder.finish();
}

/** Puts the events of messages together, in the order in which these come. */
class Builder implements MessageVisitor {
  private readonly events = new Map<string, TranscriptEvent>();
  private readonly unknownTypes: Record<string, number> = {};
  private readonly omissions: Omission[] = [];
  private readonly responseUsage = new Map<string, Usage>();
  /** Of a prompt that asks for a compaction, the event that says so. */
  private readonly dividers = new Map<string, string>();

  constructor(private readonly revert: Revert | null) {}

  message(message: NativeMessage): void {
    for (const record of [message, ...message.parts]) {
      if (record.data === undefined) this.omission({ code: 'broken_record', source: record.source, ...(record.bytes !== undefined && { bytes: record.bytes }) });
    }
    const request = requestOf(message);
    if (request !== undefined) this.responseUsage.set(message.id, request.usage);
    for (const type of unknownTypesOf(message)) this.unknownTypes[type] = (this.unknownTypes[type] ?? 0) + 1;
    for (const event of eventsOf(message)) {
      const id = this.unused(event.id);
      if (event.type === 'compaction') this.placeDivider(message, id);
      this.events.set(id, { ...event, id, on_active_branch: !isUndone(this.revert, message.id, event.id) });
    }
  }

  omission(omission: Omission): void {
    this.omissions.push(omission);
  }

  /** The summary that answers the request for a compaction takes its place. */
  private placeDivider(message: NativeMessage, id: string): void {
    if (!isSummary(message)) {
      this.dividers.set(message.id, id);
      return;
    }
    const request = this.dividers.get(asString(message.data?.['parentID']) ?? '');
    if (request !== undefined) this.events.delete(request);
  }

  /** Ids are unique in a store; damage may have made them equal. */
  private unused(id: string): string {
    let unused = id;
    for (let number = 2; this.events.has(unused); number++) unused = `${id}#${String(number)}`;
    return unused;
  }

  finish(): Transcript {
    const { unknownTypes, omissions, responseUsage } = this;
    return { ...branchesByFlags([...this.events.values()]), unknownTypes, omissions, responseUsage };
  }
}
