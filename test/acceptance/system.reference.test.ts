import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { ROUTES } from '../../src/adapters/http/routes.ts';
import { onEveryBackend } from '../support/backends.ts';
import { openContext } from '../support/browser.ts';

onEveryBackend('the API reference', (backend) => {
  let context: BrowserContext;
  let page: Page;
  const errors: string[] = [];
  before(async function () {
    const { url } = await backend.instance();
    context = await openContext(this, { viewport: { width: 390, height: 800 } });
    page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(`${url}/docs`);
    await page
      .locator('.opblock')
      .nth(ROUTES.length - 1)
      .waitFor();
  });
  after(() => context?.close());

  it('shows every operation at once, so that the search of the browser finds it', async () => {
    expect(await page.locator('.opblock').count()).to.equal(ROUTES.length);
    expect(errors).to.deep.equal([]);
  });

  it('fits a phone', async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390);
  });

  it('filters operations by words of their group, path, name and summary', async () => {
    const matching = async (phrase: string): Promise<string[]> => {
      await page.locator('.operation-filter-input').fill(phrase);
      await page
        .locator('.opblock')
        .nth(ROUTES.length - 1)
        .waitFor({ state: 'detached' });
      return page.locator('.opblock-summary-operation-id').allInnerTexts();
    };
    expect(await matching('merge a change')).to.deep.equal(['mergeChangeRequest']);
    expect(await matching('listWebhooks')).to.deep.equal(['listWebhooks']);
    expect(await matching('comments reactions')).to.not.include('listWebhooks');
    expect(await matching('no such operation')).to.deep.equal([]);
  });
});
