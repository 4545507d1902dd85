/** What followed a project to its new folder of what agents keep by the path, by the names of the agents. */
export interface Followed {
  readonly copied: readonly string[];
  /** Their memory could not be copied; the log says why. */
  readonly notCopied: readonly string[];
  /** They had been told to trust the old folder, and not the new one. */
  readonly untrusted: readonly string[];
}
