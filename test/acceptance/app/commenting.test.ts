import { expect } from 'chai';
import { AppBrowser, PHONE } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

onPostgres('comments on pages in the app', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });

  const makePage = async () => {
    const space = await world.space({ title: 'Discussed' });
    const { changes } = must(
      await world.admin.api.post(`/v1/spaces/${space.id}/content`, {
        changes: [
          {
            operation: 'insert_page',
            title: 'Install',
            document: { markdown: 'Run it.\n\nThen wait.\n\n- An hour\n' },
          },
        ],
      }),
      200,
    );
    return { space, pageId: changes[0].page.id as string };
  };

  it('are posted on a block, edited, answered and deleted by keyboard', async function () {
    this.timeout(300_000);
    const { space, pageId } = await makePage();
    const open = async (): Promise<any[]> =>
      must(await world.admin.api.get(`/v1/spaces/${space.id}/comments?format=markdown`), 200).items;
    const app = await AppBrowser.open(this, world, await world.member('comment'));
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/pages/${pageId}`);
      await page.getByRole('button', { name: 'Comments', exact: true }).press('Enter');
      await page.getByText('No open comments.').waitFor();
      await page.getByRole('button', { name: 'Comment on: Then wait.' }).press('Enter');
      await page.getByRole('textbox', { name: 'New comment on this block' }).waitFor();
      await page.keyboard.type('How long?');
      await page.getByRole('button', { name: 'Comment', exact: true }).press('Enter');
      const comment = page.getByRole('article', { name: /^Comment by/ });
      await comment.getByText('How long?').waitFor();
      await page.getByRole('button', { name: 'Comments 1' }).waitFor();
      expect((await open())[0].target).to.deep.include({ space: space.id });
      expect((await open())[0].target.node.preview).to.equal('Then wait.');
      await app.expectAccessible('page-comments');

      await comment.getByRole('button', { name: 'Edit comment' }).press('Enter');
      await comment.getByRole('textbox', { name: 'Text of the comment' }).press('Control+a');
      await page.keyboard.type('How long, at most?');
      await comment.getByRole('button', { name: 'Save' }).press('Enter');
      await comment.getByText('(edited)').waitFor();
      await comment.and(page.locator(':focus')).waitFor();
      expect((await open())[0].body.markdown.trim()).to.equal('How long, at most?');

      await comment.getByRole('button', { name: 'Reply', exact: true }).press('Enter');
      await comment.getByRole('textbox', { name: 'Your reply' }).waitFor();
      await page.keyboard.type('A minuet.');
      await comment.getByRole('button', { name: 'Send' }).press('Enter');
      await comment.getByText('A minuet.').waitFor();
      await comment.and(page.locator(':focus')).waitFor();
      await comment.getByRole('button', { name: 'Edit reply' }).press('Enter');
      await comment.getByRole('textbox', { name: 'Text of the comment' }).press('Control+a');
      await page.keyboard.type('A minute.');
      await app.expectAccessible('reply-editor');
      await comment.getByRole('button', { name: 'Save' }).press('Enter');
      await comment.getByText('A minute.').waitFor();
      const question = page.getByRole('dialog');
      await comment.getByRole('button', { name: 'Delete reply' }).press('Enter');
      await app.expectAccessible('delete-reply');
      await question.press('Escape');
      await comment.getByText('A minute.').waitFor();
      await comment.getByRole('button', { name: 'Delete reply' }).press('Enter');
      await question.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await comment.getByText('A minute.').waitFor({ state: 'detached' });
      expect((await open())[0].replies).to.equal(0);

      await comment.getByRole('button', { name: 'Delete comment' }).press('Enter');
      await question.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await page.getByText('No open comments.').waitFor();
      expect(await open()).to.deep.equal([]);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('get the reactions of several people, each of whom takes back their own', async function () {
    this.timeout(300_000);
    const { space, pageId } = await makePage();
    const comments = `/v1/spaces/${space.id}/comments`;
    const { id } = must(await world.admin.api.post(comments, { body: { markdown: 'Good.' }, page: pageId }), 200);
    must(await world.admin.api.put(`${comments}/${id}`, { addedReactions: ['👍'] }), 200);
    const count = async () => must(await world.admin.api.get(`${comments}/${id}`), 200).reactions[0].count as number;
    const app = await AppBrowser.open(this, world, await world.member('comment'));
    const { page } = app;
    const reaction = page.getByRole('button', { name: 'React with 👍' });
    try {
      await app.goto(`/app/spaces/${space.id}/comments`);
      await reaction.press('Enter');
      await until(async () => (await count()) === 2);
      await page.getByRole('button', { name: 'React with 👍', pressed: true }).press('Enter');
      await until(async () => (await count()) === 1);
      await page.getByRole('button', { name: 'React with 👍', pressed: false }).waitFor();
      const reader = await AppBrowser.open(this, world, await world.member('read'));
      await reader.goto(`/app/spaces/${space.id}/comments`);
      await reader.page.getByRole('button', { name: 'React with 👍', disabled: true }).waitFor();
      await reader.close();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('keep the text that is not posted yet while another page is read', async function () {
    this.timeout(300_000);
    const { space, pageId } = await makePage();
    const path = `/app/spaces/${space.id}/pages/${pageId}?comments=open`;
    const app = await AppBrowser.open(this, world, await world.member('comment'));
    const { page } = app;
    const text = page.getByRole('textbox', { name: 'New comment on “Install”' });
    try {
      await app.goto(path);
      await text.fill('It takes long.');
      await page.getByRole('link', { name: 'History' }).press('Enter');
      await page.getByText('New page: Install').first().waitFor();
      await page.goBack();
      await text.waitFor();
      expect(await text.inputValue()).to.equal('It takes long.');
      await page.getByRole('button', { name: 'Comment', exact: true }).press('Enter');
      const comment = page.getByRole('article', { name: /^Comment by/ });
      await comment.getByText('It takes long.').waitFor();
      await comment.getByRole('button', { name: 'Reply', exact: true }).press('Enter');
      await comment.getByRole('textbox', { name: 'Your reply' }).fill('How long?');
      await app.goto(path);
      expect(await text.inputValue()).to.equal('');
      await comment.getByRole('button', { name: 'Reply', exact: true }).press('Enter');
      expect(await comment.getByRole('textbox', { name: 'Your reply' }).inputValue()).to.equal('How long?');
      await comment.getByRole('button', { name: 'Cancel' }).press('Enter');
      await comment.getByRole('button', { name: 'Reply', exact: true }).press('Enter');
      expect(await comment.getByRole('textbox', { name: 'Your reply' }).inputValue()).to.equal('');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('are shown whatever their Markdown: nested deeply, with scripts, or with links that are none', async function () {
    this.timeout(300_000);
    const { space } = await makePage();
    const texts = [`${'>'.repeat(4_000)} deep`, '<script>alert(1)</script>', '[a](javascript:alert(1)) **b**'];
    for (const markdown of texts)
      must(await world.admin.api.post(`/v1/spaces/${space.id}/comments`, { body: { markdown } }), 200);
    const app = await AppBrowser.open(this, world, await world.member('read'));
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/comments`);
      await page.getByRole('strong').getByText('b', { exact: true }).waitFor();
      await page.getByText('<script>alert(1)</script>').waitFor();
      await page.getByText('[a](javascript:alert(1))').waitFor();
      await page
        .getByText(/>>>+ deep$/)
        .first()
        .waitFor();
      expect(await page.getByRole('article').count()).to.equal(texts.length);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('are listed for the whole space, and lead to their pages, on a phone', async function () {
    this.timeout(300_000);
    const { space, pageId } = await makePage();
    const comments = `/v1/spaces/${space.id}/comments`;
    must(await world.admin.api.post(comments, { body: { markdown: 'Too short.' }, page: pageId }), 200);
    must(
      await world.admin.api.post(comments, { body: { markdown: 'A **good** start, see `npm ci`.\n\n- <b>one</b>' } }),
      200,
    );
    const app = await AppBrowser.open(this, world, await world.member('edit'), PHONE);
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}`);
      await page.getByRole('link', { name: 'Comments 2' }).click();
      const comment = page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: 'Too short.' });
      const text = page.getByRole('article').filter({ hasText: 'A good start' });
      await text.getByRole('strong').getByText('good').waitFor();
      await text.getByRole('listitem').getByText('<b>one</b>').waitFor();
      await app.expectAccessible('space-comments-phone');
      await comment.getByRole('link', { name: 'Install' }).click();
      await page.getByRole('heading', { name: 'Install' }).waitFor();
      await comment.getByRole('button', { name: 'Resolve' }).click();
      await page.getByText('No open comments.').waitFor();
      await until(async () => must(await world.admin.api.get(`${comments}?status=open`), 200).count === 1);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('leaves no text that is not sent in the browser after signing out', async function () {
    this.timeout(300_000);
    const { space, pageId } = await makePage();
    const app = await AppBrowser.open(this, world, await world.member('comment'));
    const { page } = app;
    const kept = () => page.evaluate<number>('sessionStorage.length + localStorage.length');
    try {
      await app.goto(`/app/spaces/${space.id}/pages/${pageId}?comments=open`);
      await page.getByRole('textbox', { name: 'New comment on “Install”' }).fill('For me only.');
      expect(await kept()).to.equal(1);
      const other = await app.context.newPage();
      await other.goto(`${app.instance.url}/app/account`);
      // The frame is drawn anew with the screen, and closes its menus.
      await other.getByRole('heading', { name: 'Your account' }).waitFor();
      await other.getByRole('button', { name: 'Account and settings' }).press('Enter');
      await other.getByRole('menuitem', { name: 'Password, codes and sign-out' }).press('Enter');
      await other.getByRole('button', { name: 'Sign out', exact: true }).press('Enter');
      await other.waitForURL('**/sign-in');
      await page.getByRole('heading', { name: 'Quire' }).waitFor();
      expect(await kept()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('leaves no text that is not sent in the tab after its token is forgotten', async function () {
    this.timeout(300_000);
    const { space, pageId } = await makePage();
    const app = await AppBrowser.openFor(this, world.instance);
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/pages/${pageId}?comments=open`);
      await page.getByLabel('API token').fill((await world.member('comment')).token);
      await page.getByRole('button', { name: 'Sign in' }).press('Enter');
      await page.getByRole('textbox', { name: 'New comment on “Install”' }).fill('For me only.');
      await page.getByRole('button', { name: 'Account and settings' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
      await page.getByLabel('API token').waitFor();
      expect(await page.evaluate('sessionStorage.length + localStorage.length')).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
