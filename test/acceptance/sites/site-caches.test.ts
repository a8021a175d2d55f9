import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { audienceSite, shareLink } from '../../support/sites/audience.ts';
import { publish } from '../../support/sites/published-site.ts';
import { World } from '../../support/world.ts';

interface Answer {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly status: number;
  readonly body: Buffer;
}

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync } as const;
/** A text that is worth compressing. */
const LONG = 'A page of many words that are said again and again. '.repeat(200);
const PATHS = ['', 'home', 'home.md', 'llms.txt', 'llms-full.txt', 'rss.xml', '~quire/search?q=words'];

onEveryBackend('caching and compression of sites', (backend) => {
  let instance: Instance;
  let world: World;
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
  });

  /** Requests a path without decoding the answer. */
  const get = (path: string, encoding = 'identity'): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(`${instance.url}${path}`, { headers: { 'accept-encoding': encoding } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ headers: response.headers, status: response.statusCode!, body: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject);
      sent.end();
    });

  it('send pages and assets in Brotli, in gzip, and as they are', async () => {
    const { at } = await publish(world, [{ pages: [{ title: 'Home', markdown: LONG }, { title: 'Next' }] }]);
    const html = (await get(`${at}/`)).body.toString();
    const assets = [...html.matchAll(/(?:href|src)="([^"]*~quire\/assets\/[^"]+\.(?:css|js))"/g)].map(
      ([, path]) => path!,
    );
    expect(assets.length).to.be.at.least(2);
    for (const path of [`${at}/`, ...assets]) {
      const plain = await get(path);
      expect(plain.headers['content-encoding'], path).to.equal(undefined);
      for (const [accepted, used] of [
        ['br', 'br'],
        ['gzip', 'gzip'],
        ['gzip, deflate, br', 'br'],
        ['gzip;q=0.5, br;q=0', 'gzip'],
      ] as const) {
        const answer = await get(path, accepted);
        expect([answer.status, answer.headers['content-encoding']], `${path} ${accepted}`).to.deep.equal([200, used]);
        expect(answer.headers['vary'], path).to.match(/Accept-Encoding/i);
        expect(DECODERS[used](answer.body).equals(plain.body), path).to.equal(true);
      }
      expect((await get(path, 'br')).body.length, path).to.be.below((await get(path, 'gzip')).body.length);
    }
  });

  it('[A22] [A23] let shared caches keep what everybody sees, and nothing else', async () => {
    const open = await publish(world, [{ pages: [{ title: 'Start' }, { title: 'Home', markdown: LONG }] }]);
    for (const path of PATHS) {
      const { status, headers } = await get(`${open.at}/${path}`);
      expect(status, path).to.equal(200);
      expect(headers['cache-control'], path).to.match(
        path === '~quire/search?q=words' ? /^(?:public|private)/ : /^public, max-age=60$/,
      );
    }
    const unlisted = await publish(world, [{ pages: [{ title: 'Start' }, { title: 'Home', markdown: LONG }] }], {
      visibility: 'unlisted',
    });
    const adaptive = await audienceSite(world, 'public');
    const shared = await publish(world, [{ pages: [{ title: 'Start' }, { title: 'Home', markdown: LONG }] }], {
      visibility: 'share-link',
    });
    const { at: root } = await shareLink(world, shared);
    for (const at of [`${unlisted.at}/`, `${adaptive.at}/`, root])
      for (const path of [...PATHS, 'nothing', '~quire/nothing.css', 'private/x.css', 'home;x.css', 'home%2Fx.css']) {
        const { headers } = await get(at + path);
        expect(headers['cache-control'], at + path).not.to.include('public');
        if (at !== `${adaptive.at}/`) expect(headers['x-robots-tag'], at + path).to.equal('noindex');
      }
  });

  it('lets search engines list the pages of a public site with adaptive content', async () => {
    const adaptive = await audienceSite(world, 'public');
    const sitemap = (await get(`${adaptive.at}/sitemap.xml`)).body.toString();
    const listed = [...sitemap.matchAll(/<loc>([^<]*)/g)].map(([, url]) => new URL(url!).pathname);
    expect(listed).not.to.deep.equal([]);
    for (const path of listed) {
      const { status, headers } = await get(path);
      expect([status, headers['x-robots-tag']], path).to.deep.equal([200, undefined]);
    }
  });
});
