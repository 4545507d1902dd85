// Addresses of links that VS Code runs as commands: those that a page's host allows.

export const showLogLink = 'command:localix.showLog';

/** Opens the settings at `setting`. */
export function settingLink(setting: string): string {
  return `command:localix.openSettings?${encodeURIComponent(JSON.stringify([setting]))}`;
}
