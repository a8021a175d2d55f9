import { expect } from 'chai';
import { AppBrowser, PHONE } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { waitForProjections } from '../../support/persistence/projected.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

onPostgres('the app for a reviewer', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });

  const makeRequest = async (mergeRules?: object) => {
    const space = await world.space({ title: 'Reviewed' });
    const api = world.admin.api;
    const { changes } = must(
      await api.post(`/v1/spaces/${space.id}/content`, {
        changes: [{ operation: 'insert_page', title: 'Install', document: { markdown: 'Run the old installer.\n' } }],
      }),
      200,
    );
    const pageId = changes[0].page.id as string;
    if (mergeRules) must(await api.patch(`/v1/spaces/${space.id}`, { mergeRules }), 200);
    const request = must(
      await api.post(`/v1/spaces/${space.id}/change-requests`, {
        subject: 'Describe the new installer',
        status: 'open',
      }),
      201,
    );
    const edit = async (at: string, markdown: string) =>
      must(
        await api.post(`/v1/spaces/${space.id}${at}/content`, {
          changes: [{ operation: 'update_page', page: pageId, document: { markdown } }],
        }),
        200,
      );
    await edit(`/change-requests/${request.id}`, 'Run the new installer.\n');
    return { space, pageId, request, edit, path: `/app/spaces/${space.id}/change-requests/${request.id}` };
  };

  it('reads the difference, comments on a block, approves and merges, on a phone', async function () {
    this.timeout(300_000);
    const { space, pageId, request, path } = await makeRequest({ approvals: 1 });
    const app = await AppBrowser.open(this, world, await world.member('admin'), PHONE);
    const { page } = app;
    try {
      await app.goto(path);
      await page.getByRole('heading', { level: 1, name: 'Describe the new installer' }).waitFor();
      const change = page.getByRole('article', { name: 'Install' });
      await change.locator('del mark').getByText('old').waitFor();
      await app.expectAccessible('request-phone');
      await change.getByRole('button', { name: 'Rendered' }).click();
      await change.locator('.s-content ins').getByText('new').waitFor();

      await page.getByRole('button', { name: 'Merge' }).click();
      await page.getByText('The merge rules are not met yet:').waitFor();
      await app.expectAccessible('rules-phone');

      await app.goto(`${path}/pages/${pageId}`);
      await page.getByRole('button', { name: 'Comment on: Run the new installer.' }).click();
      await page.getByRole('textbox', { name: 'New comment on this block' }).fill('Since which version?');
      await page.getByRole('button', { name: 'Comment', exact: true }).click();
      const comment = page.getByRole('article', { name: /^Comment by/ });
      await comment.getByText('Since which version?').waitFor();
      await comment.getByRole('button', { name: 'Reply' }).click();
      await page.getByRole('textbox', { name: 'Your reply' }).fill('Since 2.0.');
      await page.getByRole('button', { name: 'Send' }).click();
      await comment.getByText('Since 2.0.').waitFor();
      await app.expectAccessible('comments-phone');
      await comment.getByRole('button', { name: 'Resolve' }).click();
      await page.getByText('No open comments.').waitFor();

      await app.goto(path);
      await page.getByRole('button', { name: 'Review', exact: true }).click();
      const remarks = `Well put. ${'It says more in fewer words. '.repeat(10)}`;
      await page.getByLabel('Comment').fill(`${remarks}\n\n- Check **everything**.`);
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByText('Approved').first().waitFor();
      const review = page.getByRole('complementary', { name: 'Reviews' }).getByRole('listitem');
      await review.getByText(remarks.trim()).waitFor();
      await review.getByRole('listitem').getByRole('strong').getByText('everything').waitFor();
      await app.expectAccessible('review-comment-phone');
      await page.getByRole('button', { name: 'Merge' }).click();
      await page.getByText('The change request is merged.').waitFor();
      const { status } = must(await world.admin.api.get(`/v1/spaces/${space.id}/change-requests/${request.id}`), 200);
      expect(status).to.equal('merged');
      const { markdown } = must(await world.admin.api.get(`/v1/spaces/${space.id}/content/page/${pageId}`), 200);
      expect(markdown).to.equal('Run the new installer.\n');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('marks changes as viewed, until they change again', async function () {
    this.timeout(300_000);
    const { space, pageId, request, path } = await makeRequest();
    const content = `/v1/spaces/${space.id}/change-requests/${request.id}/content`;
    const change = async (of: object) => must(await world.admin.api.post(content, { changes: [of] }), 200);
    const insert = { operation: 'insert_page', title: 'Remove', document: { markdown: 'Stop it first.\n' } };
    await change(insert);
    const { pages } = must(await world.admin.api.get(`${content}/pages`), 200);
    const app = await AppBrowser.open(this, world, await world.member('review'));
    const { page } = app;
    const article = (title: string) => page.getByRole('article', { name: title });
    const viewed = (title: string) => article(title).getByRole('checkbox', { name: 'Viewed' });
    try {
      await app.goto(path);
      await viewed('Install').press('Space');
      await viewed('Remove').press('Space');
      await page.getByText('2 of 2 pages viewed').waitFor();
      await app.expectAccessible('viewed-changes');
      await page.reload();
      await page.getByText('2 of 2 pages viewed').waitFor();
      expect(await article('Install').locator('ins').count()).to.equal(0);

      // A page that is new in the change request is told by its text, others by their changes too.
      await change({ operation: 'update_page', page: pages.at(-1).id, document: { markdown: 'Stop it, and wait.\n' } });
      await page.reload();
      await page.getByText('1 of 2 pages viewed').waitFor();
      await article('Remove').getByText('Stop it, and wait.').waitFor();
      await change({ operation: 'update_page', page: pageId, title: 'Installation' });
      await page.reload();
      await page.getByText('0 of 2 pages viewed').waitFor();
      expect(await viewed('Installation').isChecked()).to.equal(false);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('reads and changes the description of a change request', async function () {
    this.timeout(300_000);
    const { space, request, path } = await makeRequest();
    const address = `/v1/spaces/${space.id}/change-requests/${request.id}`;
    const markdown = 'Why:\n\n* **faster**\n* safer';
    must(await world.admin.api.patch(address, { description: { markdown } }), 200);
    const app = await AppBrowser.open(this, world, await world.member('edit'));
    const { page } = app;
    const open = async () => {
      await page.getByRole('button', { name: 'More about this change request' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Change subject and description' }).press('Enter');
    };
    try {
      await app.goto(path);
      const shown = page.getByRole('region', { name: 'Description' });
      await shown.getByRole('listitem').filter({ hasText: 'faster' }).waitFor();
      await app.expectAccessible('request-description');
      await open();
      const field = page.getByRole('dialog').getByLabel('Description');
      expect(await field.inputValue()).to.equal(markdown);
      await app.expectAccessible('request-details');
      await field.fill('It is *short*.');
      await page.getByRole('button', { name: 'Save' }).press('Enter');
      await shown.getByText('It is short.').waitFor();
      await open();
      await field.fill('');
      await page.getByRole('button', { name: 'Save' }).press('Enter');
      await shown.waitFor({ state: 'detached' });
      expect(must(await world.admin.api.get(address), 200)).not.to.have.property('description');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('is offered no review of their own change request', async function () {
    this.timeout(300_000);
    const { space } = await makeRequest();
    const author = await world.member('review');
    const own = must(
      await author.api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Own', status: 'open' }),
      201,
    );
    const app = await AppBrowser.open(this, world, author);
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/change-requests/${own.id}`);
      await page.getByText('Nobody has reviewed this yet.').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('button', { name: 'Review', exact: true }).count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('sees which links a change request breaks', async function () {
    this.timeout(300_000);
    const { space, request, edit, path } = await makeRequest();
    await waitForProjections(world.instance);
    await edit(`/change-requests/${request.id}`, 'Run the [new installer](/pages/nosuchpage0123456789).\n');
    const app = await AppBrowser.open(this, world, await world.member('review'));
    const { page } = app;
    try {
      await app.goto(path);
      const broken = page.getByRole('region', { name: 'Breaks 1 link' });
      await broken.getByText('nosuchpage0123456789').waitFor();
      await app.expectAccessible('request-broken-links');
      await broken.getByRole('link', { name: 'Install' }).press('Enter');
      await page.getByRole('article').getByText('Run the new installer.').waitFor();
      expect(app.path).to.include(`/app/spaces/${space.id}/change-requests/${request.id}/pages/`);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('sees the whole menu of a change request on a phone, wherever its button is', async function () {
    this.timeout(300_000);
    const { path, edit } = await makeRequest();
    await edit('', 'Run the best installer.\n');
    const app = await AppBrowser.open(this, world, await world.member('admin'), PHONE);
    const { page } = app;
    try {
      await app.goto(path);
      await page.getByRole('button', { name: 'Update' }).waitFor();
      await page.getByRole('button', { name: 'More about this change request' }).press('Enter');
      const { x, width } = (await page.getByRole('menu').boundingBox())!;
      expect(x).to.be.at.least(0);
      expect(x + width).to.be.at.most(PHONE.width);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('sees the whole menu when buttons that appear beside it move it, and when the screen is turned', async function () {
    this.timeout(300_000);
    const { path, edit } = await makeRequest();
    await edit('', 'Run the best installer.\n');
    const app = await AppBrowser.open(this, world, await world.member('admin'), PHONE);
    const { page } = app;
    const isInSight = async (): Promise<boolean> => {
      const { x, width } = (await page.getByRole('menu').boundingBox())!;
      return x >= 0 && x + width <= page.viewportSize()!.width;
    };
    try {
      let answer = (): void => undefined;
      const opened = new Promise<void>((resolve) => (answer = resolve));
      await page.route(/\/content\/pages\b/, async (route) => {
        await opened;
        await route.continue();
      });
      await app.goto(path);
      await page.getByRole('button', { name: 'Update' }).waitFor();
      expect(await page.getByRole('link', { name: 'Edit pages' }).count()).to.equal(0);
      await page.getByRole('button', { name: 'More about this change request' }).press('Enter');
      expect(await isInSight()).to.equal(true);
      answer();
      await page.getByRole('link', { name: 'Edit pages' }).waitFor();
      expect(await isInSight()).to.equal(true);
      await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
      await until(async () => (await page.evaluate('innerWidth')) === PHONE.height);
      await until(isInSight, 10_000);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('resolves a conflict and merges, by keyboard', async function () {
    this.timeout(300_000);
    const { space, pageId, path, edit } = await makeRequest();
    await edit('', 'Run the best installer.\n');
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    try {
      await app.goto(path);
      await page.getByRole('button', { name: 'Merge' }).press('Enter');
      await page.getByText('The merge needs a decision about 1 conflict.').waitFor();
      await page.getByRole('button', { name: 'Update' }).press('Enter');
      await page
        .getByRole('navigation', { name: 'Parts of the change request' })
        .getByRole('link', { name: 'Conflicts 1' })
        .and(page.locator('[aria-current=page]'))
        .waitFor();
      await page.getByText('Run the best installer.').waitFor();
      await app.expectAccessible('conflicts');
      await page.getByRole('button', { name: 'Use that of this change request' }).press('Enter');
      await page.getByText('There are no conflicts.').waitFor();
      await page.getByRole('button', { name: 'Merge' }).press('Enter');
      await page.getByText('The change request is merged.').waitFor();
      await until(
        async () =>
          must(await world.admin.api.get(`/v1/spaces/${space.id}/content/page/${pageId}`), 200).markdown ===
          'Run the new installer.\n',
      );
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('links a change request to tickets, by keyboard', async function () {
    this.timeout(300_000);
    const { space, request, path } = await makeRequest();
    const api = `/v1/spaces/${space.id}/change-requests/${request.id}`;
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const openDialog = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More about this change request' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Links' }).press('Enter');
    };
    const list = page.getByRole('list', { name: 'Links' });
    try {
      await app.goto(path);
      await openDialog();
      await page.getByLabel('Address of link 1').fill('https://tickets.example/1');
      await page.getByLabel('Title of link 1').fill('DOCS-1');
      await page.getByRole('button', { name: 'Add a link' }).press('Enter');
      await page.getByLabel('Address of link 2').fill('https://tickets.example/2');
      await app.expectAccessible('request-links-dialog');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await list.getByRole('link', { name: 'DOCS-1' }).waitFor();
      await list.getByRole('link', { name: 'https://tickets.example/2' }).waitFor();
      await app.expectAccessible('request-links');
      const [first] = must(await world.admin.api.get(api), 200).links;

      await openDialog();
      await page.getByRole('button', { name: 'Remove link 2' }).press('Enter');
      await page.getByLabel('Title of link 1').fill('Ticket');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await list.getByRole('link', { name: 'Ticket', exact: true }).waitFor();
      expect(must(await world.admin.api.get(api), 200).links).to.deep.equal([{ ...first, title: 'Ticket' }]);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('sets merge rules, takes those of the organization, and keeps what another client has set', async function () {
    this.timeout(300_000);
    const own = [
      { rule: 'require_one_of_specific_reviewers', users: [world.admin.userId] },
      { rule: 'custom', expression: 'reviews.approvals > 1', message: 'Two people have to approve.' },
    ];
    const { space, path } = await makeRequest({ rules: own });
    const stored = async () => must(await world.admin.api.get(`/v1/spaces/${space.id}`), 200).mergeRules;
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const form = page.getByRole('form', { name: 'Merge rules' });
    const save = async (): Promise<void> => form.getByRole('button', { name: 'Save' }).press('Enter');
    try {
      await app.goto(`/app/spaces/${space.id}/settings`);
      await form.getByText('approval by one of 1 person').waitFor();
      await form.getByText('Two people have to approve. (reviews.approvals > 1)').waitFor();
      await app.expectAccessible('rules-of-other-client');
      await save();
      await page.getByText('Saved.', { exact: true }).first().waitFor();
      expect((await stored()).rules).to.deep.equal(own);

      await form.getByLabel('What the organization requires').press('Space');
      await save();
      await until(async () => (await stored()).type === 'inherit');
      await app.goto(`/app/orgs/${world.organizationId}/settings`);
      await form.getByLabel('These rules').press('Space');
      await save();
      await form.getByText('Choose at least one rule.').waitFor();
      await form.getByLabel('Required approvals').fill('0');
      await app.expectAccessible('organization-rules');
      await save();
      await until(async () => {
        const { mergeRules } = must(await world.admin.api.get(`/v1/orgs/${world.organizationId}`), 200);
        return mergeRules.approvals === 0;
      });
      await app.goto(path);
      await page.getByRole('listitem').getByText('no requested changes').waitFor();

      must(await world.admin.api.patch(`/v1/spaces/${space.id}`, { mergeRules: { rules: own } }), 200);
      await app.goto(`/app/spaces/${space.id}/settings`);
      await form.getByRole('button', { name: 'Replace these rules' }).press('Enter');
      await form.getByLabel('The change request has a subject').press('Space');
      await save();
      await until(async () => (await stored()).subject === true);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
      must(await world.admin.api.patch(`/v1/orgs/${world.organizationId}`, { mergeRules: { type: 'none' } }), 200);
    }
  });

  it('offers to restore a revision to those who may merge', async function () {
    this.timeout(300_000);
    const { space, edit } = await makeRequest();
    const { revision } = must(await world.admin.api.get(`/v1/spaces/${space.id}`), 200);
    await edit('', 'Run the newest installer.\n');
    for (const [level, times] of [
      ['edit', 0],
      ['review', 1],
    ] as const) {
      const app = await AppBrowser.open(this, world, await world.member(level));
      try {
        await app.goto(`/app/spaces/${space.id}/revisions/${revision}`);
        await app.page.getByRole('article', { name: 'Install' }).waitFor();
        expect(await app.page.getByRole('button', { name: 'Restore this revision' }).count(), level).to.equal(times);
      } finally {
        await app.close();
      }
    }
  });

  it('deletes a page in a change request', async function () {
    this.timeout(300_000);
    const { space, pageId, path } = await makeRequest();
    must(await world.admin.api.patch(`/v1/spaces/${space.id}`, { editMode: 'locked' }), 200);
    const app = await AppBrowser.open(this, world, await world.member('edit'));
    const { page } = app;
    try {
      await app.goto(`${path}/pages/${pageId}`);
      await page.getByRole('button', { name: 'More about this page' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Delete page' }).press('Enter');
      await page.getByText('are deleted when the change request is merged.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await page.getByRole('article', { name: 'Install' }).getByText('Deleted', { exact: true }).waitFor();
      expect(app.path).to.equal(path);
      const { pages } = must(await world.admin.api.get(`/v1/spaces/${space.id}/content/pages`), 200);
      expect(pages.map(({ id }: any) => id)).to.deep.equal([pageId]);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('discards what a change request does with each page, by keyboard, but nothing that was changed since', async function () {
    this.timeout(300_000);
    const { space, pageId, request, edit, path } = await makeRequest();
    const { api } = world.admin;
    const at = `/change-requests/${request.id}`;
    const { changes } = must(
      await api.post(`/v1/spaces/${space.id}/content`, {
        changes: [{ operation: 'insert_page', title: 'Removed', document: { markdown: 'Words.\n' } }],
      }),
      200,
    );
    must(await api.post(`/v1/spaces/${space.id}${at}/update`), 200);
    must(
      await api.post(`/v1/spaces/${space.id}${at}/content`, {
        changes: [
          { operation: 'delete_page', page: changes[0].page.id },
          { operation: 'insert_page', title: 'Added', document: { markdown: 'Words.\n' } },
        ],
      }),
      200,
    );
    const titles = async (): Promise<unknown> => {
      const { pages } = must(await api.get(`/v1/spaces/${space.id}${at}/content/pages`), 200);
      return pages.map(({ title }: any) => title);
    };
    expect(await titles()).to.deep.equal(['Install', 'Added']);
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    const discard = async (title: string, label: string, submit: string): Promise<void> => {
      await page.getByRole('article', { name: title }).getByRole('button', { name: label }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: submit, exact: true }).press('Enter');
    };
    const isGone = (title: string): Promise<void> =>
      page.getByRole('article', { name: title }).waitFor({ state: 'detached' });
    try {
      await app.goto(path);
      await page.getByRole('article', { name: 'Removed' }).waitFor();
      await app.expectAccessible('request-with-changes-to-discard');
      await discard('Removed', 'Restore the page', 'Restore');
      await isGone('Removed');
      await discard('Added', 'Discard the page', 'Discard');
      await isGone('Added');
      expect(await titles()).to.deep.equal(['Install', 'Removed']);

      await edit(at, 'Run the newest installer.\n');
      await discard('Install', 'Discard the changes', 'Discard');
      await page.getByRole('dialog').getByRole('alert').waitFor();
      const text = async () =>
        must(await api.get(`/v1/spaces/${space.id}${at}/content/page/${pageId}?format=markdown`), 200).markdown;
      expect(await text()).to.equal('Run the newest installer.\n');
      await page.reload();
      await page.getByRole('article', { name: 'Install' }).getByText('newest').first().waitFor();
      await discard('Install', 'Discard the changes', 'Discard');
      await page.getByText('Nothing is changed yet.').waitFor();
      expect(await text()).to.equal('Run the old installer.\n');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('keeps the comment of a review when a selection of its text ends outside of the dialog', async function () {
    this.timeout(300_000);
    const { path } = await makeRequest();
    const app = await AppBrowser.open(this, world, await world.member('review'));
    const { page } = app;
    try {
      await app.goto(path);
      await page.getByRole('button', { name: 'Review', exact: true }).click();
      const comment = page.getByRole('dialog').getByLabel('Comment');
      await comment.fill('Well put.');
      const { x, y } = (await comment.boundingBox())!;
      await page.mouse.move(x + 60, y + 10);
      await page.mouse.down();
      await page.mouse.move(20, y + 10, { steps: 4 });
      await page.mouse.up();
      expect(await comment.inputValue()).to.equal('Well put.');
      await page.mouse.click(20, y + 10);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Review', exact: true }).click();
      expect(await comment.inputValue()).to.equal('Well put.');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('names what the revisions of a space have changed', async function () {
    this.timeout(300_000);
    const { space, pageId } = await makeRequest();
    const { api } = world.admin;
    const content = `/v1/spaces/${space.id}/content`;
    const write = async (...changes: object[]) => must(await api.post(content, { changes }), 200);
    await write({ operation: 'update_page', page: pageId, title: 'Set up' });
    const titles = ['Pumps', 'Valves', 'Pipes', 'Tanks', 'Gauges'];
    const documents = titles.map((title) => ({ operation: 'insert_page', title, document: { markdown: 'Text.\n' } }));
    await write(...documents, { operation: 'set_variables', variables: { version: '2' } });
    await write({ operation: 'delete_page', page: pageId });
    const { displayName } = must(await api.get('/v1/user'), 200);
    const app = await AppBrowser.open(this, world, await world.member('read'), PHONE);
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/history`);
      const rows = page.getByRole('main').getByRole('listitem');
      for (const [index, text] of [
        'Deleted: Set up',
        'New page: Pumps, Valves, Pipes; 3 more changes',
        'Changed: Set up',
        'New page: Install',
        'Space created',
      ].entries()) {
        const row = rows.nth(index);
        await row.getByRole('link', { name: text, exact: true }).waitFor();
        await row.getByText(displayName).waitFor();
      }
      await app.expectAccessible('history-phone');
      await rows.first().getByRole('link').press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Edits' }).waitFor();
      await page.getByRole('main').getByText(displayName).waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('keeps numbers and times together beside names and subjects that are written from right to left', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Both ways' });
    const writer = await world.member('edit');
    must(await writer.api.patch(`/v1/users/${writer.userId}`, { displayName: 'محمد الخوارزمي' }), 200);
    const subject = 'تحسين المقدمة';
    const { id } = must(await writer.api.post(`/v1/spaces/${space.id}/change-requests`, { subject }), 201);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    try {
      await page.clock.setFixedTime(Date.now() + 5 * 60_000);
      await app.goto(`/app/spaces/${space.id}/change-requests/${id}`);
      const time = page.locator('.request-facts time');
      await time.getByText('5 minutes ago').waitFor();
      // A text that is set in two places has two boxes.
      expect(await time.evaluate((element) => element.getClientRects().length)).to.equal(1);
      const number = page.getByRole('heading', { level: 1 }).getByText('#1');
      expect(
        await number.evaluate((element) => element.ownerDocument.defaultView!.getComputedStyle(element).direction),
      ).to.equal('ltr');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows all changes of a change request with many, step by step', async function () {
    this.timeout(300_000);
    const { space, request, path } = await makeRequest();
    const document = { markdown: 'Text.\n' };
    const pages = Array.from({ length: 60 }, (_, at) => ({ operation: 'insert_page', title: `Page ${at}`, document }));
    const content = `/v1/spaces/${space.id}/change-requests/${request.id}/content`;
    for (const changes of [pages.slice(0, 30), pages.slice(30)])
      must(await world.admin.api.post(content, { changes }), 200);
    const app = await AppBrowser.open(this, world, await world.member('review'));
    const { page } = app;
    const shown = page.getByRole('region', { name: 'Changes', exact: true }).getByRole('article');
    try {
      await app.goto(path);
      await page.getByText('11 more changes are not shown.').waitFor();
      expect(await shown.count()).to.equal(50);
      await page.getByRole('link', { name: 'Changes 61' }).waitFor();
      await page.getByRole('button', { name: 'Show more' }).press('Enter');
      await until(async () => (await shown.count()) === 61);
      expect(await page.getByRole('button', { name: 'Show more' }).count()).to.equal(0);
      await page
        .getByRole('treeitem', { name: /^Page 59/ })
        .getByText('new')
        .waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows the other screens without violations', async function () {
    this.timeout(300_000);
    const { space } = await makeRequest();
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const { revision } = must(await world.admin.api.get(`/v1/spaces/${space.id}`), 200);
    const organization = `/app/orgs/${world.organizationId}`;
    try {
      for (const [name, path, text] of [
        ['requests', `${organization}/change-requests`, 'Describe the new installer'],
        ['members', `${organization}/members`, 'Open invitations'],
        ['sites', `${organization}/sites`, 'This organization publishes no site yet.'],
        ['trash', `${organization}/trash`, 'The trash is empty.'],
        ['search', `${organization}/search?query=installer`, 'Install'],
        ['history', `/app/spaces/${space.id}/history`, 'New page: Install'],
        ['revision', `/app/spaces/${space.id}/revisions/${revision}`, 'New page'],
        ['files', `/app/spaces/${space.id}/files`, 'This space has no files.'],
        ['settings', `/app/spaces/${space.id}/settings`, 'This space is not connected to a repository.'],
      ] as const) {
        await app.goto(path);
        await page.getByText(text).first().waitFor();
        await app.expectAccessible(name);
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      await app.expectAccessible('settings-dark');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
