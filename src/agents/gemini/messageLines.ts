const newLine = 0x0a;
const quote = 0x22;
const backslash = 0x5c;
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The lines, from 1, on which the objects in the list `messages` of a JSON object begin. `text` is valid JSON. */
export function messageLines(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let inMessages = false;
  let lastName = '';
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case newLine:
        line++;
        break;
      case quote: {
        const end = endOfString(text, at);
        if (depth === 1) lastName = text.slice(at + 1, end);
        at = end;
        break;
      }
      case openList:
        if (depth === 1) inMessages = lastName === 'messages';
        depth++;
        break;
      case openObject:
        if (depth === 2 && inMessages) lines.push(line);
        depth++;
        break;
      case closeList:
      case closeObject:
        depth--;
        if (depth === 1) inMessages = false;
    }
  }
  return lines;
}

/** The index of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}
