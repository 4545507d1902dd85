/** Foreign text for places where VS Code draws `$(name)` as an icon: quick picks and the status bar. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}

/** Foreign text for messages, where VS Code makes `[text](command:…)` a link that runs a command. */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}
