import { expect } from 'chai';
import { Tokens } from '../../../src/composition/tokens.ts';
import { MAX_IMAGES, OrganizationImage } from '../../../src/domain/organizations/organization-image.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { CUSTOMIZATION } from '../../support/sites/customizations.ts';
import { GUIDE, PNG, publish } from '../../support/sites/published-site.ts';
import { must, World, type Api } from '../../support/world.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>alert(1)</script></svg>';

onEveryBackend('images of an organization', (backend) => {
  let world: World;
  let other: World;
  let at: string;
  before(async () => {
    world = await World.create(await backend.instance());
    other = await World.create(world.instance);
    at = `/v1/orgs/${world.organizationId}`;
  });

  const upload = async (bytes: Uint8Array, type = 'image/png', kind = 'organization_file'): Promise<string> => {
    const body = { file: { name: 'logo', type, size: bytes.length }, kind };
    const { key, url } = must(await world.admin.api.post(`${at}/storage/upload`, body), 201);
    expect((await fetch(url, { method: 'PUT', body: bytes, headers: { 'content-type': type } })).status).to.equal(200);
    return key;
  };
  const create = async (bytes: Uint8Array = PNG, type?: string): Promise<any> =>
    must(await world.admin.api.post(`${at}/images`, { name: ' Logo ', storageKey: await upload(bytes, type) }), 201);
  const load = (url: string, init?: RequestInit): Promise<Response> =>
    fetch(url.replace(world.instance.publicUrl, world.instance.url), init);
  const issueOf = async (body: object, api: Api = world.admin.api): Promise<{ path: string; message: string }> =>
    must(await api.post(`${at}/images`, body), 400).error.issues[0];

  describe('createOrganizationImage', () => {
    it('makes an image that every page can show, by its URL alone', async () => {
      const image = await create();
      expect(image).to.include({ object: 'image', name: 'Logo', contentType: 'image/png', size: PNG.length });
      const answer = await load(image.urls.image);
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-type')).to.equal('image/png');
      expect(answer.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(answer.headers.get('cross-origin-resource-policy')).to.equal('cross-origin');
      expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).to.equal(true);
      const etag = answer.headers.get('etag')!;
      expect((await load(image.urls.image, { headers: { 'if-none-match': etag } })).status).to.equal(304);
      expect((await load(image.urls.image, { method: 'POST' })).status).to.equal(404);
    });

    it('runs no script of an SVG that somebody opens', async () => {
      const image = await create(Buffer.from(SVG), 'image/svg+xml');
      expect(image.contentType).to.equal('image/svg+xml');
      const answer = await load(image.urls.image);
      expect(answer.headers.get('content-security-policy')).to.match(/default-src 'none'.*sandbox/);
      expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
    });

    it('refuses what is no image, an image above 5 MiB, and keys of other uploads', async () => {
      const text = await upload(Buffer.from('<html>not an image</html>'));
      expect(await issueOf({ name: 'Logo', storageKey: text })).to.deep.equal({
        path: 'storageKey',
        message: 'names a file that is not a PNG, JPEG, GIF, WebP, AVIF, SVG or ICO image',
      });
      const limit = 5 * 1024 * 1024;
      const padded = (size: number): Buffer => Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]);
      expect((await create(padded(limit))).size).to.equal(limit);
      expect(await issueOf({ name: 'Logo', storageKey: await upload(padded(limit + 1)) })).to.deep.equal({
        path: 'storageKey',
        message: `names an image of more than ${limit} bytes`,
      });
      expect((await issueOf({ name: 'Logo', storageKey: '0'.repeat(20) })).path).to.equal('storageKey');
      for (const name of [' ', '\u200b']) expect((await issueOf({ name, storageKey: text })).path).to.equal('name');
      const imported = await upload(PNG, 'image/png', 'import_file');
      expect((await issueOf({ name: 'Logo', storageKey: imported })).message).to.include('import_file');
    });

    it('uses an upload once', async () => {
      const storageKey = await upload(PNG);
      const calls = await Promise.all(
        [1, 2, 3].map(() => world.admin.api.post(`${at}/images`, { name: 'Logo', storageKey })),
      );
      expect(calls.map(({ status }) => status).sort()).to.deep.equal([201, 400, 400]);
    });
  });

  describe('createOrganizationImage in an organization with many images', () => {
    it('creates the 1,000th image, refuses the next one, and keeps its upload', async () => {
      const full = await World.create(world.instance);
      const images = `/v1/orgs/${full.organizationId}/images`;
      const keyOf = async (): Promise<string> => {
        const body = { file: { name: 'logo', type: 'image/png', size: PNG.length }, kind: 'organization_file' };
        const { key, url } = must(
          await full.admin.api.post(`/v1/orgs/${full.organizationId}/storage/upload`, body),
          201,
        );
        await fetch(url, { method: 'PUT', body: PNG, headers: { 'content-type': 'image/png' } });
        return key;
      };
      const first = must(await full.admin.api.post(images, { name: 'First', storageKey: await keyOf() }), 201);
      const { container } = full.instance;
      const { ids } = container.get(Tokens.Services);
      const at = new Date().toISOString();
      const context = { organizationId: null, spaceId: null, actorId: null, tokenId: null, requestId: null, at };
      await container.get(Tokens.UnitOfWork).run(context, async (work) => {
        const state = (await work.organizationImages.get({ id: first.id })).snapshot();
        for (let number = 2; number < MAX_IMAGES; number++)
          await work.organizationImages.save(OrganizationImage.create({ ...state, id: ids.next() }));
      });
      must(await full.admin.api.post(images, { name: 'Last', storageKey: await keyOf() }), 201);
      const storageKey = await keyOf();
      const { error } = must(await full.admin.api.post(images, { name: 'Too many', storageKey }), 409);
      expect(error.message).to.equal('an organization can have at most 1000 images');
      must(await full.admin.api.delete(`${images}/${first.id}`), 205);
      must(await full.admin.api.post(images, { name: 'In its place', storageKey }), 201);
    });
  });

  describe('listOrganizationImages', () => {
    it('lists the images of the organization, page by page', async () => {
      const { id } = await create();
      const { items, count } = must(await world.admin.api.get(`${at}/images?limit=1000`), 200);
      expect(items.map((image: any) => image.id)).to.include(id);
      expect(count).to.equal(items.length);
      const first = must(await world.admin.api.get(`${at}/images?limit=1`), 200);
      expect([first.items, typeof first.next.page]).to.deep.equal([items.slice(0, 1), 'string']);
      expect(must(await other.admin.api.get(`/v1/orgs/${other.organizationId}/images`), 200).items).to.deep.equal([]);
    });
  });

  describe('deleteOrganizationImage', () => {
    it('deletes an image, unless a site or the organization shows it', async () => {
      const { site } = await publish(world, [GUIDE]);
      const { id, urls } = await create();
      const look = (icon?: object) => ({
        ...CUSTOMIZATION,
        favicon: icon === undefined ? {} : { icon },
      });
      must(await other.admin.api.delete(`/v1/orgs/${other.organizationId}/images/${id}`), 204);
      const path = `${at}/sites/${site.id}/customization`;
      must(await world.admin.api.put(path, look({ light: urls.image, dark: urls.image })), 200);
      expect(must(await world.admin.api.delete(`${at}/images/${id}`), 409).error.message).to.include(site.id);
      must(await world.admin.api.put(path, look()), 200);
      must(await world.admin.api.patch(at, { logo: urls.image }), 200);
      must(await world.admin.api.delete(`${at}/images/${id}`), 409);
      expect((await load(urls.image)).status).to.equal(200);
      must(await world.admin.api.patch(at, { logo: null }), 200);
      must(await world.admin.api.delete(`${at}/images/${id}`), 205);
      must(await world.admin.api.delete(`${at}/images/${id}`), 204);
      expect((await load(urls.image)).status).to.equal(404);
    });
  });
});
