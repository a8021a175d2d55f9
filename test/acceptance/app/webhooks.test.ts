import { expect } from 'chai';
import { AppBrowser } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { until } from '../../support/until.ts';
import { WebhookEndpoint } from '../../support/webhooks.ts';
import { must, World } from '../../support/world.ts';

onPostgres('webhooks in the app', (backend) => {
  let world: World;
  let endpoint: WebhookEndpoint;
  before(async () => {
    world = await World.create(await backend.instance());
    endpoint = await WebhookEndpoint.start();
  });

  it('are created with a secret that is shown once, tested, sent again and deleted, by keyboard', async function () {
    this.timeout(300_000);
    const base = `/v1/orgs/${world.organizationId}/webhooks`;
    const webhooks = async () => must(await world.admin.api.get(base), 200).items;
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const dialog = page.getByRole('dialog');
    try {
      await app.goto(`/app/orgs/${world.organizationId}/webhooks`);
      await page.getByText('No webhooks.').waitFor();
      await page.getByRole('button', { name: 'New webhook' }).press('Enter');
      await dialog.getByLabel('Address').fill(endpoint.url);
      await dialog.getByLabel('Description').fill('Chat');
      await dialog.getByLabel('Only these:').press('Space');
      await dialog.getByRole('button', { name: 'Create' }).press('Enter');
      await dialog.getByText('Choose at least one event.').waitFor();
      await dialog.getByLabel('Space: all', { exact: true }).press('Space');
      await dialog.getByText('Team: single events', { exact: true }).press('Enter');
      await dialog.getByLabel(/team.*created|created.*team/i).press('Space');
      await app.expectAccessible('new-webhook');
      await dialog.getByRole('button', { name: 'Create' }).press('Enter');
      await dialog.getByText('It is shown this once.').waitFor();
      expect(await dialog.locator('code').innerText()).to.match(/^whsec_/);
      await page.keyboard.press('Escape');
      expect((await webhooks())[0].events).to.deep.equal(['space', 'team.created']);

      await page.getByRole('link', { name: endpoint.url }).press('Enter');
      await page.getByText('No deliveries.').waitFor();
      endpoint.answer = { status: 200, body: 'Thank you' };
      await page.getByRole('button', { name: 'Send a test' }).press('Enter');
      await until(() => endpoint.received.length === 1);
      await until(async () => {
        await page.getByRole('button', { name: 'Reload' }).press('Enter');
        return (await page.getByText('Answer with status 200').count()) === 1;
      });
      await page.getByText('Answer with status 200').press('Enter');
      await page.getByText('Thank you').waitFor();
      await app.expectAccessible('webhook');
      await page.getByRole('button', { name: 'Send again: webhook.tested' }).press('Enter');
      await until(() => endpoint.received.length === 2);

      await page.getByRole('button', { name: 'Disable' }).press('Enter');
      await until(async () => (await webhooks())[0].enabled === false);
      await page.getByRole('button', { name: 'Enable' }).press('Enter');
      await until(async () => (await webhooks())[0].enabled === true);
      await page.getByRole('button', { name: 'More about this webhook' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Edit the webhook' }).press('Enter');
      await dialog.getByLabel('Description').fill('Chat of the team');
      await dialog.getByLabel('All events').press('Space');
      await dialog.getByRole('button', { name: 'Save' }).press('Enter');
      await page.getByText('Chat of the team').waitFor();
      expect((await webhooks())[0].events).to.deep.equal([]);
      await page.getByRole('button', { name: 'More about this webhook' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Delete the webhook' }).press('Enter');
      await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await page.getByText('No webhooks.').waitFor();
      expect(await webhooks()).to.deep.equal([]);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
