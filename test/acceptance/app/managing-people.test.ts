import { expect } from 'chai';
import { AppBrowser, PHONE } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { siteWithSpace } from '../../support/sites/site-with-space.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

onPostgres('the app for an administrator of people', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });

  const administrator = async (test: Mocha.Context): Promise<AppBrowser> =>
    AppBrowser.open(test, world, await world.member('admin'));

  it('gives access to a space, a collection and a site, and sees why people have it', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Secret' });
    const person = await world.member(null);
    const app = await administrator(this);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/teams`);
      await page.getByRole('button', { name: 'New team' }).press('Enter');
      await page.getByRole('textbox', { name: 'Name' }).waitFor();
      await page.keyboard.type('Partners');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor();
      await page.getByRole('button', { name: 'Add a member' }).press('Enter');
      await page.getByLabel('Person').selectOption({ value: `user ${person.userId}` });
      await page.getByRole('dialog').getByRole('button', { name: 'Add a member' }).press('Enter');
      await page.getByRole('listitem').getByText(person.email).waitFor();
      await app.goto(`/app/spaces/${space.id}/access`);
      await page.getByRole('button', { name: 'Give a permission' }).press('Enter');
      await page.getByLabel('Person or team').selectOption({ label: 'Team Partners' });
      await page.getByLabel('Level').selectOption('comment');
      await page.getByRole('dialog').getByRole('button', { name: 'Give a permission' }).press('Enter');
      await page.getByText('Comment: permission of the team Partners on this space').waitFor();
      await app.expectAccessible('space-access');

      const collections = `/v1/orgs/${world.organizationId}/collections`;
      const collection = must(await world.admin.api.post(collections, { title: 'Manuals' }), 201);
      const { siteId } = await siteWithSpace(world, 'Portal');
      for (const [address, of] of [
        [`/app/collections/${collection.id}`, 'collection'],
        [`/app/orgs/${world.organizationId}/sites/${siteId}`, 'site'],
      ] as const) {
        await app.goto(address);
        await page.getByRole('link', { name: 'Access' }).press('Enter');
        await page.getByRole('heading', { name: `Permissions on this ${of}` }).waitFor();
        await page.getByRole('button', { name: 'Give a permission' }).press('Enter');
        await page.getByLabel('Person or team').selectOption({ value: `user ${person.userId}` });
        await page.getByLabel('Level').selectOption('edit');
        await page.getByRole('dialog').getByRole('button', { name: 'Give a permission' }).press('Enter');
        await page.getByText(`Edit: permission on this ${of}`).waitFor();
        await app.expectAccessible(`${of}-access`);
        await page.getByRole('button', { name: /^Take the permission of/ }).press('Enter');
        await page.getByText('No person has a permission of their own.').waitFor();
      }

      await app.goto(`/app/orgs/${world.organizationId}/audit-log`);
      await page.getByLabel('Event').selectOption('team.created');
      await page.getByText('team.created').or(page.locator('.rows .row-title')).first().waitFor();
      await page.waitForURL('**/audit-log?action=team.created');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('says that nobody is invited where all are members already', async function () {
    this.timeout(300_000);
    const { email } = await world.member('read');
    const app = await administrator(this);
    const { page } = app;
    const dialog = page.getByRole('dialog', { name: 'Invite people' });
    try {
      await app.goto(`/app/orgs/${world.organizationId}/members`);
      await page.getByRole('button', { name: 'Invite people' }).press('Enter');
      await dialog.getByLabel('E-mail addresses').fill(email);
      await dialog.getByRole('button', { name: 'Invite', exact: true }).press('Enter');
      await dialog.getByText('Nobody is invited: all are members already.').waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('is asked before they give up the management of the organization, and sees no controls of it afterwards', async function () {
    this.timeout(300_000);
    const person = await world.member('admin');
    const { displayName } = must(await person.api.get('/v1/user'), 200);
    const app = await AppBrowser.open(this, world, person);
    const { page } = app;
    const role = page.getByRole('combobox', { name: `Role of ${displayName}` });
    const question = page.getByRole('dialog', { name: `Role of ${displayName}` });
    try {
      await app.goto(`/app/orgs/${world.organizationId}/members`);
      await role.selectOption('read');
      await question.getByRole('button', { name: 'Cancel' }).press('Enter');
      await question.waitFor({ state: 'detached' });
      expect(await role.inputValue()).to.equal('admin');
      await role.selectOption('edit');
      await question.getByRole('button', { name: 'Change the role' }).press('Enter');
      await page.getByRole('button', { name: 'Invite people' }).waitFor({ state: 'detached' });
      await page.getByRole('listitem').filter({ hasText: person.email }).getByText('Editor').waitFor();
      expect(await page.getByRole('combobox', { name: /^Role of/ }).count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('offers the owner of a team its members, and not the deletion that only administrators have', async function () {
    this.timeout(300_000);
    const owner = await world.member('read');
    const teams = `/v1/orgs/${world.organizationId}/teams`;
    const team = must(await world.admin.api.put(teams, { title: 'Editors', members: [owner.userId] }), 201);
    for (const { userId } of [owner, world.admin])
      must(await world.admin.api.put(`${teams}/${team.id}/members/${userId}`, { role: 'owner' }), 204);
    const app = await AppBrowser.open(this, world, owner);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/teams/${team.id}`);
      await page.getByRole('button', { name: 'Add a member' }).waitFor();
      await page.getByRole('listitem').getByText(owner.email).waitFor();
      expect(await page.getByRole('button', { name: 'More about this team' }).count()).to.equal(0);

      const role = page.getByRole('listitem').filter({ hasText: owner.email }).getByRole('combobox');
      await role.selectOption('member');
      await role.waitFor({ state: 'detached' });
      expect(await page.getByRole('button', { name: 'Add a member' }).count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  for (const role of ['admin', 'read'] as const)
    it(`leads members with the role ${role} out of an organization that they leave`, async function () {
      this.timeout(300_000);
      const person = await world.member(role);
      const app = await AppBrowser.open(this, world, person);
      const { page } = app;
      try {
        await app.goto(`/app/orgs/${world.organizationId}/members`);
        await page.getByRole('searchbox', { name: 'Name or e-mail address' }).fill(person.email);
        const row = page.getByRole('listitem').filter({ hasText: person.email });
        await row.getByRole('button', { name: 'Leave the organization' }).press('Enter');
        await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).press('Enter');
        await page.getByText('You have left the organization.').waitFor();
        await until(async () => new URL(page.url()).pathname === '/app');
        must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/members/${person.userId}`), 404);
        expect(app.problems).to.deep.equal([]);
      } finally {
        await app.close();
      }
    });

  it('shows the level that somebody has again when another one is refused', async function () {
    this.timeout(300_000);
    const space = await world.space({ title: 'Guarded' });
    const reader = await world.member('read');
    const grant = { role: 'edit', users: [reader.userId] };
    must(await world.admin.api.post(`/v1/spaces/${space.id}/permissions`, grant), 204);
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`/app/spaces/${space.id}/access`);
      const level = page.getByRole('combobox', { name: /^Level of/ });
      await level.selectOption('admin');
      await page.getByRole('alert').getByText('You cannot grant, change or revoke a level above your own.').waitFor();
      await until(async () => (await level.inputValue()) === 'edit');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('lists the events of a whole last day', async function () {
    this.timeout(300_000);
    await world.space({ title: 'Audited' });
    const today = new Date().toISOString().slice(0, 10);
    const app = await administrator(this);
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/audit-log?from=${today}&to=${today}`);
      await page.getByRole('main').getByRole('listitem').first().waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('names the targets of events, and shows their IDs among the details', async function () {
    this.timeout(300_000);
    const own = await World.create(world.instance);
    const { api } = own.admin;
    const organization = `/v1/orgs/${own.organizationId}`;
    const space = await own.space({ title: 'Handbook' });
    must(await api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Shorter' }), 201);
    const team = must(await api.put(`${organization}/teams`, { title: 'Writers' }), 201);
    must(await api.delete(`${organization}/teams/${team.id}`), 205);
    const member = await own.member('read');
    must(await member.api.patch(`/v1/users/${member.userId}`, { displayName: 'Wren' }), 200);
    must(await api.patch(`${organization}/members/${member.userId}`, { role: 'edit' }), 200);
    const app = await AppBrowser.open(this, own, await own.member('admin'), PHONE);
    const { page } = app;
    const events = page.getByRole('main').getByRole('listitem');
    try {
      await app.goto(`/app/orgs/${own.organizationId}/audit-log`);
      await events.getByText('Space created: Handbook', { exact: true }).waitFor();
      await events.getByText('Member role changed: Wren', { exact: true }).waitFor();
      await events.getByText('Team deleted: Writers', { exact: true }).waitFor();
      const request = events.filter({ hasText: 'Change request created: Change request #1' });
      await request.getByText('in Handbook').waitFor();
      await request.getByText('Details').press('Enter');
      await request.locator('code').getByText(space.id).waitFor();
      await app.expectAccessible('audit-log-names');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('lists the events of one member, chosen by name, or of a former member, by ID', async function () {
    this.timeout(300_000);
    const own = await World.create(world.instance);
    const [writer, former] = [await own.member('admin'), await own.member('admin')];
    const { displayName } = must(await writer.api.patch(`/v1/users/${writer.userId}`, { displayName: 'Wren' }), 200);
    for (const { api } of [writer, former])
      must(await api.put(`/v1/orgs/${own.organizationId}/teams`, { title: 'T' }), 201);
    must(await own.admin.api.delete(`/v1/orgs/${own.organizationId}/members/${former.userId}`), 205);
    const app = await AppBrowser.open(this, own, await own.member('admin'), PHONE);
    const { page } = app;
    const person = page.getByLabel('Person', { exact: true });
    const id = page.getByLabel('ID of the former member');
    const teams = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Team created' });
    try {
      await app.goto(`/app/orgs/${own.organizationId}/audit-log`);
      await until(async () => (await teams.count()) === 2);
      await person.selectOption({ label: `${displayName} (${writer.email})` });
      await until(async () => (await teams.count()) === 1);
      await teams.getByText(displayName).first().waitFor();
      await app.expectAccessible('audit-log-of-member');

      await person.selectOption({ label: 'A former member, by ID' });
      await until(async () => (await teams.count()) === 2);
      await page.keyboard.insertText(former.userId);
      await until(async () => (await teams.count()) === 1 && (await teams.getByText(displayName).count()) === 0);
      expect(new URL(page.url()).searchParams.get('actor')).to.equal(former.userId);
      await page.reload();
      await id.waitFor();
      expect(await id.inputValue()).to.equal(former.userId);
      await person.selectOption({ label: 'Anyone' });
      await until(async () => (await teams.count()) === 2);
      await page
        .getByRole('button', { name: `Only ${displayName}` })
        .first()
        .press('Enter');
      await until(async () => (await teams.count()) === 1);
      expect(await person.inputValue()).to.equal(writer.userId);
      expect(await id.count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('keeps the members that are shown until the next search has found others', async function () {
    this.timeout(300_000);
    const own = await World.create(world.instance);
    const [first, second] = [await own.member('read'), await own.member('read')];
    const app = await AppBrowser.open(this, own, await own.member('admin'));
    const { page } = app;
    const rowOf = ({ email }: { readonly email: string }) => page.getByRole('listitem').filter({ hasText: email });
    try {
      await app.goto(`/app/orgs/${own.organizationId}/members`);
      await rowOf(first).waitFor();
      const answer = await app.hold('GET', '/members?*search=*');
      await page.getByLabel('Name or e-mail address').fill(second.email);
      await page.locator('.rows[aria-busy=true]').waitFor();
      expect(await rowOf(first).count()).to.equal(1);
      answer();
      await rowOf(first).waitFor({ state: 'detached' });
      await rowOf(second).waitFor();
      expect(await page.locator('.rows[aria-busy=true]').count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('creates users and watches jobs as the operator', async function () {
    this.timeout(300_000);
    const { id: userId, email } = must(await world.operator.get('/v1/user'), 200);
    const { title } = must(await world.admin.api.get(`/v1/orgs/${world.organizationId}`), 200);
    const app = await AppBrowser.open(this, world, { userId, email });
    const { page } = app;
    try {
      await app.goto('/app/account');
      await page.getByRole('link', { name: 'Manage the instance' }).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Instance' }).waitFor();
      await page.getByRole('button', { name: 'New user' }).press('Enter');
      await page.getByRole('dialog').getByLabel('E-mail address').waitFor();
      await page.keyboard.type('grace@example.org');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Grace');
      await page.keyboard.press('Enter');
      const link = page.getByRole('dialog').locator('code');
      await link.waitFor();
      expect(await link.innerText()).to.include('/set-password/ql_');
      await app.expectAccessible('password-link');
      await page.keyboard.press('Escape');
      await page.getByLabel('Name or e-mail address').fill('grace@example.org');
      await page.getByText('grace@example.org').first().waitFor();
      await app.expectAccessible('instance-users');
      await page.getByLabel('Name or e-mail address').fill('nobody like this');
      await page.getByText('Nobody is found.').waitFor();
      await page.getByRole('link', { name: 'Organizations', exact: true }).press('Enter');
      await page.getByLabel('Title', { exact: true }).fill(title.toUpperCase());
      await page.getByRole('link', { name: title, exact: true }).first().waitFor();
      await app.expectAccessible('instance-organizations');
      await page.goto(`${world.instance.url}/app/instance/organizations/${world.organizationId}`);
      await page.getByRole('heading', { level: 2, name: title }).waitFor();
      await page.getByRole('button', { name: 'Add member' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('E-mail address').fill('missing@example.org');
      await page.keyboard.press('Enter');
      await dialog.getByText('No user has this e-mail address.').waitFor();
      await dialog.getByLabel('E-mail address').fill('Grace@example.org');
      await dialog.getByLabel('Role').selectOption('edit');
      await dialog.getByRole('button', { name: 'Add member' }).press('Enter');
      await page.getByText('Grace is now a member').waitFor();
      await page.getByRole('listitem').filter({ hasText: 'grace@example.org' }).getByText('Editor').waitFor();
      await app.expectAccessible('instance-organization');
      await page.getByRole('link', { name: 'Jobs' }).press('Enter');
      await page.getByLabel('Status').selectOption('failed');
      await page.waitForURL('**/instance/jobs?status=failed');
      await app.expectAccessible('instance-jobs');
      await page.getByRole('link', { name: 'Status', exact: true }).press('Enter');
      await page.getByText('Everything works.').waitFor();
      await page.getByRole('heading', { name: 'Storage' }).waitFor();
      await app.expectAccessible('instance-status');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('creates an API token that is shown once, and revokes it', async function () {
    this.timeout(300_000);
    const app = await administrator(this);
    const { page } = app;
    try {
      await app.goto('/app/account');
      await page.getByRole('button', { name: 'New API token' }).press('Enter');
      await page.getByRole('dialog').getByLabel('Name').waitFor();
      await page.keyboard.type('Backup script');
      await page.keyboard.press('Enter');
      await page.getByText('It is shown this once.').waitFor();
      await app.expectAccessible('new-token');
      expect(await page.getByRole('dialog').locator('code').innerText()).to.match(/^qr_[\w-]+$/);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Revoke Backup script' }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).press('Enter');
      await page.getByText('You have no API tokens.').waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
