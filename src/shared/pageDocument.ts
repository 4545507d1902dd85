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
  /** Shown in place of a page that could not begin. */
  readonly failure: PageFailureWords;
}

export interface PageFailureWords {
  readonly what: string;
  readonly next: string;
  /** `command:` addresses, which VS Code runs where the webview allows them. */
  readonly links: readonly { readonly label: string; readonly address: string }[];
}

/** The hash of nothing: the toolkit asks with an empty `<style>` whether `:focus-visible` works, and no other may be inline. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/**
 * Runs before the page's script. Where that is missing, or throws before it shows anything, the page would stay blank: shows
 * what the document has for that, and tells the host. The API can be had once, so it is handed on.
 */
const watcher = `
const api = acquireVsCodeApi();
window.acquireVsCodeApi = () => api;
addEventListener('error', ({ target, message }) => {
  const root = document.getElementById('root');
  if (root.hasChildNodes() || (target !== window && target.localName !== 'script')) return;
  const reason = message ?? new URL(target.src).pathname;
  const shown = document.getElementById('failure').content;
  shown.querySelector('.reason').textContent = reason;
  document.body.prepend(shown);
  root.style.display = 'none';
  api.postMessage({ kind: 'failed', reason });
}, true);
`;

/** The document of a page: only what carries the nonce runs, nothing comes from elsewhere, and it has one empty `#root`. */
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
  const links = page.failure.links.map(({ label, address }) => `<a href="${escapeHtml(address)}">${escapeHtml(label)}</a>`);
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
<template id="failure">
<div class="failure" role="alert">
<h1>${escapeHtml(page.failure.what)}</h1>
<p>${escapeHtml(page.failure.next)}</p>
<p>${links.join(' · ')}</p>
<p class="reason muted"></p>
</div>
</template>
<div id="root"></div>
<script type="application/json" id="${pageBootId}">${state}</script>
<script nonce="${escapeHtml(page.nonce)}">${watcher}</script>
<script nonce="${escapeHtml(page.nonce)}" src="${escapeHtml(page.script)}"></script>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
