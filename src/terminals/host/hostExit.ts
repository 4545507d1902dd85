/** What the host's exit code says. */
export const hostExit = {
  ended: 0,
  failed: 1,
  /** Its native module does not load on this machine. */
  noNodePty: 3,
  /** Not needed: another host is there or about to be. */
  anotherRuns: 4,
} as const;
