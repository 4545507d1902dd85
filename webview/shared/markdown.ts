import DOMPurify, { type Config } from 'dompurify';
import { Lexer, Marked, type Token, type Tokens } from 'marked';
import { clip } from '../../src/core/text';
import { highlight } from './highlight';
import { t } from './l10n';

/** Longer texts are shown as they are. */
const parsed = 50_000;
/**
 * For each mark of emphasis marked may look through all the text around it, so thousands of `*a_` in one paragraph take seconds:
 * at most this many characters are looked through in all, a quarter of a second at worst.
 */
const lookedThrough = 20_000_000;
const schemes = new Set(['http:', 'https:', 'mailto:']);

/** The second wall behind a renderer that writes no foreign HTML: no element, attribute or address but these. */
const allowed: Config & { IN_PLACE: true } = {
  ALLOWED_TAGS: [
    'a', 'blockquote', 'br', 'code', 'del', 'div', 'em', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'ol', 'p', 'pre', 'span', 'strong',
    'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul',
  ],
  ALLOWED_ATTR: ['align', 'class', 'href', 'start', 'tabindex', 'title'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  // DOMPurify takes every value for an address that is not named here.
  ADD_URI_SAFE_ATTR: ['align', 'start', 'tabindex'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  IN_PLACE: true,
};

const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text, block }: Tokens.HTML | Tokens.Tag) => (block === true ? `<p class="raw">${escape(text.trim())}</p>` : escape(text)),
    code: ({ text, lang }) => codeBlock(text, lang ?? ''),
    // A picture would be fetched, and tell its server that this transcript was read.
    image: ({ href, text }) =>
      `<span class="picture">${escape(t('Image: {0}', text === '' ? t('no description') : text))} ${anchor(href, escape(clip(href, 120)))}</span>`,
    link({ href, tokens }) {
      return anchor(href, this.parser.parseInline(tokens));
    },
    // The default one passes on what stands between raw tags (`<pre>`, `<script>`) as it is.
    text(token) {
      return 'tokens' in token && token.tokens !== undefined ? this.parser.parseInline(token.tokens) : escapeText(token.text);
    },
    // “3000.” alone is an answer, and no list that begins at 3000. `false`: as usual.
    list: ({ items, raw }) => items.every(({ text }) => text === '') && `<p>${escape(raw)}</p>`,
    listitem(item) {
      const html = this.parser.parse(item.tokens);
      return item.task ? `<li class="task">${html}</li>\n` : `<li>${html}</li>\n`;
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    table(token) {
      // The default one, inside what scrolls: a wide table must not widen the page.
      const row = (cells: Tokens.TableCell[]): string => `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>`;
      return `<div class="wide" tabindex="0"><table><thead>${row(token.header)}</thead><tbody>${token.rows.map(row).join('')}</tbody></table></div>`;
    },
  },
});

/** Gives up, by throwing, on what would take long. */
class BoundedLexer extends Lexer {
  private left = lookedThrough;

  override inlineTokens(text: string, tokens?: Token[]): Token[] {
    this.left -= text.length * (text.match(/[*_~]/g)?.length ?? 0);
    if (this.left < 0) throw new Error('too many marks of emphasis');
    return super.inlineTokens(text, tokens);
  }
}

/**
 * Foreign Markdown as nodes that run nothing and load nothing: HTML in it shows as text, pictures as their description and
 * address, links only where they lead to the web or a mail address. Never throws.
 * `breaks`: a single line end is one, as in what people type.
 */
export function renderMarkdown(text: string, { breaks }: { breaks: boolean }): DocumentFragment {
  if (text.length > parsed) return plain(text);
  try {
    const tokens = new BoundedLexer({ ...marked.defaults, breaks }).lex(text);
    let level = 2;
    // Below the message's own heading, and without a step left out, whatever the author wrote.
    void marked.walkTokens(tokens, (token) => {
      if (token.type === 'heading') level = token['depth'] = Math.min((token as Tokens.Heading).depth + 2, level + 1, 6);
    });
    return sanitized(marked.parser(tokens));
  } catch {
    // Thousands of nested quotes or lists exhaust the parser's stack, thousands of marks its time.
    return plain(text);
  }
}

/**
 * In one document for all, in which nothing runs or loads. DOMPurify makes one for each text by itself: that takes several megabytes,
 * which the browser doesn't know of, so that hundreds pile up before it clears away.
 */
const inert = document.implementation.createHTMLDocument('');

function sanitized(html: string): DocumentFragment {
  const holder = inert.createElement('div');
  holder.innerHTML = html;
  DOMPurify.sanitize(holder, allowed);
  const fragment = document.createDocumentFragment();
  fragment.append(...holder.childNodes);
  return fragment;
}

/** `text` as it reads: without the marks of Markdown, blocks on lines of their own. */
export function renderedText(text: string, options: { breaks: boolean }): string {
  const holder = document.createElement('div');
  holder.className = 'hidden';
  holder.append(renderMarkdown(text, options));
  // Only what has a layout has lines.
  document.body.append(holder);
  const rendered = holder.innerText;
  holder.remove();
  return rendered;
}

function plain(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const paragraph = document.createElement('p');
  paragraph.className = 'raw';
  paragraph.textContent = text;
  fragment.append(paragraph);
  return fragment;
}

function codeBlock(text: string, info: string): string {
  const language = /^[\w+#.-]+/.exec(info)?.[0] ?? '';
  return `<pre tabindex="0"><code class="hljs">${highlight(text, language) ?? escape(text)}</code></pre>`;
}

/** `label` (HTML) as a link whose tooltip tells where it leads; for any other address as text with the address behind it. */
function anchor(href: string, label: string): string {
  const url = URL.parse(href);
  if (url !== null && schemes.has(url.protocol)) return `<a href="${escape(url.href)}" title="${escape(url.href)}">${label}</a>`;
  const address = escape(clip(href, 120));
  return label === address ? `<code>${address}</code>` : `${label} (<code>${address}</code>)`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The same for running text, where an entity (`&copy;`) is Markdown for its character. */
function escapeText(text: string): string {
  return escape(text).replace(/&amp;(#\d{1,7}|#[xX][\da-fA-F]{1,6}|\w{1,32});/g, '&$1;');
}
