import { expect } from 'chai';
import { AppBrowser } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { PNG } from '../../support/sites/published-site.ts';
import { siteWithSpace } from '../../support/sites/site-with-space.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

onPostgres('the app for an administrator of sites', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });

  const administrator = async (test: Mocha.Context): Promise<AppBrowser> =>
    AppBrowser.open(test, world, await world.member('admin'));

  it('arranges the sections of a site by keyboard, by dragging and by their menus', async function () {
    this.timeout(300_000);
    const { siteId, path } = await siteWithSpace(world, 'Arranged');
    for (const title of ['Reference', 'Tutorials']) await world.space({ title });
    const order = async (): Promise<string> => {
      const { structure } = must(await world.admin.api.get(`${path}/structure`), 200);
      return structure.map(({ title }: { title: string }) => title).join();
    };
    const app = await administrator(this);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}/structure`);
      for (const [space, title] of [
        ['Reference', 'API'],
        ['Tutorials', 'Learn'],
      ] as const) {
        await page.getByRole('button', { name: 'Add a section' }).press('Enter');
        await page.getByLabel('Space', { exact: true }).selectOption({ label: space });
        await page.getByRole('textbox', { name: 'Title' }).fill(title);
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: `Move ${title}` }).waitFor();
      }
      const before = (await order()).split(',');
      expect(before.slice(1)).to.deep.equal(['API', 'Learn']);
      await page.getByRole('button', { name: 'Move Learn' }).focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await until(async () => (await order()) === `Learn,${before[0]},API`);
      await page.getByText('The order is saved.').first().waitFor();
      const list = page.getByRole('list', { name: 'Structure of the site' });
      const row = (title: string) => list.getByRole('listitem').filter({ hasText: title }).first();
      await row('API').dragTo(row('Learn'), { targetPosition: { x: 200, y: 3 } });
      await until(async () => (await order()) === `API,Learn,${before[0]}`);
      const menu = page.getByRole('button', { name: 'More about API' });
      await menu.press('Enter');
      expect(await page.getByRole('menuitem', { name: 'Move up' }).count()).to.equal(0);
      await page.getByRole('menuitem', { name: 'Move down' }).click();
      await until(async () => (await order()) === `Learn,API,${before[0]}`);
      expect(await menu.evaluate((element) => element.matches(':focus'))).to.equal(true);

      await page.getByRole('button', { name: 'Add a group' }).press('Enter');
      await page.getByRole('textbox', { name: 'Title' }).fill('More');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Move More' }).waitFor();
      await page.getByRole('button', { name: 'More about Learn' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Move into More' }).press('Enter');
      await page.getByRole('list', { name: 'Sections of More' }).getByText('Learn', { exact: true }).waitFor();
      await app.expectAccessible('site-structure');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('styles a site beside its preview', async function () {
    this.timeout(300_000);
    const { siteId, path } = await siteWithSpace(world, 'Styled');
    const app = await administrator(this);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}/appearance`);
      const preview = page.frameLocator('iframe');
      await page.getByRole('button', { name: 'Show the preview' }).press('Enter');
      await preview.getByText('Welcome.').waitFor();
      await page.getByLabel('Title in the header').fill('Our handbook');
      await page.getByLabel('Main color on light ground').fill('#aa0044');
      await page.getByLabel('Corners').selectOption('straight');
      const headerLogo = page.getByRole('group', { name: 'Logo in the header' });
      await headerLogo
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG });
      const address = headerLogo.getByLabel('Address of the picture', { exact: true });
      await until(async () => (await address.inputValue()).includes('/images/'));
      await page.getByLabel('Show an announcement above the site').press('Space');
      await page.getByLabel('Announcement', { exact: true }).fill('Version 2 is out');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await preview.getByText('Version 2 is out').waitFor();
      await preview.locator('header img').first().waitFor();
      const { styling, header } = must(await world.admin.api.get(`${path}/customization`), 200);
      expect(styling.primaryColor.light).to.equal('#aa0044');
      expect(styling.corners).to.equal('straight');
      const logo = await address.inputValue();
      expect(header.logo).to.deep.equal({ light: logo, dark: logo });
      await app.expectAccessible('site-appearance');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('saves the appearance of a site without a title in the header and an announcement that was turned off', async function () {
    this.timeout(300_000);
    const { siteId, path } = await siteWithSpace(world, 'Plain');
    const app = await administrator(this);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}/appearance`);
      await page.getByLabel('Title in the header').fill('');
      const announces = page.getByLabel('Show an announcement above the site');
      await announces.press('Space');
      await page.getByLabel('Announcement', { exact: true }).waitFor();
      await announces.press('Space');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await page.getByText('Saved.', { exact: true }).waitFor();
      const saved = must(await world.admin.api.get(`${path}/customization`), 200);
      expect([saved.title, saved.announcement]).to.deep.equal(['Plain', undefined]);
      await page.getByLabel('Corners').selectOption('straight');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await until(
        async () => must(await world.admin.api.get(`${path}/customization`), 200).styling.corners === 'straight',
      );
      must(await world.admin.api.patch(path, { title: 'Renamed' }), 200);
      const renamed = must(await world.admin.api.get(`${path}/customization`), 200);
      expect(renamed.title, 'the title of the site is shown').to.equal('Renamed');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('records a preview of a site only where somebody asks for one', async function () {
    this.timeout(300_000);
    const { siteId } = await siteWithSpace(world, 'Previewed');
    const events = async (): Promise<number> =>
      must(
        await world.admin.api.get(
          `/v1/orgs/${world.organizationId}/audit-events?action=site.preview-given&target=${siteId}`,
        ),
        200,
      ).items.length;
    const app = await administrator(this);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}/appearance`);
      await page.getByLabel('Title in the header').waitFor();
      expect([await page.locator('iframe').count(), await events()]).to.deep.equal([0, 0]);
      await page.getByRole('button', { name: 'Show the preview' }).press('Enter');
      await page.frameLocator('iframe').getByText('Welcome.').waitFor();
      expect(await events()).to.equal(1);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('does not save the appearance of a site over changes that it has not shown', async function () {
    this.timeout(300_000);
    const { siteId, path } = await siteWithSpace(world, 'Two admins');
    const app = await administrator(this);
    const { page } = app;
    const title = page.getByLabel('Title in the header');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}/appearance`);
      await title.fill('First');
      await save.press('Enter');
      await page.getByRole('button', { name: 'Show the preview' }).press('Enter');
      await page.frameLocator('iframe').getByText('First').first().waitFor();
      await title.fill('Second');
      await save.press('Enter');
      await page.frameLocator('iframe').getByText('Second').first().waitFor();
      const seen = must(await world.admin.api.get(`${path}/customization`), 200);
      expect(seen.title).to.equal('Second');

      must(await world.admin.api.put(`${path}/customization`, { ...seen, title: 'Elsewhere' }), 200);
      await title.fill('Third');
      await save.press('Enter');
      await page.getByRole('alert').getByText('Load it again to see the changes.').waitFor();
      expect(must(await world.admin.api.get(`${path}/customization`), 200).title).to.equal('Elsewhere');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('sets header, footer, language and tools of a site, and keeps what the form does not know', async function () {
    this.timeout(300_000);
    const { siteId, path } = await siteWithSpace(world, 'Complete');
    const before = must(await world.admin.api.get(`${path}/customization`), 200);
    const unknown = {
      header: { ...before.header, primaryLink: { kind: 'url', url: 'https://example.com/start' } },
      ai: { mode: 'none', instructions: 'Be brief.' },
    };
    must(await world.admin.api.put(`${path}/customization`, { ...before, ...unknown }), 200);
    const app = await administrator(this);
    const { page } = app;
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await app.context.route('https://example.com/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}/appearance`);
      await field('Icon in the tab of the browser').selectOption('emoji');
      await field('Emoji of the tab').fill('📘');
      await field('Icon in the tab of the browser').selectOption('none');
      await field('Icon in the tab of the browser').selectOption('emoji');
      const logo = page.getByRole('group', { name: 'Logo in the header' });
      const light = logo.getByLabel('Address of the picture', { exact: true });
      await light.fill('https://example.com/old.svg');
      await logo.getByLabel('Address of another picture on dark ground').fill('https://example.com/dark.svg');
      await light.fill('');
      await light.fill('https://example.com/logo.svg');
      await page.getByRole('button', { name: 'Add a link to the header' }).press('Enter');
      await field('Title of link 1 of the header').fill('Status');
      await field('Address of link 1 of the header').fill('https://status.example.com/');
      await page.getByRole('button', { name: 'Add a group of links' }).press('Enter');
      await field('Title of group 1').fill('Company');
      await page.getByRole('button', { name: 'Add a link to group 1' }).press('Enter');
      await field('Title of link 1 of group 1').fill('About us');
      await field('Address of link 1 of group 1').fill('https://example.com/about');
      await field('Copyright').fill('© Example');
      await field('Language of buttons and labels').selectOption('de');
      await field('Readers can choose light or dark').press('Space');
      await field('Copy or view as Markdown').uncheck();
      await field('Download as PDF').check();
      await page.getByRole('button', { name: 'Add an account' }).press('Enter');
      await field('Platform').selectOption('mastodon');
      await field('Name of the account').fill('@docs@example.org');
      await app.expectAccessible('site-customization');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await page.getByRole('button', { name: 'Show the preview' }).press('Enter');
      await page.frameLocator('iframe').getByText('About us').first().waitFor();

      const saved = must(await world.admin.api.get(`${path}/customization`), 200);
      expect(saved.favicon).to.deep.equal({ emoji: '📘' });
      expect(saved.header.logo).to.deep.equal({
        light: 'https://example.com/logo.svg',
        dark: 'https://example.com/dark.svg',
      });
      expect(saved.header.links[0].title).to.equal('Status');
      expect(saved.footer.groups[0].links[0].to).to.deep.equal({ kind: 'url', url: 'https://example.com/about' });
      expect(saved.footer.copyright).to.equal('© Example');
      expect(saved.internationalization.locale).to.equal('de');
      expect(saved.themes.toggeable).to.equal(!before.themes.toggeable);
      expect(saved.pageActions.items).to.include('pdf').and.not.include('markdown');
      expect(saved.socialAccounts).to.deep.equal([
        { platform: 'mastodon', handle: '@docs@example.org', display: { header: false, footer: true } },
      ]);
      expect(saved.header.primaryLink).to.deep.equal(unknown.header.primaryLink);
      expect(saved.ai.instructions).to.equal('Be brief.');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('decides who reads a site, and where old addresses lead, by keyboard', async function () {
    this.timeout(300_000);
    const { siteId, path } = await siteWithSpace(world, 'Shared');
    const app = await administrator(this);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}/audience`);
      await page.getByRole('radio', { name: /^Share links/ }).press('Space');
      await page.getByRole('form', { name: 'Visibility' }).getByRole('button', { name: 'Save' }).press('Enter');
      await until(async () => must(await world.admin.api.get(path), 200).visibility === 'share-link');
      await page.getByRole('button', { name: 'New share link' }).press('Enter');
      await page.getByRole('textbox', { name: 'Name' }).waitFor();
      await page.keyboard.type('Customers');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Stop Customers' }).press('Enter');
      await page.getByRole('button', { name: 'Resume Customers' }).waitFor();
      expect(must(await world.admin.api.get(`${path}/share-links`), 200).items[0].active).to.equal(false);
      await app.expectAccessible('site-audience');
      await page.getByRole('button', { name: 'Delete Customers' }).press('Enter');
      await page.getByText('It cannot be restored').waitFor();
      expect(must(await world.admin.api.get(`${path}/share-links`), 200).items.length).to.equal(1);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await page.getByText('No share links.').waitFor();
      expect(must(await world.admin.api.get(`${path}/share-links`), 200).items).to.deep.equal([]);

      await page.getByRole('link', { name: 'Redirects' }).press('Enter');
      await page.getByRole('button', { name: 'New redirect' }).press('Enter');
      await page.getByLabel('Path', { exact: true }).fill('/old');
      await page.getByLabel('Leads to').selectOption({ label: 'Space: Shared guide' });
      await page.getByLabel('Page', { exact: true }).selectOption({ label: 'Start' });
      await app.expectAccessible('redirect-dialog');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await page.getByRole('listitem').getByText('/old').waitFor();
      const [redirect] = must(await world.admin.api.get(`${path}/redirects`), 200).items;
      expect(redirect.destination.kind).to.equal('site-page');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows the signing key of a site and its sign-in page on request only, which the audit log records', async function () {
    this.timeout(300_000);
    const { siteId, path } = await siteWithSpace(world, 'Partners');
    must(await world.admin.api.patch(path, { visibility: 'visitor-auth' }), 200);
    const log = `/v1/orgs/${world.organizationId}/audit-events?action=site.signing-key-shown&target=${siteId}`;
    const shown = async () => must(await world.admin.api.get(log), 200).items.length as number;
    const app = await administrator(this);
    const { page } = app;
    const show = page.getByRole('button', { name: 'Show the key and the sign-in page' });
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}/audience`);
      await show.waitFor();
      await page.getByLabel('JSON Schema of the claims').waitFor();
      expect(await shown()).to.equal(0);
      await show.press('Enter');
      const hide = page.getByRole('button', { name: 'Hide the private key' });
      await hide.and(page.locator(':focus')).waitFor();
      expect(await shown()).to.equal(1);
      const { privateKey } = must(await world.admin.api.get(`${path}/publishing/auth`), 200);
      await page.getByText(privateKey, { exact: true }).waitFor();
      await page.getByLabel('Sign-in page').fill('https://login.example.com/docs');
      await page.getByRole('form', { name: 'Visitors without a token' }).getByRole('button').press('Enter');
      await page.getByText('Saved.', { exact: true }).waitFor();
      await app.expectAccessible('visitor-authentication');
      await hide.press('Enter');
      await page.getByText(privateKey, { exact: true }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Show the private key', exact: true }).press('Enter');
      await page.getByText(privateKey, { exact: true }).waitFor();
      // The answers to the screen, to the request above, and to the change of the sign-in page have the key.
      expect(await shown()).to.equal(3);
      expect(must(await world.admin.api.get(`${path}/publishing/auth`), 200)).to.include({
        fallbackURL: 'https://login.example.com/docs',
      });
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('changes whether a redirect leads to a section, a space, a page or an address', async function () {
    this.timeout(300_000);
    const { siteId, path } = await siteWithSpace(world, 'Moved');
    const { api } = world.admin;
    const space = await world.space({ title: 'Reference' });
    const section = must(await api.post(`${path}/sections`, { spaceId: space.id, title: 'API' }), 201);
    const target = { kind: 'site-section', siteSectionId: section.id };
    must(await api.post(`${path}/redirects`, { source: '/old', destination: target }), 201);
    const stored = async (): Promise<any> => must(await api.get(`${path}/redirects`), 200).items[0];
    const app = await administrator(this);
    const { page } = app;
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: '/old' });
    const edit = () => page.getByRole('button', { name: 'Edit the redirect of /old' }).press('Enter');
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    const leadsTo = () => field('Leads to').locator('option:checked').textContent();
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}/redirects`);
      await row.getByText('Section: API').waitFor();
      await edit();
      expect(await leadsTo()).to.equal('Section: API');
      await app.expectAccessible('redirect-to-section');
      await field('Draft: readers are not redirected').press('Space');
      await save();
      await row.getByText('draft').waitFor();
      expect(await stored()).to.deep.include({ destination: target, draft: true });

      await edit();
      await field('Leads to').selectOption({ label: 'Space: API · Reference' });
      expect(await field('Page').inputValue()).to.equal('');
      await save();
      await row.getByText('Space: API · Reference').waitFor();
      expect((await stored()).destination.kind).to.equal('site-space');

      await edit();
      await field('Leads to').selectOption({ label: 'Another address' });
      await field('Address').fill('https://example.com/new');
      await save();
      await row.getByText('https://example.com/new').waitFor();

      await edit();
      await field('Leads to').selectOption({ label: 'Section: API' });
      await save();
      await row.getByText('Section: API').waitFor();
      expect((await stored()).destination).to.deep.equal(target);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows all that was shown of a long list after a change, and keeps the focus', async function () {
    this.timeout(300_000);
    const { path, siteId } = await siteWithSpace(world, 'Moved');
    const redirects = Array.from({ length: 60 }, (_, number) => ({
      source: `/old-${number}`,
      destination: { kind: 'external', url: 'https://example.com/' },
    }));
    must(await world.admin.api.put(`${path}/redirects`, { redirects }), 200);
    const app = await administrator(this);
    const { page } = app;
    const rows = page.getByRole('main').getByRole('listitem');
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}/redirects`);
      await rows.first().waitFor();
      expect(await rows.count()).to.equal(50);
      await page.route('**/redirects?*page=*', (route) => route.abort());
      await page.getByRole('button', { name: 'Show more' }).press('Enter');
      await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
      await page.unroute('**/redirects?*page=*');
      await page.getByRole('button', { name: 'Show more' }).press('Enter');
      await until(async () => (await rows.count()) === 60);
      const edit = rows.last().getByRole('button', { name: /^Edit the redirect/ });
      await edit.press('Enter');
      await page.getByRole('dialog').getByLabel('Permanent').press('Space');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
      await rows.last().getByText('temporary').waitFor();
      expect(await rows.count()).to.equal(60);
      expect(await edit.evaluate((button) => button === button.ownerDocument.activeElement)).to.equal(true);
      await rows
        .last()
        .getByRole('button', { name: /^Delete the redirect/ })
        .press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
      await until(async () => (await rows.count()) === 59);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('makes one site in several attempts to publish it, and asks for a space first', async function () {
    this.timeout(300_000);
    const own = await World.create(world.instance);
    const sites = async () => must(await own.admin.api.get(`/v1/orgs/${own.organizationId}/sites`), 200).items;
    const app = await AppBrowser.open(this, own, await own.member('admin'));
    const { page } = app;
    const publish = page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true });
    const open = async (): Promise<void> => {
      await app.goto(`/app/orgs/${own.organizationId}/sites`);
      await page.getByRole('button', { name: 'New site' }).press('Enter');
      await page.getByRole('dialog').getByLabel('Title').fill('Guide');
    };
    try {
      await open();
      await page.getByText('There is no space to choose. Create one in the library.').waitFor();
      await publish.press('Enter');
      expect(await page.locator('dialog select:invalid').count()).to.equal(1);
      expect(await sites()).to.deep.equal([]);

      await own.space({ title: 'Pumps' });
      await page.route('**/publish', (route) => route.abort());
      await open();
      await page.getByLabel('Space to publish').selectOption({ label: 'Pumps' });
      await publish.press('Enter');
      await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
      await page.unroute('**/publish');
      await page.getByRole('dialog').getByLabel('Title').fill('Manual');
      await publish.press('Enter');
      await page.getByText('“Manual” is published.').waitFor();
      expect((await sites()).map(({ title, published }: any) => [title, published])).to.deep.equal([['Manual', true]]);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('offers readers of a site that needs a share link no address, and the space no second site', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'For customers' });
    const sites = async () =>
      must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/sites?space=${space.id}`), 200).items;
    const app = await administrator(this);
    const { page } = app;
    const dialog = page.getByRole('dialog');
    try {
      await app.goto(`/app/spaces/${space.id}`);
      await page.getByRole('button', { name: 'Publish as a site' }).press('Enter');
      await dialog.getByRole('radio', { name: /^Share links/ }).press('Space');
      await dialog.getByRole('button', { name: 'Publish', exact: true }).press('Enter');
      await dialog.getByText('Readers need a share link.').waitFor();
      expect(await dialog.getByText('Readers find it at this address:').count()).to.equal(0);
      await app.expectAccessible('published-with-share-links');
      const [site] = await sites();
      await dialog.getByRole('link', { name: 'Choose the audience' }).press('Enter');
      await page.waitForURL(`**/sites/${site.id}/audience`);

      await app.goto(`/app/spaces/${space.id}`);
      await page.getByRole('link', { name: 'Manage the site' }).waitFor();
      expect(await page.getByRole('button', { name: 'Publish as a site' }).count()).to.equal(0);
      await page.getByRole('link', { name: 'Manage the site' }).press('Enter');
      await page.waitForURL(`**/sites/${site.id}`);
      expect(await sites()).to.have.lengthOf(1);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('names each screen of a site in the title of the document', async function () {
    this.timeout(300_000);
    const { siteId } = await siteWithSpace(world, 'Entitled');
    const app = await administrator(this);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}`);
      await until(async () => (await page.title()).startsWith('Entitled · '));
      for (const name of ['Structure', 'Audience', 'Access', 'Appearance', 'Redirects', 'Insights']) {
        await page.getByRole('link', { name, exact: true }).press('Enter');
        await until(async () => (await page.title()).startsWith(`${name} · Entitled · `));
      }
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('names refused fields of a site by their labels', async function () {
    this.timeout(300_000);
    const { siteId, path } = await siteWithSpace(world, 'Refused');
    const taken = must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/sites`, { title: 'Taken' }), 201);
    const app = await administrator(this);
    const { page } = app;
    const form = page.getByRole('form', { name: 'General' });
    const save = async (basename: string): Promise<void> => {
      await form.getByLabel('Address on this instance').fill(basename);
      await form.getByRole('button', { name: 'Save' }).press('Enter');
    };
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}`);
      await save('Not an address!');
      await form.getByRole('alert').getByText('Address on this instance: may contain only').waitFor();
      await save(taken.basename);
      await form.getByRole('alert').getByText('Another site has this address on this instance').waitFor();
      await save('accepted');
      await until(async () => must(await world.admin.api.get(path), 200).basename === 'accepted');
      await until(async () => (await form.getByRole('alert').count()) === 0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
