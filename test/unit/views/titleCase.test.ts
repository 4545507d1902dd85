import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import manifestWords from '../../../package.nls.json';

/** Short words that stay small inside a title. */
const small = new Set(['a', 'an', 'and', 'as', 'at', 'by', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);
/** Names that are written so wherever they stand. */
const names = new Set(['opencode']);

/** Words of `title` that are not in title case. What stands in parentheses is no part of it; a name comes for each `{0}` and `…`. */
function wrong(title: string): string[] {
  const words = title.replace(/\([^)]*\)/g, '').replace(/\{\d\}|…/g, ' Name ').split(/[^\p{L}\p{N}'-]+/u).filter((word) => /^\p{L}/u.test(word));
  return words.filter((word, index) => {
    if (names.has(word)) return false;
    const isSmall = index > 0 && index < words.length - 1 && small.has(word.toLowerCase());
    return isSmall === /^\p{Lu}/u.test(word);
  });
}

function sources(folder: string, pattern: RegExp): { file: string; text: string }[] {
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => pattern.test(file)).map((file) => ({ file: path.join(folder, file), text: fs.readFileSync(path.join(folder, file), 'utf8') }));
}

const literal = String.raw`l10n\.t\(\s*'((?:[^'\\]|\\.)+)'`;
const literals = (text: string): string[] => [...text.matchAll(new RegExp(literal, 'g'))].map(([, words = '']) => words.replaceAll("\\'", "'"));

/** The words of a page's buttons: what a `Button`, an `IconButton` or a link that runs a command takes from a file of words. */
function pageButtons(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { file, text } of sources('webview', /\.tsx$/)) {
    const tags = [...text.matchAll(/<(Button|IconButton|a)\b(?:(?!<\/?(?:Button|IconButton|a)\b)[\s\S])*?(?:\/>|<\/\1>)/g)].map(([tag]) => tag);
    for (const [, alias = '', name = ''] of tags.join('\n').matchAll(/\b(words|\w+Words)\.(\w+)\(/g)) {
      const from = new RegExp(String.raw`import \{[^}]*\b${alias === 'words' ? 'words' : `words as ${alias}`}\b[^}]*\} from '([^']+)'`).exec(text)?.[1];
      assert.ok(from !== undefined, `${file}: where ${alias} is from`);
      const words = fs.readFileSync(`${path.join(path.dirname(file), from)}.ts`, 'utf8');
      const definition = new RegExp(String.raw`^  ${name}: [\s\S]*?(?=^  \w+: |^\};)`, 'm').exec(words)?.[0] ?? '';
      found.set(`${file} ${name}`, literals(definition));
    }
  }
  return found;
}

/** The words of what a person presses in VS Code itself: buttons of messages, rows that do something. */
function hostButtons(): string[] {
  return sources('src/views', /\.ts$/).flatMap(({ text }) => [
    ...[...text.matchAll(new RegExp(String.raw`(?:label: ${literal}[^)]*\), (?:command|address)|(?:actionRow|saveLabel:) ?\(?${literal})`, 'g'))].map(([, label, row]) => label ?? row ?? ''),
    ...[...text.matchAll(new RegExp(String.raw`const (\w+) = ${literal}[^;]*;`, 'g'))].filter(([, name = '']) => new RegExp(String.raw`Message\([^;]*\b${name}\b`).test(text)).map(([, , words = '']) => words).filter((words) => !/[.:]/.test(words)),
    ...[...text.matchAll(new RegExp(String.raw`new TreeItem\((?:[^;]*\? )?${literal}(?:[^;]*: ${literal})?[^;]*;\s*item\.id = [^;]*;\s*item\.command`, 'g'))].flatMap(([, ...words]) => words.filter((word) => word !== undefined)),
  ]);
}

describe('Commands, menus and buttons', () => {
  const inManifest = Object.entries(manifestWords as Record<string, string>);

  it('have titles in title case, as VS Code\'s own', () => {
    const titles = inManifest.filter(([key]) => key.startsWith('command.')).map(([, title]) => title);
    const welcome = inManifest.filter(([key]) => key.startsWith('welcome.')).flatMap(([, text]) => [...text.matchAll(/^\[([^\]]+)\]\([^)]+\)$/gm)].map(([, label = '']) => label));
    assert.ok(titles.length > 50 && welcome.length > 5);
    assert.deepEqual([...titles, ...welcome].filter((title) => wrong(title).length > 0), []);
  });

  it('also on pages', () => {
    const buttons = pageButtons();
    // An empty list would agree with everything.
    assert.ok(buttons.size > 30, [...buttons.keys()].join('\n'));
    assert.deepEqual([...buttons].filter(([, texts]) => texts.some((text) => wrong(text).length > 0)), []);
  });

  it('also in messages and on rows', () => {
    const buttons = hostButtons();
    for (const known of ['Undo', 'Try Again', 'Show Log', 'Make It Another Project', 'Show More ({0})', 'Show Less', 'Export']) assert.ok(buttons.includes(known), known);
    assert.deepEqual(buttons.filter((text) => wrong(text).length > 0), []);
  });

  it('and what is not in title case is noticed', () => {
    assert.deepEqual(['Open raw record', 'Copy Link', 'Show all ({0} characters)', 'New Session in…', 'Open in opencode', 'Mark As Read', 'Where History Comes From'].map((title) => wrong(title).join(' ')), ['raw record', '', 'all', '', '', 'As', '']);
  });
});
