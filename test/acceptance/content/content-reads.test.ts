import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft } from '../../support/content/api-content.ts';
import { fillSpace, type FilledSpace } from '../../support/fill-space.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import type { ComputedPages } from '../../../src/ports/content/computed-pages.ts';
import { must, World } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);
const MARKDOWN =
  '# Guide\n\nVersion {{ space.vars.version }} of <code class="expression">page.vars.product</code>, not `{{ space.vars.version }}` nor {{ other }}.\n\n{% include "../.gitbook/includes/note.md" %}\n\n{% include "missing.md" %}\n';
const EVALUATED =
  '# Guide\n\nVersion 2.1 of Quire &#60;3, not `{{ space.vars.version }}` nor {{ other }}.\n\nNote for 2.1\n\n{% include "missing.md" %}\n';
const SOURCE = {
  type: 'builtin:openapi',
  props: { models: true },
  dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
};
const text = (node: any): string =>
  (node.leaves ?? []).map((leaf: any) => leaf.text).join('') + (node.nodes ?? []).map(text).join('');

onEveryBackend('content in every representation', (backend) => {
  let world: World;
  let filled: FilledSpace;
  let spaceId: string;
  let draft: Draft;
  let places: readonly string[];
  before(async () => {
    world = await World.create(await backend.instance());
    ({ id: spaceId } = await world.space());
    filled = await fillSpace(world.instance, spaceId, {
      pages: [
        {
          title: 'Guide',
          markdown: MARKDOWN,
          variables: { product: 'Quire <3' },
          gitPath: 'guide.md',
          pages: [{ title: 'Pets', type: 'computed', computed: SOURCE, computedSeed: 'seed' }],
        },
        { title: 'Parts', type: 'group', pages: [{ title: 'Empty' }] },
      ],
      includes: [
        { title: 'Note', markdown: 'Note for {{ space.vars.version }}\n', gitPath: '.gitbook/includes/note.md' },
      ],
      files: [{ name: 'a.txt', bytes: 'a', gitPath: 'a.txt' }],
      variables: { version: '2.1' },
    });
    draft = await Draft.on(world.admin, spaceId);
    const { revision } = must(await world.admin.api.get(`/v1/spaces/${spaceId}`), 200);
    places = [`/v1/spaces/${spaceId}/content`, `${draft.path}/content`, `/v1/spaces/${spaceId}/revisions/${revision}`];
  });

  const get = async (path: string, status = 200): Promise<any> => must(await world.admin.api.get(path), status);
  const guide = (): string => filled.pages['Guide']!;

  describe('getPageById', () => {
    it('evaluates a page on request, in both formats, and leaves the stored page as it is', async () => {
      for (const place of places) {
        expect((await get(`${place}/page/${guide()}?evaluated=true`)).markdown).to.equal(EVALUATED);
        expect((await get(`${place}/path/guide?evaluated=true&format=markdown`)).markdown).to.equal(EVALUATED);
        expect((await get(`${place}/page/${guide()}`)).markdown).to.equal(MARKDOWN);
        const { document } = await get(`${place}/page/${guide()}?evaluated=true&format=document`);
        expect(document.nodes.map(text)).to.deep.equal([
          'Version 2.1 of Quire <3, not {{ space.vars.version }} nor {{ other }}.',
          'Note for 2.1',
          '',
        ]);
      }
      await get(`${places[0]}/page/${guide()}?evaluated=perhaps`, 400);
    });
  });

  describe('getCurrentRevision', () => {
    it('has the lists and layout options that clients require of revisions and pages', async () => {
      for (const place of places) {
        const revision = await get(place);
        expect(revision.tags).to.deep.equal([]);
        const [page] = revision.pages;
        expect(page.tags).to.deep.equal([]);
        expect(page.layout).to.include({
          coverMask: 'none',
          tags: true,
          actions: true,
          anchors: true,
          coverSize: 'hero',
        });
        expect(page.pages[0].computed).to.deep.equal(SOURCE);
      }
    });

    it('shows groups at the root only, and others as pages without a document', async () => {
      const nested = await Draft.merged(
        world,
        { operation: 'insert_page', title: 'Top', type: 'group', ref: 'top' },
        { operation: 'insert_page', title: 'Below', type: 'group', into: 'top', ref: 'below' },
        { operation: 'insert_page', title: 'Leaf', into: 'below', document: { markdown: 'leaf' } },
      );
      const { pages } = await get(`/v1/spaces/${nested.spaceId}/content`);
      const [top] = pages;
      expect(top).to.include({ type: 'group', kind: 'group' });
      const [below] = top.pages;
      expect(below)
        .to.include({ type: 'document', kind: 'sheet', path: 'top/below' })
        .and.not.have.property('documentId');
      expect(below.pages[0]).to.include({ type: 'document', path: 'top/below/leaf' });
      expect((await get(`/v1/spaces/${nested.spaceId}/content/page/${below.id}/document`)).nodes).to.deep.equal([]);
      await get(`/v1/spaces/${nested.spaceId}/content/page/${top.id}/document`, 404);
    });
  });

  describe('getPageDocumentById', () => {
    it('returns the blocks of a page as written or evaluated', async () => {
      for (const place of places) {
        const document = await get(`${place}/page/${guide()}/document`);
        expect(document).to.deep.equal((await get(`${place}/page/${guide()}?format=document`)).document);
        expect(document.nodes.map(({ type }: any) => type)).to.deep.equal([
          'paragraph',
          'reusable-content',
          'reusable-content',
        ]);
        expect(document.nodes[0].nodes.map(({ object, type }: any) => type ?? object)).to.deep.equal([
          'text',
          'expression',
          'text',
        ]);
        expect((await get(`${place}/page/${guide()}/document?evaluated=true`)).nodes.map(text)).to.include(
          'Note for 2.1',
        );
        expect((await get(`${place}/page/${filled.pages['Empty']}/document`)).nodes).to.deep.equal([]);
        for (const none of [filled.pages['Parts'], filled.pages['Pets'], UNKNOWN])
          await get(`${place}/page/${none}/document`, 404);
      }
      const { data } = await world.admin.client.spaces.getPageDocumentInRevisionById(
        spaceId,
        places[2]!.split('/').at(-1)!,
        guide(),
      );
      expect(data).to.include({ object: 'document' });
    });
  });

  describe('getDocumentById', () => {
    it('finds documents by id as long as the present content has them', async () => {
      const space = await Draft.merged(
        world,
        { operation: 'insert_page', title: 'Old', document: { markdown: 'old' } },
        { operation: 'insert_reusable_content', title: 'R', document: { markdown: 'reused' } },
      );
      const {
        pages: [page],
        reusableContents: [reusable],
      } = await space.inSpace('/content');
      const { data } = await world.admin.client.spaces.getDocumentById(space.spaceId, page.documentId, {
        schema: 'next',
      });
      expect(data.nodes.map(text)).to.deep.equal(['old']);
      expect((await space.inSpace(`/documents/${reusable.document}?schema=current`)).nodes.map(text)).to.deep.equal([
        'reused',
      ]);

      const other = await space.another();
      await other.update(page.id, { document: { markdown: 'new' } });
      const { documentId } = await other.get(`/content/page/${page.id}`);
      expect(documentId).not.to.equal(page.documentId);
      await get(`${space.space}/documents/${documentId}`, 404);
      await other.merge();
      expect((await space.inSpace(`/documents/${documentId}`)).nodes.map(text)).to.deep.equal(['new']);
      await get(`${space.space}/documents/${page.documentId}`, 404);
      expect(
        (
          await space.inSpace(
            `/revisions/${space.id ? (await space.inSpace('/content')).parents[0] : ''}/page/${page.id}/document`,
          )
        ).nodes.map(text),
      ).to.deep.equal(['old']);
    });

    it('answers 404 for parts of ids, other pages’ ids and ids of other spaces', async () => {
      const { documentId } = await get(`${places[0]}/page/${guide()}`);
      for (const wrong of [
        documentId.slice(20),
        documentId.slice(0, 20),
        documentId.slice(0, -1),
        `${UNKNOWN}${documentId.slice(20)}`,
        `${filled.pages['Empty']}${documentId.slice(20)}`,
        'x',
      ])
        await get(`/v1/spaces/${spaceId}/documents/${wrong}`, 404);
      await get(`${draft.space}/documents/${documentId}?schema=old`, 400);
      const { id: otherSpaceId } = await world.space();
      await get(`/v1/spaces/${otherSpaceId}/documents/${documentId}`, 404);
      const stranger = await world.stranger();
      must(await stranger.api.get(`/v1/spaces/${spaceId}/documents/${documentId}`), 404);
    });
  });

  describe('getReusableContentById', () => {
    it('returns reusable contents in the space, in change requests and in revisions', async () => {
      const id = filled.pages['Note']!;
      for (const place of places) {
        const found = await get(`${place}/reusable-contents/${id}`);
        expect(found).to.include({ id, title: 'Note' });
        expect(found.git.path).to.equal('.gitbook/includes/note.md');
        expect(await get(`${place}/reusable-contents/${id}?metadata=false`)).not.to.have.property('git');
        await get(`${place}/reusable-contents/${UNKNOWN}`, 404);
        await get(`${place}/reusable-contents/${guide()}`, 404);
      }
      const { client } = world.admin;
      expect((await client.spaces.getReusableContentById(spaceId, id)).data.title).to.equal('Note');
      expect((await client.spaces.getReusableContentInChangeRequestById(spaceId, draft.id, id)).data.title).to.equal(
        'Note',
      );
      expect(
        (await client.spaces.getReusableContentInRevisionById(spaceId, places[2]!.split('/').at(-1)!, id)).data.title,
      ).to.equal('Note');
    });
  });

  describe('getCurrentRevision', () => {
    it('leaves out Git metadata on request, like every other read of content', async () => {
      for (const place of places) {
        const file = filled.files['a.txt'];
        for (const below of [
          '',
          '/pages',
          '/files',
          `/files/${file}`,
          `/page/${guide()}`,
          '/path/guide',
          `/reusable-contents/${filled.pages['Note']}`,
        ]) {
          expect(JSON.stringify(await get(`${place}${below}`)), below).to.contain('"git"');
          expect(
            JSON.stringify(await get(`${place}${below}${below.includes('?') ? '&' : '?'}metadata=false`)),
            below,
          ).not.to.contain('"git"');
        }
      }
    });
  });

  describe('listPages', () => {
    it('shows a computed page with an unknown source as it is stored', async () => {
      for (const place of places) {
        for (const query of ['', '?computed=true', '?computed=false']) {
          expect((await get(`${place}/pages${query}`)).pages[0].pages[0]).to.deep.include({
            type: 'computed',
            computed: SOURCE,
            computedSeed: 'seed',
          });
          expect(await get(`${place}/page/${filled.pages['Pets']}${query}`)).to.deep.include({
            type: 'computed',
            computedSeed: 'seed',
          });
        }
      }
    });
  });

  describe('computed pages with a known source', () => {
    const LIST = 'c'.repeat(20);
    let version = 'first';
    const known: ComputedPages = {
      titleOf: async () => undefined,
      pagesOf: async ({ computed, seed, organizationId }) =>
        computed['type'] === 'builtin:openapi' && seed === 'seed' && organizationId === world.organizationId
          ? [
              {
                id: 'b'.repeat(20),
                type: 'group',
                title: 'Pets',
                slug: 'pets',
                pages: [
                  {
                    id: LIST,
                    type: 'document',
                    title: 'List',
                    slug: 'list',
                    description: 'All',
                    markdown: `# List\n\n${version}`,
                    pages: [],
                  },
                ],
              },
            ]
          : undefined,
    };
    let none: ComputedPages;
    before(() => {
      const services = world.instance.container.get(Tokens.Services);
      none = services.computedPages;
      Object.assign(services, { computedPages: known });
    });
    after(() => Object.assign(world.instance.container.get(Tokens.Services), { computedPages: none }));

    describe('listPages', () => {
      it('shows the computed pages below an empty page in place of their page, unless computed is false', async () => {
        for (const place of places) {
          for (const pages of [
            (await get(place)).pages,
            (await get(`${place}/pages`)).pages,
            [await get(`${place}/page/${guide()}`)],
            [await get(`${place}/path/guide`)],
          ]) {
            const [group] = pages[0].pages;
            expect(group).to.include({ id: filled.pages['Pets'], type: 'document', title: 'Pets', path: 'guide/pets' });
            expect(group.pages[0].pages[0]).to.include({
              id: LIST,
              type: 'document',
              title: 'List',
              path: 'guide/pets/pets/list',
              description: 'All',
            });
          }
          for (const path of [place, `${place}/pages`])
            expect((await get(`${path}?computed=false`)).pages[0].pages[0]).to.include({ type: 'computed' });
          expect((await get(`${place}/page/${guide()}?computed=false`)).pages[0]).to.include({ type: 'computed' });
        }
      });
    });

    describe('getPageByPath', () => {
      it('finds computed pages by id and by path, in their present state', async () => {
        for (const place of places) {
          for (const now of ['second', 'third']) {
            version = now;
            for (const below of [`/page/${LIST}`, '/path/guide/pets/pets/list'])
              expect((await get(`${place}${below}`)).markdown).to.equal(`# List\n\n${now}`);
          }
          expect((await get(`${place}/page/${LIST}/document`)).nodes.map(text)).to.deep.equal([version]);
          expect(await get(`${place}/page/${filled.pages['Pets']}`)).to.include({
            type: 'document',
            path: 'guide/pets',
          });
          expect((await get(`${place}/page/${filled.pages['Pets']}/document`)).nodes).to.deep.equal([]);
          expect((await get(`${place}/path/guide/pets`)).id).to.equal(filled.pages['Pets']);
          await get(`${place}/page/${LIST}?computed=false`, 404);
          await get(`${place}/path/guide/pets?computed=false`, 404);
          await get(`${place}/path/guide/pets/none`, 404);
        }
      });
    });
  });
});
