import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Page } from 'playwright-core';
import type { TranscriptEvent } from '../../../src/shared/transcriptEvent';
import { event, FakeHost } from './fakeHost';
import { still, withTranscript, type TranscriptPage } from './openTranscript';

/** Every way of ours to run something or to fetch something, each calling home or setting `window.ran`. */
const attacks = [
  '<script>window.ran = 1</script>',
  'text <script>window.ran = 1</script> text',
  '<img src=x onerror="window.ran = 1">',
  '<img src="https://evil.example/pixel.png">',
  '![pixel](https://evil.example/pixel.png)',
  '![](https://evil.example/pixel.png "title")',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9IndpbmRvdy5yYW49MSI+PC9zdmc+)',
  '[![x](https://evil.example/a.png)](https://evil.example/b)',
  '<svg onload="window.ran = 1"><circle r="4"/></svg>',
  '<svg><script>window.ran = 1</script></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.ran = 1">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror="window.ran = 1">',
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>">',
  '<iframe src="https://evil.example/"></iframe>',
  '<iframe srcdoc="<script>parent.ran = 1</script>"></iframe>',
  '<object data="https://evil.example/"></object><embed src="https://evil.example/">',
  '<video src="https://evil.example/v.mp4" autoplay></video><audio src="https://evil.example/a.mp3" autoplay></audio>',
  '<link rel="stylesheet" href="https://evil.example/a.css"><link rel="prefetch" href="https://evil.example/p">',
  '<style>@import "https://evil.example/a.css"; body { background: url(https://evil.example/b.png) }</style>',
  '<div style="background: url(https://evil.example/b.png); position: fixed; inset: 0">cover</div>',
  '<base href="https://evil.example/"><a href="/x">base</a>',
  '<meta http-equiv="refresh" content="0; url=https://evil.example/">',
  '<form action="https://evil.example/"><input name="a" autofocus onfocus="window.ran = 1"><button>go</button></form>',
  '<details open ontoggle="window.ran = 1"><summary>x</summary></details>',
  '<body onload="window.ran = 1">',
  '<a href="javascript:window.ran = 1">a</a>',
  '[a](javascript:window.ran=1)',
  '[a](JaVaScRiPt:window.ran=1)',
  '[a](java\u0000script:window.ran=1)',
  '[a](&#106;avascript:window.ran=1)',
  '[a](\u0001javascript:window.ran=1)',
  '[a](vbscript:window.ran=1) [b](data:text/html,<script>window.ran=1</script>) [c](file:///etc/passwd)',
  '[a](command:workbench.action.terminal.new) [b](vscode://evil.example/run)',
  '[a](https://ok.example/"onmouseover="window.ran=1)',
  '[a](https://ok.example/ "title\\" onmouseover=window.ran=1 x=\\"")',
  '[ref]: javascript:window.ran=1\n\n[ref]',
  '<javascript:window.ran=1> <https://ok.example/"onclick=window.ran=1>',
  '`<img src=x onerror=window.ran=1>`',
  '```html"><img src=x onerror=window.ran=1>\n<script>window.ran = 1</script>\n```',
  '```"onmouseover="window.ran=1\ncode\n```',
  '# <img src=x onerror=window.ran=1>',
  '| <img src=x onerror=window.ran=1> | b |\n|---|---|\n| <script>window.ran=1</script> | c |',
  '- [x] <img src=x onerror=window.ran=1>',
  '> <iframe src=https://evil.example/>',
  '<pre><img src=x onerror=window.ran=1></pre> <code><script>window.ran=1</script></code>',
  'a <pre> b <img src=x onerror="window.ran = 1" c',
  '<kbd>x</kbd><script >window.ran=1</script >',
  '<!--><img src=x onerror=window.ran=1>-->',
  '<![CDATA[<img src=x onerror=window.ran=1>]]> <?php window.ran = 1 ?> <!DOCTYPE html>',
  '</div></article></main><script>window.ran = 1</script>',
  '&lt;img src=x onerror=window.ran=1&gt; &#60;script&#62;window.ran=1&#60;/script&#62;',
  '<img src="a" id="root" name="body"><form id="acquireVsCodeApi">',
  '<x-x></x-x><vscode-button onclick="window.ran = 1" autofocus>press</vscode-button>',
  '<template><img src=x onerror=window.ran=1></template><slot></slot><portal src="https://evil.example/"></portal>',
  '\u202eevil\u202c <img/src/onerror=window.ran=1>',
];

/** In a terminal's colours, in a link, in a title and in a sequence that never ends. */
function terminal(text: string): string {
  return `\u001b[31;1m${text}\u001b]8;;https://evil.example/${text}\u0007${text}\u001b]8;;\u0007\u001b]0;${text}\u0007\u001b[38;2;${text}m\u001b[7m${text}\u001b[`;
}

