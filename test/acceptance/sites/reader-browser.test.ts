import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openContext } from '../../support/browser.ts';
import { onPostgres } from '../../support/backends.ts';
import { publish } from '../../support/sites/published-site.ts';
import { World } from '../../support/world.ts';

/** Names of the browser, for the functions that run there. */
declare const document: any;
declare const window: any;
declare const getComputedStyle: any;

const PARAGRAPHS = 'Some words of a paragraph that wraps over several lines on most screens. '.repeat(20);
const TEXT = `The walrus lives here.\n\n## First part\n\n${PARAGRAPHS}\n\n### Detail\n\n${PARAGRAPHS}\n\n## Second part\n\n${PARAGRAPHS}\n\n## Third part\n\n${PARAGRAPHS}`;
const MANUAL = {
  pages: [
    { title: 'Welcome', markdown: TEXT },
    { title: 'Install', markdown: TEXT, pages: [{ title: 'Docker', markdown: 'x', pages: [{ title: 'Compose' }] }] },
    {
      title: 'Guides',
      type: 'group' as const,
      pages: Array.from({ length: 40 }, (_, i) => ({ title: `Guide ${i}`, markdown: TEXT })),
    },
  ],
};

onPostgres('published sites in a browser', (backend) => {
  let at: string;
  before(async () => {
    const world = await World.create(await backend.instance());
    const published = await publish(world, [MANUAL, MANUAL], { titles: ['Version 2', 'Version 1'] });
    at = world.instance.url + published.at;
  });

  /** Opens a page and fails when it reports an error, such as a violation of its policy. */
  async function visit(
    test: Mocha.Context,
    path: string,
    options: BrowserContextOptions,
    use: (page: Page) => Promise<void>,
  ): Promise<void> {
    const context = await openContext(test, { viewport: { width: 1440, height: 800 }, ...options });
    const errors: string[] = [];
    try {
      const page = await context.newPage();
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      // Chromium reports a view transition that it skips as an error of the page.
      page.on('pageerror', (error) => !/Transition was/.test(String(error)) && errors.push(String(error)));
      await page.goto(at + path);
      await use(page);
      expect(errors).to.deep.equal([]);
    } finally {
      await context.close();
    }
  }
  const PHONE = { viewport: { width: 390, height: 700 } };

  it('search as one types, with the keyboard alone, and remember the search', function () {
    return visit(this, '/install', {}, async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.insertText('walr');
      await page.waitForSelector('.s-hits mark');
      const options = page.locator('.s-hits [role=option]');
      expect(await options.count()).to.be.greaterThan(3);
      expect(await options.first().getAttribute('aria-selected')).to.equal('true');
      await page.keyboard.press('ArrowDown');
      const second = options.nth(1);
      expect(await second.getAttribute('aria-selected')).to.equal('true');
      const input = page.locator('.s-dialog input[type=search]');
      expect(await input.getAttribute('aria-activedescendant')).to.equal(await second.getAttribute('id'));
      const href = await second.getAttribute('href');
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
      expect(new URL(page.url()).pathname + new URL(page.url()).hash).to.equal(href);
      await page.keyboard.press('Control+k');
      await page.waitForSelector('.s-hits [role=option]');
      expect(await page.locator('.s-hits [role=option]').allTextContents()).to.deep.equal(['walr']);
      await page.keyboard.press('Escape');
      await page.locator('.s-dialog').waitFor({ state: 'detached' });
    });
  });

  it('limit the search to one variant', function () {
    return visit(this, '/install', {}, async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('docker');
      await page.waitForSelector('.s-hits mark');
      expect(await page.locator('.s-hits [role=option]').count()).to.equal(2);
      await page.getByLabel('This version').check();
      await page.waitForFunction(() => document.querySelectorAll('.s-hits [role=option]').length === 1);
    });
  });

  it('keep the chosen color scheme on the next page without a flash', function () {
    return visit(this, '/install', { colorScheme: 'light' }, async (page) => {
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await ground();
      await page.locator('.s-header [data-choice=dark]').click();
      const dark = await ground();
      expect(dark).not.to.equal(light);
      // Without the deferred script the inline one has to apply the choice.
      await page.route('**/assets/main-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
      await page.goto(`${at}/guides/guide-1`);
      expect(await ground()).to.equal(dark);
      await page.unroute('**/assets/main-*.js');
      await page.reload();
      await page.locator('.s-header [data-choice=system]').click();
      expect(await ground()).to.equal(light);
    });
  });

  it('keep the scroll position and opened branches of the sidebar', function () {
    return visit(this, '/', {}, async (page) => {
      const chevron = page.getByRole('button', { name: 'Subpages: Install' });
      await chevron.click();
      await page.locator('.s-contents').getByText('Docker').waitFor();
      expect(await chevron.getAttribute('aria-expanded')).to.equal('true');
      await page.evaluate(() => (document.querySelector('.s-nav')!.scrollTop = 300));
      await page.goto(`${at}/guides/guide-12`);
      expect(await page.locator('.s-contents').getByText('Docker').isVisible()).to.equal(true);
      expect(await page.evaluate(() => document.querySelector('.s-nav')!.scrollTop)).to.be.closeTo(300, 2);
      await page.goto(`${at}/guides/guide-39`);
      const current = page.locator('.s-contents [aria-current=page]');
      const box = (await current.boundingBox())!;
      expect(box.y).to.be.greaterThan(0).and.lessThan(800);
    });
  });

  it('show headings below the header, and mark them in the outline', async function () {
    for (const viewport of [{ width: 1440, height: 800 }, PHONE.viewport])
      await visit(this, '/install#second-part', { viewport }, async (page) => {
        const [header, heading] = await page.evaluate(() => [
          document.querySelector('.s-header')!.getBoundingClientRect().bottom,
          document.getElementById('second-part')!.getBoundingClientRect().top,
        ]);
        expect(heading)
          .to.be.greaterThan(header!)
          .and.lessThan(header! + 120);
        await page.waitForFunction(
          () => document.querySelector('.s-outline [aria-current]')?.getAttribute('href') === '#second-part',
        );
      });
  });

  it('have one row as header on phones, and everything else in the drawer', function () {
    return visit(this, '/install', PHONE, async (page) => {
      const header = (await page.locator('.s-header').boundingBox())!;
      expect(header.height).to.be.at.most(64);
      for (const target of ['.s-menu', '.s-search button']) {
        const box = (await page.locator(target).boundingBox())!;
        expect(Math.min(box.width, box.height), target).to.be.at.least(44);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(390);
      await page.getByRole('button', { name: 'Menu' }).click();
      const drawer = page.locator('#quire-menu');
      expect(await drawer.getByText('Guide 3', { exact: true }).isVisible()).to.equal(true);
      await drawer.locator('summary').click();
      await Promise.all([page.waitForURL('**/install'), drawer.getByText('Version 1').last().click()]);
    });
  });

  it('switch to the same page of another variant, else to its home page', function () {
    return visit(this, '/guides/guide-3', {}, async (page) => {
      await page.locator('.s-variants summary').click();
      await page.keyboard.press('Escape');
      expect(await page.locator('.s-variants').getAttribute('open')).to.equal(null);
      await page.locator('.s-variants summary').click();
      await page.locator('.s-variants').getByText('Version 1').click();
      await page.waitForURL('**/guides/guide-3');
      expect(await page.locator('.s-variants summary').textContent()).to.equal('Version 1');
      expect(page.url()).not.to.equal(`${at}/guides/guide-3`);
    });
  });

  it('are complete without scripts', function () {
    return visit(this, '/install', { ...PHONE, javaScriptEnabled: false }, async (page) => {
      await page.locator('.s-menu').click();
      expect(await page.locator('.s-contents').getByText('Docker').isVisible()).to.equal(true);
      await page.locator('.s-drawer-head .s-icon-close').click();
      await page.locator('.s-outline-button').click();
      await page.locator('.s-outline').getByText('Third part').click();
      await page.goto(`${at}/~quire/search?q=walrus`);
      expect(await page.locator('.s-results li').count()).to.equal(20);
      await page.getByRole('link', { name: 'Next' }).click();
      expect(await page.locator('.s-result-pages').textContent()).to.include('Page 2 of');
      const hits = await page.locator('.s-results li').allTextContents();
      expect(new Set(hits).size).to.equal(hits.length);
    });
  });

  it('have no accessibility violations in both themes, wide and on phones', async function () {
    const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    for (const viewport of [{ width: 1440, height: 800 }, PHONE.viewport])
      for (const colorScheme of ['light', 'dark'] as const)
        for (const path of ['/install', '/guides/guide-3', '/~quire/search?q=walrus', '/#dialog'])
          await visit(this, path, { viewport, colorScheme, bypassCSP: true }, async (page) => {
            if (path === '/#dialog') {
              await page.keyboard.press('/');
              await page.keyboard.insertText('walrus');
              await page.waitForSelector('.s-hits mark');
            }
            await page.evaluate(source);
            const violations = await page.evaluate(async () =>
              (await window.axe.run()).violations.map((one: any) => [one.id, one.nodes.map((node: any) => node.html)]),
            );
            expect(violations, `${path} ${viewport.width} ${colorScheme}`).to.deep.equal([]);
          });
  });

  it('can be walked with the keyboard, every focus visible', function () {
    return visit(this, '/install', {}, async (page) => {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.className)).to.equal('s-skip');
      const seen = new Set<string>();
      for (let i = 0; i < 30; i++) {
        await page.keyboard.press('Tab');
        const [name, isVisible] = await page.evaluate(() => {
          const { activeElement: element } = document;
          const box = element!.getBoundingClientRect();
          return [element!.outerHTML.slice(0, 80), box.width > 0 && getComputedStyle(element!).outlineStyle !== 'none'];
        });
        expect(isVisible, String(name)).to.equal(true);
        seen.add(String(name));
      }
      expect(seen.size).to.be.greaterThan(25);
    });
  });
});
