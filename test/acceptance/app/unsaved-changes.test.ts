import { expect } from 'chai';
import type { Dialog } from 'playwright-core';
import { AppBrowser } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { siteWithSpace } from '../../support/sites/site-with-space.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

onPostgres('changes in the app that are not saved', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });

  const parts = ({ page }: AppBrowser) => {
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    return {
      question,
      title: page.getByRole('form', { name: 'General' }).getByLabel('Title'),
      save: page.getByRole('form', { name: 'General' }).getByRole('button', { name: 'Save' }),
      stay: async (): Promise<void> => {
        await question.getByRole('button', { name: 'Cancel' }).press('Enter');
        await question.waitFor({ state: 'detached' });
      },
      discard: () => question.getByRole('button', { name: 'Discard changes' }).press('Enter'),
    };
  };

  it('stay in a form of settings until the user discards them, whichever way leads out of it', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Manual' });
    const settings = `/app/spaces/${space.id}/settings`;
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const { title, question, stay, discard } = parts(app);
    try {
      await app.goto(`/app/spaces/${space.id}/files`);
      await page.getByRole('link', { name: 'Settings', exact: true }).press('Enter');
      await title.fill('Manual of pumps');
      const files = page.getByRole('link', { name: 'Files', exact: true });
      await files.press('Enter');
      await question.waitFor();
      await app.expectAccessible('unsaved-changes');
      await stay();
      expect(await files.evaluate((link) => link === link.ownerDocument.activeElement)).to.equal(true);
      await page.goBack();
      await question.waitFor();
      expect(app.path).to.equal(settings);
      await stay();
      expect(await title.inputValue()).to.equal('Manual of pumps');

      await page.goBack();
      await discard();
      await page.getByText('This space has no files.').waitFor();
      expect(app.path).to.equal(`/app/spaces/${space.id}/files`);
      await page.goForward();
      await title.waitFor();
      expect(await title.inputValue()).to.equal('Manual');
      await title.fill('Manual of valves');
      await files.press('Enter');
      await discard();
      await page.getByText('This space has no files.').waitFor();
      await page.goBack();
      await title.waitFor();
      expect(app.path).to.equal(settings);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('keep the tab open until the user agrees; a form that is saved or as it was keeps nothing open', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Manual' });
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const { title, save, question } = parts(app);
    const close = async (): Promise<Dialog> => {
      const dialog = page.waitForEvent('dialog');
      await page.close({ runBeforeUnload: true });
      return dialog;
    };
    try {
      await app.goto(`/app/spaces/${space.id}/settings`);
      await title.press('End');
      await page.keyboard.type('s');
      const dialog = await close();
      expect(dialog.type()).to.equal('beforeunload');
      await dialog.dismiss();
      expect(await title.inputValue()).to.equal('Manuals');

      await page.keyboard.press('Backspace');
      await page.getByRole('link', { name: 'Files', exact: true }).press('Enter');
      await page.getByText('This space has no files.').waitFor();
      await page.goBack();
      await title.fill('Saved title');
      await save.press('Enter');
      await page.getByText('Saved.', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Files', exact: true }).press('Enter');
      await page.getByText('This space has no files.').waitFor();
      expect(await question.count()).to.equal(0);
      await page.goBack();
      await title.waitFor();
      const closed = page.waitForEvent('close');
      await page.close({ runBeforeUnload: true });
      await closed;
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('stay in a form until the user has signed in again, without a notice that the session has ended', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Manual' });
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const { title, save } = parts(app);
    const alerts = page.getByRole('alert');
    try {
      await app.goto(`/app/spaces/${space.id}/settings`);
      await title.fill('Manual of pumps');
      // Requests that are answered after the end of the session would change what the notices say.
      await page.waitForLoadState('networkidle');
      const [cookie] = await app.context.cookies();
      await app.context.clearCookies();
      await save.press('Enter');
      const notice = page.getByRole('region', { name: 'Your session has ended' });
      await notice.waitFor();
      await until(async () => (await alerts.count()) === 2);
      await app.context.addCookies([cookie!]);
      await notice.getByRole('button', { name: 'Continue' }).press('Enter');
      await page.locator('#main:focus').waitFor();
      expect(await alerts.count()).to.equal(0);
      await save.press('Enter');
      await page.getByText('Saved.', { exact: true }).waitFor();
      expect(must(await world.admin.api.get(`/v1/spaces/${space.id}`), 200).title).to.equal('Manual of pumps');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('stay in the appearance of a site when another variant is chosen', async function () {
    this.timeout(300_000);
    const { siteId, path } = await siteWithSpace(world, 'Two variants');
    const { id } = await world.space({ title: 'Second' });
    must(await world.admin.api.post(`${path}/site-spaces`, { spaceId: id }), 201);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const { question, stay, discard } = parts(app);
    const variant = page.getByLabel('Applies to');
    const title = page.getByLabel('Title in the header');
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}/appearance`);
      await title.fill('Not saved');
      await variant.selectOption({ label: 'Second' });
      await question.waitFor();
      await stay();
      expect(await variant.inputValue()).to.equal('site');
      expect(await title.inputValue()).to.equal('Not saved');
      await variant.selectOption({ label: 'Second' });
      await discard();
      await page.waitForURL('**/appearance?variant=*');
      await page.getByRole('button', { name: 'Look like the site' }).waitFor();
      await title.waitFor();
      expect(await title.inputValue()).to.equal('Two variants');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('to the appearance of a site overwrite nothing that was changed before the user signed in again', async function () {
    this.timeout(300_000);
    const { siteId, path } = await siteWithSpace(world, 'Signed in again');
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const title = page.getByLabel('Title in the header');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${siteId}/appearance`);
      await title.fill('Mine');
      await page.waitForLoadState('networkidle');
      const [cookie] = await app.context.cookies();
      await app.context.clearCookies();
      await save.press('Enter');
      const notice = page.getByRole('region', { name: 'Your session has ended' });
      await notice.waitFor();
      const seen = must(await world.admin.api.get(`${path}/customization`), 200);
      const styling = { ...seen.styling, corners: 'straight' };
      must(await world.admin.api.put(`${path}/customization`, { ...seen, styling }), 200);
      await app.context.addCookies([cookie!]);
      const isLoaded = page.waitForResponse((response) => response.url().endsWith(`${siteId}/customization`));
      await notice.getByRole('button', { name: 'Continue' }).press('Enter');
      await (await isLoaded).finished();
      expect(await title.inputValue()).to.equal('Mine');
      await save.press('Enter');
      await page.getByRole('alert').getByText('Load it again to see the changes.').waitFor();
      const stored = must(await world.admin.api.get(`${path}/customization`), 200);
      expect([stored.title, stored.styling.corners]).to.deep.equal(['Signed in again', 'straight']);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('stay in a dialog that is left without its buttons', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'With dialogs' });
    const content = `/v1/spaces/${space.id}/content`;
    const insert = { operation: 'insert_page', title: 'First', document: { markdown: 'Text.\n' } };
    const { changes } = must(await world.admin.api.post(content, { changes: [insert] }), 200);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const { question, stay, discard } = parts(app);
    const dialog = page.getByRole('dialog', { name: 'Page settings' });
    const description = dialog.getByLabel('Description');
    const open = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More about this page' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Page settings' }).press('Enter');
      await description.waitFor();
    };
    try {
      await app.goto(`/app/spaces/${space.id}/pages/${changes[0].page.id}`);
      await open();
      await description.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await open();
      await description.fill('About pumps');
      await description.press('Escape');
      await question.waitFor();
      await stay();
      await page.mouse.click(5, 5);
      await question.waitFor();
      await stay();
      expect(await description.inputValue()).to.equal('About pumps');
      await dialog.getByRole('button', { name: 'Close' }).press('Enter');
      await discard();
      await dialog.waitFor({ state: 'detached' });
      await open();
      await description.fill('About valves');
      await dialog.getByRole('button', { name: 'Save' }).press('Enter');
      await page.getByText('Saved.', { exact: true }).waitFor();
      await dialog.waitFor({ state: 'detached' });
      expect(await question.count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('stay in a dialog whose entries were only removed or added', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'With entries' });
    const content = `/v1/spaces/${space.id}/content`;
    const document = { markdown: '| Plan | Price |\n| --- | --- |\n| Free | 0 |\n| Team | 9 |\n' };
    const insert = { operation: 'insert_page', title: 'First', document };
    const { changes } = must(await world.admin.api.post(content, { changes: [insert] }), 200);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const { question, stay, discard } = parts(app);
    const dialog = page.getByRole('dialog', { name: 'Table' });
    try {
      await app.goto(`/app/spaces/${space.id}/pages/${changes[0].page.id}/edit`);
      await page.getByRole('textbox', { name: 'Text of the page, in Markdown' }).press('Control+Home');
      for (const name of ['Remove row 1', 'Add a row']) {
        await page.getByRole('button', { name: 'Table', exact: true }).press('Enter');
        await dialog.getByRole('button', { name }).press('Enter');
        await dialog.getByLabel('Column 1, row 1').press('Escape');
        await question.waitFor({ timeout: 20_000 });
        await stay();
        await dialog.getByLabel('Column 1, row 1').press('Escape');
        await discard();
        await dialog.waitFor({ state: 'detached' });
      }
      await page.getByRole('button', { name: 'Table', exact: true }).press('Enter');
      await dialog.getByRole('button', { name: 'Add a column' }).press('Enter');
      await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      expect(await question.count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
