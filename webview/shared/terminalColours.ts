import { cssColour, parseColour, readable, type Rgb } from '../../src/shared/contrast';

const names = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];
const unknown: Rgb = [128, 128, 128];

/**
 * Gives the page the theme's terminal colours, each as readable on the ground of code as VS Code's own terminal makes it:
 * `--ansi-0` to `--ansi-15` as text, and as grounds (`--ansi-ground-…`) with their text (`--ansi-on-…`). Follows the theme.
 */
export function followTerminalColours(): void {
  setColours();
  new MutationObserver(setColours).observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
}

function setColours(): void {
  const { style } = document.documentElement;
  const theme = getComputedStyle(document.documentElement);
  const editor = parseColour(theme.getPropertyValue('--vscode-editor-background'));
  const ground = parseColour(theme.getPropertyValue('--vscode-textCodeBlock-background'), editor) ?? editor ?? unknown;
  for (const [index, name] of [...names, ...names.map((each) => `Bright${each}`)].entries()) {
    const colour = parseColour(theme.getPropertyValue(`--vscode-terminal-ansi${name}`), ground) ?? unknown;
    style.setProperty(`--ansi-${index}`, cssColour(readable(colour, ground)));
    style.setProperty(`--ansi-ground-${index}`, cssColour(colour));
    style.setProperty(`--ansi-on-${index}`, cssColour(readable(colour, colour)));
  }
}
