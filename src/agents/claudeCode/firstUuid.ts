const pattern = /"uuid":"([^"]{1,64})"/;

/**
 * The uuid of the first record in `bytes` that has one. Read out of them by itself: a part of their text would keep all of it in memory.
 */
export function firstUuid(bytes: Buffer): string | undefined {
  const found = pattern.exec(bytes.toString('latin1'));
  if (found === null) return undefined;
  const end = found.index + found[0].length - 1;
  return bytes.toString('latin1', end - (found[1] ?? '').length, end);
}
