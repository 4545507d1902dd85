type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What VS Code sets for its own processes and must not reach a program in a terminal:
 * with ELECTRON_RUN_AS_NODE an editor that the agent opens starts as a bare Node; with the VSCODE_ ones a nested
 * editor takes itself for a part of this window, and scripts for a part of the extension host.
 */
const ofVsCode = /^(ELECTRON_|VSCODE_)/;
/** Stays: `code FILE` typed in a terminal finds this window by it. */
const wanted = new Set(['VSCODE_IPC_HOOK_CLI']);

/** The environment for a program in a terminal: the inherited one without what would harm, and with `searchPath`. */
export function terminalEnvironment(inherited: Environment, unwanted: Iterable<string>, searchPath: string): Record<string, string> {
  const left = new Set(unwanted);
  const isKept = (name: string): boolean => !left.has(name) && (wanted.has(name) || !ofVsCode.test(name));
  const kept = Object.entries(inherited).filter((entry): entry is [string, string] => entry[1] !== undefined && isKept(entry[0]));
  return {
    ...Object.fromEntries(kept),
    PATH: searchPath,
    // The terminal that shows it is VS Code's, whatever this process was itself started from.
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'vscode',
    // For a person's own start-up files, and the shell helper in `media/`.
    LOCALIX_TERMINAL: '1',
  };
}
