import { asArray, asObject, asString, type JsonObject } from '../core/json';
import { added, lineDiff, lines, removed, type DiffLine } from './lineDiff';
import { firstText, pathNames } from './toolText';
import type { ToolCall } from './transcriptEvent';

/** What a call did to one file. */
export interface FileChange {
  readonly path: string;
  /** Where the file was before, when it was moved. */
  readonly from?: string;
  readonly isDeleted?: boolean;
  readonly lines: readonly DiffLine[];
}

/** Pairs of names for the text to be replaced and its replacement. */
const pairs = [
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['old_str', 'new_str'],
  ['old_text', 'new_text'],
] as const;
const contentNames = ['content', 'contents', 'file_text', 'text'];
const patchNames = ['patch', 'patchText', 'patch_text', 'input', 'diff'];

/** The changes that a call's arguments tell of, a file each; none when it tells of none. */
export function fileChanges({ kind, input }: Pick<ToolCall, 'kind' | 'input'>): FileChange[] {
  if (kind !== 'edit' && kind !== 'delete' && kind !== 'move') return [];
  if (typeof input === 'string') return patchChanges(input);
  const changes = Object.entries(asObject(input['changes']) ?? {});
  if (changes.length > 0) return changes.flatMap(([path, change]) => recordedChange(path, asObject(change)));
  const patch = firstText(input, patchNames);
  const patched = patch === undefined ? [] : patchChanges(patch);
  if (patched.length > 0) return patched;
  const path = firstText(input, pathNames);
  if (path === undefined) return [];
  const edits = [input, ...asArray(input['edits']).map(asObject)].flatMap(replacement);
  if (edits.length > 0) return [{ path, lines: separated(edits) }];
  const content = firstText(input, contentNames);
  return content === undefined ? [] : [{ path, lines: lines(content).map(added) }];
}

function replacement(edit: JsonObject | undefined): DiffLine[][] {
  for (const [oldName, newName] of pairs) {
    const before = asString(edit?.[oldName]);
    const after = asString(edit?.[newName]);
    if (before !== undefined && after !== undefined) return [lineDiff(before, after)];
  }
  return [];
}

/** Codex's account of a patch: `update` with a unified diff, `add` and `delete` with the content. */
function recordedChange(path: string, change: JsonObject | undefined): FileChange[] {
  const diff = asString(change?.['unified_diff']);
  const movedTo = asString(change?.['move_path']);
  if (diff !== undefined) return [{ path: movedTo ?? path, ...(movedTo !== undefined && { from: path }), lines: diffLines(diff) }];
  const content = asString(change?.['content']);
  if (content === undefined) return [];
  const isDeleted = asString(change?.['type']) === 'delete';
  return [{ path, ...(isDeleted && { isDeleted }), lines: lines(content).map(isDeleted ? removed : added) }];
}

/** `*** Begin Patch`, as Codex, Copilot and opencode have it, or a unified diff. */
function patchChanges(patch: string): FileChange[] {
  const heads = [...patch.matchAll(/^(?:\*\*\* (Add|Update|Delete) File: |\+\+\+ (?:b\/)?)(.+)$/gm)];
  return heads.map((head, index) => {
    const body = patch.slice(head.index + head[0].length + 1, heads[index + 1]?.index ?? patch.length);
    const path = (head[2] ?? '').trim();
    const movedTo = /^\*\*\* Move to: (.+)$/m.exec(body)?.[1]?.trim();
    const isDeleted = head[1] === 'Delete';
    return { path: movedTo ?? path, ...(movedTo !== undefined && { from: path }), ...(isDeleted && { isDeleted }), lines: diffLines(body) };
  });
}

function diffLines(diff: string): DiffLine[] {
  return lines(diff).flatMap((line): DiffLine[] => {
    if (line.startsWith('@@')) return [{ kind: 'gap', text: line.replaceAll('@@', '').trim() }];
    if (/^(?:\*\*\* |--- |\+\+\+ |diff --git |index [\da-f]+\.\.)/.test(line)) return [];
    if (line.startsWith('+')) return [added(line.slice(1))];
    if (line.startsWith('-')) return [removed(line.slice(1))];
    return line.startsWith('\\') ? [] : [{ kind: 'same', text: line.replace(/^ /, '') }];
  });
}

function separated(edits: readonly (readonly DiffLine[])[]): DiffLine[] {
  return edits.flatMap((edit, index) => (index === 0 ? [...edit] : [{ kind: 'gap' as const, text: '' }, ...edit]));
}

/** Files named to a page for one call. */
const named = 20;

/** The files that a call reads or changes, as far as its arguments name them. */
export function filesOf({ kind, input }: Pick<ToolCall, 'kind' | 'input'>): string[] {
  const changed = fileChanges({ kind, input }).map(({ path }) => path);
  if (changed.length > 0) return [...new Set(changed)].slice(0, named);
  const path = typeof input === 'string' ? undefined : firstText(input, pathNames);
  return path === undefined ? [] : [path];
}
