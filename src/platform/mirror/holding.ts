/** Where an agent keeps its history below a home folder, as far as it is copied from another machine. */
export interface Holding {
  /** Below the home folder, with `/`. */
  readonly folder: string;
  /** An environment variable that moves it, and what is below the folder that it names. */
  readonly variable: string;
  readonly below?: string;
  /** Paths from there, `*` for any part of a name. Of files that are lines the ends may be enough; the rest comes when it is read. */
  readonly files: readonly string[];
  /** SQLite databases: copied as they are at one moment. */
  readonly databases: readonly string[];
}

/** Names that are names on any system, and never a way out of a folder: Windows takes `:` and `\` for more than a letter, and drops dots and blanks at the end. */
const safeName = /^(?!\.{1,2}$)[^/\\:*?"<>|\p{Cc}\p{Cs}]{1,200}(?<![. ])$/u;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Whether `path` is one that `holding` asks for, and can be a path below a folder on any system. */
export function isAskedFor({ files, databases }: Holding, path: string): boolean {
  const names = path.split('/');
  return names.every((name) => safeName.test(name) && !reserved.test(name)) && [...files, ...databases].some((pattern) => fits(pattern, names));
}

export function isDatabase({ databases }: Holding, path: string): boolean {
  return databases.some((pattern) => fits(pattern, path.split('/')));
}

function fits(pattern: string, names: readonly string[]): boolean {
  const segments = pattern.split('/');
  return segments.length === names.length && segments.every((segment, at) => fitsName(segment, names[at] as string));
}

/** Without an expression, whose time a long name could make endless. */
function fitsName(segment: string, name: string): boolean {
  const [start = '', ...parts] = segment.split('*');
  if (parts.length === 0) return name === start;
  const end = parts.pop() as string;
  if (!name.startsWith(start) || !name.endsWith(end) || name.length < start.length + end.length) return false;
  let at = start.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > name.length - end.length) return false;
    at = found + part.length;
  }
  return true;
}
