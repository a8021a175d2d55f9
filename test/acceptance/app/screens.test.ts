import { expect } from 'chai';
import { partsOf } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { AppBrowser, PHONE } from '../../support/app-screens.ts';
import { onPostgres } from '../../support/backends.ts';
import { makePlace, pathAt, type Place } from '../../support/routes/places.ts';
import { until } from '../../support/until.ts';
import { must, World } from '../../support/world.ts';

interface Resource {
  readonly object: string;
  readonly urls: { readonly app: string };
  readonly [field: string]: unknown;
}

const REVISION_TYPES: Readonly<Record<string, string>> = {
  edits: 'Edits',
  merge: 'Merge',
  rollback: 'Restored an earlier revision',
  update: 'Update from the space',
  computed: 'Computed content',
};

/** Heading of the screen that `urls.app` opens, by the kind of the resource. */
const HEADINGS: Readonly<Record<string, (of: Resource) => string>> = {
  organization: ({ title }) => String(title),
  collection: ({ title }) => String(title),
  space: ({ title }) => String(title),
  page: ({ title }) => String(title),
  revision: ({ type, mergedFrom }) =>
    mergedFrom === undefined
      ? REVISION_TYPES[String(type)]!
      : `Merged: ${(mergedFrom as { readonly subject: string }).subject}`,
  'change-request': ({ subject, number }) => String(subject || `Change request #${String(number)}`),
  site: ({ title }) => String(title),
  'openapi-spec': ({ slug }) => String(slug),
  'search-page-result': ({ title }) => String(title),
};

/** Screens of an organization and what is in it, with their headings. */
const SCREENS: readonly (readonly [string, (of: Place) => string])[] = [
  ['Your account', () => '/app/account'],
  ['Members', ({ organizationId }) => `/app/orgs/${organizationId}/members`],
  ['Teams', ({ organizationId }) => `/app/orgs/${organizationId}/teams`],
  ['Team', ({ organizationId, teamId }) => `/app/orgs/${organizationId}/teams/${teamId}`],
  ['Audit log', ({ organizationId }) => `/app/orgs/${organizationId}/audit-log`],
  ['Settings', ({ organizationId }) => `/app/orgs/${organizationId}/settings`],
  ['Sites', ({ organizationId }) => `/app/orgs/${organizationId}/sites`],
  ['Translations', ({ organizationId }) => `/app/orgs/${organizationId}/translations`],
  [
    'Translation into',
    ({ organizationId, translationId }) => `/app/orgs/${organizationId}/translations/${translationId}`,
  ],
  ['Webhooks', ({ organizationId }) => `/app/orgs/${organizationId}/webhooks`],
  ['Webhook', ({ organizationId, webhookId }) => `/app/orgs/${organizationId}/webhooks/${webhookId}`],
  ['Glossary', ({ organizationId }) => `/app/orgs/${organizationId}/glossary`],
  ['API specifications', ({ organizationId }) => `/app/orgs/${organizationId}/openapi`],
  ['Trash', ({ organizationId }) => `/app/orgs/${organizationId}/trash`],
  ['Change requests', ({ organizationId }) => `/app/orgs/${organizationId}/change-requests`],
  ['Access to', ({ collectionId }) => `/app/collections/${collectionId}/access`],
  ...['', '/structure', '/audience', '/access', '/appearance', '/redirects', '/insights'].map(
    (part) =>
      ['', ({ organizationId, siteId }: Place) => `/app/orgs/${organizationId}/sites/${siteId}${part}`] as const,
  ),
  ...['comments', 'history', 'files', 'reusable-contents', 'links', 'access', 'settings', 'change-requests'].map(
    (part) => ['Space', ({ spaceId }: Place) => `/app/spaces/${spaceId}/${part}`] as const,
  ),
];

/** Screens that are opened by following links. */
const MAX_OPENED = 40;

