import { expect } from 'chai';
import sharp from 'sharp';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { htmlAt, publish, type PublishedSite } from '../../support/sites/published-site.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

/** Picture that does not compress to nothing: colored noise. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

onEveryBackend('pictures of published pages', (backend) => {
  let instance: Instance;
  let web: Api;
  let world: World;
  let published: PublishedSite;
  let html: string;
  before(async () => {
    instance = await backend.instance();
    world = await World.create(instance);
    web = apiOf(instance);
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1000"></svg>';
    const animation = await sharp(
      [
        await noise(1000, 50).png({ palette: true, colors: 16 }).toBuffer(),
        await noise(1000, 50).png({ palette: true, colors: 16 }).toBuffer(),
      ],
      {
        join: { animated: true },
      },
    )
      .webp()
      .toBuffer();
    published = await publish(world, [{ pages: [{ title: 'Home', markdown: 'Words' }] }]);
    const spaceId = published.spaces[0].id;
    const upload = async (name: string, bytes: Buffer): Promise<string> => {
      const file = { name, contentType: 'application/octet-stream', base64: bytes.toString('base64') };
      const changes = [{ operation: 'insert_files', files: [file] }];
      const answer = await world.admin.api.post(`/v1/spaces/${spaceId}/content`, { changes });
      return must(answer, 200).insertedFiles[0].id;
    };
    const ids = {
      large: await upload('large.png', await noise(1300, 650).png({ palette: true, colors: 16 }).toBuffer()),
      drawing: await upload('drawing.svg', Buffer.from(drawing)),
      animation: await upload('animation.webp', animation),
      broken: await upload(
        'broken.png',
        (await noise(900, 90).png({ palette: true, colors: 16 }).toBuffer()).subarray(0, 5_000),
      ),
      manual: await upload('manual.txt', Buffer.from('words '.repeat(300))),
    };
    const markdown = [
      `![large](/files/${ids.large})`,
      `<img src="/files/${ids.large}" alt="half" width="650">`,
      `<img src="/files/${ids.large}" alt="low" height="65">`,
      `![drawing](/files/${ids.drawing})`,
      `![animation](/files/${ids.animation})`,
      `![broken](/files/${ids.broken})`,
      `{% file src="/files/${ids.manual}" %}`,
    ].join('\n\n');
    const changes = [{ operation: 'insert_page', title: 'Pictures', document: { markdown } }];
    must(await world.admin.api.post(`/v1/spaces/${spaceId}/content`, { changes }), 200);
    html = await htmlAt(web, `${published.at}/pictures`);
  });

  const image = (alt: string): Record<string, string> => {
    const [tag] = new RegExp(`<img [^>]*alt="${alt}"[^>]*>`).exec(html) ?? [''];
    return Object.fromEntries(
      [...tag.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!.replaceAll('&amp;', '&')]),
    );
  };
  const get = (path: string): Promise<Response> => fetch(instance.url + path.replaceAll('&amp;', '&'));
  const versions = (alt: string): string[] => (image(alt).srcset ?? '').split(', ').map((one) => one.split(' ')[0]!);

  it('reserves the space of pictures, in the width that the page names', () => {
    expect(image('large')).to.include({ width: '1300', height: '650' });
    expect(image('half')).to.include({ width: '650', height: '325' });
    expect(image('low')).to.include({ width: '130', height: '65' });
  });

  it('loads the first picture at once and the others when they come near', () => {
    expect(image('large')).not.to.have.property('loading');
    expect(image('half')).to.include({ loading: 'lazy' });
  });

  it('offers smaller versions as WebP, which are the same at each request', async () => {
    expect(image('large').srcset).to.match(/^\S+&w=480 480w, \S+&w=800 800w, \S+&w=1200 1200w, \S+ 1300w$/);
    const [small] = versions('large');
    const first = await get(small!);
    expect(first.status).to.equal(200);
    expect(first.headers.get('content-type')).to.equal('image/webp');
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(await sharp(bytes).metadata()).to.include({ format: 'webp', width: 480, height: 240 });
    expect(Buffer.from(await (await get(small!)).arrayBuffer()).equals(bytes)).to.equal(true);
    const etag = first.headers.get('etag')!;
    const again = await fetch(instance.url + small!.replaceAll('&amp;', '&'), { headers: { 'if-none-match': etag } });
    expect(again.status).to.equal(304);
  });

  it('lets browsers keep what has its hash in its URL, and nothing else', async () => {
    const { src } = image('large');
    expect((await get(src!)).headers.get('cache-control')).to.equal('public, max-age=31536000, s-maxage=60, immutable');
    for (const other of [src!.replace(/\?.*/, ''), src!.replace(/v=..../, 'v=0000')])
      expect((await get(other)).headers.get('cache-control')).to.equal('public, max-age=60');
  });

  it('[A22] lets nobody but its readers keep pictures of a private site', async () => {
    must(await world.admin.api.patch(published.api, { visibility: 'unlisted' }), 200);
    const caching = (await get(image('large').src!)).headers.get('cache-control');
    must(await world.admin.api.patch(published.api, { visibility: 'public' }), 200);
    expect(caching).not.to.include('immutable');
  });

  it('sends drawings, animations, broken pictures and other widths as they are', async () => {
    for (const name of ['drawing', 'animation', 'broken']) {
      const { src, srcset } = image(name);
      if (name === 'drawing') expect(srcset).to.equal(undefined);
      const own = await get(src!);
      const scaled = await get(`${src!}&w=480`);
      expect(scaled.status, name).to.equal(200);
      expect(scaled.headers.get('content-type'), name).to.equal(own.headers.get('content-type'));
      expect(await scaled.text(), name).to.equal(await own.text());
    }
    for (const width of ['481', '99999', '-1', 'x']) {
      const answer = await get(`${image('large').src!}&w=${width}`);
      expect(answer.headers.get('content-type'), width).to.equal('image/png');
    }
  });

  it('shows the kind and size of a file', () => {
    expect(html).to.include('manual.txt <small>TXT · 1.8 kB</small>');
  });
});
