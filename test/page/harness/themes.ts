import fs from 'node:fs';

export type ThemeName = 'light' | 'dark' | 'highContrast' | 'highContrastLight';
export const themeNames: readonly ThemeName[] = ['light', 'dark', 'highContrast', 'highContrastLight'];

interface Theme {
  readonly bodyClass: string;
  readonly kind: string;
  readonly id: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** What a real VS Code gives to its pages; written by `test/harness/captureThemes.ts`. */
const captured = JSON.parse(fs.readFileSync('test/page/harness/themes.json', 'utf8')) as {
  readonly defaultStyles: string;
  readonly themes: Readonly<Record<ThemeName, Theme>>;
};

export function themeOf(name: ThemeName): Theme {
  return captured.themes[name];
}

/** The style sheet that VS Code puts before a page's own. A page is transparent: the editor's background shows through. */
export function themeStyles(name: ThemeName): string {
  const variables = Object.entries(captured.themes[name].variables).map(([property, value]) => `${property}: ${value};`);
  return `:root { ${variables.join('\n')} background: var(--vscode-editor-background); }\n${captured.defaultStyles}`;
}
