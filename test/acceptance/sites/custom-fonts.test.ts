import { expect } from 'chai';
import { GitBookAPI as NewestClient } from 'gitbook-api-newest';
import { onEveryBackend } from '../../support/backends.ts';
import { CUSTOMIZATION } from '../../support/sites/customizations.ts';
import { OTF, TTF, WOFF, WOFF2 } from '../../support/sites/fonts.ts';
import { GUIDE, publish } from '../../support/sites/published-site.ts';
import { apiOf, must, World } from '../../support/world.ts';

onEveryBackend('custom fonts', (backend) => {
  let world: World;
  let other: World;
  let at: string;
  let fonts: any;
  before(async () => {
    world = await World.create(await backend.instance());
    other = await World.create(world.instance);
    at = `/v1/orgs/${world.organizationId}`;
    fonts = (new NewestClient({ endpoint: world.instance.url, authToken: world.admin.token }) as any).orgs;
  });

  const upload = async (bytes: Uint8Array, type = 'font/woff2'): Promise<string> => {
    const body = { file: { name: 'font', type, size: bytes.length }, kind: 'customization_font' };
    const { key, url } = must(await world.admin.api.post(`${at}/storage/upload`, body), 201);
    const sent = await fetch(url, { method: 'PUT', body: bytes, headers: { 'content-type': type } });
    expect(sent.status, await sent.text()).to.equal(200);
    return key;
  };
  const create = async (fontFamily = 'House Sans'): Promise<any> =>
    (
      await fonts.createCustomFont(world.organizationId, {
        fontFamily,
        fontFaces: [{ weight: 400, storageKey: await upload(WOFF2) }],
      })
    ).data;
  const bytesAt = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

  describe('createCustomFont', () => {
    it('makes a font of files in every format, which are served to pages of every origin', async () => {
      const files = [
        [400, WOFF2, 'font/woff2'],
        [500, WOFF, 'font/woff'],
        [700, TTF, 'font/ttf'],
        [900, OTF, 'application/x-font-otf'],
      ] as const;
      const fontFaces = [];
      for (const [weight, bytes, type] of files) fontFaces.push({ weight, storageKey: await upload(bytes, type) });
      const { data } = await fonts.createCustomFont(world.organizationId, { fontFamily: 'All Formats', fontFaces });
      expect(data).to.include({ custom: true, fontFamily: 'All Formats' });
      expect(data.permissions).to.deep.equal({ edit: true });
      for (const [i, [weight, bytes]] of files.entries()) {
        const { weight: shown, sources } = data.fontFaces[i];
        expect(shown).to.equal(weight);
        const answer = await fetch(sources[0].url.replace(world.instance.publicUrl, world.instance.url));
        expect(answer.headers.get('access-control-allow-origin')).to.equal('*');
        expect(answer.headers.get('cross-origin-resource-policy')).to.equal('cross-origin');
        expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).to.equal(true);
      }
    });

    it('requires the weight 400, files that are fonts, and each key once', async () => {
      const key = await upload(WOFF2);
      const issue = async (fontFaces: object[], fontFamily = 'Sans'): Promise<string> =>
        must(await world.admin.api.put(`${at}/fonts`, { fontFamily, fontFaces }), 400).error.issues[0].path;
      expect(await issue([{ weight: 700, storageKey: key }])).to.equal('fontFaces');
      expect(
        await issue([
          { weight: 400, storageKey: key },
          { weight: 400, storageKey: key },
        ]),
      ).to.equal('fontFaces.1.weight');
      expect(
        await issue([
          { weight: 400, storageKey: key },
          { weight: 700, storageKey: key },
        ]),
      ).to.equal('fontFaces.1.storageKey');
      expect(await issue([{ weight: 400, storageKey: key }], 'x"; }')).to.equal('fontFamily');
      const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
      const body = { file: { name: 'f', type: 'font/woff2', size: png.length }, kind: 'customization_font' };
      const { url } = must(await world.admin.api.post(`${at}/storage/upload`, body), 201);
      expect((await fetch(url, { method: 'PUT', body: png })).status).to.equal(400);
      must(
        await other.admin.api.put(`/v1/orgs/${other.organizationId}/fonts`, {
          fontFamily: 'Sans',
          fontFaces: [{ weight: 400, storageKey: key }],
        }),
        400,
      );
    });
  });

  describe('listCustomFonts', () => {
    it('lists the fonts of the organization, without the right to edit for readers', async () => {
      const { id } = await create('Listed');
      const reader = await world.member('read');
      const { items } = must(await reader.api.get(`${at}/fonts`), 200);
      const found = items.find((one: any) => one.id === id);
      expect(found).to.deep.include({ fontFamily: 'Listed', permissions: { edit: false } });
      expect(must(await other.admin.api.get(`/v1/orgs/${other.organizationId}/fonts`), 200).count).to.equal(0);
    });
  });

  describe('getCustomFont', () => {
    it('[A3] is a 404 for a font of another organization', async () => {
      const made = await create();
      expect((await fonts.getCustomFont(world.organizationId, made.id)).data).to.deep.equal(made);
      must(await other.admin.api.get(`/v1/orgs/${other.organizationId}/fonts/${made.id}`), 404);
    });
  });

  describe('a customization with a custom font', () => {
    const site = async () => {
      const published = await publish(world, [GUIDE], { visibility: 'public' });
      const font = await create('Brand Sans');
      const styling = { ...CUSTOMIZATION.styling, font };
      must(await world.admin.api.put(`${published.api}/customization`, { ...CUSTOMIZATION, styling }), 200);
      return { published, font };
    };
    const sheetOf = async (path: string): Promise<{ url: string; css: string }> => {
      const web = apiOf(world.instance);
      const html = must(await web.get(`${path}/`), 200);
      const sheet = [...html.matchAll(/href="([^"]*look-[0-9a-f]{16}\.css)"/g)][0]![1]!;
      return { url: sheet, css: must(await web.get(sheet), 200) };
    };

    it('loads the font on the published site from its own origin', async () => {
      const { published } = await site();
      const { url, css } = await sheetOf(published.at);
      expect(css).to.match(/@font-face \{ font-family: "Brand Sans"; font-weight: 400;[^}]*font-display: swap;/);
      const [, file] = /src: url\("([^"]+)"\) format\("woff2"\)/.exec(css)!;
      const asset = new URL(file!, new URL(url, world.instance.url)).href;
      expect((await bytesAt(asset)).equals(WOFF2)).to.equal(true);
      const page = await fetch(`${world.instance.url}${published.at}/`);
      expect(page.headers.get('content-security-policy')).to.include("font-src 'self'");
    });

    it('serves the files of no font that the site does not use', async () => {
      const { published, font } = await site();
      const { css, url } = await sheetOf(published.at);
      const [, file] = /src: url\("([^"]+)"\)/.exec(css)!;
      const unused = await create('Unused');
      const foreign = file!.replace(font.id, unused.id);
      expect((await fetch(new URL(foreign, new URL(url, world.instance.url)))).status).to.equal(404);
    });

    it('is a 400 with the path for a font that the organization does not have', async () => {
      const { published, font } = await site();
      const styling = { ...CUSTOMIZATION.styling, font: { ...font, id: '0'.repeat(20) } };
      const { error } = must(
        await world.admin.api.put(`${published.api}/customization`, { ...CUSTOMIZATION, styling }),
        400,
      );
      expect(error.issues[0].path).to.equal('styling.font.id');
    });

    describe('updateCustomFont', () => {
      it('changes the family and the files on the sites that use it', async () => {
        const { published, font } = await site();
        const { data } = await fonts.updateCustomFont(world.organizationId, font.id, {
          fontFamily: 'New Brand',
          fontFaces: [{ weight: 700, storageKey: await upload(TTF, 'font/ttf') }],
        });
        expect(data.fontFaces.map((face: any) => face.weight)).to.deep.equal([400, 700]);
        const { css } = await sheetOf(published.at);
        expect(css).to.include('font-family: "New Brand"; font-weight: 700;').and.not.include('Brand Sans');
        const shown = must(await world.admin.api.get(`${published.api}/customization`), 200);
        expect(shown.styling.font.fontFaces).to.deep.equal(data.fontFaces);
        const removal = { fontFaces: [{ weight: 400, storageKey: null }] };
        must(await world.admin.api.post(`${at}/fonts/${font.id}`, removal), 400);
        must(
          await world.admin.api.post(`${at}/fonts/${font.id}`, { fontFaces: [{ weight: 700, storageKey: null }] }),
          200,
        );
        expect((await sheetOf(published.at)).css).not.to.include('font-weight: 700');
      });
    });

    describe('deleteCustomFont', () => {
      it('is refused while a site uses the font', async () => {
        const { published, font } = await site();
        const { error } = must(await world.admin.api.delete(`${at}/fonts/${font.id}`), 409);
        expect(error.message).to.include(published.site.id);
        must(await world.admin.api.put(`${published.api}/customization`, CUSTOMIZATION), 200);
        must(await world.admin.api.delete(`${at}/fonts/${font.id}`), 205);
        must(await world.admin.api.delete(`${at}/fonts/${font.id}`), 204);
        must(await world.admin.api.get(`${at}/fonts/${font.id}`), 404);
      });
    });
  });
});
