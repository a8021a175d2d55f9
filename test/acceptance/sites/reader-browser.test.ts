import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { Tokens } from '../../../src/composition/tokens.ts';
import { accessibilityViolations } from '../../support/accessibility.ts';
import { openContext } from '../../support/browser.ts';
import { onPostgres } from '../../support/backends.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { must, World } from '../../support/world.ts';

/** Names of the browser, for the functions that run there. */
declare const document: any;
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
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützen';
const LINK_TITLES = [
  'Documentation',
  'Guides and tutorials',
  'API reference',
  'Community forum',
  'Release notes',
  'Support',
];

onPostgres('published sites in a browser', (backend) => {
  let world: World;
  let at: string;
  before(async () => {
    world = await World.create(await backend.instance());
    const published = await publish(world, [MANUAL, MANUAL], { titles: ['Version 2', 'Version 1'] });
    at = world.instance.url + published.at;
  });

  const urlOf = (site: PublishedSite): string => world.instance.url + site.at;
  const customize = async (site: PublishedSite, change: object): Promise<void> => {
    const customization = must(await world.admin.api.get(`${site.api}/customization`), 200);
    must(await world.admin.api.put(`${site.api}/customization`, { ...customization, ...change }), 200);
  };

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
      await page.goto(path.startsWith('http') ? path : at + path);
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

  it('leave the keys to an input method that composes a word', function () {
    return visit(this, '/install', {}, async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.insertText('walr');
      await page.waitForSelector('.s-hits mark');
      const wasLeft = await page.locator('.s-dialog input[type=search]').evaluateAll(([input]: any[]) =>
        ['ArrowDown', 'Enter', 'Escape'].map((key) => {
          const { KeyboardEvent } = globalThis as any;
          const press = new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true });
          return input.dispatchEvent(press);
        }),
      );
      expect(wasLeft).to.deep.equal([true, true, true]);
      expect(await page.locator('.s-dialog').isVisible()).to.equal(true);
      const first = page.locator('.s-hits [role=option]').first();
      expect(await first.getAttribute('aria-selected')).to.equal('true');
    });
  });

  it('search for the typed text on Enter while the results of a former one are shown', function () {
    return visit(this, '/', {}, async (page) => {
      await page.route(/search\.json\?q=docker/, () => undefined);
      await page.keyboard.press('/');
      await page.keyboard.insertText('walrus');
      await page.waitForSelector('.s-hits mark');
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('docker');
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
      expect(page.url()).to.match(/~quire\/search\?q=docker/);
    });
  });

  it('keep the results of the typed text when the answer to a former one is late', function () {
    return visit(this, '/', {}, async (page) => {
      const type = async (query: string): Promise<void> => {
        await page.keyboard.press('Control+a');
        await page.keyboard.insertText(query);
      };
      const hits = page.locator('.s-hits [role=option]');
      await page.keyboard.press('/');
      await type('walrus');
      await page.waitForSelector('.s-hits mark');
      const shown = await hits.allTextContents();
      let isTypedAgain: () => void = () => undefined;
      const typedAgain = new Promise<void>((resolve) => (isTypedAgain = resolve));
      const isAnswered = new Promise<void>((resolve) => {
        void page.route(/search\.json\?q=docker/, async (route) => {
          await typedAgain;
          // The page may have cancelled the request.
          await route.continue().catch(() => undefined);
          resolve();
        });
      });
      await Promise.all([page.waitForRequest(/search\.json\?q=docker/), type('docker')]);
      await type('walrus');
      // Longer than the page waits for more letters.
      await page.waitForTimeout(500);
      isTypedAgain();
      await isAnswered;
      await page.waitForTimeout(500);
      expect(await hits.allTextContents()).to.deep.equal(shown);
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

  it('let the browser load the pages ahead that readers point at', function () {
    return visit(this, '/install', {}, async (page) => {
      const requested = page.waitForRequest(
        (request) => request.headers()['sec-purpose']?.startsWith('prefetch') === true,
      );
      await page.locator('.s-contents a').last().hover();
      expect((await requested).url()).to.include(at);
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
      await page.locator('.s-contents').getByText('Docker').waitFor();
      expect(await chevron.getAttribute('aria-expanded')).to.equal('true');
      expect(await page.evaluate(() => document.querySelector('.s-nav')!.scrollTop)).to.be.closeTo(300, 2);
      await page.goto(`${at}/guides/guide-39`);
      const current = page.locator('.s-contents [aria-current=page]');
      const box = (await current.boundingBox())!;
      expect(box.y).to.be.greaterThan(0).and.lessThan(800);
    });
  });

  it('show opened branches of the sidebar as they are, and count no views of their pages', async function () {
    const parts = (...titles: string[]) => ({
      pages: [
        { title: 'Home' },
        { title: 'Parent', pages: titles.map((title) => ({ title, pages: [{ title: `Below ${title}` }] })) },
        { title: 'Last' },
      ],
    });
    const site = await publish(world, [parts('Gone', 'Former title', 'Stays')]);
    // Robots are not counted.
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
    await visit(this, urlOf(site), { userAgent }, async (page) => {
      const contents = page.locator('.s-contents');
      await page.getByRole('button', { name: 'Subpages: Parent' }).click();
      await page.getByRole('button', { name: 'Subpages: Stays' }).click();
      await contents.getByText('Below Stays').waitFor();
      const { pages } = site.filledSpaces[0]!;
      const known = { pages: { ...pages, 'New title': pages['Former title']! } };
      await fillSpace(world.instance, site.spaces[0].id, parts('New title', 'Stays'), known);
      await page.reload();
      await contents.getByText('Below Stays').waitFor();
      const titles = await contents.locator('a').allInnerTexts();
      expect(titles).to.deep.equal(['Home', 'Parent', 'New title', 'Stays', 'Below Stays', 'Last']);
      const addresses = await contents.locator('a').evaluateAll((links) => links.map((link) => (link as any).pathname));
      expect(addresses.map((path) => path.slice(site.at.length))).to.deep.equal(
        ['', 'parent', 'parent/new-title', 'parent/stays', 'parent/stays/below-stays', 'last'].map(
          (path) => `/${path}`,
        ),
      );
      // A branch that was closed stays closed.
      await page.getByRole('button', { name: 'Subpages: Parent' }).click();
      await page.goto(`${urlOf(site)}/last`);
      await page.waitForLoadState('networkidle');
      expect(await contents.getByText('Stays').count()).to.equal(0);
    });
    await world.instance.container.get(Tokens.ReadingFigures).flush();
    const { columns } = must(
      await world.admin.api.post(`${site.api}/insights/events/aggregate`, {
        range: 'last24Hours',
        select: [{ column: 'eventsCount' }],
        groupBy: [{ column: 'eventType' }],
      }),
      200,
    );
    expect(columns.map(({ values }: any) => values)).to.deep.equal([[3], ['page_view']]);
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

  it('mark headings in the outline whose ids are no part of a URL', async function () {
    const markdown = `## <a id="100%"></a>Percent\n\n${PARAGRAPHS}\n\n## <a id="50%25"></a>Half\n\n${PARAGRAPHS.repeat(9)}`;
    const site = await publish(world, [{ pages: [{ title: 'Home', markdown }] }]);
    await visit(this, urlOf(site), {}, async (page) => {
      const current = page.locator('.s-outline [aria-current]');
      expect(await current.textContent()).to.equal('Percent');
      await page.locator('.s-outline').getByText('Half').click();
      await current.getByText('Half').waitFor();
    });
  });

  it('mark no heading of a closed tab in the outline', async function () {
    const tab = (title: string): string => `{% tab title="${title}" %}\n### In ${title}\n\nText\n{% endtab %}`;
    const markdown = `## Before\n\n{% tabs %}\n${tab('one')}\n${tab('two')}\n{% endtabs %}\n\n## After\n\n${PARAGRAPHS.repeat(9)}`;
    const site = await publish(world, [{ pages: [{ title: 'Home', markdown }] }]);
    await visit(this, urlOf(site), {}, async (page) => {
      const current = page.locator('.s-outline [aria-current]');
      expect(await current.textContent()).to.equal('Before');
      await page.locator('.s-outline').getByText('In two').click();
      await current.getByText('In two').waitFor();
    });
  });

  it('show the primary button of a header on headers of every color', async function () {
    const site = await publish(world, [{ pages: [{ title: 'Home' }] }]);
    const link = {
      title: 'Sign up',
      style: 'button-primary',
      to: { kind: 'url', url: 'https://example.com/' },
      links: [],
    };
    for (const preset of ['default', 'bold', 'contrast']) {
      await customize(site, { header: { preset, links: [link] } });
      await visit(this, urlOf(site), {}, async (page) => {
        const [header, button] = await page.evaluate(() =>
          ['.s-header', '.s-links a'].map((name) => getComputedStyle(document.querySelector(name)).backgroundColor),
        );
        expect(button, preset).not.to.equal(header);
        expect(await accessibilityViolations(page, { only: ['color-contrast'] }), preset).to.deep.equal([]);
      });
    }
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
      await drawer.getByRole('button', { name: 'Dark' }).click();
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).to.equal('dark');
      await drawer.locator('summary').click();
      await Promise.all([page.waitForURL('**/install'), drawer.getByText('Version 1').last().click()]);
    });
  });

  it('have a menu button beside the sidebar only for links that the header has no room for', async function () {
    const site = await publish(world, [{ pages: [{ title: 'Home' }, { title: 'Next' }] }]);
    const isMenuVisible = async (): Promise<boolean> => {
      let isVisible = false;
      await visit(this, urlOf(site), { viewport: { width: 820, height: 800 } }, async (page) => {
        expect(await page.locator('.s-contents').isVisible()).to.equal(true);
        isVisible = await page.locator('.s-menu').isVisible();
      });
      return isVisible;
    };
    expect(await isMenuVisible()).to.equal(false);
    const link = { title: 'Blog', style: 'link', to: { kind: 'url', url: 'https://example.com/' }, links: [] };
    await customize(site, { header: { preset: 'default', links: [link] } });
    expect(await isMenuVisible()).to.equal(true);
  });

  it('show the language of code in the middle of the line with its title', async function () {
    const markdown = '{% code title="server.ts" %}\n```ts\nlet a;\n```\n{% endcode %}';
    const site = await publish(world, [{ pages: [{ title: 'Home', markdown }] }]);
    await visit(this, urlOf(site), {}, async (page) => {
      const [label, title] = await page.evaluate(() => {
        const { top, height } = getComputedStyle(document.querySelector('.q-code')!, '::after');
        return [parseFloat(top) + parseFloat(height) / 2, document.querySelector('figcaption')!.clientHeight / 2];
      });
      expect(label).to.be.closeTo(title!, 3);
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

  describe('with many links and long words', () => {
    const to = { kind: 'url', url: 'https://example.com/' };
    const link = (title: string, style = 'link') => ({ title, to, links: [], style });
    const menu = (title: string) => ({ title, to: null, links: LINK_TITLES.map((each) => ({ title: each, to })) });
    let crowded: PublishedSite;
    before(async () => {
      const pages = [
        {
          title: 'Home',
          markdown: 'Word',
          pages: [{ title: LONG_WORD, slug: 'b', pages: [{ title: 'Deep', markdown: 'Word' }] }],
        },
      ];
      crowded = await publish(world, [{ pages }, { pages }], { titles: [LONG_WORD, LONG_WORD.slice(1)] });
      const { api } = world.admin;
      for (const title of [`X${LONG_WORD}`, 'Developers']) {
        const { id: spaceId } = await world.space({ title });
        const section = must(await api.post(`${crowded.api}/sections`, { spaceId, title }), 201);
        const group = { title: `${title}s`.slice(-50), sections: [section.id] };
        must(await api.post(`${crowded.api}/section-groups`, group), 201);
      }
      await customize(crowded, {
        announcement: { enabled: true, message: `${LONG_WORD} is`, style: 'info', link: { title: LONG_WORD, to } },
        header: {
          preset: 'default',
          links: [
            link('Get started', 'button-primary'),
            link(LONG_WORD, 'button-secondary'),
            ...[...LINK_TITLES, ...LINK_TITLES].map((title) => link(title)),
            menu('First menu'),
            menu(LONG_WORD),
            menu('Last menu'),
          ],
        },
        footer: {
          groups: [{ title: LONG_WORD, links: [{ title: LONG_WORD, to }] }],
          copyright: `${LONG_WORD} ${LONG_WORD}${LONG_WORD}`,
        },
      });
    });
    const overflow = (page: Page, selector: string): Promise<number> =>
      page.locator(selector).evaluate((one: any) => one.scrollWidth - one.clientWidth);

    for (const width of [320, 390, 820, 1024, 1200, 1440])
      it(`fit into ${width} pixels, without scripts too`, async function () {
        for (const javaScriptEnabled of [true, false])
          await visit(
            this,
            urlOf(crowded),
            { viewport: { width, height: 700 }, javaScriptEnabled, reducedMotion: 'reduce' },
            async (page) => {
              for (const path of ['/~quire/search?q=word', '/home/b/deep', '/']) {
                await page.goto(urlOf(crowded) + path);
                expect(await overflow(page, 'html'), path).to.equal(0);
              }
              if (width < 768) expect((await page.locator('.s-header').boundingBox())!.height).to.be.at.most(64);
              if (width >= 1024) return;
              await page.locator('.s-menu').click();
              for (const summary of await page.locator('#quire-menu summary').all()) await summary.click();
              expect(await overflow(page, '#quire-menu'), 'drawer').to.equal(0);
              expect(await overflow(page, 'html'), 'behind the drawer').to.equal(0);
            },
          );
      });

    it('show each header link that has the focus, and its menu below it', function () {
      return visit(this, urlOf(crowded), { viewport: { width: 1024, height: 700 } }, async (page) => {
        const [row, header] = [
          (await page.locator('.s-links').boundingBox())!,
          (await page.locator('.s-header').boundingBox())!,
        ];
        await page.locator('.s-search button').focus();
        for (const title of ['Get started', LONG_WORD, ...LINK_TITLES, ...LINK_TITLES, 'First menu', LONG_WORD]) {
          await page.keyboard.press('Tab');
          const focus = page.locator('.s-links :focus');
          expect(await focus.innerText()).to.equal(title);
          const box = (await focus.boundingBox())!;
          expect(box.x, title).to.be.at.least(row.x - 1);
          if (title !== LONG_WORD) expect(box.x + box.width, title).to.be.at.most(row.x + row.width + 1);
        }
        for (const name of ['First menu', 'Last menu']) {
          const summary = page.locator('.s-links summary').filter({ hasText: name });
          await summary.focus();
          await page.keyboard.press('Enter');
          await page.keyboard.press('Tab');
          const focus = page.locator('.s-links :focus');
          expect(await focus.innerText()).to.equal('Documentation');
          const [above, box] = [(await summary.boundingBox())!, (await focus.boundingBox())!];
          expect(box.y, name).to.be.at.least(above.y + above.height);
          expect(box.y, name).to.be.at.most(header.y + header.height + 48);
          expect(box.x, name).to.be.at.most(above.x + above.width);
          expect(box.x + box.width, name)
            .to.be.at.least(above.x)
            .and.at.most(1024);
          await focus.click({ trial: true });
          await page.keyboard.press('Escape');
          expect(await focus.innerText()).to.equal(name);
        }
        expect(await overflow(page, 'html')).to.equal(0);
      });
    });

    it('link accounts by icons with the names of their platforms, which fingers hit', async function () {
      const site = await publish(world, [MANUAL]);
      const display = { header: true, footer: true };
      const socialAccounts = ['twitter', 'github', 'mastodon'].map((platform) => ({
        platform,
        handle: 'docs',
        display,
      }));
      await customize(site, { socialAccounts });
      for (const viewport of [{ width: 1440, height: 800 }, PHONE.viewport])
        for (const colorScheme of ['light', 'dark'] as const)
          await visit(this, `${urlOf(site)}/install`, { viewport, colorScheme }, async (page) => {
            const isPhone = viewport === PHONE.viewport;
            if (isPhone) await page.locator('.s-menu').click();
            for (const place of [isPhone ? '#quire-menu' : 'header', 'footer'])
              for (const [name, href] of [
                ['X', 'https://x.com/docs'],
                ['GitHub', 'https://github.com/docs'],
                ['Mastodon', 'https://mastodon.social/@docs'],
              ]) {
                const link = page.locator(place).getByRole('link', { name, exact: true, includeHidden: true });
                expect(await link.getAttribute('href')).to.equal(href);
                const { width, height } = (await link.boundingBox())!;
                expect(Math.min(width, height), `${name} in ${place}`).to.be.at.least(44);
                expect((await link.locator('svg').boundingBox())!.height).to.be.within(14, 28);
              }
            expect(await accessibilityViolations(page)).to.deep.equal([]);
          });
    });

    it('have buttons that are easy to read in both themes, in the header and in the drawer', async function () {
      for (const width of [320, 1440])
        for (const colorScheme of ['light', 'dark'] as const) {
          const viewport = { width, height: 700 };
          await visit(this, urlOf(crowded), { viewport, colorScheme, bypassCSP: true }, async (page) => {
            if (width === 320) await page.locator('.s-menu').click();
            const button = page.locator(width === 320 ? '#quire-menu .s-primary' : '.s-links .s-primary');
            await button.scrollIntoViewIfNeeded();
            const found = await accessibilityViolations(page, { only: ['color-contrast'] });
            expect(found, `${width} ${colorScheme}`).to.deep.equal([]);
            const ground = await button.evaluate((one: any) => getComputedStyle(one).backgroundColor);
            expect(ground).not.to.equal('rgba(0, 0, 0, 0)');
          });
        }
    });

    it('show the menus of sections below them', function () {
      return visit(this, urlOf(crowded), { viewport: { width: 820, height: 700 } }, async (page) => {
        const summary = page.locator('.s-sections summary').last();
        await summary.focus();
        await page.keyboard.press('Enter');
        const entry = page.locator('.s-sections .s-panel a').last();
        await entry.click({ trial: true });
        const [above, box] = [(await summary.boundingBox())!, (await entry.boundingBox())!];
        expect(box.x).to.be.at.most(above.x + above.width);
        expect(box.x + box.width)
          .to.be.at.least(above.x)
          .and.at.most(820);
        expect(await overflow(page, 'html')).to.equal(0);
      });
    });
  });

  it('stay readable with a primary color of little contrast', async function () {
    const markdown =
      'A [link](other.md).\n\n<a href="https://example.com/" class="button primary">Start</a>\n\n## Part\n\nx\n\n## Rest\n\nx';
    const site = await publish(world, [{ pages: [{ title: 'Home', markdown }, { title: 'Other' }] }]);
    const { styling, header } = must(await world.admin.api.get(`${site.api}/customization`), 200);
    const link = {
      title: 'Sign in',
      style: 'button-primary',
      to: { kind: 'url', url: 'https://example.com/' },
      links: [],
    };
    for (const preset of ['default', 'bold'])
      for (const [light, dark] of [
        ['#ffe100', '#1a1a66'],
        ['#7fd1ff', '#404040'],
      ]) {
        await customize(site, {
          styling: { ...styling, primaryColor: { light, dark }, sidebar: { background: 'filled', list: 'pill' } },
          header: { ...header, preset, links: [link] },
        });
        for (const colorScheme of ['light', 'dark'] as const)
          await visit(this, urlOf(site), { colorScheme, bypassCSP: true }, async (page) => {
            await page.locator('.s-outline a[aria-current]').waitFor();
            const found = await accessibilityViolations(page, { only: ['color-contrast'] });
            expect(found, `${preset} ${light} ${dark} ${colorScheme}`).to.deep.equal([]);
          });
      }
  });

  it('have no accessibility violations in both themes, wide and on phones', async function () {
    for (const viewport of [{ width: 1440, height: 800 }, PHONE.viewport])
      for (const colorScheme of ['light', 'dark'] as const)
        for (const path of ['/install', '/guides/guide-3', '/~quire/search?q=walrus', '/#dialog'])
          await visit(this, path, { viewport, colorScheme, bypassCSP: true }, async (page) => {
            if (path === '/#dialog') {
              await page.keyboard.press('/');
              await page.keyboard.insertText('walrus');
              await page.waitForSelector('.s-hits mark');
            }
            expect(await accessibilityViolations(page), `${path} ${viewport.width} ${colorScheme}`).to.deep.equal([]);
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
