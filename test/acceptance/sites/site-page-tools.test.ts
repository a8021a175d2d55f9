import { expect } from 'chai';
import type { BrowserContext } from 'playwright-core';
import { Tokens } from '../../../src/composition/tokens.ts';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { openContext } from '../../support/browser.ts';
import { downloadPdf, readPdf } from '../../support/files/read-pdf.ts';
import { audienceSite, visitorToken } from '../../support/sites/audience.ts';
import { CUSTOMIZATION } from '../../support/sites/customizations.ts';
import { GUIDE, htmlAt, publish } from '../../support/sites/published-site.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const LOOK = {
  ...CUSTOMIZATION,
  internationalization: { locale: 'en' },
  themes: { default: 'light', toggeable: false },
  insights: { trackingCookie: false },
};

onEveryBackend('tools of published pages', (backend) => {
  let instance: Instance;
  let world: World;
  let web: Api;
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
    web = apiOf(instance);
  });

  const customized = async (look: object = {}) => {
    const made = await publish(world, [GUIDE]);
    must(await world.admin.api.put(`${made.api}/customization`, { ...LOOK, ...look }), 200);
    return made;
  };
  const actionsOf = (html: string): string => /<div class="s-page-actions"[^]*?<\/div>/.exec(html)?.[0] ?? '';

  it('are the actions that the customization enables, in its order', async () => {
    const { at, filledSpaces } = await customized();
    const html = await htmlAt(web, `${at}/guides/install`);
    const actions = actionsOf(html);
    const prompt = encodeURIComponent(
      `Read ${instance.publicUrl}${at}/guides/install so that I can ask questions about it.`,
    );
    expect(actions)
      .to.include(`href="${at}/guides/install.md"`)
      .and.include(`href="https://chatgpt.com/?q=${prompt}"`)
      .and.include('Open in Claude')
      .and.match(new RegExp(`href="${at}/~quire/pdf/[^/"]+/${filledSpaces[0]!.pages['Install']}"`));
    expect(html).to.include('action="').and.include('Was this page helpful?');
    const plain = await customized({
      pageActions: { externalAI: false, markdown: false },
      pdf: { enabled: false },
      git: { showEditLink: false },
      feedback: { enabled: false },
    });
    const bare = await htmlAt(web, `${plain.at}/guides/install`);
    expect(actionsOf(bare)).to.equal('');
    expect(bare).not.to.include('<form class="s-feedback"');
  });

  it('open the chats that the customization lists', async () => {
    const { at, api } = await customized({
      pageActions: {
        externalAI: true,
        markdown: false,
        aiChats: [{ title: 'Our <chat>', url: 'https://chat.example.com/new?page={url}&a=b' }],
      },
    });
    const url = encodeURIComponent(`${instance.publicUrl}${at}/`);
    expect(actionsOf(await htmlAt(web, `${at}/`)))
      .to.include(`href="https://chat.example.com/new?page=${url}&amp;a=b"`)
      .and.include('Open in Our &lt;chat&gt;')
      .and.not.include('ChatGPT');
    for (const wrong of ['http://chat.example.com/?q={url}', 'https://chat.example.com/', 'javascript:{url}'])
      must(
        await world.admin.api.put(`${api}/customization`, {
          ...LOOK,
          pageActions: { externalAI: true, markdown: false, aiChats: [{ title: 'Chat', url: wrong }] },
        }),
        400,
      );
  });

  it('refuse icons that are not free', async () => {
    const { api } = await customized();
    for (const icons of ['duotone', 'light', 'thin'])
      must(await world.admin.api.put(`${api}/customization`, { ...LOOK, styling: { ...LOOK.styling, icons } }), 400);
  });

  it('describe a page by its first sentence, and as structured data', async () => {
    const { at } = await publish(world, [
      {
        pages: [
          { title: 'Home', description: 'Own "description"' },
          {
            title: 'Guide </script><b>',
            slug: 'guide',
            markdown:
              '# Guide </script><b>\n\n{% if visitor.claims.staff %}\nOnly staff reads this secret sentence.\n{% endif %}\n\n> The *first* sentence, e.g. `code`, is [here](x.md). The second is not.\n',
          },
        ],
      },
    ]);
    expect(await htmlAt(web, `${at}/`)).to.include('<meta name="description" content="Own &quot;description&quot;">');
    const html = await htmlAt(web, `${at}/guide`);
    const description = 'The first sentence, e.g. code, is here.';
    expect(html).to.include(`<meta name="description" content="${description}">`).and.not.include('secret');
    const [, json] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)!;
    expect(json).not.to.match(/[<>&]/);
    const [article, crumbs] = JSON.parse(json!)['@graph'];
    const url = `${instance.publicUrl}${at}/guide`;
    expect(article).to.deep.include({ '@type': 'TechArticle', headline: 'Guide </script><b>', description, url });
    expect(crumbs.itemListElement.map(({ name, item }: any) => [name, item])).to.deep.equal([
      ['Docs', `${instance.publicUrl}${at}/`],
      ['Guide </script><b>', url],
    ]);
    expect(html)
      .to.include(`<link rel="alternate" type="text/markdown" href="${at}/guide.md">`)
      .and.include(`<link rel="alternate" type="application/rss+xml" href="${at}/rss.xml">`);
  });

  it('[A14] print what the reader sees as PDF', async function () {
    this.timeout(300_000);
    const { at, api, key } = await audienceSite(world, 'public');
    const [{ id: siteSpaceId }] = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
    const path = `${at}/~quire/pdf/${siteSpaceId}`;
    must(await web.get(path), 404);
    must(await world.admin.api.put(`${api}/customization`, LOOK), 200);
    const print = async (headers: Record<string, string> = {}) => {
      const { sheets } = await readPdf(await downloadPdf(`${instance.url}${path}`, headers));
      return sheets.join('\n');
    };
    const anybody = await print();
    expect(anybody)
      .to.include('Words for all')
      .and.not.match(/staff|Insider|Not in the table|Bonjour/);
    const staff = await print({ cookie: `quire-visitor=${await visitorToken(key, { staff: true })}` });
    expect(staff)
      .to.include('Words for staff')
      .and.include('What staff knows')
      .and.not.match(/Bonjour|What is new/);
    const answer = await fetch(`${instance.url}${path}`);
    expect(answer.headers.get('cache-control')).to.equal('private, no-store');
    await answer.arrayBuffer();
    must(await web.get(`${path}/${'0'.repeat(20)}`), 404);
  });

  describe('in a browser', () => {
    let context: BrowserContext;
    afterEach(() => context?.close());

    it('take feedback by keyboard and without scripts', async function () {
      const { at, api } = await customized();
      context = await openContext(this, { javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(`${instance.url}${at}/guides/install`);
      expect(await page.locator('.s-thanks').isVisible()).to.equal(false);
      await page.locator('.s-feedback summary').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Clear steps');
      await page.locator('.s-feedback button[value=good]').focus();
      await page.keyboard.press('Enter');
      await page.waitForURL('**#quire-feedback-thanks');
      expect(await page.locator('.s-thanks').isVisible()).to.equal(true);
      expect(await context.cookies()).to.deep.equal([]);
      await instance.container.get(Tokens.ReadingFigures).flush();
      const [comment] = must(await world.admin.api.get(`${api}/insights/comments`), 200).items;
      // Headless browsers are robots, whose feedback is not counted.
      expect(comment).to.equal(undefined);
    });

    for (const width of [1280, 640, 390, 320])
      it(`open their menu over the page, within its ${width} pixels`, async function () {
        const { at } = await customized();
        context = await openContext(this, { viewport: { width, height: 800 } });
        const page = await context.newPage();
        // Fonts are requested once the page is laid out; text has another height in the font that stands in for one.
        await page.goto(`${instance.url}${at}/guides/install`, { waitUntil: 'networkidle' });
        await page.evaluate('document.fonts.ready.then(() => undefined)');
        const content = page.locator('.s-content');
        const before = await content.boundingBox();
        await page.locator('.s-page-actions summary').click();
        const panel = (await page.locator('.s-page-actions ul').boundingBox())!;
        expect(await content.boundingBox()).to.deep.equal(before);
        expect(panel.x).to.be.at.least(0);
        expect(panel.x + panel.width).to.be.at.most(width);
      });

    it('copy a page as Markdown, and close their menu with Escape', async function () {
      const { at } = await customized();
      context = await openContext(this, { permissions: ['clipboard-read', 'clipboard-write'] });
      const page = await context.newPage();
      await page.goto(`${instance.url}${at}/guides/install`);
      const copy = page.locator('a.s-copy-page');
      expect(await copy.textContent()).to.equal('Copy page');
      await copy.focus();
      await page.keyboard.press('Enter');
      await page.locator('a.s-copy-page', { hasText: /^Copied$/ }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).to.include('# Install');
      const menu = page.locator('.s-page-actions summary');
      await menu.focus();
      await page.keyboard.press('Enter');
      expect(await page.locator('.s-page-actions li a').first().textContent()).to.equal('View as Markdown');
      expect(await page.locator('.s-page-actions li a').first().isVisible()).to.equal(true);
      await page.keyboard.press('Escape');
      expect(await page.locator('.s-page-actions li a').first().isVisible()).to.equal(false);
    });
  });
});
