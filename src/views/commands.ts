/** Every command of the manifest and no other. `openIn…` are the same wish under the name of the row's own agent. */
export const commandIds = [
  'localix.showChats',
  'localix.showExternal',
  'localix.filter',
  'localix.clearFilter',
  'localix.arrange',
  'localix.refresh',
  'localix.showMore',
  'localix.openTranscript',
  'localix.resume',
  'localix.openInClaudeCode',
  'localix.openInCodex',
  'localix.openInOpencode',
  'localix.openInGemini',
  'localix.openInCopilot',
  'localix.openInHermes',
  'localix.copySessionId',
  'localix.copyResumeCommand',
  'localix.revealTranscriptFile',
  'localix.showNotShown',
  'localix.showHistoryHelp',
  'localix.openDemo',
] as const;

export type CommandId = (typeof commandIds)[number];
