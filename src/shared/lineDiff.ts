export interface DiffLine {
  /** `gap`: lines that are left out; its text says where the next are. */
  readonly kind: 'same' | 'added' | 'removed' | 'gap';
  readonly text: string;
}

/** Comparisons of lines with each other; beyond, everything between the first and the last difference counts as changed. */
const compared = 1_000_000;

/** What makes `after` of `before`, line by line. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const a = lines(before);
  const b = lines(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return [
    ...a.slice(0, start).map(same),
    ...changes(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

/** The lines of a text. A line end at its end begins no further line. */
export function lines(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

function changes(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length * b.length > compared) return [...a.map(removed), ...b.map(added)];
  const common = commonLengths(a, b);
  const found: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      found.push(same(a[i++] as string));
      j++;
    } else if (length(common, i + 1, j) >= length(common, i, j + 1)) found.push(removed(a[i++] as string));
    else found.push(added(b[j++] as string));
  }
  return [...found, ...a.slice(i).map(removed), ...b.slice(j).map(added)];
}

/** `[i][j]`: the length of the longest common subsequence of `a` from `i` and `b` from `j`. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly Uint32Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    const row = rows[i] as Uint32Array;
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j] ? length(rows, i + 1, j + 1) + 1 : Math.max(length(rows, i + 1, j), length(rows, i, j + 1));
    }
  }
  return rows;
}

function length(rows: readonly Uint32Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}

const same = (text: string): DiffLine => ({ kind: 'same', text });
export const added = (text: string): DiffLine => ({ kind: 'added', text });
export const removed = (text: string): DiffLine => ({ kind: 'removed', text });
