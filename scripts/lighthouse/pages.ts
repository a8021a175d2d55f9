import sharp from 'sharp';
import type { TemporaryInstance } from '../temporary-instance.ts';
import { fillSpace } from '../../test/support/fill-space.ts';
import { waitForSpec } from '../../test/support/openapi-specs.ts';
import { paymentsSpec } from '../../test/support/payments-spec.ts';
import { must } from '../../test/support/world.ts';
import { CHANGELOG, CHINESE, LANDING, LONG } from './texts.ts';

/** Draws a picture as screenshots are: large, with many colors. */
const screenshot = (hue: number): Promise<Buffer> =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background: `hsl(${hue}, 60%, 60%)` } })
    .composite([
      { input: Buffer.from('<svg width="1200" height="600"><rect width="1200" height="600" fill="#fff"/></svg>') },
    ])
    .png()
    .toBuffer();

/** Publishes a site with five kinds of pages. Search results ask robots not to index them and are not rated. @returns their URLs by name */
export async function lighthousePages({
  instance,
  api,
  organizationId,
}: TemporaryInstance): Promise<readonly (readonly [name: string, url: string])[]> {
  const org = `/v1/orgs/${organizationId}`;
  const source = { text: JSON.stringify(paymentsSpec('https://api.example.com/v1')) };
  must(await api.post(`${org}/openapi`, { slug: 'payments', source }), 201);
  await waitForSpec(api, `${org}/openapi/payments`, 60_000);
  must(await api.patch(`${org}/openapi/payments`, { visibility: 'public' }), 200);
  const space = must(await api.post(`${org}/spaces`, { title: 'Guide' }), 201);
  const operation = (path: string, method: string): string =>
    `{% openapi-operation spec="payments" path="${path}" method="${method}" %}\n{% endopenapi-operation %}`;
  await fillSpace(instance, space.id, {
    pages: [
      { title: 'Welcome', description: 'Everything about the service', markdown: LANDING },
      { title: 'Reference', description: 'All settings', markdown: LONG },
      {
        title: 'Charges',
        description: 'Operations on charges',
        markdown: `${operation('/charges', 'get')}\n\n${operation('/charges', 'post')}\n`,
      },
      { title: 'Changelog', description: 'What is new', markdown: CHANGELOG },
      { title: '安装指南', slug: 'install-zh', description: '如何安装', markdown: CHINESE },
    ],
    files: await Promise.all(
      [200, 100, 20].map(async (hue, i) => ({
        name: `screenshot-${i}.png`,
        bytes: await screenshot(hue),
        contentType: 'image/png',
      })),
    ),
  });
  const site = must(await api.post(`${org}/sites`, { title: 'Acme Docs', spaces: [space.id] }), 201);
  const { urls } = must(await api.post(`${org}/sites/${site.id}/publish`), 200);
  const at = (path: string): string => `${instance.url}${new URL(urls.published).pathname.replace(/\/$/, '')}/${path}`;
  return [
    ['landing', at('')],
    ['long page', at('reference')],
    ['API reference', at('charges')],
    ['changelog', at('changelog')],
    ['Chinese', at('install-zh')],
  ];
}
