import { expect } from 'chai';
import { AppBrowser } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { PNG } from '../../support/sites/published-site.ts';
import { siteWithSpace } from '../../support/sites/site-with-space.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

onPostgres('the app for an administrator of settings', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });

  const administrator = async (test: Mocha.Context): Promise<AppBrowser> =>
    AppBrowser.open(test, world, await world.member('admin'));

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

  it('is asked before files, redirects, terms and invite links are deleted', async function () {
    this.timeout(300_000);
    const { siteId, path, spaceId } = await siteWithSpace(world, 'Tidied');
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

  it('has the focus on the next item after one is deleted, and on the content after the last one', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'With files' });
    const files = ['a.txt', 'b.txt'].map((name) => ({ name, base64: 'T2xk', contentType: 'text/plain' }));
    const changes = [{ operation: 'insert_files', files }];
    must(await world.admin.api.post(`/v1/spaces/${space.id}/content`, { changes }), 200);
    const app = await administrator(this);
    const { page } = app;
    const rows = page.getByRole('main').getByRole('listitem');
    const deleteFirst = async (): Promise<void> => {
      await rows.first().getByRole('button').press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    };
    try {
      await app.goto(`/app/spaces/${space.id}/files`);
      await rows.nth(1).waitFor();
      await deleteFirst();
      await rows.first().and(page.locator(':focus')).waitFor();
      expect(await rows.count()).to.equal(1);
      await deleteFirst();
      await page.getByText('This space has no files.').waitFor();
      await page.locator('#main:focus').waitFor();
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
      await until(() => general.getByLabel('Only by change requests').isChecked());

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

  it('is shown neither forms nor errors where the level does not include a screen', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Only read' });
    const app = await AppBrowser.open(this, world, await world.member('read'));
    const { page } = app;
    const organization = `/app/orgs/${world.organizationId}`;
    const screens = ['settings', 'audit-log', 'webhooks'].map((screen) => `${organization}/${screen}`);
    try {
      for (const path of [...screens, `/app/spaces/${space.id}/settings`, `/app/spaces/${space.id}/access`]) {
        await app.goto(path);
        await page.getByText('Your level does not include this screen.').waitFor();
        const main = page.getByRole('main');
        expect(await main.getByRole('button').count(), path).to.equal(0);
        expect(await main.getByRole('textbox').count(), path).to.equal(0);
        expect(await page.getByRole('alert').count(), path).to.equal(0);
      }
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
