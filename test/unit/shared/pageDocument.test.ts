import assert from 'node:assert/strict';
import { pageDocument } from '../../../src/shared/pageDocument';

const page = {
  title: 'Fix the tabs',
  language: 'en',
  script: 'page.js',
  styles: ['page.css'],
  cspSource: 'https://file.example',
  nonce: 'n0nce',
  state: { state: {} },
  failure: { what: 'Not loaded <b>', next: 'Reload.', links: [{ label: 'Log', address: 'command:localix.showLog' }] },
};

describe('The document of a page', () => {
  it('lets only scripts with the nonce run', () => {
    const policy = /content="([^"]+)"/.exec(pageDocument(page))?.[1]?.replaceAll('&#39;', "'");
    assert.equal(
      policy,
      "default-src 'none'; script-src 'nonce-n0nce'; style-src https://file.example 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; font-src https://file.example; img-src https://file.example data:; base-uri 'none'; form-action 'none'",
    );
  });

  it('keeps a title from ending its element', () => {
    assert.ok(pageDocument({ ...page, title: '</title><img src=x>' }).includes('<title>&#60;/title&#62;&#60;img src=x&#62;</title>'));
  });

  it('carries state that cannot end its element and reads back the same', () => {
    const state = { title: '</script><!-- <script>', quote: '"&' };
    const text = /id="state">(.*)<\/script>/.exec(pageDocument({ ...page, state: { state } }))?.[1] ?? '';
    assert.ok(!text.includes('<'));
    assert.deepEqual(JSON.parse(text), { state });
  });
});
