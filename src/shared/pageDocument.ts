import { pageBootId, type PageBoot } from './pageBoot';

/** What a page's document is made of. Addresses are as the webview sees them. */
export interface PageDocument {
  readonly title: string;
  /** BCP 47, for the reader's screen reader. */
  readonly language: string;
  readonly script: string;
  readonly styles: readonly string[];
  /** The source from which styles, fonts and images may come: `webview.cspSource`. */
  readonly cspSource: string;
  /** Fresh for every document; only the script that carries it runs. */
  readonly nonce: string;
  /** Given to the page before its script runs, as JSON in `#state`: a `PageBoot`. */
  readonly state: PageBoot<unknown>;
}

/** The hash of nothing: the toolkit asks with an empty `<style>` whether `:focus-visible` works, and no other may be inline. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** The document of a page: nothing inline runs, nothing comes from elsewhere, and it has one empty `#root`. */
export function pageDocument(page: PageDocument): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${page.nonce}'`,
    `style-src ${page.cspSource} ${emptyStyle}`,
    `font-src ${page.cspSource}`,
    `img-src ${page.cspSource} data:`,
    // These don't fall back on the default.
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const styles = page.styles.map((style) => `<link rel="stylesheet" href="${escapeHtml(style)}">`).join('\n');
  // Inside a script element only `</` and `<!--` end the text, so every `<` is written as JSON's escape.
  const state = JSON.stringify(page.state).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
${styles}
</head>
<body>
<div id="root"></div>
<script type="application/json" id="${pageBootId}">${state}</script>
<script nonce="${escapeHtml(page.nonce)}" src="${escapeHtml(page.script)}"></script>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
