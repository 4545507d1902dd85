import assert from 'node:assert/strict';
import fs from 'node:fs';
import { screenshotPath } from '../harness/screenshots';
import { themeNames, themeOf } from './harness/themes';
import { withPage, type TestPage } from './harness/testPage';

interface TrialContract {
  requests: { 'trial.echo': { params: { word: string }; result: string } };
  events: { 'trial.changed': number };
}

const answers = { 'trial.echo': ({ word }: { word: string }) => word.toUpperCase() };
const options = { surface: 'trial', state: { state: { word: 'tabs' } }, answers };

function line(test: TestPage<TrialContract>, className: string): Promise<string | null> {
  return test.page.locator(`.${className}`).textContent();
}

describe('The page harness', () => {
  it('gives a page its state, answers what it asks, sends events and keeps what it saves', async () => {
    await withPage<TrialContract>({ ...options, savedState: { at: 7 } }, async (test) => {
      assert.equal(await line(test, 'answer'), '"TABS"');
      assert.equal(await line(test, 'saved'), '{"at":7}');
      await test.fire('trial.changed', 3);
      assert.equal(await line(test, 'event'), '3');
      assert.deepEqual(test.requests, [{ name: 'trial.echo', params: { word: 'tabs' } }]);
      assert.deepEqual(test.savedState, { word: 'tabs' });
    });
  });

  it('reports an answer that throws as an error of the answer', async () => {
    const broken = (): string => {
      throw new Error('disk gone');
    };
    await withPage<TrialContract>({ ...options, answers: { 'trial.echo': broken } }, async (test) => {
      assert.equal(await line(test, 'answer'), 'Error: disk gone');
    });
  });

  for (const theme of themeNames) {
    it(`shows VS Code's own colours in ${theme} before the page's script runs, and after a change of theme`, async () => {
      await withPage<TrialContract>({ ...options, theme }, async (test) => {
        const colours = (): Promise<string[]> =>
          test.page.evaluate(() => ['--vscode-editor-background', '--vscode-editor-foreground'].map((name) => getComputedStyle(document.body).getPropertyValue(name)));
        const expected = (name: typeof theme): (string | undefined)[] =>
          ['--vscode-editor-background', '--vscode-editor-foreground'].map((variable) => themeOf(name).variables[variable]);
        assert.equal(await line(test, 'body-class'), themeOf(theme).bodyClass);
        assert.deepEqual(await colours(), expected(theme));
        const other = theme === 'light' ? 'dark' : 'light';
        await test.setTheme(other);
        assert.deepEqual(await colours(), expected(other));
        assert.equal(await test.page.evaluate(() => document.body.className), themeOf(other).bodyClass);
      });
    });
  }

  it('keeps to the policy of the product: an inline script does not run, and is reported', async () => {
    await withPage<TrialContract>(options, async (test) => {
      await test.page.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'document.title = "ran"';
        document.body.append(script);
      });
      assert.equal(await test.page.title(), 'trial');
      assert.match(test.errors.splice(0).join('\n'), /Content Security Policy/);
    });
  });

  it('finds accessibility problems, and none where there are none', async () => {
    await withPage<TrialContract>(options, async (test) => {
      await line(test, 'answer');
      assert.deepEqual(await test.audit(), []);
      await test.page.evaluate(() => document.body.append(document.createElement('button')));
      assert.match((await test.audit()).join('\n'), /^button-name: button/);
    });
  });

  it('fails a test whose page complained, and keeps a picture', async () => {
    const complaining = withPage<TrialContract>(options, async (test) => {
      await test.page.evaluate(() => console.error('lost the thread'));
    });
    await assert.rejects(complaining, /lost the thread/);
    // Not a failure of this run: its picture must not stay.
    fs.rmSync(screenshotPath());
  });
});
