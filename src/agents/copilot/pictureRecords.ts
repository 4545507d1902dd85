import { asArray, asObject, asString, type JsonObject, parseObject } from '../../core/json';
import type { Files } from '../../platform/files';
import type { TranscriptEvent } from '../../shared/transcriptEvent';

/** The assets that a message names: each is a record of its own, written once for all messages that name it. */
export async function pictureRecords({ source }: TranscriptEvent, files: Files): Promise<readonly JsonObject[]> {
  const wanted = new Set<string>();
  await files.eachLine(source.file, ({ bytes, number }) => {
    if (number === source.line) for (const id of assetsOf(parseObject(bytes.toString('utf8')))) wanted.add(id);
  });
  const records: JsonObject[] = [];
  if (wanted.size === 0) return records;
  await files.eachLine(source.file, ({ bytes }) => {
    if (!bytes.subarray(0, typeRoom).includes('session.binary_asset')) return;
    const record = parseObject(bytes.toString('utf8'));
    if (record !== undefined && wanted.has(asString(asObject(record['data'])?.['assetId']) ?? '')) records.push(record);
  });
  return records;
}

/** A record's type stands in front. */
const typeRoom = 64;

function assetsOf(record: JsonObject | undefined): string[] {
  return asArray(asObject(record?.['data'])?.['attachments']).flatMap((attachment) => asString(asObject(attachment)?.['assetId']) ?? []);
}
