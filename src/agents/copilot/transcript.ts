import type { Omission, Transcript } from '../../transcript/model';
import type { FoundSession, ReadContext } from '../agent';
import { Events } from './events';
import { layoutOf } from './find';
import { eachOldRecord } from './oldDocument';
import { RecordLines } from './recordLines';
import { readRecord } from './schema';
import { agentOf } from './subagents';

/** The conversation of a session from its log. A rewind leaves nothing behind: the program takes it out of the file. */
export async function readTranscript(found: FoundSession, { files, signal }: ReadContext): Promise<Transcript> {
  const [file = ''] = found.files;
  const events = new Events(found.id, agentOf(found));
  const omissions: Omission[] = [];
  if (layoutOf(found) === 'document') {
    const isRead = await eachOldRecord(files, file, (record) => events.add(record, { file, line: 1 }));
    if (!isRead) omissions.push({ code: 'broken_record', source: { file, line: 1 } });
  } else {
    const records = new RecordLines(
      (raw, line) => events.add(readRecord(raw), { file, line }),
      (code, line, bytes) => omissions.push({ code, source: { file, line }, bytes }),
    );
    await files.eachLine(file, (line) => records.push(line), signal && { signal });
    records.end();
  }
  return { events: events.finish(found.running), unknownTypes: Object.fromEntries(events.unknown), omissions };
}
