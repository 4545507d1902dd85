/** `argument` as one word of a POSIX shell. */
export function quotePosix(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}

/** `argument` as one word of PowerShell. */
export function quotePowerShell(argument: string): string {
  return /^[\w+=:./\\-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "''")}'`;
}
