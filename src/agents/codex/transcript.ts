import type { Line } from '../../platform/files';
import type { Omission, Transcript } from '../../transcript/model';
import type { FoundSession, ReadContext } from '../agent';
import { historyOf, readMeta } from './history';
import { unknownType } from './knownTypes';
import { eachRecord, isCut, isDamaged, type RecordHandler } from './records';
import { Story } from './story';

/**
 * One thread read through: its active history along the chain of files that it builds on, and, marked as off the active
 * branch, what rewinds left behind, at the place where it happened. A base that is gone is an omission; file system
 * errors of the thread's own files are thrown.
 */
export async function threadTranscript(found: FoundSession, context: ReadContext): Promise<Transcript> {
  const { files, missing } = historyOf(found, context, (file) => readMeta(file, context));
  const main = { file: found.files[0] ?? '', line: 1 };
  const omissions: Omission[] = missing === null ? [] : [{ code: 'missing_part', source: main }];
  const story = new Story();
  for (const { file, role } of files) {
    story.startFile(file, role);
    const reader = new Reader(story, file, omissions);
    try {
      await eachRecord(context.files, file, reader, context.signal === undefined ? {} : { signal: context.signal });
    } catch (error) {
      context.signal?.throwIfAborted();
      if (isDamaged(error)) omissions.push({ code: 'unreadable', source: { file, line: reader.line + 1 } });
      else if (role.isOwn) throw error;
      else omissions.push({ code: 'missing_part', source: main });
    }
  }
  return { ...story.told, unknownTypes: story.unknownTypes, omissions, responseUsage: story.responseUsage };
}

/** Hands the records of one file to the story and notes what is none. */
class Reader implements RecordHandler {
  line = 0;

  constructor(private readonly story: Story, private readonly file: string, private readonly omissions: Omission[]) {}

  record: RecordHandler['record'] = (found, payload, line) => {
    this.line = line.number;
    if (unknownType(found) !== null) {
      this.story.addUnknown(found, line);
    } else if (isCut(line)) {
      if (this.story.addCut(found, line)) this.omit('oversized_record', line);
    } else {
      this.story.add(found, payload, line);
    }
  };

  broken(line: Line): void {
    this.line = line.number;
    this.omit(line.terminated ? 'broken_record' : 'torn_end', line);
  }

  private omit(code: Omission['code'], line: Line): void {
    this.omissions.push({ code, source: { file: this.file, line: line.number }, bytes: line.length });
  }
}
