import assert from 'node:assert/strict';
import { withPage } from './harness/testPage';
import { themeNames } from './harness/themes';

/** The three pages of the product; none of them is given what it needs to show anything. */
const surfaces = ['chat', 'transcript', 'usage'] as const;

describe('A page that can not begin', () => {
  for (const surface of surfaces) {
    it(`says so with what to do next, and tells its host, when its script is missing: ${surface}`, async () => {
      await withPage({ surface, answers: {}, state: { state: {} } }, async (test) => {
        await test.page.route(`**/${surface}.js`, (route) => route.fulfill({ status: 404 }));
        test.messages.length = 0;
        await test.page.reload();
        const alert = test.page.getByRole('alert');
        await alert.getByRole('heading', { name: 'This page could not be loaded.' }).waitFor();
        assert.equal(await alert.getByRole('link', { name: 'Show Log' }).getAttribute('href'), 'command:localix.showLog');
        const reason = `/${surface}.js`;
        await alert.getByText(reason).waitFor();
        assert.deepEqual(test.messages, [{ kind: 'failed', reason }]);
        for (const theme of themeNames) {
          await test.setTheme(theme);
          assert.deepEqual(await test.audit(), [], theme);
        }
        await test.screenshot(`failed-${surface}`);
        test.errors.length = 0;
      });
    });
  }

  it('says so when its script throws before it shows anything', async () => {
    await withPage({ surface: 'chat', answers: {}, state: { state: {} } }, async (test) => {
      await test.page.getByRole('alert').getByText('The document names no chat.').waitFor();
      assert.match(test.errors.splice(0).join('\n'), /names no chat/);
    });
  });

  it('leaves a page alone that has begun', async () => {
    await withPage({ surface: 'trial', answers: { 'trial.echo': () => '' }, state: { state: { word: 'tabs' } } }, async (test) => {
      await test.page.locator('.answer').waitFor();
      await test.page.evaluate(() => setTimeout(() => { throw new Error('later'); }));
      while (test.errors.length === 0) await test.page.evaluate(() => new Promise(requestAnimationFrame));
      assert.equal(await test.page.getByRole('alert').count(), 0);
      test.errors.length = 0;
    });
  });
});
