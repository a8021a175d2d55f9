import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { htmlAt, publish } from '../../support/sites/published-site.ts';
import { apiOf, must, World } from '../../support/world.ts';

const UNKNOWN = '00000000000000000000';

onEveryBackend('links written over the API', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const page = (title: string, markdown: string, more: object = {}) =>
    insert(title, { document: { markdown }, ...more });

  describe('updateChangeRequestContent', () => {
    it('stores links to pages and files by id in whatever form, and those without a target as text', async () => {
      const draft = await Draft.open(world);
      const { changes } = await draft.edit(
        { operation: 'insert_page', type: 'group', title: 'Guide', ref: 'guide' },
        page('Install', '## Steps', { into: 'guide', ref: 'install' }),
        page('Home', 'words'),
        page('Deep', 'words', { into: 'install' }),
      );
      const [guide, install, home, deep] = changes.map(({ page: one }: any) => one.id);
      const written = async (markdown: string, more: object): Promise<string> =>
        (await draft.page(await draft.insert({ title: 'Text', document: { markdown }, ...more }))).markdown;
      for (const target of [
        './install.md',
        'install.md',
        'install',
        '../guide/install.md',
        '/pages/guide/install',
        '/pages/guide/install.md',
        '/pages/guide/install/README.md',
        '/guide/install',
        './install/README.md',
        '/pages/Guide/Install.md',
      ]) {
        expect(await written(`a [x](${target}#steps "t") b`, { into: guide }), target).to.equal(
          `a [x](/pages/${install}#steps "t") b`,
        );
        expect(
          await written(`{% content-ref url="${target}" %}\n<a href="${target}">x</a>\n\n[r]: <${target}>`, {
            into: guide,
          }),
          target,
        ).to.equal(
          `{% content-ref url="/pages/${install}" %}\n<a href="/pages/${install}">x</a>\n\n[r]: </pages/${install}>`,
        );
      }
      for (const gone of ['./none.md', '../../out.md', '/pages/guide/none', '/pages/none.md', 'none.md'])
        expect(await written(`a [*x*](${gone} "t") ![p](${gone}) b`, { into: guide }), gone).to.equal(
          `a *x* ![p](${gone}) b`,
        );
      for (const kept of [
        'https://example.org/a.md',
        'mailto:a@example.org',
        '#part',
        `/pages/${UNKNOWN}`,
        `/files/${UNKNOWN}`,
        'data:image/png;base64,AA',
      ])
        expect(await written(`[x](${kept})`, {}), kept).to.equal(`[x](${kept})`);
      expect(await written('`[x](./home.md)`', {})).to.equal('`[x](./home.md)`');

      await draft.update(install, { document: { markdown: '[d](./install/deep.md) [h](../home.md) [n](./none.md)' } });
      expect((await draft.page(install)).markdown).to.equal(`[d](/pages/${deep}) [h](/pages/${home}) n`);
    });

    it('resolves links to pages and files of the same batch by their future path', async () => {
      const draft = await Draft.open(world);
      const { changes } = await draft.edit(
        page('A', '[b](./folder/b.md) [c](/pages/c)'),
        { operation: 'insert_page', type: 'group', title: 'Folder', ref: 'folder' },
        page('B', '[a](../a.md)', { into: 'folder' }),
        page('C', '\uFEFF[c](c.md#c)'),
      );
      const [a, , b, c] = changes.map(({ page: one }: any) => one.id);
      expect(await Promise.all([a, b, c].map(async (id) => (await draft.page(id)).markdown))).to.deep.equal([
        `[b](/pages/${b}) [c](/pages/${c})`,
        `[a](/pages/${a})`,
        `\uFEFF[c](/pages/${c}#c)`,
      ]);
    });

    it('keeps what follows the path of a file', async () => {
      const { id } = await world.space();
      const { files } = await fillSpace(world.instance, id, {
        files: [{ name: 'a.pdf', bytes: 'x', gitPath: 'files/a.pdf' }],
      });
      const draft = await Draft.on(world.admin, id);
      const text = await draft.insert({ title: 'Text', document: { markdown: '[two](files/a.pdf#page=2)' } });
      expect((await draft.page(text)).markdown).to.equal(`[two](/files/${files['a.pdf']}#page=2)`);
    });

    it('keeps links as the document already has them', async () => {
      const { id } = await world.space();
      const filled = await fillSpace(world.instance, id, {
        pages: [
          { title: 'Home', gitPath: 'README.md', markdown: '[a](a.md) [gone](gone.md)' },
          { title: 'A', gitPath: 'a.md', markdown: 'words' },
        ],
      });
      const draft = await Draft.on(world.admin, id);
      await draft.update(filled.pages['Home']!, {
        document: { markdown: '[a](a.md) [gone](gone.md) [new](./a.md) [other](other.md)' },
      });
      expect((await draft.page(filled.pages['Home']!)).markdown).to.equal(
        `[a](a.md) [gone](gone.md) [new](/pages/${filled.pages['A']}) other`,
      );
    });
  });

  it('lead on the published site to pages that were moved and renamed since', async () => {
    const target = { title: 'Target', gitPath: 'docs/target.md', markdown: '## Part\n' };
    const forms =
      '[1](target.md) [2](./target.md#part) [3](/pages/{page:Target}) [4](../docs/target.md)\n\n<a href="target.md">5</a>\n\n[r]: target.md\n\n[6][r]\n\n{% content-ref url="target.md" %}\n[target.md](target.md)\n{% endcontent-ref %}';
    const {
      at,
      spaces,
      filledSpaces: [filled],
    } = await publish(world, [
      {
        pages: [
          { title: 'Home', gitPath: 'docs/README.md', markdown: forms },
          target,
          { title: 'Folder', type: 'group' },
        ],
      },
    ]);
    const draft = await Draft.on(world.admin, spaces[0].id);
    await draft.live(page('Api', 'See [7](/pages/target) and [8](./target.md#part).'));
    const id = filled!.pages['Target']!;
    for (const change of [{ into: filled!.pages['Folder'] }, { title: 'Aim', slug: 'aim' }]) {
      await draft.live({ operation: 'update_page', page: id, ...change });
      const { path } = await draft.inSpace(`/content/page/${id}`);
      for (const [from, links] of [
        ['/', 7],
        ['/api', 2],
      ] as const) {
        const html = await htmlAt(apiOf(world.instance), at + from);
        const led = [...html.slice(html.indexOf('<article')).matchAll(/href="([^"#]*)(?:#[^"]*)?"/g)]
          .map(([, href]) => href)
          .filter((href) => href === `${at}/${path}`);
        expect(led.length, `${from} ${path}`).to.be.at.least(links);
      }
      expect((await draft.inSpace('/links')).stats.broken.total).to.equal(0);
      must(await apiOf(world.instance).get(`${at}/${path}`), 200);
    }
  });
});
