import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { AnswerEngineBusy } from '../../../src/application/ask/answer-desk.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import type { Instance } from '../../../src/instance.ts';
import { accessibilityViolations } from '../../support/accessibility.ts';
import { PASSWORD, withPassword } from '../../support/accounts.ts';
import { onPostgres } from '../../support/backends.ts';
import { openContext } from '../../support/browser.ts';
import { audienceSite, shareLink, VISITORS, visitorToken, type AudienceSite } from '../../support/sites/audience.ts';
import { CUSTOMIZATION } from '../../support/sites/customizations.ts';
import { publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { SamlWorld } from '../../support/sso/saml-world.ts';
import { instanceWith } from '../../support/translation-world.ts';
import { must, World, type Person } from '../../support/world.ts';

/** Names of the browser, for the functions that run there. */
declare const document: any;
declare const getComputedStyle: any;

const SIZES = { desktop: { width: 1440, height: 800 }, phone: { width: 390, height: 800 } } as const;
const READABLE = {
  ...CUSTOMIZATION,
  styling: { ...CUSTOMIZATION.styling, primaryColor: { light: '#2456c7', dark: '#8ab0ff' } },
  themes: { default: 'system', toggeable: true },
  internationalization: { locale: 'en' },
};

onPostgres('visitors in a browser', (backend) => {
  let instance: Instance;
  let world: World;
  let shared: PublishedSite;
  let inner: AudienceSite;
  let sharedAt: string;
  let previewAt: string;
  let person: Person;
  let signInServer: Server;
  const contexts: BrowserContext[] = [];
  before(async () => {
    instance = await instanceWith(backend, {});
    world = await World.create(instance);
    shared = await publish(
      world,
      [
        {
          pages: [
            { title: 'Home', markdown: 'Secret words. [Next](next.md)' },
            { title: 'Next', markdown: 'More' },
          ],
        },
      ],
      { visibility: 'share-link' },
    );
    must(await world.admin.api.put(`${shared.api}/customization`, READABLE), 200);
    sharedAt = (await shareLink(world, shared)).at;
    inner = await audienceSite(world, 'visitor-auth');
    previewAt = new URL(must(await world.admin.api.get(`${inner.api}/publishing/preview`), 200).url).pathname;
    // The login page of a company: it signs everybody in as staff.
    const token = await visitorToken(inner.key, { staff: true });
    signInServer = createServer((request, response) => {
      const location = new URL(request.url!, 'http://x').searchParams.get('location');
      response
        .writeHead(302, { location: `${instance.url}${inner.at}${location}?jwt_token=${token}&visitor.language=fr` })
        .end();
    });
    await new Promise<void>((resolve) => signInServer.listen(0, '127.0.0.1', resolve));
    const fallbackURL = `http://127.0.0.1:${(signInServer.address() as AddressInfo).port}/login`;
    must(await world.admin.api.patch(`${inner.api}/publishing/auth`, { fallbackURL }), 200);
    person = await withPassword(world);
    await SamlWorld.create(world);
  });
  after(() => void signInServer.close());
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  async function open(test: Mocha.Context, path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await openContext(test, { viewport: SIZES.desktop, ...options });
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(instance.url + path);
    return page;
  }
  const path = (page: Page): string => new URL(page.url()).pathname;
  const text = (page: Page): Promise<string> => page.locator('body').innerText();

  it('read a site by its share link, below which they stay', async function () {
    const page = await open(this, sharedAt);
    expect(await text(page)).to.include('Secret words.');
    await page.locator('.s-content').getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/next');
    expect(path(page)).to.equal(`${sharedAt}next`);
    await page.goto(instance.url + shared.at);
    expect(await text(page))
      .to.include('Page not found')
      .and.not.include('Secret');
  });

  it('sign in at the login page of a site, and come back to where they were', async function () {
    const page = await open(this, `${inner.at}/insider`);
    expect(path(page)).to.equal(`${inner.at}/insider`);
    expect(page.url()).to.not.include('jwt_token');
    expect(await text(page)).to.include('What staff knows');
    await page.goto(`${instance.url}${inner.at}/`);
    expect(await text(page))
      .to.include('Words for staff.')
      .and.include('Bonjour.');
    expect(await page.evaluate('document.cookie')).to.equal('');
  });

  it('see no conditioned content without its claims, in pages, contents and search', async function () {
    must(await world.admin.api.patch(inner.api, { visibility: 'public' }), 200);
    try {
      const page = await open(this, `${inner.at}/`);
      expect(await text(page))
        .to.include('Words for all.')
        .and.not.match(/Words for staff|Bonjour|Insider|Beta/);
      await page.goto(`${instance.url}${inner.at}/?visitor.beta=true`);
      expect(await text(page)).to.include('Beta');
      await page.keyboard.press('/');
      await page.keyboard.insertText('words');
      await page.waitForSelector('.s-hits mark');
      expect(await page.locator('.s-hits').innerText()).to.not.match(/staff/i);
    } finally {
      must(await world.admin.api.patch(inner.api, { visibility: 'visitor-auth' }), 200);
    }
  });

  it('see no page in an opened branch of the sidebar whose condition they no longer meet', async function () {
    const conditioned = { title: 'Beta', condition: 'visitor.claims.unsigned.beta' };
    const site = await publish(world, [
      { pages: [{ title: 'Home' }, { title: 'Parent', pages: [{ title: 'For all' }, conditioned] }] },
    ]);
    must(await world.admin.api.patch(site.api, { adaptiveContent: { enabled: true } }), 200);
    must(await world.admin.api.put(`${site.api}/adaptive-schema`, { jsonSchema: VISITORS }), 200);
    const page = await open(this, `${site.at}/?visitor.beta=true`);
    const titles = async (): Promise<readonly string[]> => {
      await page.locator('.s-contents').getByText('For all').waitFor();
      return page.locator('.s-contents a').allInnerTexts();
    };
    await page.getByRole('button', { name: 'Subpages: Parent' }).click();
    expect(await titles()).to.deep.equal(['Home', 'Parent', 'For all', 'Beta']);
    await page.goto(`${instance.url}${site.at}/?visitor.beta=false`);
    expect(await titles()).to.deep.equal(['Home', 'Parent', 'For all']);
  });

  it('see on each page of a preview that it is one', async function () {
    const page = await open(this, previewAt);
    const bar = page.getByRole('complementary', { name: 'Preview' });
    expect(await bar.innerText()).to.include('This is a preview of the site.');
    await page.getByRole('link', { name: 'Insider' }).first().click();
    await page.waitForURL('**/insider');
    expect(await bar.isVisible()).to.equal(true);
  });

  it('find suggestions on the page for an unknown address', async function () {
    const page = await open(this, `${sharedAt}old/next.html`);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal('Page not found');
    expect(await page.getByRole('heading', { level: 2, name: 'Similar pages', exact: true }).isVisible()).to.equal(
      true,
    );
    await page
      .getByRole('navigation', { name: 'Similar pages', exact: true })
      .getByRole('link', { name: 'Next' })
      .click();
    await page.waitForURL('**/next');
  });

  it('read everything without scripts', async function () {
    const noScripts = { javaScriptEnabled: false };
    const page = await open(this, sharedAt, noScripts);
    await page.locator('.s-content').getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/next');
    expect(await text(page)).to.include('More');
    await page.locator('.s-feedback button[value=good]').click();
    await page.waitForURL('**#quire-feedback-thanks');
    const signedIn = await open(this, `${inner.at}/insider`, noScripts);
    expect(await text(signedIn)).to.include('What staff knows');
    const previewed = await open(this, previewAt, noScripts);
    expect(await text(previewed)).to.include('This is a preview of the site.');
    const account = await open(this, '/sign-in?to=/account', noScripts);
    await account.getByLabel('E-mail address').fill(person.email);
    await account.getByLabel('Password').fill(PASSWORD);
    await account.keyboard.press('Enter');
    await account.waitForURL(`${instance.url}/account`);
    const providers = await open(this, `/app/orgs/${world.organizationId}/sign-in`, noScripts);
    expect(await providers.getByRole('link', { name: 'Sign in with Test IdP' }).isVisible()).to.equal(true);
  });

  it('reach everything with the keyboard, every focus visible', async function () {
    const account = await open(this, '/sign-in?to=/account');
    await account.getByLabel('E-mail address').fill(person.email);
    await account.getByLabel('Password').fill(PASSWORD);
    await account.keyboard.press('Enter');
    await account.waitForURL(`${instance.url}/account`);
    for (const page of [
      account,
      await open(this, sharedAt),
      await open(this, previewAt),
      await open(this, `${sharedAt}nxt`),
      await open(this, `/app/orgs/${world.organizationId}/sign-in`),
    ]) {
      const reachable = await page.evaluate(
        () =>
          [...document.querySelectorAll('a[href], button, input:not([type=hidden]), textarea, summary')].filter(
            (one: any) =>
              one.checkVisibility({ visibilityProperty: true }) &&
              one.tabIndex >= 0 &&
              !one.closest('[popover]:not(:popover-open)'),
          ).length,
      );
      const seen = new Set<string>();
      for (let i = 0; i < reachable; i++) {
        await page.keyboard.press('Tab');
        const [name, isVisible] = await page.evaluate(() => {
          const element = document.activeElement;
          // Browsers mark the part of a date that has the focus, not its field.
          const { outlineStyle, boxShadow } = getComputedStyle(element);
          const all = [...document.querySelectorAll('*')].indexOf(element);
          return [
            `${all} ${element.outerHTML.slice(0, 90)}`,
            element.type === 'date' || outlineStyle !== 'none' || boxShadow !== 'none',
          ];
        });
        expect(isVisible, `${path(page)}: ${name}`).to.equal(true);
        seen.add(String(name));
      }
      // Choices of one name share a stop, and the document itself is one.
      expect(seen.size, path(page)).to.be.at.least(reachable - 3);
    }
  });

  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark'] as const)
      it(`meet no accessibility violations on a ${size} in the ${colorScheme} theme`, async function () {
        const options = { viewport, colorScheme, bypassCSP: true };
        const page = await open(this, '/sign-in?to=/account', options);
        await page.getByLabel('E-mail address').fill(person.email);
        await page.getByLabel('Password').fill(PASSWORD);
        await page.keyboard.press('Enter');
        await page.waitForURL(`${instance.url}/account`);
        const visits = instance.container.get(Tokens.SiteVisits);
        const read = visits.read.bind(visits);
        for (const [name, at] of [
          ['account', '/account'],
          ['share link', sharedAt],
          ['signed-in visitor', `${inner.at}/insider`],
          ['preview', previewAt],
          ['unknown page of a site', `${sharedAt}nxt`],
          ['unknown page of a site with similar ones', `${sharedAt}old/next.html`],
          ['unknown site', '/sites/none'],
          ['unknown address', '/none'],
          ['identity providers', `/app/orgs/${world.organizationId}/sign-in`],
          ['site that cannot answer', `${shared.at}/`],
        ] as const) {
          if (name === 'site that cannot answer') visits.read = () => Promise.reject(new AnswerEngineBusy());
          try {
            const response = await page.goto(instance.url + at);
            if (name === 'site that cannot answer') {
              expect(response!.status()).to.equal(503);
              expect(await text(page)).to.include('Temporarily unavailable');
            }
          } finally {
            visits.read = read;
          }
          expect(await accessibilityViolations(page), name).to.deep.equal([]);
          expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), name).to.be.at.most(0);
        }
      });
});
