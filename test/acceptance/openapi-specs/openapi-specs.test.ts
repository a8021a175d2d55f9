import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { petStore, waitForSpec } from '../../support/openapi-specs.ts';
import { until } from '../../support/until.ts';
import { startWebsite, type Website } from '../../support/servers/website.ts';
import { must, World, type Person } from '../../support/world.ts';

const yaml = (title: string): string => `openapi: 3.1.0\ninfo: &info\n  title: ${title}\n  version: 1.10\npaths: {}\n`;

onEveryBackend('OpenAPI specifications', (backend) => {
  let world: World;
  let reader: Person;
  let base: string;
  let site: Website;
  /** Response of the web server at /spec.json. */
  let answer: { status?: number; headers?: Record<string, string>; body: string };
  let names = 0;
  const fresh = (): string => `spec-${++names}`;
  const create = async (source: object, slug = fresh()): Promise<string> => {
    must(await world.admin.api.post(base, { slug, source }), 201);
    return `${base}/${slug}`;
  };
  /** Returns the only file of a specification. */
  const fileOf = (specification: object): object => ({
    dir: '.',
    isEntrypoint: true,
    references: [],
    filename: 'openapi.json',
    specification,
  });
  const versions = async (path: string): Promise<any[]> =>
    must(await world.admin.api.get(`${path}/versions`), 200).items;
  const document = async (path: string, version = 'latest'): Promise<any> =>
    must(await world.admin.api.get(`${path}/versions/${version}/content`), 200).filesystem[0].specification;
  before(async () => {
    world = await World.create(await backend.instance());
    reader = await world.member('read');
    base = `/v1/orgs/${world.organizationId}/openapi`;
    site = await startWebsite({
      '/spec.json': (_request, response) =>
        void response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body),
      '/moved': { status: 302, headers: { location: '/spec.json' } },
    });
  });
  beforeEach(() => {
    answer = { body: JSON.stringify(petStore()) };
  });

  describe('createOpenAPISpec', () => {
    it('creates, reads, lists and deletes a specification through the official client', async () => {
      const { orgs } = world.admin.client;
      const slug = fresh();
      const { data: made, status } = await orgs.createOpenApiSpec(world.organizationId, {
        slug,
        source: { url: `${site.origin}/spec.json` },
      });
      const { publicUrl } = world.instance;
      expect(status).to.equal(201);
      expect(made).to.deep.include({
        object: 'openapi-spec',
        slug,
        sourceURL: `${site.origin}/spec.json`,
        processingState: 'pending',
        visibility: 'private',
        permissions: { view: true, edit: true },
        urls: {
          location: `${publicUrl}${base}/${slug}`,
          app: `${publicUrl}/app/orgs/${world.organizationId}/openapi/${slug}`,
        },
      });
      const read = await waitForSpec(world.admin.api, `${base}/${slug}`);
      expect(read).not.to.have.any.keys('lastProcessErrorCode', 'lastProcessErrorMessage');
      expect(read.lastProcessedAt).to.be.a('string');
      const { data: version } = await orgs.getLatestOpenApiSpecVersion(world.organizationId, slug);
      expect(version).to.deep.include({
        object: 'openapi-spec-version',
        id: read.lastVersion,
        urls: { location: `${publicUrl}${base}/${slug}/versions/${read.lastVersion}` },
      });
      expect((await orgs.getOpenApiSpecVersionById(world.organizationId, slug, version.id)).data).to.deep.equal(
        version,
      );
      expect((await orgs.listOpenApiSpecVersions(world.organizationId, slug)).data).to.deep.equal({
        items: [version],
        count: 1,
      });
      const { data: content } = await orgs.getLatestOpenApiSpecVersionContent(world.organizationId, slug);
      expect(content).to.deep.equal({
        filesystem: [fileOf(petStore())],
        url: version.url,
        urls: { source: `${site.origin}/spec.json`, public: null },
      });
      expect((await orgs.getOpenApiSpecVersionContentById(world.organizationId, slug, version.id)).data).to.deep.equal(
        content,
      );
      expect(
        (await orgs.listOpenApiSpecs(world.organizationId, { limit: 1000 })).data.items.find(
          (one: any) => one.id === read.id,
        ),
      ).to.deep.equal(read);
      expect((await orgs.getOpenApiSpecBySlug(world.organizationId, slug)).data).to.deep.equal(read);
      expect(
        (await orgs.updateOpenApiSpecBySlug(world.organizationId, slug, { visibility: 'public' })).data.visibility,
      ).to.equal('public');
      expect(
        (await orgs.createOrUpdateOpenApiSpecBySlug(world.organizationId, slug, { source: { text: yaml('Other') } }))
          .status,
      ).to.equal(200);
      expect((await orgs.deleteOpenApiSpecBySlug(world.organizationId, slug)).status).to.equal(205);
      expect((await orgs.deleteOpenApiSpecBySlug(world.organizationId, slug)).status).to.equal(204);
      expect((await world.admin.api.get(`${base}/${slug}/versions/${version.id}`)).status).to.equal(404);
    });

    it('requires a slug that is unique in the organization', async () => {
      const path = await create({ text: yaml('One') });
      const slug = path.split('/').at(-1)!;
      expect((await world.admin.api.post(base, { slug, source: { text: yaml('Two') } })).status).to.equal(409);
      const other = await World.create(await backend.instance());
      must(
        await other.admin.api.post(`/v1/orgs/${other.organizationId}/openapi`, { slug, source: { text: yaml('Two') } }),
        201,
      );
      for (const wrong of ['', 'A', 'a--b', '-a', 'a-', '-', 'a_b', 'a.b', 'a b', 'ä', 'a\n', 'a'.repeat(101)]) {
        const { error } = must(await world.admin.api.post(base, { slug: wrong, source: { text: 'x' } }), 400);
        expect(error.issues[0].path).to.equal('slug');
      }
      for (const right of ['a'.repeat(100), '0', 'a', '1-2-3', `${'a-'.repeat(49)}bb`]) {
        must(await world.admin.api.post(base, { slug: right, source: { text: yaml('Right') } }), 201);
        expect(must(await world.admin.api.get(`${base}/${right}`), 200).slug).to.equal(right);
      }
      expect(
        must(await world.admin.api.put(`${base}/Not-A-Slug`, { source: { text: 'x' } }), 400).error.issues[0].path,
      ).to.equal('specSlug');
    });

    it('[A47] names what is wrong with a source', async function () {
      const wrong = async (source: unknown): Promise<string> =>
        must(await world.admin.api.post(base, { slug: fresh(), source }), 400).error.issues[0].path;
      expect(await wrong({ url: 'file:///etc/passwd' })).to.equal('source.url');
      expect(await wrong({ url: 'nowhere' })).to.equal('source.url');
      const long = (length: number): string => `http://10.0.0.1/${'a'.repeat(length - 'http://10.0.0.1/'.length)}`;
      expect(await wrong({ url: long(2049) })).to.equal('source.url');
      expect(await waitForSpec(world.admin.api, await create({ url: long(2048) }))).to.include({
        sourceURL: long(2048),
        lastProcessErrorCode: 'FETCH_ERROR',
      });
      expect(await wrong({ url: 'https://user:secret@example.com/' })).to.equal('source.url');
      expect(await wrong({ text: '' })).to.equal('source.text');
      expect(await wrong({})).to.match(/^source/);
      expect(await wrong({ url: 'https://example.com', text: 'x' })).to.match(/^source/);
      const most = 16 * 1024 * 1024;
      const head = '{"openapi":"3.1.0","info":{},"paths":{},"x":"';
      const sized = (bytes: number): string =>
        `${head}${'é'.repeat((bytes - head.length - 2) / 2)}${'.'.repeat((bytes - head.length - 2) % 2)}"}`;
      expect(await wrong({ text: sized(most + 1) })).to.equal('source.text');
      expect(await waitForSpec(world.admin.api, await create({ text: sized(most) }))).to.have.property('lastVersion');
    });
  });

  describe('createOrUpdateOpenAPISpecBySlug', () => {
    it('creates a missing specification, and sets another source of an existing one', async () => {
      const path = `${base}/${fresh()}`;
      must(await world.admin.api.put(path, { source: { text: yaml('First') } }), 201);
      const first = await waitForSpec(world.admin.api, path);
      expect(first).not.to.have.property('sourceURL');
      must(await world.admin.api.put(path, { source: { url: `${site.origin}/spec.json` } }), 200);
      const second = await waitForSpec(world.admin.api, path);
      expect(second.id).to.equal(first.id);
      expect(second.sourceURL).to.equal(`${site.origin}/spec.json`);
      expect((await versions(path)).map(({ id }) => id)).to.deep.equal([second.lastVersion, first.lastVersion]);
      expect((await document(path, first.lastVersion)).info.title).to.equal('First');
      const created = await Promise.all(
        Array.from({ length: 4 }, () => world.admin.api.put(`${base}/at-once`, { source: { text: yaml('At once') } })),
      );
      expect(created.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 201]);
    });
  });

  describe('getLatestOpenAPISpecVersionContentRaw', () => {
    it('returns the text as it was written', async () => {
      const text = `# a comment\r\n${yaml('Written')}`;
      const path = await create({ text });
      await waitForSpec(world.admin.api, path);
      expect(must(await world.admin.api.get(`${path}/versions/latest/content/raw`), 200)).to.deep.equal({
        text,
        format: 'yaml',
      });
      expect(await document(path)).to.deep.equal({
        openapi: '3.1.0',
        info: { title: 'Written', version: 1.1 },
        paths: {},
      });
      must(await world.admin.api.put(path, { source: { text: JSON.stringify(petStore()) } }), 200);
      await waitForSpec(world.admin.api, path);
      expect(must(await world.admin.api.get(`${path}/versions/latest/content/raw`), 200)).to.deep.equal({
        text: JSON.stringify(petStore()),
        format: 'json',
      });
    });
  });

  describe('refreshOpenAPISpecBySlug', () => {
    it('adds a version only when the document has changed', async () => {
      const path = await create({ url: `${site.origin}/moved` });
      const { lastVersion } = await waitForSpec(world.admin.api, path);
      const again = async (body: string): Promise<any> => {
        answer = { body };
        expect(must(await world.admin.api.post(`${path}/refresh`), 200).processingState).to.equal('pending');
        return waitForSpec(world.admin.api, path);
      };
      expect((await again(answer.body)).lastVersion).to.equal(lastVersion);
      const indented = JSON.stringify(petStore(), null, 2);
      expect((await again(indented)).lastVersion).to.equal(lastVersion);
      expect(must(await world.admin.api.get(`${path}/versions/latest/content/raw`), 200).text).to.equal(indented);
      const { lastVersion: second } = await again(JSON.stringify(petStore({ info: { title: 'Pets', version: '2' } })));
      expect((await versions(path)).map(({ id }) => id)).to.deep.equal([second, lastVersion]);
      expect((await document(path, lastVersion)).info.version).to.equal('1.0.0');
    });

    it('keeps the last valid version when the source becomes invalid, and reports the error', async () => {
      const path = await create({ url: `${site.origin}/spec.json` });
      const { lastVersion } = await waitForSpec(world.admin.api, path);
      for (const [wrong, code, message] of [
        [{ status: 404, body: 'gone' }, 'FETCH_ERROR', /answered 404$/],
        [{ body: 'a: [' }, 'PARSE_ERROR', /^the document is neither JSON nor YAML: .*\(line 1, column \d+\)$/],
        [{ body: '{"hello": "world"}' }, 'PARSE_ERROR', /not an OpenAPI document/],
        [{ body: 'x', headers: { 'content-length': '99999999' } }, 'FETCH_ERROR', /larger than/],
      ] as const) {
        answer = wrong;
        must(await world.admin.api.post(`${path}/refresh`), 200);
        const failed = await waitForSpec(world.admin.api, path);
        expect(failed).to.deep.include({ lastVersion, lastProcessErrorCode: code });
        expect(failed.lastProcessErrorMessage).to.match(message);
      }
      answer = { body: JSON.stringify(petStore()) };
      must(await world.admin.api.post(`${path}/refresh`), 200);
      expect(await waitForSpec(world.admin.api, path)).not.to.have.any.keys(
        'lastProcessErrorCode',
        'lastProcessErrorMessage',
      );
    });

    it('reads the source again when requested during a reading, whose result is dropped', async () => {
      const held: ServerResponse[] = [];
      const slow = await startWebsite({ '/spec.json': (_request, response) => void held.push(response) });
      const path = await create({ url: `${slow.origin}/spec.json` });
      await until(() => held.length === 1);
      expect(must(await world.admin.api.get(path), 200).processingState).to.equal('progress');
      const refreshed = await Promise.all(Array.from({ length: 3 }, () => world.admin.api.post(`${path}/refresh`)));
      expect(refreshed.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      held[0]!.end(JSON.stringify(petStore({ info: { title: 'Before', version: '1' } })));
      await until(() => held.length === 2);
      expect(must(await world.admin.api.get(path), 200)).not.to.have.property('lastVersion');
      held[1]!.end(JSON.stringify(petStore({ info: { title: 'After', version: '1' } })));
      const { lastVersion } = await waitForSpec(world.admin.api, path);
      expect((await versions(path)).map(({ id }) => id)).to.deep.equal([lastVersion]);
      expect((await document(path)).info.title).to.equal('After');
      expect(held).to.have.lengthOf(2);
    });
  });

  describe('deleteOpenAPISpecBySlug', () => {
    it('drops the result of a reading that ends later', async () => {
      const held: ServerResponse[] = [];
      const slow = await startWebsite({ '/spec.json': (_request, response) => void held.push(response) });
      const path = await create({ url: `${slow.origin}/spec.json` });
      await until(() => held.length === 1);
      must(await world.admin.api.delete(path), 205);
      must(await world.admin.api.put(path, { source: { text: yaml('New') } }), 201);
      held[0]!.end(JSON.stringify(petStore()));
      await waitForSpec(world.admin.api, path);
      expect(await versions(path)).to.have.lengthOf(1);
      expect((await document(path)).info.title).to.equal('New');
    });

    it('records changes in the audit log, without their content', async () => {
      const path = await create({ text: yaml('Logged') });
      const { id } = await waitForSpec(world.admin.api, path);
      must(await world.admin.api.patch(path, { visibility: 'public' }), 200);
      must(await world.admin.api.put(path, { source: { text: 'nothing' } }), 200);
      await waitForSpec(world.admin.api, path);
      must(await world.admin.api.delete(path), 205);
      const { items } = must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/audit-events?limit=100`), 200);
      const events = items
        .filter((event: any) => JSON.stringify(event).includes(id))
        .map(({ action, type }: any) => action ?? type)
        .reverse();
      expect(events).to.deep.equal([
        'openapi-spec.created',
        'openapi-spec.version-added',
        'openapi-spec.visibility-changed',
        'openapi-spec.source-changed',
        'openapi-spec.failed',
        'openapi-spec.deleted',
      ]);
    });
  });

  it('hold fifty other documents, each at its own address, and refuse one more', async () => {
    const documents = Object.fromEntries(
      Array.from({ length: 51 }, (_, i) => [
        `/parts/${i}.json`,
        JSON.stringify({ type: 'string', title: `Part ${i}` }),
      ]),
    );
    const parts = await startWebsite({
      ...documents,
      ...Object.fromEntries(
        [50, 51].map((count) => [
          `/${count}.json`,
          JSON.stringify(
            petStore({
              components: {
                schemas: Object.fromEntries(
                  Array.from({ length: count }, (_, i) => [`Part${i}`, { $ref: `parts/${i}.json` }]),
                ),
              },
            }),
          ),
        ]),
      ),
    });
    const path = await create({ url: `${parts.origin}/50.json` });
    expect(await waitForSpec(world.admin.api, path)).to.have.property('lastVersion');
    expect(
      Object.values<any>((await document(path))['x-documents'])
        .map(({ title }) => title)
        .sort(),
    ).to.deep.equal(Array.from({ length: 50 }, (_, i) => `Part ${i}`).sort());
    expect(parts.requestedPaths.filter((path) => path.startsWith('/parts/'))).to.have.lengthOf(50);
    const failed = await waitForSpec(world.admin.api, await create({ url: `${parts.origin}/51.json` }));
    expect(failed).to.include({
      lastProcessErrorCode: 'PARSE_ERROR',
      lastProcessErrorMessage: 'the document references more than 50 other documents',
    });
  });

  it('are read again when their source is unavailable for a while', async () => {
    answer = { status: 503, body: '' };
    const path = await create({ url: `${site.origin}/spec.json` });
    let spec: any;
    await until(async () => (spec = must(await world.admin.api.get(path), 200)).lastProcessErrorCode !== undefined);
    expect(spec).to.deep.include({ processingState: 'pending', lastProcessErrorCode: 'FETCH_ERROR' });
    answer = { body: JSON.stringify(petStore()) };
    expect(await waitForSpec(world.admin.api, path)).to.have.property('lastVersion');
  });

  describe('updateOpenAPISpecBySlug', () => {
    it('publishes the document at an address of its own, which needs no token', async () => {
      const path = await create({ text: JSON.stringify(petStore()) });
      const slug = path.split('/').at(-1)!;
      const { url } = world.instance;
      const published = `${url}/openapi/${world.organizationId}/${slug}`;
      expect(await waitForSpec(world.admin.api, path))
        .to.have.nested.property('urls')
        .that.does.not.have.property('published');
      const unknown = await fetch(`${url}/openapi/${world.organizationId}/unknown`);
      const hidden = await fetch(published);
      expect(hidden.status).to.equal(404);
      const bodyOf = async (response: Response): Promise<object> => ({
        ...((await response.json()) as any).error,
        requestId: '',
      });
      expect(await bodyOf(hidden)).to.deep.equal(await bodyOf(unknown));
      expect(must(await world.admin.api.patch(path, { visibility: 'public' }), 200).urls.published).to.equal(
        `${world.instance.publicUrl}/openapi/${world.organizationId}/${slug}`,
      );
      const shown = await fetch(published, { headers: { origin: 'https://elsewhere.example' } });
      expect(shown.status).to.equal(200);
      expect(await shown.json()).to.deep.equal(petStore());
      expect(Object.fromEntries(shown.headers)).to.include({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=60',
      });
      expect(shown.headers.get('content-security-policy')).to.include('sandbox');
      const etag = shown.headers.get('etag')!;
      expect(
        (await fetch(published, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })).status,
      ).to.equal(304);
      expect((await fetch(published, { method: 'HEAD' })).status).to.equal(200);
      expect((await fetch(published, { method: 'POST' })).status).to.equal(405);
      must(await world.admin.api.patch(path, { visibility: 'private' }), 200);
      expect(
        (await fetch(published, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })).status,
      ).to.equal(404);
    });
  });

  describe('getLatestOpenAPISpecVersion', () => {
    it('links to the document as long as the caller may see it', async () => {
      const path = await create({ text: JSON.stringify(petStore()) });
      await waitForSpec(world.admin.api, path);
      const leaver = await world.member('read');
      const { url } = must(await leaver.api.get(`${path}/versions/latest`), 200);
      const here = url.replace(world.instance.publicUrl, world.instance.url);
      expect(await (await fetch(here)).json()).to.deep.equal(petStore());
      expect((await fetch(`${here}x`)).status).to.equal(404);
      expect(
        (await world.admin.api.delete(`/v1/orgs/${world.organizationId}/members/${leaver.userId}`)).status,
      ).to.be.oneOf([204, 205]);
      expect((await fetch(here)).status).to.equal(404);
    });
  });

  describe('getOpenAPISpecBySlug', () => {
    it('is for readers, and changing is for those who may create content', async () => {
      const path = await create({ text: yaml('Seen') });
      await waitForSpec(world.admin.api, path);
      expect(must(await reader.api.get(path), 200).permissions).to.deep.equal({ view: true, edit: false });
      expect((await reader.api.post(`${path}/refresh`)).status).to.equal(403);
      expect((await reader.api.patch(path, { visibility: 'public' })).status).to.equal(403);
      const guest = await world.member(null);
      expect((await guest.api.get(path)).status).to.equal(403);
      const other = await World.create(await backend.instance());
      for (const foreign of [path, `${base}/unknown`])
        expect((await other.admin.api.get(foreign)).status).to.equal(404);
    });
  });

  describe('getOpenAPISpecVersionById', () => {
    it('has the address that each version names', async () => {
      const path = await create({ url: `${site.origin}/spec.json` });
      await waitForSpec(world.admin.api, path);
      const spec = must(await world.admin.api.patch(path, { visibility: 'public' }), 200);
      const version = must(await world.admin.api.get(`${path}/versions/latest`), 200);
      const content = must(await world.admin.api.get(`${path}/versions/latest/content`), 200);
      const addresses = [
        ...Object.values<string>(spec.urls),
        ...Object.values<string>(version.urls),
        version.url,
        content.url,
      ];
      expect(addresses).to.have.lengthOf(6);
      for (const address of addresses) {
        const { status } = await fetch(address.replace(world.instance.publicUrl, world.instance.url), {
          headers: { authorization: `Bearer ${world.admin.token}` },
        });
        expect(status, address).to.equal(200);
      }
    });
  });

  describe('listOpenAPISpecs', () => {
    it('lists the specifications of the organization alone, page by page', async () => {
      const own = await World.create(world.instance);
      const path = `/v1/orgs/${own.organizationId}/openapi`;
      for (const slug of ['one', 'two'])
        must(await own.admin.api.post(path, { slug, source: { text: yaml(slug) } }), 201);
      const first = must(await own.admin.api.get(`${path}?limit=1`), 200);
      const second = must(await own.admin.api.get(`${path}?limit=1&page=${encodeURIComponent(first.next.page)}`), 200);
      expect([...first.items, ...second.items].map(({ slug }: any) => slug)).to.have.members(['one', 'two']);
      expect(first.count).to.equal(2);
      must(await reader.api.get(path), 404);
    });
  });

  describe('getLatestOpenAPISpecVersionContent', () => {
    it('returns the document of the last version, and 404 before there is one', async () => {
      const path = await create({ text: JSON.stringify(petStore()) });
      await waitForSpec(world.admin.api, path);
      const { filesystem } = must(await reader.api.get(`${path}/versions/latest/content`), 200);
      expect(filesystem).to.deep.equal([fileOf(petStore())]);
      must(await world.admin.api.patch(path, { visibility: 'public' }), 200);
      expect(must(await reader.api.get(`${path}/versions/latest/content`), 200).urls.public).to.equal(
        must(await reader.api.get(path), 200).urls.published,
      );
      answer = { status: 500, body: '' };
      const failing = await create({ url: `${site.origin}/spec.json` });
      must(await reader.api.get(`${failing}/versions/latest/content`), 404);
    });
  });

  describe('getOpenAPISpecVersionContentById', () => {
    it('returns the document of an earlier version, and 404 for an unknown one', async () => {
      const path = await create({ text: JSON.stringify(petStore()) });
      await waitForSpec(world.admin.api, path);
      const [{ id }] = await versions(path);
      must(await world.admin.api.put(path, { source: { text: yaml('Later') } }), 200);
      await until(async () => (await versions(path)).length === 2);
      expect(await document(path, id)).to.deep.equal(petStore());
      must(await reader.api.get(`${path}/versions/${'0'.repeat(20)}/content`), 404);
    });
  });
});
