import { expect } from 'chai';
import { AppBrowser, PHONE } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { until } from '../../support/until.ts';
import { PNG } from '../../support/sites/published-site.ts';
import { must, World } from '../../support/world.ts';

onPostgres('the app for an administrator', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });

  /** Creates a site with a space, by the API. */
  async function newSite(title: string): Promise<{ siteId: string; path: string; spaceId: string }> {
    const space = await world.space({ title: `${title} guide` });
    const insert = { operation: 'insert_page', title: 'Start', document: { markdown: 'Welcome.' } };
    must(await world.admin.api.post(`/v1/spaces/${space.id}/content`, { changes: [insert] }), 200);
    const base = `/v1/orgs/${world.organizationId}/sites`;
    const site = must(await world.admin.api.post(base, { title }), 201);
    must(await world.admin.api.post(`${base}/${site.id}/site-spaces`, { spaceId: space.id }), 201);
    return { siteId: site.id, path: `${base}/${site.id}`, spaceId: space.id };
  }
  const administrator = async (test: Mocha.Context): Promise<AppBrowser> =>
    AppBrowser.open(test, world, await world.member('admin'));

  it('arranges the sections of a site by keyboard, by dragging and by their menus', async function () {
    this.timeout(300_000);
    const { siteId, path } = await newSite('Arranged');
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
    const { siteId, path } = await newSite('Styled');
    const app = await administrator(this);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}/appearance`);
      const preview = page.frameLocator('iframe');
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

  it('does not save the appearance of a site over changes that it has not shown', async function () {
    this.timeout(300_000);
    const { siteId, path } = await newSite('Two admins');
    const app = await administrator(this);
    const { page } = app;
    const title = page.getByLabel('Title in the header');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}/appearance`);
      await title.fill('First');
      await save.press('Enter');
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
    const { siteId, path } = await newSite('Complete');
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
    const { siteId, path } = await newSite('Shared');
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

  it('changes whether a redirect leads to a section, a space, a page or an address', async function () {
    this.timeout(300_000);
    const { siteId, path } = await newSite('Moved');
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

  it('gives access to a space, a collection and a site, and sees why people have it', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Secret' });
    const person = await world.member(null);
    const app = await administrator(this);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/teams`);
      await page.getByRole('button', { name: 'New team' }).press('Enter');
      await page.getByRole('textbox', { name: 'Name' }).waitFor();
      await page.keyboard.type('Partners');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor();
      await page.getByRole('button', { name: 'Add a member' }).press('Enter');
      await page.getByLabel('Person').selectOption({ value: `user ${person.userId}` });
      await page.getByRole('dialog').getByRole('button', { name: 'Add a member' }).press('Enter');
      await page.getByRole('listitem').getByText(person.email).waitFor();
      await app.goto(`/app/spaces/${space.id}/access`);
      await page.getByRole('button', { name: 'Give a permission' }).press('Enter');
      await page.getByLabel('Person or team').selectOption({ label: 'Team Partners' });
      await page.getByLabel('Level').selectOption('comment');
      await page.getByRole('dialog').getByRole('button', { name: 'Give a permission' }).press('Enter');
      await page.getByText('Comment: permission of the team Partners on this space').waitFor();
      await app.expectAccessible('space-access');

      const collections = `/v1/orgs/${world.organizationId}/collections`;
      const collection = must(await world.admin.api.post(collections, { title: 'Manuals' }), 201);
      const { siteId } = await newSite('Portal');
      for (const [address, of] of [
        [`/app/collections/${collection.id}`, 'collection'],
        [`/app/orgs/${world.organizationId}/sites/${siteId}`, 'site'],
      ] as const) {
        await app.goto(address);
        await page.getByRole('link', { name: 'Access' }).press('Enter');
        await page.getByRole('heading', { name: `Permissions on this ${of}` }).waitFor();
        await page.getByRole('button', { name: 'Give a permission' }).press('Enter');
        await page.getByLabel('Person or team').selectOption({ value: `user ${person.userId}` });
        await page.getByLabel('Level').selectOption('edit');
        await page.getByRole('dialog').getByRole('button', { name: 'Give a permission' }).press('Enter');
        await page.getByText(`Edit: permission on this ${of}`).waitFor();
        await app.expectAccessible(`${of}-access`);
        await page.getByRole('button', { name: /^Take the permission of/ }).press('Enter');
        await page.getByText('No person has a permission of their own.').waitFor();
      }

      await app.goto(`/app/orgs/${world.organizationId}/audit-log`);
      await page.getByLabel('Event').selectOption('team.created');
      await page.getByText('team.created').or(page.locator('.rows .row-title')).first().waitFor();
      await page.waitForURL('**/audit-log?action=team.created');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows the level that somebody has again when another one is refused', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Guarded' });
    const reader = await world.member('read');
    const grant = { role: 'edit', users: [reader.userId] };
    must(await world.admin.api.post(`/v1/spaces/${space.id}/permissions`, grant), 204);
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/access`);
      const level = page.getByRole('combobox', { name: /^Level of/ });
      await level.selectOption('admin');
      await page.getByRole('alert').getByText('You cannot grant, change or revoke a level above your own.').waitFor();
      await until(async () => (await level.inputValue()) === 'edit');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows all that was shown of a long list after a change, and keeps the focus', async function () {
    this.timeout(300_000);
    const { path, siteId } = await newSite('Moved');
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

  it('applies the settings of the organization to its screen at once', async function () {
    this.timeout(300_000);
    const own = await World.create(world.instance);
    const app = await AppBrowser.open(this, own, await own.member('admin'));
    const { page } = app;
    const form = page.getByRole('form', { name: 'General' });
    const links = form.getByLabel('Links can invite people');
    const save = async (): Promise<void> => form.getByRole('button', { name: 'Save' }).press('Enter');
    try {
      await app.goto(`/app/orgs/${own.organizationId}/settings`);
      await page.getByRole('button', { name: 'New invite link' }).waitFor();
      await form.getByLabel('Name').fill('Pumps and valves');
      await links.uncheck();
      await save();
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Pumps and valves').waitFor();
      await page.getByRole('button', { name: 'New invite link' }).waitFor({ state: 'detached' });
      expect(await page.title()).to.equal('Settings · Pumps and valves · Quire');
      await links.check();
      await save();
      await page.getByRole('button', { name: 'New invite link' }).waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('lists the events of a whole last day', async function () {
    this.timeout(300_000);
    await world.space({ title: 'Audited' });
    const today = new Date().toISOString().slice(0, 10);
    const app = await administrator(this);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/audit-log?from=${today}&to=${today}`);
      await page.getByRole('main').getByRole('listitem').first().waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('lists the events of one member, chosen by name, or of a former member, by ID', async function () {
    this.timeout(300_000);
    const own = await World.create(world.instance);
    const [writer, former] = [await own.member('admin'), await own.member('admin')];
    const { displayName } = must(await writer.api.patch(`/v1/users/${writer.userId}`, { displayName: 'Wren' }), 200);
    for (const { api } of [writer, former])
      must(await api.put(`/v1/orgs/${own.organizationId}/teams`, { title: 'T' }), 201);
    must(await own.admin.api.delete(`/v1/orgs/${own.organizationId}/members/${former.userId}`), 205);
    const app = await AppBrowser.open(this, own, await own.member('admin'), PHONE);
    const { page } = app;
    const person = page.getByLabel('Person', { exact: true });
    const id = page.getByLabel('ID of the former member');
    const teams = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Team created' });
    try {
      await app.goto(`/app/orgs/${own.organizationId}/audit-log`);
      await until(async () => (await teams.count()) === 2);
      await person.selectOption({ label: `${displayName} (${writer.email})` });
      await until(async () => (await teams.count()) === 1);
      await teams.getByText(displayName).first().waitFor();
      await app.expectAccessible('audit-log-of-member');

      await person.selectOption({ label: 'A former member, by ID' });
      await until(async () => (await teams.count()) === 2);
      await page.keyboard.insertText(former.userId);
      await until(async () => (await teams.count()) === 1 && (await teams.getByText(displayName).count()) === 0);
      expect(new URL(page.url()).searchParams.get('actor')).to.equal(former.userId);
      await page.reload();
      await id.waitFor();
      expect(await id.inputValue()).to.equal(former.userId);
      await person.selectOption({ label: 'Anyone' });
      await until(async () => (await teams.count()) === 2);
      await page
        .getByRole('button', { name: `Only ${displayName}` })
        .first()
        .press('Enter');
      await until(async () => (await teams.count()) === 1);
      expect(await person.inputValue()).to.equal(writer.userId);
      expect(await id.count()).to.equal(0);
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

  it('creates users and watches jobs as the operator', async function () {
    this.timeout(300_000);
    const { id: userId, email } = must(await world.operator.get('/v1/user'), 200);
    const { title } = must(await world.admin.api.get(`/v1/orgs/${world.organizationId}`), 200);
    const app = await AppBrowser.open(this, world, { userId, email });
    const { page } = app;
    try {
      await app.goto('/app/account');
      await page.getByRole('link', { name: 'Manage the instance' }).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Instance' }).waitFor();
      await page.getByRole('button', { name: 'New user' }).press('Enter');
      await page.getByRole('dialog').getByLabel('E-mail address').waitFor();
      await page.keyboard.type('grace@example.org');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Grace');
      await page.keyboard.press('Enter');
      const link = page.getByRole('dialog').locator('code');
      await link.waitFor();
      expect(await link.innerText()).to.include('/set-password/ql_');
      await app.expectAccessible('password-link');
      await page.keyboard.press('Escape');
      await page.getByText('grace@example.org').first().waitFor();
      await app.expectAccessible('instance-users');
      await page.getByLabel('Name or e-mail address').fill('nobody like this');
      await page.getByText('Nobody is found.').waitFor();
      await page.getByRole('link', { name: 'Organizations', exact: true }).press('Enter');
      await page.getByLabel('Title', { exact: true }).fill(title.toUpperCase());
      await page.getByRole('link', { name: title, exact: true }).first().waitFor();
      await app.expectAccessible('instance-organizations');
      await page.goto(`${world.instance.url}/app/instance/organizations/${world.organizationId}`);
      await page.getByRole('heading', { level: 2, name: title }).waitFor();
      await page.getByRole('button', { name: 'Add member' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('E-mail address').fill('missing@example.org');
      await page.keyboard.press('Enter');
      await dialog.getByText('No user has this e-mail address.').waitFor();
      await dialog.getByLabel('E-mail address').fill('Grace@example.org');
      await dialog.getByLabel('Role').selectOption('edit');
      await dialog.getByRole('button', { name: 'Add member' }).press('Enter');
      await page.getByText('Grace is now a member').waitFor();
      await page.getByRole('listitem').filter({ hasText: 'grace@example.org' }).getByText('Editor').waitFor();
      await app.expectAccessible('instance-organization');
      await page.getByRole('link', { name: 'Jobs' }).press('Enter');
      await page.getByLabel('Status').selectOption('failed');
      await page.waitForURL('**/instance/jobs?status=failed');
      await app.expectAccessible('instance-jobs');
      await page.getByRole('link', { name: 'Status', exact: true }).press('Enter');
      await page.getByText('Everything works.').waitFor();
      await page.getByRole('heading', { name: 'Storage' }).waitFor();
      await app.expectAccessible('instance-status');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('uploads the logo of an organization and a photo, and shows them', async function () {
    this.timeout(300_000);
    const app = await administrator(this);
    const { page } = app;
    const upload = async (button: string, address: string): Promise<void> => {
      const file = { name: 'picture.png', mimeType: 'image/png', buffer: PNG };
      await page.locator(`input[type=file][aria-label="${button}"]`).setInputFiles(file);
      await until(async () => (await page.getByLabel(address).inputValue()).includes('/images/'));
      await page.getByRole('button', { name: 'Save', exact: true }).first().press('Enter');
      await page.getByText('Saved.', { exact: true }).waitFor();
    };
    try {
      await app.goto(`/app/orgs/${world.organizationId}/settings`);
      await upload('Upload a logo', 'Address of the logo');
      await app.expectAccessible('organization-settings-logo');
      await app.goto(`/app/orgs/${world.organizationId}`);
      await page.locator('img.organization-logo').waitFor();
      await app.goto('/app/account');
      await upload('Upload a photo', 'Address of your photo');
      await app.goto(`/app/orgs/${world.organizationId}/members`);
      const photo = page.locator('img.avatar').first();
      await photo.waitFor();
      await until(() => photo.evaluate((image: any) => image.naturalWidth > 0));
      await app.expectAccessible('members-photo');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('creates an API token that is shown once, and revokes it', async function () {
    this.timeout(300_000);
    const app = await administrator(this);
    const { page } = app;
    try {
      await app.goto('/app/account');
      await page.getByRole('button', { name: 'New API token' }).press('Enter');
      await page.getByRole('dialog').getByLabel('Name').waitFor();
      await page.keyboard.type('Backup script');
      await page.keyboard.press('Enter');
      await page.getByText('It is shown this once.').waitFor();
      await app.expectAccessible('new-token');
      expect(await page.getByRole('dialog').locator('code').innerText()).to.match(/^qr_[\w-]+$/);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Revoke Backup script' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).press('Enter');
      await page.getByText('You have no API tokens.').waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('is asked before files, redirects, terms and invite links are deleted', async function () {
    this.timeout(300_000);
    const { siteId, path, spaceId } = await newSite('Tidied');
    const { api } = world.admin;
    const organization = `/v1/orgs/${world.organizationId}`;
    const files = [{ name: 'old.txt', base64: 'T2xk', contentType: 'text/plain' }];
    must(await api.post(`/v1/spaces/${spaceId}/content`, { changes: [{ operation: 'insert_files', files }] }), 200);
    const destination = { kind: 'external', url: 'https://example.com' };
    must(await api.post(`${path}/redirects`, { source: '/old', destination }), 201);
    const term = { type: 'insert', translations: { en: 'pump' } };
    must(await api.put(`${organization}/translations-glossary`, { operations: [term] }), 204);
    must(await api.post(`${organization}/link-invites`, { role: 'read' }), 201);
    const app = await administrator(this);
    const { page } = app;
    try {
      for (const [screen, label] of [
        [`spaces/${spaceId}/files`, 'Delete old.txt'],
        [`orgs/${world.organizationId}/sites/${siteId}/redirects`, 'Delete the redirect of /old'],
        [`orgs/${world.organizationId}/glossary`, 'Delete pump'],
        [`orgs/${world.organizationId}/settings`, 'Delete the link for Reader'],
      ] as const) {
        await app.goto(`/app/${screen}`);
        const button = page.getByRole('button', { name: label, exact: true });
        await button.press('Enter');
        const question = page.getByRole('dialog', { name: label });
        await question.getByRole('button', { name: 'Cancel' }).press('Enter');
        await button.press('Enter');
        await question.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
        await button.waitFor({ state: 'detached' });
      }
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('keeps the settings that another user has changed since the form was loaded', async function () {
    this.timeout(300_000);
    const { api } = world.admin;
    const space = await world.space({ title: 'Shared' });
    const at = `/v1/spaces/${space.id}`;
    const set = async (variables: object) =>
      must(await api.post(`${at}/content`, { changes: [{ operation: 'set_variables', variables }] }), 200);
    const stored = async () => must(await api.get(`${at}/content`), 200).variables;
    await set({ version: '1', port: '80' });
    const organization = `/v1/orgs/${world.organizationId}`;
    const app = await administrator(this);
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/settings`);
      const general = page.getByRole('form', { name: 'General' });
      const variables = page.getByRole('form', { name: 'Variables' });
      await variables.getByLabel('Value of variable 1').waitFor();
      await set({ port: '81', host: 'localhost' });
      await variables.getByLabel('Value of variable 2').fill('2');
      await variables.getByRole('button', { name: 'Save' }).press('Enter');
      await variables.getByLabel('Value of variable 3').waitFor();
      expect(await stored()).to.deep.equal({ version: '2', port: '81', host: 'localhost' });

      must(await api.patch(at, { editMode: 'locked' }), 200);
      await general.getByLabel('Title').fill('Shared by all');
      await general.getByRole('button', { name: 'Save' }).press('Enter');
      await until(async () => must(await api.get(at), 200).title === 'Shared by all');
      expect(must(await api.get(at), 200).editMode).to.equal('locked');
      expect(await general.getByLabel('Only by change requests').isChecked()).to.equal(true);

      // The fields show what is stored by now: a second save writes nothing else either.
      must(await api.patch(at, { title: 'Shared by others', editMode: 'live' }), 200);
      await general.getByLabel('Emoji').fill('🛠');
      await general.getByRole('button', { name: 'Save' }).press('Enter');
      await until(async () => (await general.getByLabel('Title').inputValue()) === 'Shared by others');
      await general.getByRole('button', { name: 'Save' }).press('Enter');
      await until(async () => must(await api.get(at), 200).emoji !== undefined);
      expect(must(await api.get(at), 200)).to.include({ title: 'Shared by others', editMode: 'live' });

      await app.goto(`/app/orgs/${world.organizationId}/settings`);
      await general.getByLabel('Name').waitFor();
      must(await api.patch(organization, { inviteLinks: false, defaultRole: 'read' }), 200);
      await general.getByLabel('Name').fill('Renamed');
      await general.getByRole('button', { name: 'Save' }).press('Enter');
      await until(async () => must(await api.get(organization), 200).title === 'Renamed');
      expect(must(await api.get(organization), 200)).to.include({ inviteLinks: false, defaultRole: 'read' });
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
