import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { AppBrowser, PHONE } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { waitForProjections } from '../../support/persistence/projected.ts';
import { must, World } from '../../support/world.ts';

onPostgres('dialogs of the app', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });

  it('close on the way back, and change nothing of the page that is shown then', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Two pages' });
    const content = `/v1/spaces/${space.id}/content`;
    const pages = ['First', 'Second'].map((title) => ({
      operation: 'insert_page',
      title,
      document: { markdown: `${title} text.\n` },
    }));
    const { changes } = must(await world.admin.api.post(content, { changes: pages }), 200);
    const [first, second] = changes.map(({ page }: any) => page.id as string);
    const request = must(await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, {}), 201);
    const app = await AppBrowser.open(this, world, await world.member('edit'), PHONE);
    const { page } = app;
    const dialog = page.getByRole('dialog');
    try {
      for (const base of [`/app/spaces/${space.id}`, `/app/spaces/${space.id}/change-requests/${request.id}`])
        for (const item of ['Page settings', 'Move', 'Delete page']) {
          await app.goto(`${base}/pages/${first}`);
          await page.getByRole('button', { name: 'Navigation' }).click();
          await page.getByRole('treeitem', { name: 'Second' }).getByRole('link').click();
          await page.getByRole('heading', { name: 'Second', exact: true }).waitFor();
          await page.getByRole('button', { name: 'More about this page' }).press('Enter');
          await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
          await dialog.waitFor();
          await page.goBack();
          await page.getByText('First text.').waitFor();
          expect(await dialog.count(), `${base} ${item}`).to.equal(0);
        }
      const { pages: stored } = must(await world.admin.api.get(`${content}/pages`), 200);
      expect(stored.map(({ id, title }: any) => [id, title])).to.deep.equal([
        [first, 'First'],
        [second, 'Second'],
      ]);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('begin with the focus in their first field', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Reviewed' });
    const body = { subject: 'Shorter', status: 'open' };
    const request = must(await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, body), 201);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const focused = () => app.page.getByRole('dialog').locator(':focus');
    try {
      await app.goto(`/app/spaces/${space.id}/change-requests/${request.id}`);
      await app.page.getByRole('button', { name: 'Review', exact: true }).press('Enter');
      expect(await focused().getAttribute('type')).to.equal('radio');
      await app.page.keyboard.press('ArrowDown');
      expect(await app.page.getByLabel('Request changes').isChecked()).to.equal(true);
      await app.page.keyboard.press('Escape');

      await app.goto(`/app/orgs/${world.organizationId}`);
      await app.page.getByRole('button', { name: 'New space' }).press('Enter');
      await app.page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).waitFor();
      expect(await focused().getAttribute('maxlength')).to.equal('50');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('that only ask begin with the focus on the button that changes nothing', async function () {
    this.timeout(300_000);
    const invited = { emails: ['invited@example.org'], role: 'read' };
    must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/invites`, invited), 200);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const question = page.getByRole('dialog', { name: 'Withdraw the invitation of invited@example.org' });
    try {
      await app.goto(`/app/orgs/${world.organizationId}/members`);
      await page.getByRole('button', { name: 'Withdraw the invitation of invited@example.org' }).press('Enter');
      await question.getByRole('button', { name: 'Cancel' }).and(question.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await question.waitFor({ state: 'detached' });
      await page.getByRole('listitem').filter({ hasText: 'invited@example.org' }).waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('begin with the focus in a first field whose options are loaded, and are not submitted before', async function () {
    this.timeout(300_000);
    await world.space({ title: 'Source' });
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/translations`);
      const loadSpaces = await app.hold('GET', '/collections*');
      await page.getByRole('button', { name: 'New translation', exact: true }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New translation' });
      const source = dialog.getByRole('combobox', { name: 'Source' });
      await source.and(dialog.locator(':focus')).waitFor();
      expect(await source.evaluate((select: any) => select.validity.valueMissing)).to.equal(true);
      loadSpaces();
      await source.getByRole('option', { name: 'Source', exact: true }).waitFor({ state: 'attached' });
      await source.and(dialog.locator(':focus')).waitFor();
      expect(await source.evaluate((select: any) => select.validity.valid)).to.equal(true);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('close when a link in them leads to another page, such as one that links to this one', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Linked' });
    const content = `/v1/spaces/${space.id}/content`;
    const insert = { operation: 'insert_page', title: 'Target', document: { markdown: 'Here.\n' } };
    const { changes } = must(await world.admin.api.post(content, { changes: [insert] }), 200);
    const target = changes[0].page.id as string;
    const document = { markdown: `[to](/pages/${target})\n` };
    const sources = [
      { operation: 'insert_page', title: 'Source', document },
      { operation: 'insert_reusable_content', title: 'Shared hint', document },
    ];
    must(await world.admin.api.post(content, { changes: sources }), 200);
    await waitForProjections(world.instance);
    const app = await AppBrowser.open(this, world, await world.member('read'));
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/pages/${target}`);
      await page.getByRole('button', { name: 'More about this page' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Pages that link here' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Pages that link here' });
      await dialog.getByRole('link', { name: 'Shared hint' }).waitFor();
      expect(await dialog.getByRole('listitem').count()).to.equal(2);
      await app.expectAccessible('backlinks');
      await dialog.getByRole('link', { name: 'Source' }).press('Enter');
      await page.getByRole('heading', { name: 'Source', exact: true }).waitFor();
      expect(await page.getByRole('dialog').count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('that are closed while their action runs open no screen afterwards, and leave another dialog open', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Late' });
    const teams = `/orgs/${world.organizationId}/teams`;
    const { id: team } = must(await world.admin.api.put(`/v1${teams}`, { title: 'Writers' }), 201);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const dialog = page.getByRole('dialog');
    const press = (within: Page | Locator, name: string) =>
      within.getByRole('button', { name, exact: true }).press('Enter');
    try {
      await app.goto(`/app${teams}/${team}`);
      const deleteTeam = await app.hold('DELETE', `/teams/${team}`);
      await press(page, 'More about this team');
      await page.getByRole('menuitem', { name: 'Delete this team', exact: true }).press('Enter');
      await press(dialog, 'Delete');
      await page.keyboard.press('Escape');
      await press(page, 'Add a member');
      deleteTeam();
      await page.getByText('“Writers” is deleted.').waitFor();
      expect(await page.getByRole('dialog', { name: 'Add a member' }).count()).to.equal(1);
      expect(app.path).to.equal(`/app${teams}/${team}`);

      await app.goto(`/app/spaces/${space.id}`);
      const createPage = await app.hold('POST', '/content');
      await press(page, 'New page');
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Late page');
      await press(dialog, 'Create');
      await page.keyboard.press('Escape');
      createPage();
      await page.getByText('“Late page” is ready.').waitFor();
      await page.getByRole('treeitem', { name: 'Late page' }).waitFor();
      expect(app.path).to.equal(`/app/spaces/${space.id}`);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('that are closed while their action runs announce that it has failed', async function () {
    this.timeout(300_000);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/teams`);
      const refuse = await app.hold('PUT', '/teams');
      await page.getByRole('button', { name: 'New team', exact: true }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'New team' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Refused');
      await dialog.getByRole('button', { name: 'Create', exact: true }).press('Enter');
      await page.keyboard.press('Escape');
      await app.context.setOffline(true);
      refuse();
      await page.getByRole('alert').getByText('The server cannot be reached').waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('align their fields as all dialogs do, also in the middle of an empty space', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Without pages' });
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}`);
      await page.getByRole('button', { name: 'Add the first page' }).press('Enter');
      const title = page.getByRole('dialog').getByLabel('Title');
      await title.waitFor();
      const alignment = await title.evaluate(
        (field) => field.ownerDocument.defaultView!.getComputedStyle(field.parentElement!).textAlign,
      );
      expect(alignment).to.equal('start');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
