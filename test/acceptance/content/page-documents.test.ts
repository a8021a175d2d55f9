import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft } from '../../support/content/api-content.ts';
import { fillSpace, type FilledSpace } from '../../support/fill-space.ts';
import { petStore, waitForSpec } from '../../support/openapi-specs.ts';
import { must, World } from '../../support/world.ts';

const CONDITIONS = [
  '# Guide',
  '{% if space.vars.edition == "full" %}',
  'full {{ space.vars.edition }}',
  '{% else %}',
  'small',
  '{% endif %}',
  '{% if visitor.claims.beta %}',
  'beta {{ visitor.claims.name }}',
  '{% elseif space.vars.edition == "none" %}',
  'none',
  '{% else %}',
  'stable',
  '{% endif %}',
  '{% include ".gitbook/includes/note.md" %}',
  '',
].join('\n\n');
const LINKS = [
  '# Links',
  '[page](sub/other.md) [part](sub/other.md#part) [own](#own) [web](https://x.y) [gone](gone.md)',
  '<figure><img src=".gitbook/assets/a.png" alt=""></figure>',
  '{% file src=".gitbook/assets/a.png" %}',
  '{% content-ref url="sub/" %}\n[sub](sub/)\n{% endcontent-ref %}',
  '{% include ".gitbook/includes/note.md" %}',
  '{% include ".gitbook/includes/gone.md" %}',
  '<table data-view="cards"><thead><tr><th></th><th data-type="content-ref"></th><th data-type="files"></th></tr></thead><tbody><tr><td>x</td><td><a href="sub/other.md">other</a></td><td><a href=".gitbook/assets/a.png">a.png</a></td></tr></tbody></table>',
  '',
].join('\n\n');

const text = (node: any): string =>
  (node.leaves ?? []).map((leaf: any) => leaf.text).join('') + (node.nodes ?? []).map(text).join('');
/** Lists the content references within a node, in document order. */
const referencesIn = (value: any): unknown[] =>
  typeof value !== 'object' || value === null
    ? []
    : [...('kind' in value ? [value] : []), ...Object.values(value).flatMap(referencesIn)];

