import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { agentIds } from '../../../src/shared/agentId';
import { Homes } from '../../unit/agents/adapterHome';
import { themeNames } from '../harness/themes';
import { BlockSample } from './blockSamples';
import type { TranscriptPage } from './openTranscript';
import { withBlocks } from './openBlocks';

/** What is on the page in its order, a line each: what it is and what it reads, up to 60 characters. */
function outline({ page }: TranscriptPage): Promise<string[]> {
  return page.evaluate(() => {
    const kinds: readonly (readonly [string, string])[] = [
      ['.head .notice', 'incomplete'], ['.day', 'day'], ['.run-head', 'author'], ['.bubble > .markdown', 'you'], ['.message > .markdown', 'agent'],
      ['.attachments li', 'attached'], ['.recorded-picture', 'picture'], ['.fold-head', 'line'], ['.plan li', 'step'], ['.diff figcaption', 'diff'],
      ['.payload-title + pre', 'text'], ['.fold-body > .markdown', 'text'], ['.fold-body > pre', 'record'], ['.notice', 'notice'], ['.stepper', 'branch'], ['.tool-details > .muted', 'text'], ['[role="alert"]', 'alert'],
    ];
    const shown = [...document.querySelectorAll<HTMLElement>(kinds.map(([selector]) => selector).join())].filter((element) => element.checkVisibility());
    return shown.map((element) => {
      const [, kind = ''] = kinds.find(([selector]) => element.matches(selector)) ?? [];
      return `${kind}: ${element.innerText.replaceAll(/\s+/g, ' ').trim().slice(0, 60)}`.trim();
    });
  });
}

/** Elements that reach beyond the sides of the page, other than inside of what scrolls. */
function overflowing({ page }: TranscriptPage): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element): boolean => element.closest('pre, .wide, .hidden') !== null;
    const wide = [...document.querySelectorAll('#root *')].filter((element) => !scrolls(element) && element.getBoundingClientRect().right > innerWidth + 0.5);
    return wide.map((element) => `${element.localName}.${element.className}: ${element.textContent}`);
  });
}

describe('A1 Every kind of block', () => {
  const homes = new Homes();
  after(() => homes.removeAll());

  for (const agent of agentIds) {
    it(`that ${agent} records is on a page of 320 px, in order and within its sides`, async function () {
      this.timeout(90_000);
      const sample = new BlockSample(agent, homes.empty());
      await withBlocks(sample, { theme: 'dark', width: 320 }, async (test) => {
        const expected = fs.readFileSync(`test/fixtures/blocks/${agent}.txt`, 'utf8').trimEnd().split('\n');
        assert.deepEqual(await outline(test), expected);
        assert.deepEqual(await overflowing(test), []);
      });
      sample.dispose();
    });
  }

  it('can be read in every theme', async function () {
    this.timeout(90_000);
    const sample = new BlockSample('claude-code', homes.empty());
    await withBlocks(sample, { theme: 'dark', width: 800 }, async (test) => {
      for (const theme of themeNames) {
        await test.setTheme(theme);
        assert.deepEqual(await test.audit(), [], theme);
      }
    });
    sample.dispose();
  });
});