/** All that is shown of foreign text: every place where `text` can come in. */
function everywhere(text: string): TranscriptEvent[] {
  const tool = { name: text, kind: 'other', status: 'completed', subagentId: text } as const;
  return [
    event('user_message', text, { attachments: [text] }),
    event('agent_message', text, { author: text }),
    event('thought', text),
    event('tool_call', '', { tool: { ...tool, input: { command: text, [text]: [text] }, output: text } }),
    event('tool_call', '', { tool: { ...tool, input: text, output: text } }),
    event('tool_call', '', { tool: { ...tool, kind: 'edit', input: { file_path: text, old_string: text, new_string: `${text}\n${text}` }, output: null } }),
    event('tool_call', '', { tool: { ...tool, kind: 'edit', input: `*** Begin Patch\n*** Update File: ${text}\n-${text}\n+${text}\n*** End Patch`, output: null } }),
    event('tool_call', '', { tool: { ...tool, input: { todos: [{ content: text, status: 'pending' }] }, output: terminal(text) } }),
    event('user_message', text, { on_active_branch: false, ofSubagent: true }),
    event('notice', text, { severity: 'error' }),
    event('compaction', text),
    event('unknown', text),
    event('unknown', JSON.stringify({ type: text, text })),
  ];
}

/** All of a transcript in the document at once. */
const tall = { size: { width: 800, height: 20_000 } };

/** Opens every line, and the lines inside, and waits for what they show. */
async function openFolds(test: TranscriptPage): Promise<void> {
  for (let depth = 0; depth < 2; depth++) {
    await test.page.evaluate(() => document.querySelectorAll<HTMLElement>('.fold-head[aria-expanded="false"]').forEach((head) => head.click()));
    await still(test);
  }
  await test.page.waitForFunction(() => !document.body.innerText.includes('Loading…'));
}

/** Watches for everything that leaves the page's own site. */
async function watch(page: Page): Promise<string[]> {
  const outside: string[] = [];
  const own = new URL(page.url()).origin;
  await page.route('**/*', (route) => {
    if (new URL(route.request().url()).origin === own) return route.continue();
    outside.push(route.request().url());
    return route.abort();
  });
  return outside;
}

/** What must never be in the conversation: sentences, empty when all is well. */
function found({ page }: TranscriptPage): Promise<string[]> {
  return page.evaluate(() => {
    const made = ['a', 'article', 'figcaption', 'figure', 'blockquote', 'br', 'button', 'code', 'del', 'div', 'em', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'ol', 'p', 'path', 'pre', 'span', 'strong', 'svg', 'table', 'tbody', 'td', 'th', 'thead', 'time', 'tr', 'ul', 'vscode-button', 'wbr'];
    const problems: string[] = 'ran' in window ? ['something ran'] : [];
    for (const element of document.querySelectorAll('.feed *')) {
      const name = element.localName;
      if (!made.includes(name)) problems.push(`<${name}>`);
      if (element.closest('.markdown') !== null && ['svg', 'path', 'button', 'vscode-button', 'article', 'time', 'wbr'].includes(name)) problems.push(`<${name}> in a message`);
      for (const attribute of element.attributes) {
        if (/^(on|src|srcset|action|form|data$|poster|background|xlink)/i.test(attribute.name)) problems.push(`${name} ${attribute.name}`);
        if (attribute.name === 'style' && element.closest('.markdown') !== null) problems.push(`${name} style`);
        if (attribute.name === 'href' && !/^(https?|mailto):/.test(attribute.value)) problems.push(`href ${attribute.value}`);
      }
    }
    return problems;
  });
}

