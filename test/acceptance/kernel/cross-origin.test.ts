import { expect } from 'chai';
import type { Instance } from '../../../src/instance.ts';
import { readConfig } from '../../../src/config/read-config.ts';
import { startInstance } from '../../../src/instance.ts';
import { onEveryBackend, QUICK_START, testEnvironment } from '../../support/backends.ts';
import { GUIDE, publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const NAMED = 'https://portal.example';
const FOREIGN = 'https://evil.example';

onEveryBackend('cross-origin reads', (backend) => {
  let instance: Instance;
  let world: World;
  let web: Api;
  let published: PublishedSite;
  let paths: { readonly pages: readonly string[]; readonly files: readonly string[] };
  before(async () => {
    const url = await backend.database();
    const persistence: Record<string, string> = url === undefined ? { PERSISTENCE: 'memory' } : { DATABASE_URL: url };
    const env = testEnvironment({ ...persistence, ALLOWED_ORIGINS: `${NAMED},http://localhost:3000` });
    instance = await startInstance(readConfig(env), { welcome: false, drainMs: 100, ...QUICK_START });
    world = await World.create(instance);
    web = apiOf(instance);
    published = await publish(world, [GUIDE]);
    const { at } = published;
    const home = must(await web.get(`${at}/guides/install`), 200) as string;
    const own = (pattern: RegExp): string => new URL(pattern.exec(home)![1]!, instance.publicUrl).pathname;
    const space = published.spaces[0];
    const files = must(await world.admin.api.get(`/v1/spaces/${space.id}/content/files`), 200).items;
    paths = {
      pages: [
        `${at}/`,
        `${at}/guides/install`,
        `${at}/~quire/search?q=a`,
        `${at}/llms.txt`,
        `${at}/sitemap.xml`,
        '/docs',
        '/healthz',
        '/sites/nothing',
      ],
      files: [
        own(/<link rel="stylesheet" href="([^"]+)"/),
        own(/ src="([^"]+)"/),
        new URL(files[0].downloadURL).pathname,
      ],
    };
  });
  after(() => instance.stop());
  const allowed = async (path: string, origin: string): Promise<string | null> =>
    (await web.get(path, { origin })).headers.get('access-control-allow-origin');

  it('[A94] lets scripts of foreign origins read no page and no file', async () => {
    for (const path of [...paths.pages, ...paths.files]) {
      for (const origin of [FOREIGN, 'null', `${NAMED}.evil.example`, 'http://portal.example'])
        expect(await allowed(path, origin), `${path} ${origin}`).to.equal(null);
    }
  });

  it('lets scripts of the origins that the operator names read pages and files, without cookies', async () => {
    for (const path of [...paths.pages, ...paths.files]) {
      const { headers } = await web.get(path, { origin: NAMED });
      expect(headers.get('access-control-allow-origin'), path).to.equal(NAMED);
      expect(headers.get('access-control-allow-credentials'), path).to.equal(null);
      expect(headers.get('vary'), path).to.match(/\bOrigin\b/);
    }
    expect(await allowed(`${published.at}/`, 'http://localhost:3000')).to.equal('http://localhost:3000');
    const preflight = await web('OPTIONS', `${published.at}/`, undefined, {
      origin: NAMED,
      'access-control-request-method': 'GET',
    });
    expect(preflight.status).to.equal(204);
    expect(preflight.headers.get('access-control-allow-methods')).to.equal('GET,HEAD');
  });

  it('[A94] lets a foreign page embed files and styles, and no page', async () => {
    for (const path of paths.files)
      expect((await web.get(path)).headers.get('cross-origin-resource-policy'), path).to.equal('cross-origin');
    for (const path of paths.pages)
      expect((await web.get(path)).headers.get('cross-origin-resource-policy'), path).to.equal('same-origin');
  });

  it('lets scripts of every origin use the API, its document and its upload links', async () => {
    for (const path of ['/v1/', '/v1/user', '/v1/nothing', '/openapi.json', '/openapi/x/y', '/uploads/unknown'])
      expect(await allowed(path, FOREIGN), path).to.equal('*');
    for (const [path, method] of [
      ['/v1/orgs', 'POST'],
      ['/uploads/unknown', 'PUT'],
    ] as const) {
      const requestHeaders = {
        origin: FOREIGN,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      };
      const preflight = await web('OPTIONS', path, undefined, requestHeaders);
      expect(preflight.headers.get('access-control-allow-origin'), path).to.equal('*');
      expect(preflight.headers.get('access-control-allow-methods'), path).to.include(method);
    }
  });

  it('[A94] lets scripts of foreign origins get no content token of a site without a token', async () => {
    const url = published.site.urls.published;
    const path = '/v1/urls/published';
    const resolved = (origin: string, token?: string) => apiOf(instance, token)('POST', path, { url }, { origin });
    const looked = (origin: string) => web.get(`${path}?url=${encodeURIComponent(url)}`, { origin });
    for (const [origin, expected] of [
      [FOREIGN, null],
      ['null', null],
      [NAMED, NAMED],
    ] as const) {
      for (const answer of [await resolved(origin), await looked(origin)]) {
        expect(must(answer, 200)).to.have.property('site');
        expect(answer.headers.get('access-control-allow-origin'), origin).to.equal(expected);
      }
    }
    expect((await resolved(FOREIGN, world.admin.token)).headers.get('access-control-allow-origin')).to.equal('*');
  });

  it('[A94] lets no other origin read what a session may', async () => {
    for (const path of ['/app/~/v1/user', '/sign-in', '/account'])
      expect(await allowed(path, NAMED), path).to.equal(null);
  });
});
