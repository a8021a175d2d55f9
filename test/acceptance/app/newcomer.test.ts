import { expect } from 'chai';
import { readConfig } from '../../../src/config/read-config.ts';
import { startInstance } from '../../../src/instance.ts';
import { afterSuite, onPostgres, QUICK_START, testEnvironment } from '../../support/backends.ts';
import { AppBrowser } from '../../support/app-screens.ts';

/** Actions on the way to the published page, the typing of a text counted as one. */
const MAX_ACTIONS = 12;

onPostgres('a newcomer in the app', (backend) => {
  it('comes from the link of the first start to a published, edited page', async function () {
    this.timeout(300_000);
    const url = await backend.database();
    const instance = await startInstance(
      readConfig(testEnvironment(url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url })),
      { drainMs: 1_000, ...QUICK_START },
    );
    afterSuite(() => instance.stop());
    const app = await AppBrowser.openFor(this, instance);
    const { page } = app;
    let actions = 0;
    const steps: string[] = [];
    let last = performance.now();
    const step = (name: string): void => {
      steps.push(`${name}: ${Math.round(performance.now() - last)} ms`);
      last = performance.now();
    };
    const click = async (role: 'button' | 'link', name: string): Promise<void> => {
      actions++;
      await page.getByRole(role, { name, exact: true }).click();
    };
    const type = async (text: string): Promise<void> => {
      actions++;
      await page.keyboard.type(text);
    };
    try {
      actions++;
      await page.goto((await instance.createSignInLink())!.url);
      await page.getByRole('heading', { level: 1, name: 'My organization' }).waitFor();
      step('signed in');
      await app.expectAccessible('first-screen');
      last = performance.now();
      await click('button', 'New space');
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      await type('Handbook');
      await click('button', 'Create');
      await page.getByText('This space has no pages yet.').waitFor();
      step('space');
      await click('button', 'Add the first page');
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      await type('Welcome');
      await click('button', 'Create');
      await page.locator('[aria-label="Text of the page, in Markdown"]:focus').waitFor();
      await type('Hello, readers.');
      await click('link', 'Done');
      await page.getByRole('article').getByText('Hello, readers.').waitFor();
      step('page');
      await click('button', 'Publish as a site');
      await page.getByRole('dialog').waitFor();
      await app.expectAccessible('publish-dialog');
      last = performance.now();
      await click('button', 'Publish');
      await page.getByText('Readers find it at this address:').waitFor();
      step('published');
      await app.expectAccessible('published-dialog');
      expect(actions).to.be.at.most(MAX_ACTIONS);
      await page.getByRole('dialog').getByRole('link', { name: 'Open the site' }).click();
      await page.getByText('Hello, readers.').waitFor();
      await page.waitForURL('**/sites/handbook/**');
      step('read');
      await page.goBack();
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Text of the page, in Markdown' }).press('Control+End');
      await page.keyboard.type(' And writers.');
      await page.getByRole('link', { name: 'Done' }).click();
      await page.getByRole('article').getByText('Hello, readers. And writers.').waitFor();
      step('edited');
      await page.getByRole('link', { name: 'Open the site' }).click();
      await page.waitForURL('**/sites/handbook/**');
      await page.getByText('Hello, readers. And writers.').waitFor();
      if (process.env['STEPS']) process.stdout.write(`${steps.join('\n')}\nactions: ${actions}\n`);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
