import assert from 'node:assert/strict';
import { parseUsagePageState } from '../../../src/shared/usagePageState';
import type { UsageContract } from '../../../src/shared/usageContract';
import { withPage, type PageOptions, type TestPage } from '../harness/testPage';
import { themeNames } from '../harness/themes';
import { entry, nothing, twoMonths, UsageHost } from './usageHost';

type UsageTestPage = TestPage<UsageContract>;

function withUsage(host: UsageHost, options: Partial<PageOptions<UsageContract>>, use: (page: UsageTestPage) => Promise<void>): Promise<void> {
  return withPage<UsageContract>({ surface: 'usage', state: { state: parseUsagePageState(null) }, answers: host.answers, ...options }, use);
}

const asked = ({ requests }: UsageTestPage, name: string): { query: Record<string, unknown>; focus: Record<string, unknown> }[] =>
  requests.filter((request) => request.name === name).map(({ params }) => params as never);

describe('X27 the page Usage & Spend', () => {
  const states: readonly [string, () => UsageHost, (test: UsageTestPage) => Promise<void>][] = [
    ['full', () => new UsageHost(twoMonths()), ({ page }) => page.getByRole('table').last().waitFor()],
    ['empty', () => new UsageHost(nothing), ({ page }) => page.getByText('Nothing was used in this period.').waitFor()],
    [
      'counting',
      () => Object.assign(new UsageHost(nothing), { counting: { state: 'counting', done: 1200, total: 5000 } }),
      ({ page }) => page.getByRole('button', { name: 'Stop' }).waitFor(),
    ],
    ['stopped', () => Object.assign(new UsageHost(twoMonths()), { counting: { state: 'stopped' } }), ({ page }) => page.getByRole('button', { name: 'Continue Counting' }).waitFor()],
    ['failed', () => Object.assign(new UsageHost(nothing), { counting: { state: 'failed', message: 'disk full' } }), ({ page }) => page.getByRole('alert').filter({ hasText: 'disk full' }).waitFor()],
  ];
  for (const [state, host, reach] of states) {
    it(`has no accessibility problem in any theme: ${state}`, async () => {
      await withUsage(host(), { size: { width: 900, height: 1500 } }, async (test) => {
        await reach(test);
        for (const theme of themeNames) {
          await test.setTheme(theme);
          assert.deepEqual(await test.audit(), [], theme);
          if (state === 'full') await test.screenshot(`usage-${theme}`);
        }
      });
    });
  }

  it('says when it could get no figures, and gets them when asked again; names the setting of prices as a link to it', async () => {
    const host = new UsageHost(twoMonths());
    const broken = (): never => {
      throw new Error('disk gone');
    };
    await withUsage(host, { answers: { ...host.answers, 'usage.view': broken } }, async (test) => {
      await test.page.getByRole('alert').filter({ hasText: 'could not get its figures' }).waitFor();
      assert.equal(await test.page.getByRole('link', { name: 'Show Log' }).getAttribute('href'), 'command:localix.showLog');
      test.answer('usage.view', host.answers['usage.view'] ?? broken);
      await test.page.getByRole('button', { name: 'Try Again' }).click();
      const address = await test.page.getByRole('link', { name: 'Set Your Own Prices' }).getAttribute('href');
      assert.equal(decodeURIComponent(address ?? ''), 'command:localix.openSettings?["localix.prices"]');
    });
  });

  it('draws no chart where nothing was used', async () => {
    await withUsage(new UsageHost(nothing), {}, async ({ page }) => {
      await page.getByText('Nothing was used in this period.').waitFor();
      assert.equal(await page.getByRole('heading', { name: 'Tokens by day' }).count(), 0);
    });
  });

  it('fits a narrow column without scrolling sideways', async () => {
    await withUsage(new UsageHost(twoMonths()), { size: { width: 320, height: 2200 } }, async (test) => {
      await test.page.getByRole('table').last().waitFor();
      assert.ok(await test.page.evaluate(() => document.querySelector('main')!.scrollWidth <= document.querySelector('main')!.clientWidth));
      assert.deepEqual(await test.audit(), []);
      await test.screenshot('usage-narrow');
    });
  });

  it('asks anew for another period and filter, chosen with the keyboard, and keeps them', async () => {
    await withUsage(new UsageHost(twoMonths()), {}, async (test) => {
      const { page } = test;
      await page.getByLabel('Period', { exact: true }).focus();
      await page.keyboard.press('ArrowDown');
      await page.getByLabel('Agent', { exact: true }).focus();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('button', { name: 'Make the parser resumable' }).waitFor();
      const { query } = asked(test, 'usage.view').at(-1) ?? {};
      assert.deepEqual([query?.['period'], query?.['agent']], ['90', 'claude-code']);
      assert.deepEqual((test.savedState as { query: { period: string } }).query.period, '90');
    });
  });

  it('comes back as it was left', async () => {
    const savedState = { tab: 'external', query: { scope: 'everywhere', period: 'custom', custom: { since: '2026-11-01', until: '2026-11-02' }, model: 'gpt-5.2-codex' } };
    await withUsage(new UsageHost(twoMonths()), { savedState }, async (test) => {
      await test.page.getByLabel('From', { exact: true }).waitFor();
      assert.equal(await test.page.getByLabel('Model', { exact: true }).inputValue(), 'is gpt-5.2-codex');
      assert.equal(asked(test, 'usage.view')[0]?.query['scope'], 'everywhere');
    });
  });

  it('lists the sessions behind a bar, a group and what is unknown, and moves there', async () => {
    await withUsage(new UsageHost(twoMonths()), {}, async (test) => {
      const { page } = test;
      const chart = page.getByRole('slider', { name: 'Tokens by day' });
      await chart.focus();
      await page.keyboard.press('ArrowLeft');
      assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /Nov 29, 2026: [\d,]+; Claude Code: /);
      await page.keyboard.press('Enter');
      const heading = page.getByRole('heading', { name: 'Sessions: Nov 29, 2026' });
      await heading.waitFor();
      assert.equal(await heading.evaluate((element) => document.activeElement === element), true);
      assert.deepEqual(asked(test, 'usage.sessions').at(-1)?.focus, { days: { since: '2026-11-29', until: '2026-11-29' } });
      await page.getByRole('button', { name: 'gpt-5.2-codex' }).click();
      await page.getByRole('heading', { name: 'Sessions: gpt-5.2-codex' }).waitFor();
      await page.getByRole('button', { name: 'Why does the watcher fire twice?' }).waitFor();
      await page.getByRole('button', { name: '1 session records no usage' }).click();
      const row = page.getByRole('row').filter({ hasText: 'Look for the leak' });
      await row.getByRole('cell', { name: 'unknown' }).waitFor();
      assert.equal(await page.locator('.sessions tbody tr').count(), 1);
      await page.getByRole('button', { name: 'Show All' }).click();
      await page.getByRole('button', { name: 'Make the parser resumable' }).waitFor();
    });
  });

  it('shows all of many projects when asked to, and lists what has no time', async () => {
    const projects = Array.from({ length: 14 }, (_, place) => entry('codex:3', '2026-11-30', 1000 * (20 - place), { project: `/home/dev/project-${place}` }));
    const host = new UsageHost({ entries: [...projects, entry('gemini:4', null, 500)], unknown: [] });
    await withUsage(host, {}, async (test) => {
      const { page } = test;
      await page.getByRole('button', { name: 'Show 2 More' }).click();
      const next = page.getByRole('button', { name: '…/dev/project-12' });
      await next.waitFor();
      await page.waitForFunction(() => document.activeElement?.textContent === '…/dev/project-12');
      assert.equal(await page.getByRole('button', { name: /…\/dev\/project-/ }).count(), 14);
      await page.getByRole('button', { name: /tokens have no recorded time/ }).click();
      await page.getByRole('heading', { name: 'Sessions: without a time' }).waitFor();
      await page.getByRole('button', { name: 'Translate the manual' }).waitFor();
      assert.equal(await page.locator('.sessions tbody tr').count(), 1);
      assert.deepEqual(await test.audit(), []);
    });
  });

  it('tells of the bar under the pointer, and opens a day of the year', async () => {
    await withUsage(new UsageHost(twoMonths()), {}, async (test) => {
      const { page } = test;
      await page.getByRole('slider', { name: 'Tokens by day' }).hover({ position: { x: 4, y: 60 } });
      await page.locator('.tip').filter({ hasText: 'Nov 1, 2026' }).waitFor();
      const year = page.getByRole('slider', { name: 'Days of the last year' });
      await year.focus();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await page.getByLabel('From', { exact: true }).waitFor();
      assert.deepEqual(asked(test, 'usage.view').at(-1)?.query['custom'], { since: '2026-11-23', until: '2026-11-23' });
    });
  });

  it('opens a session, exports, and stops and goes on counting', async () => {
    const host = new UsageHost(twoMonths());
    host.counting = { state: 'counting', done: 10, total: 90 };
    await withUsage(host, {}, async (test) => {
      const { page, requests } = test;
      await page.getByRole('button', { name: 'Stop' }).click();
      host.counting = { state: 'stopped' };
      await test.fire('usage.changed', { counting: host.counting, hasNew: true });
      await page.getByRole('button', { name: 'Continue Counting' }).click();
      await page.getByRole('button', { name: 'Rename the queue' }).click();
      await page.getByRole('button', { name: 'Export CSV' }).click();
      await page.getByText('Written to /home/dev/usage.csv').waitFor();
      const named = (name: string): number => requests.filter((request) => request.name === name).length;
      assert.deepEqual(['usage.stop', 'usage.count', 'usage.open', 'usage.export'].map(named), [1, 1, 1, 1]);
      assert.equal(named('usage.view') >= 2, true);
    });
  });

  it('says of the Localix tab that nothing is recorded, and goes between tabs with arrow keys', async () => {
    await withUsage(new UsageHost(twoMonths()), {}, async ({ page }) => {
      await page.getByRole('tab', { name: 'External' }).focus();
      await page.keyboard.press('ArrowLeft');
      await page.getByText('Nothing is recorded yet.').waitFor();
      assert.equal(await page.getByRole('tab', { name: 'Localix' }).getAttribute('aria-selected'), 'true');
    });
  });

  it('shows foreign names as text', async () => {
    const host = new UsageHost({ entries: [entry('codex:3', '2026-11-30', 1000, { model: '<img src=x onerror=alert(1)>', project: '"><script>alert(1)</script>' })], unknown: [] });
    await withUsage(host, {}, async ({ page }) => {
      await page.getByRole('button', { name: '<img src=x onerror=alert(1)>' }).waitFor();
    });
  });
});
