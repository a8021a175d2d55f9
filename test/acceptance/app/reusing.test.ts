import { expect } from 'chai';
import { AppBrowser } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

onPostgres('the app for reusable content', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const read = async (path: string): Promise<any> => must(await world.admin.api.get(path), 200);

  it('creates one by keyboard, shows it as pages do, and deletes it', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Handbook' });
    const contents = `/v1/spaces/${space.id}/content/reusable-contents`;
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}`);
      await page.getByRole('link', { name: 'Reusable content' }).press('Enter');
      await page.getByText('This space has no reusable content.').waitFor();
      await app.expectAccessible('reusable-contents');
      await page.getByRole('button', { name: 'New reusable content' }).press('Enter');
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      await page.keyboard.type('Support');
      await page.keyboard.press('Enter');
      const editor = page.getByRole('textbox', { name: 'Text, in Markdown' });
      await editor.waitFor();
      await editor.press('End');
      await page.keyboard.type('Ask **us**.');
      await page.getByRole('region', { name: 'Preview' }).getByText('Ask us.').waitFor();
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      await app.expectAccessible('reusable-content-editor');
      const [{ id }] = (await read(contents)).items;
      expect((await read(`${contents}/${id}?format=markdown`)).markdown.trim()).to.equal('Ask **us**.');

      await page.getByRole('link', { name: 'Done' }).press('Enter');
      await page.getByRole('article').getByText('Ask us.').waitFor();
      await page.getByText(`{% include "/reusable-content/${id}" %}`).waitFor();
      await app.expectAccessible('reusable-content');

      await page.getByRole('button', { name: 'Delete this reusable content' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await page.getByText('This space has no reusable content.').waitFor();
      expect((await read(contents)).count).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('includes one in a page, chosen by its title', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Including' });
    const { changes } = must(
      await world.admin.api.post(`/v1/spaces/${space.id}/content`, {
        changes: [
          { operation: 'insert_page', title: 'Page', document: { markdown: '' } },
          { operation: 'insert_reusable_content', title: 'Warning', document: { markdown: 'Mind the gap.' } },
          { operation: 'insert_reusable_content', title: 'Contact', document: { markdown: 'Ask us.' } },
        ],
      }),
      200,
    );
    const pageId = changes[0].page.id;
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/pages/${pageId}/edit`);
      await page.getByRole('textbox', { name: 'Text of the page, in Markdown' }).waitFor();
      await page.getByRole('button', { name: 'Insert', exact: true }).press('Enter');
      await page.getByRole('menuitem', { name: 'Reusable content' }).press('Enter');
      await page.getByRole('button', { name: 'Warning' }).waitFor();
      await app.expectAccessible('include-picker');
      await page.getByRole('button', { name: 'Warning' }).press('Enter');
      await page.getByRole('region', { name: 'Preview' }).getByText('Mind the gap.').waitFor();
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      const { markdown } = await read(`/v1/spaces/${space.id}/content/page/${pageId}`);
      expect(markdown).to.match(/^\{% include "\/reusable-content\/[0-9A-Za-z]{20}" %\}\s*$/);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('changes one in a change request, where the space is locked', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Locked' });
    must(
      await world.admin.api.post(`/v1/spaces/${space.id}/content`, {
        changes: [{ operation: 'insert_reusable_content', title: 'Note', document: { markdown: 'Before.' } }],
      }),
      200,
    );
    must(await world.admin.api.patch(`/v1/spaces/${space.id}`, { editMode: 'locked' }), 200);
    const request = must(
      await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Better note' }),
      201,
    );
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/reusable-contents`);
      await page.getByRole('link', { name: 'Note', exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'New reusable content' }).count()).to.equal(0);

      await app.goto(`/app/spaces/${space.id}/change-requests/${request.id}`);
      await page.getByRole('link', { name: 'Reusable content' }).click();
      await page.getByRole('link', { name: 'Note', exact: true }).click();
      await page.getByRole('article').getByText('Before.').waitFor();
      await app.expectAccessible('reusable-content-in-request');
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByRole('textbox', { name: 'Text, in Markdown' }).press('Control+End');
      await page.keyboard.type(' After.');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Done' }).click();
      await page.getByRole('article').getByText('Before. After.').waitFor();
      await page.getByRole('link', { name: 'Better note' }).click();
      await page.getByText('Changed reusable content').waitFor();
      await page.getByRole('heading', { name: 'Note' }).getByRole('link').click();
      await page.getByRole('article').getByText('Before. After.').waitFor();
      await until(async () => app.path.includes(`/change-requests/${request.id}/reusable-contents/`));
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
