import { expect } from 'chai';
import { AppBrowser, PHONE } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { waitForProjections } from '../../support/persistence/projected.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

onPostgres('the library in the app', (backend) => {
  let world: World;
  beforeEach(async () => {
    world = await World.create(await backend.instance());
  });

  const read = async (path: string): Promise<any> => must(await world.admin.api.get(path), 200);
  const makeCollection = async (title: string): Promise<any> =>
    must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/collections`, { title }), 201);
  const spaces = async (): Promise<any[]> => (await read(`/v1/orgs/${world.organizationId}/spaces?limit=100`)).items;

  it('moves a space into a collection before another one, and back, by keyboard', async function () {
    this.timeout(300_000);
    const guides = await makeCollection('Guides');
    const first = await world.space({ title: 'First guide', parent: guides.id });
    const moved = await world.space({ title: 'Second guide' });
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}`);
      await page.getByRole('button', { name: 'More about Second guide' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Move' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Move “Second guide”' });
      await dialog.getByRole('combobox', { name: 'Into' }).selectOption({ label: '\u00a0\u00a0Guides' });
      await dialog.getByRole('combobox', { name: 'Position' }).selectOption({ label: 'Before First guide' });
      await app.expectAccessible('move-dialog');
      await dialog.getByRole('button', { name: 'Move here' }).press('Enter');
      await page.getByText('“Second guide” is moved.').waitFor();
      expect((await read(`/v1/spaces/${moved.id}`)).parent).to.equal(guides.id);
      const inside = (await read(`/v1/collections/${guides.id}/spaces`)).items.map(({ id }: any) => id);
      expect(inside).to.deep.equal([moved.id, first.id]);
      await app.expectAccessible('library');

      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await until(async () => (await read(`/v1/spaces/${moved.id}`)).parent === undefined);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('duplicates a space from its settings', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Handbook' });
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/settings`);
      expect(await page.getByRole('textbox', { name: 'Emoji' }).inputValue()).to.equal('📘');
      await page.getByRole('button', { name: 'Duplicate' }).click();
      await page.getByText('is created as a copy.').waitFor();
      await until(async () => app.path !== `/app/spaces/${space.id}/settings`);
      const copy = app.path.split('/').at(-1);
      expect((await spaces()).map(({ id }) => id)).to.have.members([space.id, copy]);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('transfers a space to another organization of the user', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Handbook' });
    const person = await world.member('admin');
    const other = must(await person.api.post('/v1/orgs', { title: 'Acme Labs' }), 201);
    const app = await AppBrowser.open(this, world, person);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}`);
      await page.getByRole('button', { name: 'More about Handbook' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Transfer to another organization' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Transfer “Handbook”' });
      await dialog.getByRole('combobox', { name: 'Organization' }).selectOption({ label: 'Acme Labs' });
      await app.expectAccessible('transfer-dialog');
      await dialog.getByRole('button', { name: 'Transfer', exact: true }).press('Enter');
      await page.getByText('“Handbook” is in Acme Labs now.').waitFor();
      expect((await spaces()).map(({ id }) => id)).not.to.include(space.id);
      await app.goto(`/app/orgs/${other.id}`);
      await page
        .getByRole('region', { name: 'Collections and spaces' })
        .getByRole('link', { name: 'Handbook' })
        .waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('offers a transfer to administrators of the organization only', async function () {
    this.timeout(300_000);
    await world.space({ title: 'Handbook' });
    const creator = await world.member('create');
    must(await creator.api.post('/v1/orgs', { title: 'Acme Labs' }), 201);
    const app = await AppBrowser.open(this, world, creator);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}`);
      await page.getByRole('button', { name: 'More about Handbook' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'Transfer to another organization' }).count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('offers a duplicate and a move to those who may create a space in the place only', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Handbook' });
    const reader = await world.member('read');
    const grant = { role: 'admin', users: [reader.userId] };
    must(await world.admin.api.post(`/v1/spaces/${space.id}/permissions`, grant), 204);
    const app = await AppBrowser.open(this, world, reader);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}`);
      await page.getByRole('button', { name: 'More about Handbook' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Move' }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'Duplicate' }).count()).to.equal(0);
      await app.goto(`/app/spaces/${space.id}/settings`);
      await page.getByRole('button', { name: 'Move' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('button', { name: 'Duplicate' }).count()).to.equal(0);
      await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
      await page.getByRole('dialog').getByText('You may create content in no place of this organization.').waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('keeps long titles within dialogs and messages, on a phone', async function () {
    this.timeout(300_000);
    const title = 'x'.repeat(50);
    const space = await world.space({ title });
    const app = await AppBrowser.open(this, world, await world.member('admin'), PHONE);
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/settings`);
      await page.getByRole('button', { name: 'Move', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: `Move “${title}”` });
      await dialog.getByRole('combobox', { name: 'Into' }).waitFor();
      expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).to.equal(0);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Delete this space' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      const undo = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' });
      const { x, width } = (await undo.boundingBox())!;
      expect(x + width).to.be.at.most(PHONE.width);
      await undo.click();
      await until(async () => (await read(`/v1/spaces/${space.id}`)).deletedAt === undefined);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('reports once that a space or a change request is missing, and links from each screen of a space to the library', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Found' });
    const request = must(
      await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Added' }),
      201,
    );
    const missing = `${space.id.slice(0, -3)}AAA`;
    const app = await AppBrowser.open(this, world, await world.member('edit'));
    const { page } = app;
    const library = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Library' });
    try {
      for (const path of ['', '/history', '/files', '/reusable-contents', `/change-requests/${request.id}`]) {
        await app.goto(`/app/spaces/${space.id}${path}`);
        await library.waitFor();
        expect(await library.getAttribute('href'), path).to.equal(`/app/orgs/${world.organizationId}`);
      }
      for (const path of [missing, `${missing}/change-requests/1`, `${space.id}/change-requests/${missing}`]) {
        await app.goto(`/app/spaces/${path}`);
        await page
          .getByRole('alert')
          .getByText(/not found/)
          .waitFor();
        expect(await page.getByRole('alert').count(), path).to.equal(1);
        expect(await page.getByRole('navigation', { name: 'Pages' }).count(), path).to.equal(0);
        await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
        await until(async () => (await page.title()) === 'Not found · Quire');
      }
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('opens the section that a search result names', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Pumps' });
    const markdown = `${'Long before it.\n\n'.repeat(80)}## Valves\n\nTurn them slowly.\n\n${'And after.\n\n'.repeat(80)}`;
    const insert = { operation: 'insert_page', title: 'Operation', document: { markdown } };
    must(await world.admin.api.post(`/v1/spaces/${space.id}/content`, { changes: [insert] }), 200);
    await waitForProjections(world.instance);
    const app = await AppBrowser.open(this, world, await world.member('read'));
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/search?query=slowly`);
      await page.getByRole('main').getByRole('link', { name: 'Valves' }).press('Enter');
      const heading = page.getByRole('article').getByRole('heading', { name: 'Valves' });
      await heading.waitFor();
      await until(async () => {
        const { y } = (await heading.boundingBox())!;
        return y > 0 && y < 400;
      });
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('opens spaces, pages, change requests, sites and their screens by name, by keyboard', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Pump manual' });
    const insert = { operation: 'insert_page', title: 'Valves', document: { markdown: 'Turn them slowly.\n' } };
    must(await world.admin.api.post(`/v1/spaces/${space.id}/content`, { changes: [insert] }), 200);
    const subject = { subject: 'Warn of heat', status: 'open' };
    const request = must(await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, subject), 201);
    const site = { title: 'Pump docs', spaces: [space.id] };
    const { id: siteId } = must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/sites`, site), 201);
    await waitForProjections(world.instance);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const field = page.getByRole('combobox', { name: 'Name of a space' });
    const found = page.getByRole('option');
    const openByName = async (text: string, option: RegExp, path: RegExp): Promise<void> => {
      await app.openByName(text, option, path);
      expect(await page.getByRole('dialog').count()).to.equal(0);
    };
    try {
      await app.goto(`/app/orgs/${world.organizationId}`);
      await page.getByRole('link', { name: 'Pump manual' }).first().waitFor();
      await page.keyboard.press('Control+k');
      await found.first().waitFor();
      await app.expectAccessible('quick-open');
      await page.keyboard.press('Escape');
      await openByName('manual sett', /Settings/, new RegExp(`/spaces/${space.id}/settings$`));
      await openByName('valv', /Valves/, new RegExp(`/spaces/${space.id}/pages/`));
      await openByName('heat', /Warn of heat/, new RegExp(`/change-requests/${request.id}$`));
      await openByName('pump docs str', /Structure/, new RegExp(`/sites/${siteId}/structure$`));
      await openByName('pump m', /Pump manual/, new RegExp(`/spaces/${space.id}$`));

      // In the editor, the keys add a link.
      await page.getByRole('link', { name: 'Edit', exact: true }).press('Enter');
      await page.getByRole('textbox', { name: 'Text of the page, in Markdown' }).press('Control+k');
      await page.getByRole('dialog', { name: 'Link' }).waitFor();
      await page.keyboard.press('Control+k');
      expect(await field.count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('continues after a lost connection, and in a dialog after the session has ended', async function () {
    this.timeout(300_000);
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}`);
      await page.getByRole('button', { name: 'New space' }).waitFor();
      await app.context.setOffline(true);
      await page.getByRole('link', { name: 'Trash' }).press('Enter');
      await page.getByText('The server cannot be reached.').first().waitFor();
      await app.context.setOffline(false);
      await page.getByText('The trash is empty.').waitFor();
      expect(await page.getByRole('alert').count()).to.equal(0);

      await page.getByRole('link', { name: 'Library' }).press('Enter');
      await page.getByRole('button', { name: 'New space' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New space' });
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Interrupted');
      const [cookie] = await app.context.cookies();
      await app.context.clearCookies();
      await dialog.getByRole('button', { name: 'Create' }).press('Enter');
      await dialog.getByRole('link', { name: 'Sign in in a new tab' }).waitFor();
      await app.expectAccessible('session-over-dialog');
      await app.context.addCookies([cookie!]);
      await dialog.getByRole('button', { name: 'Create' }).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Interrupted' }).waitFor();
      expect(await page.getByRole('region', { name: 'Your session has ended' }).count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('opens a screen by name from the menu, on a phone', async function () {
    this.timeout(300_000);
    const app = await AppBrowser.open(this, world, await world.member(null), PHONE);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}`);
      await page.getByRole('button', { name: 'Account and settings' }).click();
      await page.getByRole('menuitem', { name: 'Go to… (Control+K)' }).click();
      await page.getByRole('combobox').fill('trash');
      await app.expectAccessible('quick-open-phone');
      await page.getByRole('option', { name: 'Trash' }).click();
      await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
      // A guest sees nothing that belongs to the organization.
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('members');
      await page.getByText('Nothing has this name.').waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('leaves shortcuts to the browser and to the app while a menu is open', async function () {
    this.timeout(300_000);
    const app = await AppBrowser.open(this, world, await world.member('read'));
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}`);
      await page.getByRole('button', { name: 'Account and settings' }).click();
      await page.getByRole('menuitem', { name: 'Go to… (Control+K)' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows what the search is about after the way back', async function () {
    this.timeout(300_000);
    const app = await AppBrowser.open(this, world, await world.member('read'));
    const { page } = app;
    const box = page.getByRole('searchbox', { name: 'Search' });
    try {
      await app.goto(`/app/orgs/${world.organizationId}`);
      for (const word of ['pump', 'valve']) {
        await box.fill(word);
        await box.press('Enter');
        await page.getByRole('heading', { name: `Results for “${word}”` }).waitFor();
      }
      await page.goBack();
      await page.getByRole('heading', { name: 'Results for “pump”' }).waitFor();
      await until(async () => (await box.inputValue()) === 'pump');
      await app.goto(`/app/orgs/${world.organizationId}/search`);
      await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
      await until(async () => (await page.title()) === 'Search · Quire');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('leaves people where they are when a space has been imported that they did not wait for', async function () {
    this.timeout(300_000);
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}`);
      await page.getByRole('button', { name: 'New space' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New space' });
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Imported');
      await dialog.getByRole('radio', { name: 'Files' }).check();
      const file = { name: 'guide.md', mimeType: 'text/markdown', buffer: Buffer.from('# Guide\n\nRead it.\n') };
      await dialog.locator('input[type=file]').setInputFiles(file);
      await dialog.getByRole('button', { name: 'Create' }).press('Enter');
      await dialog.getByText('You can leave this page: the import goes on.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('“Imported” is ready.').waitFor();
      expect(app.path).to.equal(`/app/orgs/${world.organizationId}`);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('renames a collection and deletes it without its spaces, on a phone', async function () {
    this.timeout(300_000);
    const collection = await makeCollection('Gides');
    const space = await world.space({ title: 'Kept', parent: collection.id });
    const app = await AppBrowser.open(this, world, await world.member('admin'), PHONE);
    const { page } = app;
    try {
      await app.goto(`/app/collections/${collection.id}`);
      await page.getByRole('button', { name: 'More about Gides' }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Guides');
      await page.getByRole('textbox', { name: 'Description' }).fill('For everyone.');
      await page.getByRole('combobox', { name: /^Level of members/ }).selectOption({ label: 'Comment' });
      await app.expectAccessible('collection-settings-phone');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor();
      await page.getByText('For everyone.').waitFor();
      const saved = await read(`/v1/collections/${collection.id}`);
      expect(saved).to.include({ title: 'Guides', description: 'For everyone.', defaultLevel: 'comment' });

      await page.getByRole('button', { name: 'More about Guides' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('“Guides” is deleted.').waitFor();
      await page.getByRole('region', { name: 'Collections and spaces' }).getByRole('link', { name: 'Kept' }).waitFor();
      expect((await spaces()).map(({ id, parent }) => [id, parent])).to.deep.equal([[space.id, undefined]]);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
