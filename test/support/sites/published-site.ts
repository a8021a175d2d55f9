import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { fillSpace, type SpaceInput, type FilledSpace } from '../fill-space.ts';
import { must, type Api, type World } from '../world.ts';

/** Picture of one pixel. */
export const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154789c6360000002000154a24f5e0000000049454e44ae426082',
  'hex',
);

/** Typical space: a home page, a group, a subpage, a page for some readers, a hidden page, a link. */
export const GUIDE: SpaceInput = {
  pages: [
    {
      title: 'Welcome',
      description: 'Start here',
      emoji: '1f44b',
      markdown: 'Hello, **reader**. [Install](guides/install.md#steps) or [by id](/pages/{page:Deep}).',
    },
    {
      title: 'Guides',
      type: 'group',
      pages: [
        {
          title: 'Install',
          markdown:
            '# Install\n\n## Steps\n\n![logo](/files/{file:logo.png}) ![odd](/files/{file:../x/logo\r\n.png}) [up](../welcome.md) [gone](nowhere.md) [secret](secret.md)',
          pages: [{ title: 'Deep', markdown: 'deep' }],
        },
        {
          title: 'Secret',
          condition: 'visitor.claims.unsigned.staff',
          markdown: 'for staff only',
          pages: [{ title: 'Below secret', markdown: 'also staff' }],
        },
      ],
    },
    { title: 'Hidden', hidden: true, markdown: 'not in the table', pages: [{ title: 'Below hidden' }] },
    {
      title: 'Elsewhere',
      type: 'link',
      href: 'https://example.com/x',
      target: { kind: 'url', url: 'https://example.com/x' },
    },
  ],
  files: [
    { name: '../x/logo\r\n.png', bytes: 'odd' },
    { name: 'logo.png', bytes: PNG },
  ],
};

export interface PublishedSite {
  readonly site: any;
  readonly at: string;
  readonly api: string;
  readonly spaces: readonly any[];
  readonly filledSpaces: readonly FilledSpace[];
}

/** Publishes a site with a space for each content. */
export async function publish(
  world: World,
  contents: readonly SpaceInput[],
  { titles = [], visibility = 'public' }: { titles?: readonly string[]; visibility?: string } = {},
): Promise<PublishedSite> {
  const spaces = [];
  const filledSpaces = [];
  for (const [i, content] of contents.entries()) {
    const space = await world.space({ title: titles[i] ?? `Space ${i}` });
    filledSpaces.push(await fillSpace(world.instance, space.id, content));
    spaces.push(space);
  }
  const { data: site } = await world.admin.client.orgs.createSite(world.organizationId, {
    title: 'Docs',
    visibility,
    spaces: spaces.map(({ id }) => id),
  });
  const basename = `site-${randomBytes(6).toString('hex')}`;
  const api = `/v1/orgs/${world.organizationId}/sites/${site.id}`;
  must(await world.admin.api.patch(api, { basename }), 200);
  return {
    site: must(await world.admin.api.post(`${api}/publish`), 200),
    at: `/sites/${basename}`,
    api,
    spaces,
    filledSpaces,
  };
}

/** Reads the HTML of a page as a reader. */
export const htmlAt = async (web: Api, path: string): Promise<string> => must(await web.get(path), 200);

/** Expects a redirect from one address to another. */
export async function redirects(web: Api, path: string, to: string, status = 308): Promise<void> {
  const answer = await web.get(path);
  must(answer, status);
  expect(answer.headers.get('location'), path).to.equal(to);
}
