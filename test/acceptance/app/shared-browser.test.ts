import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { setPassword } from '../../support/accounts.ts';
import { AppBrowser } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

onPostgres('a browser that users of the app share', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });

  async function makePage() {
    const space = await world.space({ title: 'Shared' });
    const content = `/v1/spaces/${space.id}/content`;
    const changes = [{ operation: 'insert_page', title: 'Install', document: { markdown: 'Run it.\n\nThen wait.\n' } }];
    const answer = must(await world.admin.api.post(content, { changes }), 200);
    const pageId = answer.changes[0].page.id as string;
    return {
      space,
      path: `/app/spaces/${space.id}/pages/${pageId}`,
      stored: async () => must(await world.admin.api.get(`${content}/page/${pageId}`), 200).markdown as string,
    };
  }
  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the page, in Markdown' });
  const notice = (page: Page) => page.getByRole('region', { name: 'Another user has signed in in this browser' });

  it('saves nothing in the name of a user who signs in in another tab, and keeps the text for its writer', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage();
    const [author, other] = [await world.member('create'), await world.member('create')];
    const app = await AppBrowser.open(this, world, author);
    const { page } = app;
    const restore = page.getByRole('button', { name: 'Restore it', exact: true });
    try {
      await app.goto(`${path}/edit`);
      await textOf(page).press('Control+End');
      await app.signIn(world, other);
      await page.keyboard.type('Of the author.');
      await notice(page).waitFor();
      await page.getByRole('status').getByText('Your text is kept in this browser.').waitFor();
      await app.expectAccessible('another-user');
      await notice(page).getByRole('button', { name: 'Continue' }).press('Enter');
      await textOf(page).press('Control+End');
      await page.keyboard.type(' More.');
      await notice(page).waitFor();
      expect(await stored()).to.equal('Run it.\n\nThen wait.\n');

      await notice(page).getByRole('button', { name: 'Open as the other user' }).press('Enter');
      await notice(page).waitFor({ state: 'detached' });
      await textOf(page).press('Control+Home');
      expect(await restore.count()).to.equal(0);
      expect(await page.getByText('Of the author').count()).to.equal(0);
      await page.keyboard.type('Of the other. ');
      await until(async () => (await stored()).startsWith('Of the other. Run it.'));

      await app.signIn(world, author);
      await page.reload();
      await restore.press('Enter');
      await until(async () => (await stored()).includes('Of the author. More.'));
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('saves again in the tab as soon as its user has signed in again', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage();
    const [author, other] = [await world.member('create'), await world.member('create')];
    const app = await AppBrowser.open(this, world, author);
    const { page } = app;
    try {
      await app.goto(`${path}/edit`);
      await textOf(page).press('Control+End');
      await app.signIn(world, other);
      await page.keyboard.type('Of the author.');
      await notice(page).waitFor();
      await app.signIn(world, author);
      await notice(page).getByRole('button', { name: 'Continue' }).press('Enter');
      await until(async () => (await stored()) === 'Run it.\n\nThen wait.\nOf the author.');
      expect(await notice(page).count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('saves nothing by the session of another user when the token of a tab is refused', async function () {
    this.timeout(300_000);
    const { path, stored } = await makePage();
    const author = await world.member('create');
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto('/app');
      await page.evaluate(`sessionStorage.setItem('quire-token', '${author.token}')`);
      await app.goto(`${path}/edit`);
      await textOf(page).press('Control+End');
      const { items } = must(await author.api.get('/v1/user/tokens'), 200);
      for (const { id } of items) must(await author.api.delete(`/v1/user/tokens/${id}`), 205);
      await page.keyboard.type('Of the author.');
      await until(async () => (await page.evaluate(`sessionStorage.getItem('quire-token')`)) === null);
      await page.keyboard.type(' More.');
      await notice(page).waitFor();
      expect(await stored()).to.equal('Run it.\n\nThen wait.\n');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows comments and reviews that are not sent to their writers only', async function () {
    this.timeout(300_000);
    const { space, path } = await makePage();
    const { id } = must(
      await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Shorter', status: 'open' }),
      201,
    );
    const request = `/app/spaces/${space.id}/change-requests/${id}`;
    const [author, other] = [await world.member('review'), await world.member('review')];
    const app = await AppBrowser.open(this, world, author);
    const { page } = app;
    const comment = page.getByRole('textbox', { name: 'New comment on “Install”' });
    const review = page.getByRole('dialog').getByRole('textbox', { name: 'Comment' });
    const openReview = async (): Promise<void> => {
      await app.goto(request);
      await page.getByRole('button', { name: 'Review', exact: true }).press('Enter');
      await review.waitFor();
    };
    try {
      await openReview();
      await review.fill('Secret review.');
      await app.goto(`${path}?comments=open`);
      await comment.fill('Secret comment.');

      await app.signIn(world, other);
      await page.reload();
      expect(await comment.inputValue()).to.equal('');
      await comment.fill('Of the other.');
      await openReview();
      expect(await review.inputValue()).to.equal('');

      await app.signIn(world, author);
      await openReview();
      expect(await review.inputValue()).to.equal('Secret review.');
      await app.goto(`${path}?comments=open`);
      expect(await comment.inputValue()).to.equal('Secret comment.');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('keeps the drafts and comments of other users when a user signs out', async function () {
    this.timeout(300_000);
    const { path } = await makePage();
    const [author, other] = [await world.member('create'), await world.member('create')];
    const app = await AppBrowser.open(this, world, author);
    const { page } = app;
    const comment = page.getByRole('textbox', { name: 'New comment on “Install”' });
    const kept = () => page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
    const write = async (text: string): Promise<void> => {
      await app.goto(`${path}/edit`);
      await textOf(page).press('Control+End');
      await page.keyboard.type(text);
      await page.getByRole('link', { name: 'Done' }).press('Enter');
      await page.getByRole('alert').getByText('Your text is kept in this browser.').waitFor();
      await app.goto(`${path}?comments=open`);
      await comment.fill(text);
    };
    try {
      await page.route('**/content', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 403, json: {} }) : route.continue(),
      );
      await write('Of the author.');
      await app.signIn(world, other);
      await write('Of the other.');
      expect((await kept()).split('Of the other.').length).to.be.greaterThan(2);
      await app.goto('/account');
      await page.getByRole('button', { name: 'Sign out', exact: true }).press('Enter');
      await page.waitForURL('**/sign-in');
      await until(async () => !(await kept()).includes('Of the other.'));
      expect(await kept()).not.to.include(other.userId);
      await page.unroute('**/content');

      await app.signIn(world, author);
      await app.goto(`${path}?comments=open`);
      expect(await comment.inputValue()).to.equal('Of the author.');
      await app.goto(`${path}/edit`);
      await page.getByRole('button', { name: 'Restore it', exact: true }).waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('keeps the comments of other users when a user signs out after the session has ended', async function () {
    this.timeout(300_000);
    const { path } = await makePage();
    const [author, other] = [await world.member('comment'), await world.member('comment')];
    const app = await AppBrowser.open(this, world, author);
    const { page } = app;
    const comment = page.getByRole('textbox', { name: 'New comment on “Install”' });
    const kept = () => page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
    try {
      await app.goto(`${path}?comments=open`);
      await comment.fill('Of the author.');
      await app.signIn(world, other);
      await app.goto(`${path}?comments=open`);
      await comment.fill('Of the other.');
      await until(async () => (await kept()).includes('Of the other.'));
      await app.goto('/account');
      const signOut = page.getByRole('button', { name: 'Sign out', exact: true });
      await signOut.waitFor();
      // A new password ends all sessions of the user.
      await setPassword(world, other);
      await signOut.press('Enter');
      await page.waitForURL('**/sign-in');
      await until(async () => !(await kept()).includes('Of the other.'));
      expect(await kept()).to.include('Of the author.');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
