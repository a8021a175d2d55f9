import { createHash } from 'node:crypto';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { audienceSite, shareLink, visitorToken } from '../../support/sites/audience.ts';
import { CUSTOMIZATION } from '../../support/sites/customizations.ts';
import { GUIDE, htmlAt, publish } from '../../support/sites/published-site.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const IMAGE = /<meta property="og:image" content="([^"]+)">/;

onEveryBackend('preview pictures of pages', (backend) => {
  let instance: Instance;
  let world: World;
  let web: Api;
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
    web = apiOf(instance);
  });

  /** Returns the path of the picture that a page names. */
  const pictureOf = async (path: string): Promise<string> => {
    const url = IMAGE.exec(await htmlAt(web, path))?.[1]?.replaceAll('&amp;', '&');
    expect(url, path).to.match(new RegExp(`^${instance.publicUrl}/`));
    return url!.slice(instance.publicUrl.length);
  };
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${instance.url}${path}`, { headers });
  const bytesOf = async (path: string): Promise<Buffer> => {
    const answer = await get(path);
    expect(answer.status, path).to.equal(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  it('show the titles, in 1200 × 630 pixels, and are cached for good', async function () {
    this.timeout(120_000);
    const { at } = await publish(world, [GUIDE]);
    const html = await htmlAt(web, `${at}/guides/install`);
    expect(html)
      .to.include('<meta name="twitter:card" content="summary_large_image">')
      .and.include('<meta property="og:image:width" content="1200">')
      .and.include('<meta property="og:image:alt" content="Install">');
    const path = await pictureOf(`${at}/guides/install`);
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'image/png']);
    expect(answer.headers.get('cache-control')).to.include('public').and.include('immutable');
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(answer.headers.get('cross-origin-resource-policy')).to.equal('cross-origin');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).to.include({ format: 'png', width: 1200, height: 630 });
    expect(bytes.length).to.be.below(100_000);
    const again = await get(path, { 'if-none-match': answer.headers.get('etag')! });
    expect(again.status).to.equal(304);
    const head = await fetch(`${instance.url}${path}`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).to.equal(String(bytes.length));
    // Another page has another picture, the same page the same one.
    expect(digest(await bytesOf(path))).to.equal(digest(bytes));
    expect(digest(await bytesOf(await pictureOf(`${at}/`)))).not.to.equal(digest(bytes));
    const unversioned = await get(path.replace(/\?.*/, '?v=0'));
    expect(unversioned.headers.get('cache-control')).to.equal('public, max-age=60');
    await unversioned.arrayBuffer();
  });

  it('draw every script, long titles and markup as text', async function () {
    this.timeout(120_000);
    const titles = [
      'كيفية تثبيت البرنامج على الخادم',
      '在服务器上安装软件的完整指南',
      'サーバーへのインストール手順 🚀',
      '서버에 설치하는 방법',
      'מדריך התקנה מלא',
      '#{panic("code")} $x^2$ *bold* <script>',
      'Averyverylongword'.repeat(12),
      'A title of many words '.repeat(10),
    ];
    const { at } = await publish(world, [
      { pages: titles.map((title, i) => ({ title, slug: `page-${i}`, description: title.repeat(3) })) },
    ]);
    const seen = new Set<string>();
    for (const [i, title] of titles.entries()) {
      const bytes = await bytesOf(await pictureOf(i === 0 ? `${at}/` : `${at}/page-${i}`));
      const { channels } = await sharp(bytes).stats();
      // Something is drawn: not all pixels have one color.
      expect(Math.max(...channels.map(({ stdev }) => stdev)), title).to.be.above(5);
      seen.add(digest(bytes));
    }
    expect(seen.size).to.equal(titles.length);
  });

  it('have the colors of the customization', async function () {
    this.timeout(120_000);
    const { at, api } = await publish(world, [GUIDE]);
    const brightness = async (path: string): Promise<number> =>
      (
        await sharp(await bytesOf(path))
          .greyscale()
          .stats()
      ).channels[0]!.mean;
    const plain = await pictureOf(`${at}/`);
    expect(await brightness(plain)).to.be.above(150);
    must(await world.admin.api.put(`${api}/customization`, CUSTOMIZATION), 200);
    const dark = await pictureOf(`${at}/`);
    expect(dark).not.to.equal(plain);
    expect(await brightness(dark)).to.be.below(90);
    must(
      await world.admin.api.put(`${api}/customization`, {
        ...CUSTOMIZATION,
        socialPreview: { url: 'https://example.com/preview.png' },
      }),
      200,
    );
    const html = await htmlAt(web, `${at}/`);
    expect(html.match(new RegExp(IMAGE, 'g'))).to.have.length(1);
    expect(IMAGE.exec(html)?.[1]).to.equal('https://example.com/preview.png');
  });

  it('are drawn without a logo that cannot be fetched', async function () {
    this.timeout(120_000);
    const { at, api } = await publish(world, [GUIDE]);
    // A server of the private network.
    const logo = { light: 'http://169.254.169.254/logo.png', dark: 'http://169.254.169.254/logo.png' };
    must(
      await world.admin.api.put(`${api}/customization`, {
        ...CUSTOMIZATION,
        header: { ...CUSTOMIZATION.header, logo },
      }),
      200,
    );
    expect(await sharp(await bytesOf(await pictureOf(`${at}/`))).metadata()).to.include({ width: 1200 });
  });

  it('[A14] [A22] are there for visitors who may read the page, and not public elsewhere', async function () {
    this.timeout(120_000);
    const { at, key, api, filledSpaces } = await audienceSite(world, 'public');
    const [{ id: siteSpaceId }] = must(await world.admin.api.get(`${api}/site-spaces`), 200).items;
    const insider = `${at}/~quire/pictures/${siteSpaceId}/${filledSpaces[0]!.pages['Insider']}.png`;
    expect((await get(insider)).status).to.equal(404);
    const cookie = `quire-visitor=${await visitorToken(key, { staff: true })}`;
    const staff = await get(insider, { cookie });
    expect([staff.status, staff.headers.get('cache-control')]).to.deep.equal([200, 'private, no-store']);
    await staff.arrayBuffer();
    for (const path of [
      `${at}/~quire/pictures/${siteSpaceId}/${'0'.repeat(20)}.png`,
      `${at}/~quire/pictures/${siteSpaceId}/${filledSpaces[0]!.pages['Home']}`,
      `${at}/~quire/pictures/nothing/${filledSpaces[0]!.pages['Home']}.png`,
    ])
      expect((await get(path)).status, path).to.equal(404);

    const closed = await publish(world, [GUIDE], { visibility: 'share-link' });
    const { at: root } = await shareLink(world, closed);
    expect(await htmlAt(web, root)).not.to.match(IMAGE);
    const [{ id }] = must(await world.admin.api.get(`${closed.api}/site-spaces`), 200).items;
    const name = `~quire/pictures/${id}/${closed.filledSpaces[0]!.pages['Welcome']}.png`;
    expect((await get(`${closed.at}/${name}`)).status).to.equal(404);
    const shared = await get(`${root}${name}`);
    expect([shared.status, shared.headers.get('cache-control')]).to.deep.equal([200, 'private, no-store']);
    await shared.arrayBuffer();
  });
});
