import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { partsOf } from '../../../src/adapters/http/kernel/route.ts';
import { ROUTES } from '../../../src/adapters/http/routes.ts';
import { onPostgres } from '../../support/backends.ts';
import { openContext } from '../../support/browser.ts';
import { makePlace, pathAt, type Place } from '../../support/routes/places.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onPostgres('pages of the app', (backend) => {
  let world: World;
  let place: Place;
  let anybody: Api;
  before(async () => {
    world = await World.create(await backend.instance());
    place = await makePlace(world);
    anybody = apiOf(world.instance);
  });
  const pages = () => [
    '/app',
    `/app/orgs/${place.organizationId}`,
    `/app/orgs/${place.organizationId}/sites/${place.siteId}`,
    `/app/collections/${place.collectionId}`,
    `/app/spaces/${place.spaceId}`,
    `/app/spaces/${place.spaceId}/pages/${place.pageId}`,
    `/app/spaces/${place.spaceId}/revisions/${place.revisionId}`,
    `/app/spaces/${place.spaceId}/change-requests/${place.changeRequestId}`,
    `/app/spaces/${place.spaceId}/change-requests/${place.changeRequestId}/pages/${place.pageId}`,
  ];

  it('exist at every app address in every resource', async () => {
    const urls = new Set<string>();
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { urls: found } = value as { urls?: Record<string, string | null> };
      for (const url of Object.values(found ?? {})) if (url !== null) urls.add(url);
      Object.values(value).forEach(collect);
    };
    for (const route of ROUTES) {
      if (partsOf(route).method !== 'GET') continue;
      const api = route.useCase.requires === 'instance:operate' ? world.operator : world.admin.api;
      // Other tests have users whom nobody here may see.
      if (route.useCase.name !== 'listUsers') collect(must(await api.get(pathAt(route, place)), 200));
    }
    const { publicUrl } = world.instance;
    expect(urls.size).to.be.greaterThan(8);
    for (const url of urls) {
      expect(url.startsWith(`${publicUrl}/`), url).to.equal(true);
      const path = url.slice(publicUrl.length);
      const reader = path.startsWith('/v1/instance/')
        ? world.operator
        : path.startsWith('/v1/')
          ? world.admin.api
          : anybody;
      expect((await reader.get(path)).status, url).to.equal(200);
    }
  });

  it('contain no content themselves, and run only the script of the instance', async () => {
    for (const path of pages()) {
      const { status, body, headers } = await anybody.get(path);
      expect(status, path).to.equal(200);
      expect(headers.get('content-type')).to.match(/^text\/html/);
      const policy = headers.get('content-security-policy')!;
      for (const directive of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ])
        expect(policy).to.include(directive);
      expect(policy).not.to.match(/unsafe|\*|(?:script|style|connect|default)-src[^;]*(?:data:|https?:|blob:)/);
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('referrer-policy')).to.equal('no-referrer');
      expect(body).not.to.match(/<script(?![^>]*\bsrc=)|<style|\son\w+=|javascript:/i);
      for (const [, asset] of body.matchAll(/(?:src|href)="([^"]+)"/g)) {
        const fetched = await anybody.get(asset);
        expect(fetched.status, asset).to.equal(200);
        expect(fetched.headers.get('content-type')).to.match(/javascript|css/);
      }
    }
  });

  it('reveal nothing about what exists', async () => {
    const [known, unknown] = [
      await anybody.get(`/app/spaces/${place.spaceId}`),
      await anybody.get(`/app/spaces/${UNKNOWN}`),
    ];
    expect(unknown.body).to.equal(known.body);
  });

  for (const path of [
    '/app/nothing',
    '/app/spaces',
    '/app/orgs/x/nothing/y',
    '/app/spaces/x/pages',
    '/app/spaces/x/pages/y/z',
    '/app/spaces/%ff',
    '/app/spaces/..%2f..',
    '/app/spaces/%3Cscript%3E',
    '/app/constructor',
    '/app/~app.js',
    '/apps',
    `/app/spaces/${'x'.repeat(101)}`,
  ])
    it(`are absent at ${path.slice(0, 40)}`, async () =>
      expect((await anybody.get(path)).status).to.be.oneOf([400, 404]));

  describe('in a browser', () => {
    let problems: string[];
    const openPage = async (test: Mocha.Context): Promise<Page> => {
      const context = await openContext(test);
      const page = await context.newPage();
      problems = [];
      page.on('console', (message) =>
        message.type() === 'error' && !/status of 4\d\d/.test(message.text())
          ? problems.push(message.text())
          : undefined,
      );
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('dialog', (dialog) => (problems.push('a dialog'), void dialog.dismiss()));
      return page;
    };
    const signIn = async (page: Page, path: string, token: string): Promise<void> => {
      await page.goto(world.instance.url + path);
      await page.getByLabel('API token').fill(token);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };

    it('ask for a token, keep it in the tab, and open the screen of each resource', async function () {
      const page = await openPage(this);
      await signIn(page, `/app/spaces/${place.spaceId}`, world.admin.token);
      await page.getByRole('heading', { level: 1, name: 'Space' }).waitFor();
      expect(page.url()).to.equal(`${world.instance.url}/app/spaces/${place.spaceId}`);
      expect(await page.context().cookies()).to.deep.equal([]);
      expect(await page.evaluate('localStorage.length')).to.equal(0);
      for (const path of pages()) {
        await page.goto(world.instance.url + path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.locator('.loading').first().waitFor({ state: 'detached' });
        expect(await page.getByRole('alert').count(), path).to.equal(0);
        expect(page.url()).not.to.include(world.admin.token);
      }
      await page.getByRole('button', { name: 'Account and settings' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('API token').waitFor();
      expect(await page.evaluate('sessionStorage.length')).to.equal(0);
      expect(problems).to.deep.equal([]);
      await page.context().close();
    });

    it('show an emoji that is stored by its code points', async function () {
      const space = await world.space({ title: 'Handbook', emoji: '1f468-200d-1f469' });
      const page = await openPage(this);
      await signIn(page, `/app/spaces/${space.id}`, world.admin.token);
      await page.getByRole('heading', { level: 1, name: '\u{1f468}\u200d\u{1f469} Handbook' }).waitFor();
      await page.context().close();
    });

    it('ask signed-in users for nothing, even at addresses deep inside', async function () {
      // The link revokes the tokens of its user.
      const admin = await world.member('admin');
      const password = 'a long enough pass phrase';
      const { url } = must(await world.operator.post(`/v1/instance/users/${admin.userId}/password-link`), 201);
      const page = await openPage(this);
      await page.goto(url);
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Set the password' }).click();
      await page.getByLabel('New password').waitFor({ state: 'detached' });
      await page.goto(`${world.instance.url}/app/spaces/${place.spaceId}`);
      await page.getByRole('link', { name: 'Sign in with a password' }).click();
      await page.getByLabel('E-mail address').fill(admin.email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Space' }).waitFor();
      expect(page.url()).to.equal(`${world.instance.url}/app/spaces/${place.spaceId}`);
      expect(await page.evaluate('document.cookie + sessionStorage.length')).to.equal('0');
      await page.getByRole('button', { name: 'Account and settings' }).click();
      await page.getByRole('menuitem', { name: 'Your account' }).click();
      await page.getByRole('link', { name: 'Password, codes and sign-out' }).click();
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await page.waitForURL('**/sign-in');
      await page.goto(`${world.instance.url}/app/spaces/${place.spaceId}`);
      await page.getByLabel('API token').waitFor();
      expect(problems).to.deep.equal([]);
      await page.context().close();
    });

    it('[A34] show titles as plain text and run nothing of the content', async function () {
      const space = await world.space({ title: '<img src=x onerror=alert(1)>' });
      const { id } = must(
        await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, { subject: '<script>alert(2)</script>' }),
        201,
      );
      const markdown = 'Safe.\n\n<script>alert(3)</script>\n\n[x](javascript:alert(4))\n';
      must(
        await world.admin.api.post(`/v1/spaces/${space.id}/change-requests/${id}/content`, {
          changes: [{ operation: 'insert_page', title: '<b>P</b>', document: { markdown } }],
        }),
        200,
      );
      const page = await openPage(this);
      await signIn(page, `/app/spaces/${space.id}/change-requests/${id}`, world.admin.token);
      await page.getByRole('heading', { level: 1, name: '<script>alert(2)</script>' }).waitFor();
      await page.getByRole('article', { name: '<b>P</b>' }).getByText('Safe.').waitFor();
      must(await world.admin.api.post(`/v1/spaces/${space.id}/change-requests/${id}/merge`), 200);
      const [{ id: pageId }] = must(await world.admin.api.get(`/v1/spaces/${space.id}/content/pages`), 200).pages;
      await page.goto(`${world.instance.url}/app/spaces/${space.id}/pages/${pageId}`);
      await page.getByRole('heading', { level: 1, name: '<img src=x onerror=alert(1)>' }).waitFor();
      await page.getByText('Safe.').waitFor();
      expect(await page.locator('main img, main script, main b').count()).to.equal(0);
      expect(await page.locator('main a[href^="javascript"]').count()).to.equal(0);
      expect(problems).to.deep.equal([]);
      await page.context().close();
    });

    it('report invalid tokens and missing resources', async function () {
      const page = await openPage(this);
      await signIn(page, `/app/spaces/${place.spaceId}`, 'wrong');
      await page.getByLabel('API token').waitFor();
      expect((await page.getByRole('alert').innerText()).toLowerCase()).to.include('a valid api token is required');
      const stranger = await world.stranger();
      await signIn(page, `/app/spaces/${place.spaceId}`, stranger.token);
      const alert = page.getByRole('main').getByRole('alert');
      await alert.waitFor();
      expect((await alert.innerText()).toLowerCase()).to.include('space not found');
      expect(problems).to.deep.equal([]);
      await page.context().close();
    });
  });
});
