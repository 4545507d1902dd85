import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

const limit = 400;

/** Files that may be longer, each with its reason. */
const mayBeLonger: Readonly<Record<string, string>> = {};

const folders = ['src', 'webview', 'test', 'scripts'];

function sources(): string[] {
  return folders
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)))
    .filter((file) => /\.(tsx?|[mc]?js|css)$/.test(file) && !/node_modules|^test\/fixtures\//.test(file));
}

/** Those with more than `limit` lines, with their number. */
function tooLong(files: readonly string[], text: (file: string) => string): string[] {
  return files.flatMap((file) => {
    const lines = text(file).trimEnd().split('\n').length;
    return lines > limit && !(file in mayBeLonger) ? [`${file}: ${lines} lines`] : [];
  });
}

const read = (file: string): string => fs.readFileSync(file, 'utf8');

describe('Files', () => {
  it(`have at most ${limit} lines, or are named with a reason`, () => {
    assert.deepEqual(tooLong(sources(), read), []);
  });

  it('are noticed one line over the limit, and not at it', () => {
    const texts: Record<string, string> = { 'fits.ts': 'x\n'.repeat(limit), 'long.ts': 'x\n'.repeat(limit + 1) };
    assert.deepEqual(tooLong(Object.keys(texts), (file) => texts[file] ?? ''), ['long.ts: 401 lines']);
  });

  it('named as longer are there and are longer', () => {
    assert.deepEqual(Object.keys(mayBeLonger).filter((file) => !fs.existsSync(file) || read(file).trimEnd().split('\n').length <= limit), []);
  });

  it('silence no check', () => {
    // Put together here, so that this file is not one of them.
    const silencers = new RegExp(['eslint', 'disable'].join('-') + '|' + ['@ts', '(ignore|nocheck|expect-error)'].join('-') + '|\\.' + 'only\\(');
    assert.deepEqual(sources().filter((file) => silencers.test(read(file))), []);
  });
});
