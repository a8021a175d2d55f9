import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { Instance } from '../../../src/instance.ts';
import { AppBrowser } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { ChatServer } from '../../support/chat-server.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { petStore, waitForSpec } from '../../support/openapi-specs.ts';
import { waitForProjections } from '../../support/persistence/projected.ts';
import { visitorEvent } from '../../support/routes/places.ts';
import { WOFF2 } from '../../support/sites/fonts.ts';
import { proveDomain } from '../../support/sso/saml-world.ts';
import { instanceWith } from '../../support/translation-world.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

onPostgres('settings and answers in the app', (backend) => {
  let chats: ChatServer;
  let instance: Instance;
  let world: World;
  before(async () => {
    chats = await ChatServer.start();
    instance = await instanceWith(backend, { ASK_MODEL: 'model-1', ASK_URL: chats.url });
    world = await World.create(instance);
  });
  const read = async (path: string): Promise<any> => must(await world.admin.api.get(path), 200);
  const orgPath = (): string => `/v1/orgs/${world.organizationId}`;

  it('uploads a font, with which a site can then be styled', async function () {
    this.timeout(300_000);
    const site = must(await world.admin.api.post(`${orgPath()}/sites`, { title: 'Typeset' }), 201);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const file = { name: 'quill.woff2', mimeType: 'font/woff2', buffer: WOFF2 };
    try {
      await app.goto(`/app/orgs/${world.organizationId}/settings`);
      await page.getByRole('button', { name: 'New font' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Quill');
      await dialog.getByLabel('File of the regular font').setInputFiles(file);
      await app.expectAccessible('new-font');
      await dialog.getByRole('button', { name: 'Create' }).press('Enter');
      await page.getByText('Weights: 400').waitFor();
      const [font] = (await read(`${orgPath()}/fonts`)).items;

      await app.goto(`/app/orgs/${world.organizationId}/sites/${site.id}/appearance`);
      await page.getByRole('combobox', { name: 'Font', exact: true }).selectOption({ label: 'Quill' });
      await page.getByRole('button', { name: 'Save' }).press('Enter');
      await page.getByText('Saved.').waitFor();
      const { styling } = await read(`${orgPath()}/sites/${site.id}/customization`);
      expect(styling.font.id).to.equal(font.id);

      await app.goto(`/app/orgs/${world.organizationId}/settings`);
      await page.getByRole('button', { name: 'Delete the font Quill' }).press('Enter');
      await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await dialog.getByRole('alert').waitFor();
      expect((await read(`${orgPath()}/fonts`)).count).to.equal(1);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('claims an e-mail domain, by which people find the organization and join it', async function () {
    this.timeout(300_000);
    const domain = `${randomBytes(6).toString('hex')}.example`;
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const section = app.page.getByRole('region', { name: 'E-mail domains' });
    try {
      await app.goto(`/app/orgs/${world.organizationId}/settings`);
      await section.getByRole('button', { name: 'Add a domain' }).press('Enter');
      await app.page.getByRole('textbox', { name: 'Domain' }).fill(domain);
      await app.page.keyboard.press('Enter');
      await section.getByText('Not proven yet').waitFor();
      await app.expectAccessible('email-domains');
      const [{ record }] = (await read(`${orgPath()}/email-domains`)).items;
      await section.getByText(record.value).waitFor();
      await section.getByRole('button', { name: 'Check now' }).press('Enter');
      await section.getByText('the DNS did not answer').waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }

    await proveDomain(world, domain);
    const { id, email } = must(
      await world.operator.post('/v1/instance/users', { displayName: 'Ann', email: `ann@${domain}` }),
      201,
    );
    const ann = await AppBrowser.open(this, world, { userId: id, email });
    try {
      await ann.goto('/app');
      await ann.page.getByRole('button', { name: /^Join / }).waitFor();
      await ann.expectAccessible('joinable');
      await ann.page.getByRole('button', { name: /^Join / }).press('Enter');
      await ann.page.getByRole('heading', { name: 'Collections and spaces' }).waitFor();
      expect(must(await world.admin.api.get(`${orgPath()}/members/${id}`), 200).id).to.equal(id);
      expect(ann.problems).to.deep.equal([]);
    } finally {
      await ann.close();
    }
  });

  it('lets a variant differ from its site, and look like it again', async function () {
    this.timeout(300_000);
    const sites = `${orgPath()}/sites`;
    const site = must(await world.admin.api.post(sites, { title: 'Variants' }), 201);
    const [, second] = await Promise.all(
      ['Version 1', 'Version 2'].map(async (title) => {
        const { id: spaceId } = await world.space({ title });
        return must(await world.admin.api.post(`${sites}/${site.id}/site-spaces`, { spaceId }), 201);
      }),
    );
    const looks = `${sites}/${site.id}/site-spaces/${second.id}/customization`;
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const corners = page.getByRole('combobox', { name: 'Corners' });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${site.id}/appearance`);
      await page.getByRole('combobox', { name: 'Applies to' }).selectOption(second.id);
      await page.getByRole('button', { name: 'Look like the site' }).waitFor();
      await corners.selectOption({ label: 'Straight' });
      await page.getByRole('textbox', { name: 'Title in the header' }).fill('Old version');
      await save.press('Enter');
      await page.getByText('Saved.').waitFor();
      const saved = await read(looks);
      expect([saved.title, saved.styling.corners]).to.deep.equal(['Old version', 'straight']);
      await page.getByRole('button', { name: 'Show the preview' }).press('Enter');
      await page.frameLocator('iframe').getByRole('link', { name: 'Old version' }).waitFor();
      await app.expectAccessible('variant-appearance');

      // What the variant does not override follows the site.
      const whole = await read(`${sites}/${site.id}/customization`);
      expect(whole.styling.corners).to.equal('rounded');
      const styling = { ...whole.styling, theme: 'bold' };
      must(await world.admin.api.put(`${sites}/${site.id}/customization`, { ...whole, styling }), 200);
      expect((await read(looks)).styling).to.include({ theme: 'bold', corners: 'straight' });

      await page.getByRole('button', { name: 'Look like the site' }).press('Enter');
      await page.getByText('The variant looks like the site.').waitFor();
      expect(await corners.inputValue()).to.equal('rounded');
      expect((await read(looks)).hasOverrides).to.equal(false);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('names the MCP servers of a site, and changes and deletes them, by keyboard', async function () {
    this.timeout(300_000);
    const site = must(await world.admin.api.post(`${orgPath()}/sites`, { title: 'Served' }), 201);
    const servers = async (): Promise<any[]> => (await read(`${orgPath()}/sites/${site.id}/mcp-servers`)).items;
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const dialog = page.getByRole('dialog');
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${site.id}`);
      await page.getByRole('button', { name: 'New MCP server' }).press('Enter');
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Tickets');
      await dialog.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:7/mcp');
      await dialog.getByRole('button', { name: 'Add a header' }).press('Enter');
      await dialog.getByRole('textbox', { name: 'Name of header 1' }).fill('X-Key');
      await dialog.getByRole('textbox', { name: 'Value of header 1' }).fill('secret');
      await app.expectAccessible('new-mcp-server');
      await dialog.getByRole('button', { name: 'Create' }).press('Enter');
      await page.getByText('Tickets', { exact: true }).waitFor();
      expect((await servers())[0]).to.deep.include({ transport: 'http', headers: { 'X-Key': 'secret' } });

      await page.getByRole('button', { name: 'Edit Tickets' }).press('Enter');
      await dialog.getByRole('textbox', { name: 'Visitors' }).fill('visitor.claims.beta');
      await dialog.getByRole('button', { name: 'Save' }).press('Enter');
      await until(async () => (await servers())[0].condition === 'visitor.claims.beta');

      await page.getByRole('button', { name: 'Delete Tickets' }).press('Enter');
      await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await page.getByText('No other MCP servers are listed.').waitFor();
      expect(await servers()).to.deep.equal([]);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('imports redirects from lines of text, and names those that are refused', async function () {
    this.timeout(300_000);
    const site = must(await world.admin.api.post(`${orgPath()}/sites`, { title: 'Moved' }), 201);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const dialog = page.getByRole('dialog');
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${site.id}/redirects`);
      await page.getByRole('button', { name: 'Import redirects' }).press('Enter');
      const lines = dialog.getByRole('textbox', { name: 'Redirects' });
      await lines.fill('/old https://example.com/new\n/half\n');
      await dialog.getByRole('button', { name: 'Import', exact: true }).press('Enter');
      await dialog.getByText('line 2 must have a path and an address').waitFor();
      await app.expectAccessible('import-redirects');

      await lines.fill(
        '# from the old site\n/old https://example.com/new\n/a, https://example.com/b\nno https://x.example',
      );
      await dialog.getByRole('button', { name: 'Import', exact: true }).press('Enter');
      await page.getByRole('dialog', { name: '1 redirect was refused' }).getByText('no', { exact: true }).waitFor();
      await app.expectAccessible('refused-redirects');
      await dialog.getByRole('button', { name: 'Close' }).press('Enter');
      await page.getByText('https://example.com/b').waitFor();
      const stored = (await read(`${orgPath()}/sites/${site.id}/redirects`)).items;
      expect(stored.map(({ source, destination }: any) => [source, destination.url])).to.have.deep.members([
        ['/old', 'https://example.com/new'],
        ['/a', 'https://example.com/b'],
      ]);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('declares what a site knows about its visitors, and refuses what is no schema', async function () {
    this.timeout(300_000);
    const site = must(await world.admin.api.post(`${orgPath()}/sites`, { title: 'Adaptive' }), 201);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const form = page.getByRole('form', { name: 'What is known about visitors' });
    const schema = {
      type: 'object',
      properties: { staff: { type: 'boolean', description: 'Works here' } },
      additionalProperties: false,
    };
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${site.id}/audience`);
      await form.getByRole('textbox').fill(JSON.stringify({ type: 'string' }));
      await form.getByRole('button', { name: 'Save' }).press('Enter');
      await form.getByRole('alert').waitFor();
      await form.getByRole('textbox').fill('{"type": object}');
      await form.getByRole('button', { name: 'Save' }).press('Enter');
      await form.getByRole('alert').getByText('JSON Schema of the claims: this is not valid JSON').waitFor();
      await form.getByRole('textbox').fill(JSON.stringify(schema));
      await form.getByRole('button', { name: 'Save' }).press('Enter');
      await page.getByText('Saved.').waitFor();
      expect((await read(`${orgPath()}/sites/${site.id}/adaptive-schema`)).jsonSchema).to.deep.include(schema);
      await app.goto(`/app/orgs/${world.organizationId}/sites/${site.id}/audience`);
      await until(async () => (await form.getByRole('textbox').inputValue()).includes('Works here'));
      await app.expectAccessible('site-audience-schema');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('adds a version of a specification, and makes it public', async function () {
    this.timeout(300_000);
    const specification = `${orgPath()}/openapi/pets`;
    must(await world.admin.api.put(specification, { source: { text: JSON.stringify(petStore()) } }), 201);
    await waitForSpec(world.admin.api, specification);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const next = { ...petStore(), info: { title: 'Pets', version: '2.0.0' } };
    try {
      await app.goto(`/app/orgs/${world.organizationId}/openapi/pets`);
      await page.getByRole('button', { name: 'New version' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'pets.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(next)) });
      await until(async () => (await dialog.getByRole('textbox').inputValue()).includes('2.0.0'));
      await app.expectAccessible('new-specification-version');
      await dialog.getByRole('button', { name: 'Save' }).press('Enter');
      await page.getByRole('button', { name: 'What changed?' }).waitFor();
      expect((await read(`${specification}/versions`)).items).to.have.length(2);
      await page.getByRole('button', { name: 'Make public' }).press('Enter');
      await page.getByText('by anyone with its address').waitFor();
      expect((await read(specification)).visibility).to.equal('public');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('sets the instructions of a translation', async function () {
    this.timeout(300_000);
    const { id: space } = await world.space({ title: 'Translated' });
    const body = { language: 'de', source: { space, language: 'en' } };
    const { id } = must(await world.admin.api.post(`${orgPath()}/translations`, body), 201);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    const form = page.getByRole('form', { name: 'Instructions' });
    const textOf = (node: any): string =>
      (node.text ?? '') + [...(node.nodes ?? []), ...(node.leaves ?? [])].map(textOf).join('');
    try {
      await app.goto(`/app/orgs/${world.organizationId}/translations/${id}`);
      await form.getByRole('textbox').fill('Du, not Sie.\nShort sentences.');
      await form.getByRole('button', { name: 'Save' }).press('Enter');
      await page.getByText('Saved.').waitFor();
      const { instructions } = await read(`${orgPath()}/translations/${id}`);
      expect(instructions.nodes.map(textOf)).to.deep.equal(['Du, not Sie.', 'Short sentences.']);
      await app.goto(`/app/orgs/${world.organizationId}/translations/${id}`);
      await until(async () => (await form.getByRole('textbox').inputValue()) === 'Du, not Sie.\nShort sentences.');
      await app.expectAccessible('translation-instructions');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('opens API specifications, translations and teams by name, by keyboard', async function () {
    this.timeout(300_000);
    const { api } = world.admin;
    const { id: space } = await world.space({ title: 'Spoken' });
    must(await api.put(`${orgPath()}/openapi/ferries`, { source: { text: JSON.stringify(petStore()) } }), 201);
    const body = { language: 'de', source: { space, language: 'en' } };
    const { id: translation } = must(await api.post(`${orgPath()}/translations`, body), 201);
    const { id: team } = must(await api.put(`${orgPath()}/teams`, { title: 'Skippers' }), 201);
    const guest = await world.member(null);
    must(await api.post(`/v1/spaces/${space}/permissions`, { role: 'read', users: [guest.userId] }), 204);
    const screens = `/app/orgs/${world.organizationId}`;
    const app = await AppBrowser.open(this, world, await world.member('read'));
    try {
      await app.goto(screens);
      await app.page.getByRole('link', { name: 'Spoken' }).first().waitFor();
      await app.openByName('ferr', /ferries.*API specification/, new RegExp(`${screens}/openapi/ferries$`));
      await app.openByName('spoken german', /Translation/, new RegExp(`${screens}/translations/${translation}$`));
      await app.openByName('skip', /Skippers.*Team/, new RegExp(`${screens}/teams/${team}$`));
      await app.openByName('gloss', /Glossary/, new RegExp(`${screens}/glossary$`));
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
    // Guests see nothing of the organization itself, and still open their spaces.
    const limited = await AppBrowser.open(this, world, guest);
    try {
      await limited.goto(`${screens}/change-requests`);
      await limited.page.getByRole('main').waitFor();
      await limited.openByName('spok', /Spoken/, new RegExp(`/spaces/${space}$`));
      await limited.page.keyboard.press('Control+k');
      await limited.page.keyboard.type('skip');
      await limited.page.getByText('Nothing has this name.').waitFor();
      expect(await limited.page.getByRole('alert').count()).to.equal(0);
      expect(limited.problems).to.deep.equal([]);
    } finally {
      await limited.close();
    }
  });

  it('opens webhooks and, for operators only, the screens of the instance by name', async function () {
    this.timeout(300_000);
    const webhook = { url: 'https://hooks.example/tides' };
    const { id } = must(await world.admin.api.post(`${orgPath()}/webhooks`, webhook), 201);
    const { id: userId, email } = must(await world.operator.get('/v1/user'), 200);
    const member = `/v1/instance${orgPath().slice(3)}/members/${userId}`;
    must(await world.operator.put(member, { role: 'admin' }), 200);
    const screens = `/app/orgs/${world.organizationId}`;
    const app = await AppBrowser.open(this, world, { userId, email });
    try {
      await app.goto(screens);
      await app.page.getByRole('main').waitFor();
      await app.openByName('tides', /Webhook/, new RegExp(`${screens}/webhooks/${id}$`));
      await app.openByName('webhooks', /Webhooks/, new RegExp(`${screens}/webhooks$`));
      await app.openByName('users', /Users.*Instance/, /\/app\/instance$/);
      await app.openByName('instance org', /Organizations/, /\/app\/instance\/organizations$/);
      await app.openByName('jobs', /Jobs.*Instance/, /\/app\/instance\/jobs$/);
      await app.openByName('instance stat', /Status/, /\/app\/instance\/status$/);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
    const other = await AppBrowser.open(this, world, await world.member('admin'));
    try {
      await other.goto(screens);
      await other.page.getByRole('main').waitFor();
      await other.openByName('tides', /Webhook/, new RegExp(`${screens}/webhooks/${id}$`));
      await other.page.keyboard.press('Control+k');
      await other.page.keyboard.type('instance');
      await other.page.getByText('Nothing has this name.').waitFor();
      expect(other.problems).to.deep.equal([]);
    } finally {
      await other.close();
    }
  });

  it('shows the progress of a run of a translation', async function () {
    this.timeout(300_000);
    const { id: space } = await world.space({ title: 'Followed' });
    const body = { language: 'fr', source: { space, language: 'en' } };
    const { id } = must(await world.admin.api.post(`${orgPath()}/translations`, body), 201);
    let status = 'running';
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    try {
      await page.route(/\/translations(\/\w+)?(\?.*)?$/, async (route) => {
        if (!route.request().url().includes('/v1/')) return route.continue();
        const answer = await route.fetch();
        const { failure: _failure, paused: _paused, ...rest } = await answer.json();
        const items = rest.items?.filter((one: any) => one.id === id);
        const [one] = (items ?? [rest]).map(({ failure: _f, paused: _p, ...of }: any) => ({ ...of, status }));
        return route.fulfill({ response: answer, json: items === undefined ? one : { ...rest, items: [one] } });
      });
      for (const path of ['', `/${id}`]) {
        status = 'running';
        await app.goto(`/app/orgs/${world.organizationId}/translations${path}`);
        await page.getByText('Running').waitFor();
        status = 'completed';
        await page.getByText('Complete').waitFor();
      }
      expect(app.problems).to.deep.equal([]);
    } finally {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await app.close();
    }
  });

  it('shows the reading figures of a site beside those of the period before', async function () {
    this.timeout(300_000);
    const site = must(await world.admin.api.post(`${orgPath()}/sites`, { title: 'Read' }), 201);
    const event = (members: object): object =>
      visitorEvent({ location: { url: 'https://docs.example.com/install' }, ...members }, { siteUrl: '' });
    const events = [event({}), event({}), event({ type: 'search_type_query', query: 'proxy' })];
    must(await world.admin.api.post(`${orgPath()}/sites/${site.id}/insights/events`, { events }), 204);
    await until(async () => (await read(`${orgPath()}/sites/${site.id}/insights/views`)).items.length === 1);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${site.id}/insights`);
      const views = page.getByRole('region', { name: 'Views', exact: true });
      await views.getByText('2', { exact: true }).waitFor();
      await views.getByText('0 in the period before').waitFor();
      await page.getByRole('region', { name: 'Searches', exact: true }).getByText('1', { exact: true }).waitFor();
      await page.getByRole('row', { name: '/install 2 1' }).waitFor();
      await page.getByRole('row', { name: 'proxy 1' }).waitFor();
      await app.expectAccessible('insights');
      await page.getByRole('combobox', { name: 'Period' }).selectOption('90');
      await views.getByText('2', { exact: true }).waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('lists further comments of readers on request', async function () {
    this.timeout(300_000);
    const site = must(await world.admin.api.post(`${orgPath()}/sites`, { title: 'Rated' }), 201);
    const events = Array.from({ length: 120 }, (_, index) =>
      visitorEvent(
        {
          type: 'page_post_feedback_comment',
          feedback: { rating: 'good', comment: `Comment ${index}` },
          location: { url: 'https://docs.example.com/install' },
        },
        { siteUrl: '' },
      ),
    );
    const path = `${orgPath()}/sites/${site.id}/insights`;
    for (const part of [events.slice(0, 60), events.slice(60)])
      must(await world.admin.api.post(`${path}/events`, { events: part }), 204);
    await until(async () => (await read(`${path}/comments`)).items.length === 120);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${site.id}/insights`);
      const comments = page.getByRole('region', { name: 'Comments of readers' });
      await until(async () => (await comments.getByRole('listitem').count()) === 100);
      await comments.getByRole('button', { name: 'Show more' }).press('Enter');
      await until(async () => (await comments.getByRole('listitem').count()) === 120);
      expect(await comments.getByRole('button', { name: 'Show more' }).count()).to.equal(0);
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('shows what agents report about a site', async function () {
    this.timeout(300_000);
    const site = must(await world.admin.api.post(`${orgPath()}/sites`, { title: 'Reported' }), 201);
    const report = {
      reportedBy: { model: 'model-1' },
      subject: { kind: 'documentation', url: 'https://docs.example.com/start' },
      feedback: { category: 'documentation', severity: 'high', summary: 'A step is missing' },
    };
    must(await world.admin.api.post(`${orgPath()}/sites/${site.id}/agents/feedback`, report), 201);
    const app = await AppBrowser.open(this, world, await world.member('create'));
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/sites/${site.id}/insights`);
      const section = page.getByRole('region', { name: 'Feedback of agents' });
      await section.getByText('A step is missing').waitFor();
      await section.getByText('https://docs.example.com/start').waitFor();
      await section.getByText('Serious').waitFor();
      await app.expectAccessible('agent-feedback');
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('answers a question from the pages, and names them', async function () {
    this.timeout(300_000);
    const { id } = await world.space({ title: 'Docs' });
    await fillSpace(instance, id, { pages: [{ title: 'Backups', markdown: 'Quandongs are saved each night.' }] });
    await waitForProjections(instance);
    chats.reply = (chat) => chat.answer('They are saved ', 'each night.');
    const app = await AppBrowser.open(this, world, await world.member('read'));
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}/search?query=How+are+quandongs+saved`);
      await page.getByRole('button', { name: 'Answer this as a question' }).press('Enter');
      const answer = page.getByRole('region', { name: 'Answer' });
      await answer.getByText('They are saved each night.').waitFor();
      await app.expectAccessible('answer');
      await answer.getByRole('link', { name: 'Backups' }).press('Enter');
      await page.getByRole('article').getByText('Quandongs are saved each night.').waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });
});
