import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Json } from '../../../src/core/json';
import { picturesIn } from '../../../src/transcript/pictures';

const png = 'iVBORw0KGgo=';
const url = `data:image/png;base64,${png}`;

describe('Pictures in a record', () => {
  it('are found as each agent writes them', () => {
    const records: Json[] = [
      { message: { content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }] } },
      { payload: { content: [{ type: 'input_image', image_url: url }] } },
      { content: [{ inlineData: { mimeType: 'image/png', data: png } }] },
      { parts: [{ type: 'file', mime: 'image/png', url }] },
    ];
    for (const record of records) assert.deepEqual(picturesIn(record), [url], JSON.stringify(record));
  });

  it('are each there once', () => {
    assert.deepEqual(picturesIn({ a: url, b: [url], c: { media_type: 'image/png', data: png } }), [url]);
  });

  it('are data alone: no address, no SVG, nothing that is no base64', () => {
    const others = ['https://evil.example/a.png', 'data:image/svg+xml;base64,PHN2Zz4=', 'data:text/html;base64,PGI+', 'data:image/png;base64,"><b>', 'data:image/png,abc'];
    assert.deepEqual(picturesIn(others), []);
    assert.deepEqual(picturesIn({ media_type: 'image/svg+xml', data: png }), []);
    assert.deepEqual(picturesIn({ media_type: 'image/png', data: '"><script>' }), []);
  });

  it('are few, and not too long together', () => {
    const many = Array.from({ length: 30 }, (_, index) => `data:image/png;base64,${String(index).padStart(8, 'A')}`);
    assert.equal(picturesIn(many).length, 10);
    assert.deepEqual(picturesIn([url, `data:image/png;base64,${'A'.repeat(13_000_000)}`]), [url]);
  });

  it('throw on nothing', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void picturesIn(value as Json)));
  });
});