onPostgres('screens of the app', (backend) => {
  let world: World;
  let place: Place;
  before(async function () {
    this.timeout(120_000);
    world = await World.create(await backend.instance());
    place = await makePlace(world);
  });

  it('open what is meant by urls.app of every resource', async function () {
    this.timeout(300_000);
    const found = new Map<string, Resource>();
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const of = value as Partial<Resource>;
      if (of.urls?.app !== undefined && of.object !== undefined) found.set(of.object, of as Resource);
      Object.values(value).forEach(collect);
    };
    for (const route of ROUTES)
      if (partsOf(route).method === 'GET' && route.useCase.requires !== 'instance:operate')
        collect(must(await world.admin.api.get(pathAt(route, place)), 200));
    expect([...found.keys()].filter((kind) => HEADINGS[kind] === undefined)).to.deep.equal([]);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    try {
      for (const [kind, resource] of found) {
        await app.page.goto(resource.urls.app);
        const name = HEADINGS[kind]!(resource);
        await app.page
          .getByRole('heading', { name })
          .first()
          .waitFor()
          .catch(() => expect.fail(`${kind} at ${resource.urls.app} shows no heading “${name}”`));
        expect(await app.page.getByRole('main').getByRole('alert').count(), kind).to.equal(0);
      }
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  for (const [device, viewport, colorScheme] of [
    ['a desktop', undefined, 'light'],
    ['a desktop in the dark', undefined, 'dark'],
    ['a phone', PHONE, 'light'],
  ] as const)
    it(`are free of violations of WCAG on ${device}`, async function () {
      this.timeout(300_000);
      const app = await AppBrowser.open(this, world, await world.member('admin'), viewport);
      await app.page.emulateMedia({ colorScheme });
      try {
        for (const [heading, pathOf] of SCREENS) {
          const path = pathOf(place);
          await app.goto(path);
          await app.page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
          await until(async () => (await app.page.locator('.loading').count()) === 0);
          expect(await app.page.getByRole('main').getByRole('alert').allTextContents(), path).to.deep.equal([]);
          await app.expectAccessible(
            `${viewport ? 'phone' : colorScheme}-${path.split('/').slice(4).join('-') || 'account'}`,
          );
        }
        expect(app.problems).to.deep.equal([]);
      } finally {
        await app.close();
      }
    });

  it('take the focus when they are opened, also those that are loaded on demand', async function () {
    this.timeout(300_000);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}`);
      for (const name of ['Teams', 'Sites', 'Settings', 'Members']) {
        await page.getByRole('link', { name, exact: true }).press('Enter');
        await page.getByRole('heading', { level: 1, name }).waitFor();
        await until(async () => (await page.evaluate('document.activeElement.id')) === 'main');
      }
      await app.goto(`/app/spaces/${place.spaceId}/links`);
      await until(async () => (await page.title()) === 'Links · Space · Quire');
      await until(async () => (await page.evaluate('document.activeElement.id')) === 'main');
    } finally {
      await app.close();
    }
  });

  it('open after an upgrade has replaced the files that they are loaded from', async function () {
    this.timeout(300_000);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    try {
      const loaded: Promise<unknown>[] = ['people', 'webhook'].map((name) =>
        page.waitForResponse((response) => response.url().includes(`/${name}`) && response.url().endsWith('.js')),
      );
      await app.goto(`/app/orgs/${world.organizationId}`);
      await Promise.all(loaded);
      await page.getByRole('link', { name: 'Teams', exact: true }).waitFor();
      await page.route('**/*.js', (route) => route.abort());
      for (const name of ['Teams', 'Webhooks', 'Settings']) {
        await page.getByRole('link', { name, exact: true }).press('Enter');
        await page.getByRole('heading', { level: 1, name }).waitFor();
      }
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  it('are loaded again when the connection was lost while they were loaded ahead', async function () {
    this.timeout(300_000);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    try {
      const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/people'));
      await page.route('**/people*.js', (route) => route.abort());
      await app.goto(`/app/orgs/${world.organizationId}`);
      await lost;
      await page.unroute('**/people*.js');
      await page.getByRole('link', { name: 'Teams', exact: true }).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor();
    } finally {
      await app.close();
    }
  });

  it('keep their navigation in place while the next one is loaded', async function () {
    this.timeout(300_000);
    const app = await AppBrowser.open(this, world, await world.member('admin'));
    const { page } = app;
    try {
      await app.goto(`/app/orgs/${world.organizationId}`);
      await page.getByRole('link', { name: 'Audit log', exact: true }).waitFor();
      const loadOrganization = await app.hold('GET', `/orgs/${world.organizationId}`);
      await page.getByRole('link', { name: 'Sites', exact: true }).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor();
      expect(await page.getByRole('link', { name: 'Audit log', exact: true }).count()).to.equal(1);
      loadOrganization();

      await app.goto(`/app/spaces/${place.spaceId}/history`);
      await page.getByRole('heading', { level: 1, name: 'Space' }).waitFor();
      const loadSpace = await app.hold('GET', `/spaces/${place.spaceId}`);
      await page.getByRole('link', { name: 'Files', exact: true }).press('Enter');
      await page.locator('[aria-current=page]').filter({ hasText: 'Files' }).first().waitFor();
      expect(await page.getByRole('heading', { level: 1, name: 'Space' }).count()).to.equal(1);
      expect(await page.getByRole('button', { name: 'Add files' }).count()).to.equal(0);
      loadSpace();
      await page.getByRole('button', { name: 'Add files' }).waitFor();
      expect(app.problems).to.deep.equal([]);
    } finally {
      await app.close();
    }
  });

  for (const level of ['edit', 'comment', 'guest'] as const)
    it(`lead only to what ${level === 'guest' ? 'a guest with the level `comment`' : `the level \`${level}\``} includes`, async function () {
      this.timeout(300_000);
      const person = await world.member(level === 'guest' ? null : level);
      if (level === 'guest') {
        const invitation = { role: 'comment', users: [person.userId] };
        must(await world.admin.api.post(`/v1/spaces/${place.spaceId}/permissions`, invitation), 204);
      }
      const app = await AppBrowser.open(this, world, person);
      const refused: string[] = [];
      app.page.on('response', (response) => {
        if (response.status() === 403) refused.push(`${app.path}: ${response.request().method()} ${response.url()}`);
      });
      try {
        const seen = new Set<string>();
        const open = ['/app', `/app/spaces/${place.spaceId}`];
        for (let path = open.shift(); path !== undefined && seen.size < MAX_OPENED; path = open.shift()) {
          if (seen.has(path)) continue;
          seen.add(path);
          await app.goto(path);
          await app.page.getByRole('heading', { level: 1 }).first().waitFor();
          await until(async () => (await app.page.locator('.loading').count()) === 0);
          const links = await app.page
            .locator('a[href^="/app"]')
            .evaluateAll((list) => list.map((link) => link.getAttribute('href')!.replace(/[?#].*/, '')));
          open.push(...links);
        }
        expect(refused).to.deep.equal([]);
        expect(seen.size).to.be.at.least(10);
        expect(app.problems).to.deep.equal([]);
      } finally {
        await app.close();
      }
    });
});