describe('X21 A hostile transcript', () => {
  it('runs nothing, loads nothing and makes no element of its own, wherever its text is shown', async () => {
    const host = new FakeHost([]);
    await withTranscript(host, tall, async (test) => {
      await test.page.getByText('This session has no messages yet').waitFor();
      const outside = await watch(test.page);
      for (let from = 0; from < attacks.length; from += 8) {
        const some = attacks.slice(from, from + 8);
        host.head = { title: some.join(' '), folder: some[0] ?? '', branch: some[1] ?? '', models: some, agentName: some[2] ?? '', unknownTypes: { [some[3] ?? '']: 1 } };
        host.change(some.flatMap(everywhere));
        await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
        await test.page.locator('article').nth(6 * some.length - 1).waitFor();
        await openFolds(test);
        await still(test);
        assert.deepEqual(await found(test), [], some.join('\n'));
      }
      assert.deepEqual(outside, []);
    });
  });

  it('shows its HTML as text', async () => {
    const texts = ['<b>bold</b> and <script>alert(1)</script> <system-reminder>x</system-reminder>', '<div>\n<p>a block</p>\n</div>', 'a <pre> b <i>c</i>'];
    const host = new FakeHost(texts.map((text) => event('agent_message', text)));
    await withTranscript(host, {}, async ({ page }) => {
      await page.locator('article').nth(2).waitFor();
      assert.deepEqual(await page.locator('.markdown').allInnerTexts(), texts);
    });
  });

  it('shows entities as their characters, and code as it was written', async () => {
    const host = new FakeHost([event('agent_message', 'Tom &amp; Jerry &lt;b&gt; &copy; `&amp;` AT&T\n\n```\n&lt;\n```')]);
    await withTranscript(host, {}, async ({ page }) => {
      assert.equal(await page.locator('.markdown p').innerText(), 'Tom & Jerry <b> © &amp; AT&T');
      assert.equal(await page.locator('.markdown pre').innerText(), '&lt;');
    });
  });

  it('makes links only to the web and to mail, and tells where they lead', async () => {
    const text = '[bank](https://evil.example/login) <me@home.example> [file](src/a.ts) [x](javascript:alert) https://plain.example/a?b=1&c=2';
    await withTranscript(new FakeHost([event('agent_message', text)]), {}, async ({ page }) => {
      await page.locator('.markdown a').nth(2).waitFor();
      const links = await page.locator('.markdown a').evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('title')]));
      assert.deepEqual(links, [
        ['bank', 'https://evil.example/login', 'https://evil.example/login'],
        ['me@home.example', 'mailto:me@home.example', 'mailto:me@home.example'],
        ['https://plain.example/a?b=1&c=2', 'https://plain.example/a?b=1&c=2', 'https://plain.example/a?b=1&c=2'],
      ]);
      assert.match(await page.locator('.markdown').innerText(), /file \(src\/a\.ts\) x \(javascript:alert\)/);
    });
  });

  it('does not stall or break the page by its shape', async () => {
    const shapes = [
      '>'.repeat(10_000),
      '['.repeat(10_000),
      '*a_'.repeat(6000),
      '![['.repeat(6000),
      '- '.repeat(5000),
      '`'.repeat(20_000),
      '<'.repeat(20_000),
      '&#'.repeat(10_000),
      `${'|a'.repeat(3000)}|\n${'|-'.repeat(3000)}|\n`,
      `\`\`\`js\n${'('.repeat(19_000)}`,
      `${'#'.repeat(20_000)} a`,
      'x'.repeat(20_000),
    ];
    const host = new FakeHost(shapes.map((text) => event('agent_message', text)));
    await withTranscript(host, { size: { width: 320, height: 3000 } }, async (test) => {
      await test.page.locator('article').first().waitFor();
      for (let entry = 0; entry < shapes.length; entry++) await test.page.keyboard.press('k');
      await still(test);
      assert.equal(await test.page.evaluate(() => document.activeElement?.ariaPosInSet), '1');
    });
  });

  it('shows a text as it is when its marks would take seconds to make out', async () => {
    const marks = '*a_'.repeat(6000);
    const texts = [marks, `- one\n- ${marks}`, '*a* _b_ '.repeat(200)];
    await withTranscript(new FakeHost(texts.map((text) => event('agent_message', text))), { size: { width: 800, height: 20_000 } }, async ({ page }) => {
      await page.locator('article').nth(2).waitFor();
      const made = await page.locator('.markdown').evaluateAll((all) => all.map((text) => [text.querySelectorAll('p.raw').length, text.querySelectorAll('em').length]));
      assert.deepEqual(made, [[1, 0], [1, 0], [0, 400]]);
    });
  });

  it('stays harmless in any mixture of its parts', async () => {
    const part = fc.oneof(
      fc.constantFrom(...attacks),
      fc.constantFrom('<', '>', '"', "'", '`', '```', '](', '![', '[', ')', '\n\n', '\n    ', '> ', '- ', '# ', '|', '<svg>', '<math>', '</p>', '<style>', 'on', '=', '&', '\\', 'javascript:', '\u0000'),
      fc.string({ maxLength: 8 }),
    );
    const texts = fc.sample(fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')), { numRuns: 400, seed: 20 });
    const host = new FakeHost([]);
    await withTranscript(host, { size: { width: 800, height: 40_000 } }, async (test) => {
      await test.page.getByText('This session has no messages yet').waitFor();
      const outside = await watch(test.page);
      for (let from = 0; from < texts.length; from += 100) {
        host.change(texts.slice(from, from + 100).map((text) => event('agent_message', text)));
        await test.fire('transcript.changed', { key: 'claude-code:0d6c6f3e' });
        await test.page.locator('article').nth(90).waitFor();
        await still(test);
        assert.deepEqual(await found(test), []);
      }
      assert.deepEqual(outside, []);
    });
  });
});
