import { asArray, asObject, asString, type Json, type JsonObject } from '../core/json';
import { clip, collapse } from '../core/text';
import { isDeeper, readableJson } from './prettyJson';
import type { ToolCall } from './transcriptEvent';

/** Longest summary, in UTF-16 units: more than a line shows at any width that is read. */
const summaryLimit = 200;

/** Fields nested deeper than this are shown as JSON, whatever texts they hold. */
const openedLevels = 5;

/** Names under which agents record what a call is about, the most telling first. */
const commandNames = ['command', 'cmd', 'script', 'code'];
const searchNames = ['pattern', 'query', 'regex', 'q', 'search_term'];
export const pathNames = [
  'file_path',
  'filePath',
  'absolute_path',
  'notebook_path',
  'target_file',
  'filename',
  'file',
  'path',
  'dir_path',
  'directory',
];
const otherNames = ['url', 'uri', 'urls', 'description', 'prompt', 'task', 'question', 'message', 'name', 'subject', 'id'];

/** What the call is about, on one line: its command, its file, what it looks for. Empty when its input tells nothing. */
export function toolSummary(tool: Pick<ToolCall, 'input'>): string {
  return clip(collapse(typeof tool.input === 'string' ? textSummary(tool.input) : inputSummary(tool.input)), summaryLimit);
}

/** The input for reading: one field after the other, with texts of many lines as they are and not as JSON strings. */
export function toolInputText(input: JsonObject | string): string {
  return typeof input === 'string' ? input : fields(input, '').join('\n');
}

/** `line` with the paths in it that lie in `folder` as they are from there. */
export function withinFolder(line: string, folder: string | null): string {
  if (folder === null || folder.length < 2) return line;
  return line.replaceAll(`${folder}/`, '').replaceAll(`${folder}\\`, '');
}

function inputSummary(input: JsonObject): string {
  const command = firstText(input, commandNames);
  if (command !== undefined) return command;
  const search = firstText(input, searchNames);
  const path = firstText(input, pathNames);
  if (search !== undefined) return path === undefined ? search : `${search} — ${path}`;
  const known = path ?? firstText(input, otherNames);
  if (known !== undefined) return known;
  const changes = Object.entries(asObject(input['changes']) ?? {});
  if (changes.length > 0) return changes.map(([path, change]) => [path, asString(asObject(change)?.['move_path'])].filter((each) => each !== undefined).join(' → ')).join(', ');
  const text = Object.values(input).find((value) => typeof value === 'string' && value.trim() !== '');
  if (text !== undefined) return textSummary(String(text));
  return Object.keys(input).length === 0 ? '' : JSON.stringify(input);
}

/** The files of a patch (`*** Update File: a.ts`), else the first line that says something. */
function textSummary(text: string): string {
  const files = [...text.slice(0, 20_000).matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map((match) => match[1]);
  return files.length > 0 ? files.join(', ') : (/\S.*/.exec(text)?.[0] ?? '');
}

/** What `input` holds under the first of `names` that holds text. */
export function firstText(input: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = lineOf(input[name]);
    if (text !== undefined) return text;
  }
  return undefined;
}

function lineOf(value: Json | undefined): string | undefined {
  const words = asArray(value).map(asString);
  if (words.length > 0 && words.every((word) => word !== undefined)) {
    // `["bash", "-lc", "npm test"]`: the shell around the command says nothing.
    return /^-l?c$/.test(words[1] ?? '') && words.length === 3 ? words[2] : words.join(' ');
  }
  const text = asString(value);
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** A line or a block for each field; fields inside of fields that hold texts of many lines are named by their path. */
function fields(value: JsonObject, path: string): string[] {
  return Object.entries(value).flatMap(([name, recorded]) => {
    const label = `${path}${name}:`;
    const field = commandNames.includes(name) ? (lineOf(recorded) ?? recorded) : recorded;
    if (field === undefined) return [];
    if (typeof field === 'string') return [field.includes('\n') ? `${label}\n${field}` : `${label} ${field}`];
    const json = readableJson(field);
    // A line end inside of JSON text is only ever this escape.
    const isOpened = typeof field === 'object' && field !== null && json.includes('\\n') && !isDeeper(field, openedLevels);
    return isOpened ? fields({ ...field } as JsonObject, `${path}${name} › `) : [`${label} ${json}`];
  });
}
