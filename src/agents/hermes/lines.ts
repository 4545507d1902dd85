/**
 * The lines, from 1, on which the objects in the list `name` of a JSON object begin: parsing tells no positions. `json`
 * is known to be JSON.
 */
export function objectLines(json: string, name: string): number[] {
  const lines: number[] = [];
  let [line, depth] = [1, 0];
  let key = '';
  let isInside = false;
  for (let at = 0; at < json.length; at++) {
    const mark = json[at];
    if (mark === '\n') line++;
    else if (mark === '"') {
      const end = endOfString(json, at);
      if (depth === 1) key = json.slice(at + 1, end);
      at = end;
    } else if (mark === '[' || mark === '{') {
      if (isInside && depth === 2 && mark === '{') lines.push(line);
      depth++;
      isInside ||= depth === 2 && mark === '[' && key === name;
    } else if (mark === ']' || mark === '}') {
      depth--;
      isInside &&= depth >= 2;
    }
  }
  return lines;
}

/** The place of the closing quotation mark. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}