onEveryBackend('documents of pages', (backend) => {
  let world: World;
  let filled: FilledSpace;
  let spaceId: string;
  before(async () => {
    world = await World.create(await backend.instance());
    ({ id: spaceId } = await world.space());
    filled = await fillSpace(world.instance, spaceId, {
      pages: [
        { title: 'Guide', markdown: CONDITIONS, gitPath: 'guide.md' },
        { title: 'Links', markdown: LINKS, gitPath: 'links.md' },
        {
          title: 'Sub',
          markdown: '# Sub\n',
          gitPath: 'sub/README.md',
          pages: [{ title: 'Other', markdown: '# Other\n\n## Part\n', gitPath: 'sub/other.md' }],
        },
      ],
      includes: [{ title: 'Note', markdown: 'see [it](../../sub/other.md)\n', gitPath: '.gitbook/includes/note.md' }],
      files: [{ name: 'a.png', bytes: 'a', gitPath: '.gitbook/assets/a.png' }],
      variables: { edition: 'full' },
    });
  });
  const pageOf = (title: string): string => `/v1/spaces/${spaceId}/content/page/${filled.pages[title]}`;
  const get = async (path: string, status = 200): Promise<any> => must(await world.admin.api.get(path), status);
  const textsOf = async (query: string): Promise<string[]> =>
    (await get(`${pageOf('Guide')}/document?${query}`)).nodes.map(text);

  describe('getPageDocumentById', () => {
    it('evaluates all expressions and conditions, or only those that depend on variables', async () => {
      expect(await textsOf('evaluated=true')).to.deep.equal(['full full', 'stable', 'see it']);
      const { nodes } = await get(`${pageOf('Guide')}/document?evaluated=deterministic-only`);
      expect(nodes.map(({ type }: any) => type)).to.deep.equal(['paragraph', 'if', 'reusable-content']);
      expect(nodes.slice(0, 2).map(text)).to.deep.equal(['full full', 'beta {% else %}stable']);
      expect(nodes[1].data).to.deep.equal({ expression: 'visitor.claims.beta' });
      expect(nodes[1].nodes[0].nodes[1]).to.include({ type: 'expression' });
      expect(nodes[1].nodes[0].nodes[1].data).to.deep.equal({ expression: 'visitor.claims.name' });
      const { markdown } = await get(`${pageOf('Guide')}?evaluated=true&format=markdown`);
      expect(markdown).to.include('stable').and.not.to.include('small').and.not.to.include('{%');
      expect((await get(`${pageOf('Guide')}/document`)).nodes.map(({ type }: any) => type)).to.deep.equal([
        'if',
        'if',
        'reusable-content',
      ]);
      for (const path of [pageOf('Guide'), `${pageOf('Guide')}/document`]) await get(`${path}?evaluated=always`, 400);
    });

    it('replaces includes by reusable content on request, whose links start from its own place', async () => {
      for (const mode of ['reusable-contents', 'true']) {
        const { nodes } = await get(`${pageOf('Links')}/document?dereferenced=${mode}`);
        const included = nodes.find((node: any) => text(node) === 'see it');
        expect(referencesIn(included)).to.deep.equal([{ kind: 'page', page: filled.pages['Other'] }]);
      }
      expect(
        (await get(`${pageOf('Links')}/document?dereferenced=false`)).nodes.map(({ type }: any) => type),
      ).to.include('reusable-content');
      for (const path of [pageOf('Links'), `${pageOf('Links')}/document`]) {
        const { error } = await get(`${path}?dereferenced=pages`, 400);
        expect(JSON.stringify(error)).to.include('dereferenced');
      }
    });

    it('refers to pages, anchors, files and reusable content by id where links name them by path', async () => {
      const file = { kind: 'file', file: filled.files['a.png'] };
      const { Other: page, Sub: sub } = filled.pages;
      const { nodes } = await get(`${pageOf('Links')}/document`);
      expect(referencesIn(nodes)).to.deep.equal([
        { kind: 'page', page },
        { kind: 'anchor', anchor: 'part', page },
        { kind: 'anchor', anchor: 'own' },
        { kind: 'url', url: 'https://x.y' },
        { kind: 'url', url: 'gone.md' },
        file,
        file,
        { kind: 'page', page: sub },
        { kind: 'reusable-content', reusableContent: filled.pages['Note'] },
        { kind: 'reusable-content', reusableContent: '.gitbook/includes/gone.md' },
        { kind: 'page', page, label: 'other' },
      ]);
      expect(nodes.at(-1).data.records.row1.values.column3).to.deep.equal([file.file]);
    });

    it('keeps the path of an include of missing content when a document is written back', async () => {
      const draft = await Draft.open(world);
      await draft.live({ operation: 'insert_page', title: 'Back', document: { markdown: LINKS } });
      const { pages } = await get(`${draft.space}/content`);
      const page = `${draft.space}/content/page/${pages.at(-1).id}`;
      const document = await get(`${page}/document`);
      await draft.live({ operation: 'update_page', page: pages.at(-1).id, document: { document } });
      const { markdown } = await get(`${page}?format=markdown`);
      expect(markdown).to.include('{% include ".gitbook/includes/gone.md" %}');
      expect(referencesIn((await get(`${page}/document`)).nodes)).to.deep.equal(referencesIn(document.nodes));
    });

    it('shows the parts of a specification on computed pages as blocks', async () => {
      const specs = `/v1/orgs/${world.organizationId}/openapi`;
      must(await world.admin.api.post(specs, { slug: 'pets', source: { text: JSON.stringify(petStore()) } }), 201);
      await waitForSpec(world.admin.api, `${specs}/pets`);
      const space = await Draft.open(world);
      await space.live({
        operation: 'insert_page',
        type: 'computed',
        title: 'Reference',
        computed: {
          type: 'builtin:openapi',
          props: { models: true },
          dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
        },
      });
      const blocksAt = async (path: string): Promise<any[]> =>
        (await get(`${space.space}/content/path/${path}?format=document`)).document.nodes;
      const operations = (await blocksAt('reference/pets')).filter(({ type }) => type === 'openapi-operation');
      expect(operations[0].data).to.deep.equal({
        ref: { kind: 'openapi', spec: 'pets' },
        path: '/pets',
        method: 'get',
      });
      expect(operations[0].meta.id).to.equal('get-pets');
      const schemas = await blocksAt('reference/models');
      expect(schemas.map(({ type, data }) => [type, data.schemas]).slice(0, 1)).to.deep.equal([
        ['openapi-schemas', ['Pet']],
      ]);
    });
  });

  describe('updateSpaceContent', () => {
    /** Stores a document, changes its blocks, and returns what it is then. */
    const rewrite = async (markdown: string, edit: (nodes: any[]) => void): Promise<string> => {
      const space = await Draft.open(world);
      await space.live({ operation: 'insert_page', document: { markdown } });
      const { id } = (await space.inSpace('/content/pages')).pages.at(-1);
      const page = `${space.space}/content/page/${id}`;
      const document = await get(`${page}/document`);
      edit(document.nodes);
      await space.live({ operation: 'update_page', page: id, document: { document } });
      return (await get(page)).markdown;
    };
    const paragraph = (words: string) => ({
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }],
    });

    const AS_WRITTEN = [
      '# My *page*\n',
      '> [!NOTE]\n> Mind __the__ gap.\n\n',
      'Setext\n======\n\n',
      '- one\n\n  1) deep\n- [link][ref]   \n- [x] done\n\n\n',
      '~~~js title=a\nlet a\n~~~\n',
      '| a |\n|:-:|\n| b |\n\n',
      '[ref]: https://example.com "Title"\n',
      '***\n\n\n',
    ];

    it('keeps the source of blocks that are written back unchanged', async () => {
      const markdown = AS_WRITTEN.join('');
      expect(await rewrite(markdown, () => undefined)).to.equal(markdown);
      const changed = await rewrite(markdown, (nodes) => {
        nodes.splice(2, 0, paragraph('new'));
        nodes[5] = paragraph('other');
        nodes.pop();
      });
      const [title, alert, setext, list, code] = AS_WRITTEN;
      expect(changed).to.equal([title, alert, setext, 'new\n\n', list, code, '\nother\n\n', AS_WRITTEN[6]].join(''));
    });

    it('keeps line breaks and a byte order mark around unchanged blocks', async () => {
      const markdown = '\uFEFF* one\r\n* two\r\n\r\ntext\r\n';
      expect(await rewrite(markdown, (nodes) => nodes.push(paragraph('new')))).to.equal(`${markdown}\r\nnew\r\n`);
    });

    it('writes unchanged blocks anew where their source would mean something else', async () => {
      const changed = await rewrite('- one\n\ntext\n\n- two\n', (nodes) => nodes.splice(1, 1));
      expect(changed).to.equal('* one\n\n- two\n');
    });

    it('keeps the heading that repeats the title when the blocks of a page are written back', async () => {
      const space = await Draft.open(world);
      await space.live({
        operation: 'insert_page',
        document: { markdown: '# My *page*\n\ntext\n' },
      });
      const { id } = (await space.inSpace('/content/pages')).pages.at(-1);
      const page = `${space.space}/content/page/${id}`;
      const document = await get(`${page}/document`);
      expect(document.nodes.map(text)).to.deep.equal(['text']);
      await space.live({ operation: 'update_page', page: id, document: { document } });
      expect((await get(page)).markdown).to.equal('# My *page*\n\ntext\n');
      expect(await get(`${page}/document`)).to.deep.equal(document);
      await space.live({ operation: 'update_page', page: id, title: 'New_one', document: { document } });
      expect((await get(page)).markdown).to.equal('# New\\_one\n\ntext\n');
      expect((await get(`${page}/document`)).nodes.map(text)).to.deep.equal(['text']);
      await space.live({ operation: 'update_page', page: id, document: { markdown: 'plain\n' } });
      expect((await get(page)).markdown).to.equal('plain\n');
    });
  });
});
