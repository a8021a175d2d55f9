import { expect } from 'chai';
import { PASSWORD, setPassword } from '../../support/accounts.ts';
import { AppBrowser } from '../../support/app-screens.ts';
import { afterSuite, onPostgres } from '../../support/backends.ts';
import { KeyboardInput, MouseInput, type PageInput } from '../../support/page-input.ts';
import { must, World, type Person } from '../../support/world.ts';

const DEVICES = { mouse: MouseInput, keyboard: KeyboardInput } as const;

onPostgres('a writer, a reviewer and an administrator of a team', (backend) => {
  for (const [device, Input] of Object.entries(DEVICES))
    it(`come from the first click to the published page by ${device}`, async function () {
      this.timeout(300_000);
      const world = await World.create(await backend.instance());
      const organization = `/v1/orgs/${world.organizationId}`;
      const space = await world.space({ title: 'Manual' });
      const changes = ['Install', 'Upgrade', 'Remove'].map((title) => ({
        operation: 'insert_page',
        title,
        document: { markdown: `Steps to ${title.toLowerCase()} the pump.\n\nCall us when it is done.\n` },
      }));
      must(await world.admin.api.post(`/v1/spaces/${space.id}/content`, { changes }), 200);
      const locked = { editMode: 'locked', mergeRules: { approvals: 1 } };
      must(await world.admin.api.patch(`/v1/spaces/${space.id}`, locked), 200);

      /** Signs a person in from the first screen of a new browser. */
      const enter = async (person: Person): Promise<{ app: AppBrowser; input: PageInput }> => {
        await setPassword(world, person);
        const app = await AppBrowser.openFor(this, world.instance);
        afterSuite(() => app.close());
        const input = new Input(app.page);
        await app.goto('/app');
        await input.activate(app.page.getByRole('link', { name: 'Sign in with a password' }));
        await input.write(app.page.getByLabel('E-mail address'), person.email);
        await input.write(app.page.getByLabel('Password'), PASSWORD);
        await input.activate(app.page.getByRole('button', { name: 'Sign in', exact: true }));
        await app.page.getByRole('heading', { level: 1 }).waitFor();
        return { app, input };
      };

      // The writer finds a page, edits it beside its preview, and asks for a review.
      const reviewer = await world.member('admin');
      const { app: writing, input: writer } = await enter(await world.member('edit'));
      const desk = writing.page;
      await writer.write(desk.getByRole('searchbox', { name: 'Search' }), 'upgrade pump');
      await desk.keyboard.press('Enter');
      await writer.activate(desk.getByRole('link', { name: 'Upgrade', exact: true }).first());
      await desk.getByRole('article').getByText('Steps to upgrade the pump.').waitFor();
      await writer.activate(desk.getByRole('button', { name: 'Propose a change' }));
      await writer.write(desk.getByRole('dialog').getByLabel('Subject'), 'Warn before the upgrade');
      await writer.activate(desk.getByRole('dialog').getByRole('button', { name: 'Start editing' }));
      await writer.write(
        desk.getByRole('textbox', { name: 'Text of the page, in Markdown' }),
        'Steps to upgrade the pump safely.',
      );
      await desk.getByRole('region', { name: 'Preview' }).getByText('safely').waitFor();
      await desk.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      await writer.activate(desk.getByRole('link', { name: 'Done' }));
      await writer.activate(desk.getByRole('link', { name: 'Overview of the change request' }));
      await writer.activate(desk.getByRole('button', { name: 'Ask for a review' }));
      await writer.activate(desk.getByRole('dialog').getByLabel(reviewer.email));
      await writer.activate(desk.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true }));
      await desk.getByText('The review is requested.').waitFor();

      // Another user changes the same line.
      const [, { id: pageId }] = must(await world.admin.api.get(`/v1/spaces/${space.id}/content/pages`), 200).pages;
      const rival = must(
        await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Rival', status: 'open' }),
        201,
      );
      const rivalPath = `/v1/spaces/${space.id}/change-requests/${rival.id}`;
      const edit = { operation: 'update_page', page: pageId, document: { markdown: 'Steps to upgrade every pump.\n' } };
      must(await world.admin.api.post(`${rivalPath}/content`, { changes: [edit] }), 200);
      must(await world.admin.api.patch(`/v1/spaces/${space.id}`, { mergeRules: { approvals: null } }), 200);
      must(await world.admin.api.post(`${rivalPath}/merge`, {}), 200);

      // The reviewer reads the difference, comments on a block, resolves the conflict, approves and merges.
      const { app: reviewing, input: reader } = await enter(reviewer);
      const reviewPage = reviewing.page;
      await reader.activate(reviewPage.getByRole('link', { name: /Warn before the upgrade/ }).first());
      const change = reviewPage.getByRole('article', { name: 'Upgrade' });
      await reader.activate(change.getByRole('button', { name: 'Rendered' }));
      await change.locator('.s-content ins').getByText('safely').waitFor();
      await reader.activate(change.getByRole('link', { name: 'Upgrade' }).first());
      await reader.activate(reviewPage.getByRole('button', { name: /^Comment on: Steps to upgrade/ }));
      await reader.write(reviewPage.getByRole('textbox', { name: 'New comment on this block' }), 'Good.');
      await reader.activate(reviewPage.getByRole('button', { name: 'Comment', exact: true }));
      await reviewPage
        .getByRole('article', { name: /^Comment by/ })
        .getByText('Good.')
        .waitFor();
      await reader.activate(reviewPage.getByRole('link', { name: 'Overview of the change request' }));
      await reader.activate(reviewPage.getByRole('button', { name: 'Update' }));
      await reader.activate(reviewPage.getByRole('link', { name: /^Conflicts/ }));
      await reader.activate(reviewPage.getByRole('button', { name: 'Use that of this change request' }));
      await reviewPage.getByText('There are no conflicts.').waitFor();
      await reader.activate(reviewPage.getByRole('link', { name: /^Changes/ }));
      await reader.activate(reviewPage.getByRole('button', { name: 'Review', exact: true }));
      await reader.activate(reviewPage.getByRole('dialog').getByRole('button', { name: 'Submit' }));
      await reviewPage.getByText('Approved').first().waitFor();
      await reader.activate(reviewPage.getByRole('button', { name: 'Merge' }));
      await reviewPage.getByText('The change request is merged.').waitFor();

      // The administrator invites a user, publishes the space and styles its site.
      const { app: managing, input: admin } = await enter(await world.member('admin'));
      const office = managing.page;
      await admin.activate(office.getByRole('link', { name: 'Members' }));
      await admin.activate(office.getByRole('button', { name: 'Invite people' }));
      await admin.write(office.getByRole('dialog').getByLabel('E-mail addresses'), `new-${device}@example.org`);
      await admin.choose(office.getByRole('dialog').getByLabel('Role'), 'Editor');
      await admin.activate(office.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }));
      await office.getByText('1 person is invited.').waitFor();
      await office.keyboard.press('Escape');
      await admin.activate(office.getByRole('link', { name: 'Library' }).first());
      await admin.activate(office.getByRole('link', { name: /Manual/ }).first());
      await admin.activate(office.getByRole('button', { name: 'Publish as a site' }));
      await admin.activate(office.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }));
      await admin.activate(office.getByRole('dialog').getByRole('link', { name: 'Manage the site' }));
      await admin.activate(office.getByRole('link', { name: 'Appearance' }));
      await admin.write(office.getByLabel('Title in the header'), `Pumps by ${device}`);
      await admin.activate(office.getByRole('button', { name: 'Save', exact: true }));
      await admin.activate(office.getByRole('button', { name: 'Show the preview' }));
      await office.frameLocator('iframe').getByText(`Pumps by ${device}`).first().waitFor();
      await admin.activate(office.getByRole('link', { name: 'Open the site' }).first());
      await office.getByText(`Pumps by ${device}`).first().waitFor();
      await admin.activate(office.getByRole('link', { name: 'Upgrade' }).first());
      await office.getByText('Steps to upgrade the pump safely.').waitFor();

      const { items } = must(await world.admin.api.get(`${organization}/members?limit=100`), 200);
      expect(items.length).to.be.at.least(4);
      expect([...writing.problems, ...reviewing.problems, ...managing.problems]).to.deep.equal([]);
    });
});
