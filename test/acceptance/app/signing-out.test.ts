import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { AppBrowser } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

onPostgres('signing out of the app', (backend) => {
  let world: World;
  let pagePath: string;
  before(async () => {
    world = await World.create(await backend.instance());
    const space = await world.space({ title: 'Open in tabs' });
    const changes = [{ operation: 'insert_page', title: 'Install', document: { markdown: 'Run it.\n' } }];
    const answer = must(await world.admin.api.post(`/v1/spaces/${space.id}/content`, { changes }), 200);
    pagePath = `/app/spaces/${space.id}/pages/${answer.changes[0].page.id}`;
  });

  const kept = (page: Page) => page.evaluate<number>('sessionStorage.length + localStorage.length');
  const heading = (page: Page) => page.getByRole('heading', { name: 'Quire' });
  /** Writes a comment, which stays in the tab until it is posted. */
  async function comment(page: Page, text: string): Promise<void> {
    await page.goto(`${world.instance.url}${pagePath}?comments=open`);
    await page.getByRole('textbox', { name: 'New comment on “Install”' }).fill(text);
    await until(async () => (await kept(page)) > 0);
  }
  async function signIn(page: Page, token: string): Promise<void> {
    await page.goto(`${world.instance.url}/app`);
    await page.getByLabel('API token').fill(token);
    await page.getByRole('button', { name: 'Sign in', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Account and settings' }).waitFor();
  }

  it('removes drafts from the other tabs', async function () {
    this.timeout(300_000);
    const app = await AppBrowser.open(this, world, await world.member('edit'));
    const [editing, commenting, leaving] = [app.page, await app.context.newPage(), await app.context.newPage()];
    try {
      await editing.route('**/content', (route) => route.abort());
      await app.goto(`${pagePath}/edit`);
      await editing.getByRole('textbox', { name: 'Text of the page, in Markdown' }).pressSequentially('Secret plan. ');
      await until(async () => (await kept(editing)) > 0);
      await comment(commenting, 'Secret remark.');

      await leaving.goto(`${world.instance.url}/account`);
      await leaving.getByRole('button', { name: 'Sign out', exact: true }).press('Enter');
      await leaving.waitForURL('**/sign-in');
      for (const tab of [editing, commenting]) {
        await heading(tab).waitFor();
        await tab.getByRole('link', { name: 'Sign in with a password' }).waitFor();
        expect(await tab.getByText('Secret').count()).to.equal(0);
      }
      for (const tab of [editing, commenting, leaving]) expect(await kept(tab)).to.equal(0);

      // What is written after the next sign-in stays, whichever page for signing in is opened.
      const { token } = await world.member('edit');
      await signIn(commenting, token);
      await comment(commenting, 'Next remark.');
      await leaving.goto(`${world.instance.url}/sign-in`);
      await leaving.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(await kept(commenting)).to.equal(2);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.context.unrouteAll({ behavior: 'ignoreErrors' });
      await app.close();
    }
  });

  it('reaches the other tabs with a token when a token is forgotten, and no tab with a session', async function () {
    this.timeout(300_000);
    const app = await AppBrowser.open(this, world, await world.member('comment'));
    const { token } = await world.member('comment');
    const [session, other, leaving] = [app.page, await app.context.newPage(), await app.context.newPage()];
    try {
      await comment(session, 'Of the session.');
      for (const tab of [other, leaving]) {
        await tab.goto(`${world.instance.url}/app`);
        await tab.evaluate(`sessionStorage.setItem('quire-token', '${token}')`);
        await comment(tab, 'Of the token.');
      }
      await leaving.getByRole('button', { name: 'Account and settings' }).press('Enter');
      const reloaded = other.waitForEvent('load');
      await leaving.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
      await reloaded;
      expect(await kept(other)).to.equal(0);
      const text = (tab: Page) => tab.getByRole('textbox', { name: 'New comment on “Install”' }).inputValue();
      expect(await text(other)).to.equal('');
      expect(await text(session)).to.equal('Of the session.');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
