import { asArray, asObject, asString, type Json } from '../core/json';

/** Pictures of one record, and the length of all of them, in UTF-16 units of base64: more would stall a page. */
const most = 10;
const longest = 12_000_000;
/** Records nest their content some five levels deep. */
const levels = 12;

const typeNames = ['media_type', 'mimeType', 'mime_type', 'mime'];
/** No SVG: it is a document, and may name others. */
const dataUrl = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

/** The pictures whose data `record` has, as data URLs, each once: base64 with a media type beside it, or data URLs, as every agent writes them. */
export function picturesIn(record: Json): string[] {
  const found = new Set<string>();
  collect(record, levels, found);
  const pictures: string[] = [];
  let length = 0;
  for (const picture of found) {
    length += picture.length;
    if (pictures.length < most && length <= longest) pictures.push(picture);
  }
  return pictures;
}

function collect(value: Json | undefined, left: number, found: Set<string>): void {
  if (left === 0) return;
  const text = asString(value);
  if (text !== undefined && dataUrl.test(text)) found.add(text);
  for (const each of asArray(value)) collect(each, left - 1, found);
  const object = asObject(value);
  if (object === undefined) return;
  const type = typeNames.map((name) => asString(object[name])).find((name) => name !== undefined);
  const data = asString(object['data']);
  const picture = `data:${type};base64,${data}`;
  if (data !== undefined && dataUrl.test(picture)) found.add(picture);
  for (const each of Object.values(object)) collect(each, left - 1, found);
}
