import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft } from '../../support/content/api-content.ts';
import { fillSpace, type FilledSpace } from '../../support/fill-space.ts';
import { must, World } from '../../support/world.ts';

const META = [
  '---',
  'metaLinks:',
  '  canonical: https://example.com/guide',
  '  alternates:',
  '    - https://example.com/fr/guide',
  '    - sub/other.md',
  '    - gone.md',
  '---',
  '',
  'Text',
  '',
].join('\n');

onEveryBackend('meta links and documents of reusable contents', (backend) => {
  let world: World;
  let filled: FilledSpace;
  let space: string;
  before(async () => {
    world = await World.create(await backend.instance());
    space = (await world.space()).id;
    filled = await fillSpace(world.instance, space, {
      pages: [
        { title: 'Guide', markdown: 'Text\n', gitPath: 'guide.md' },
        {
          title: 'Sub',
          markdown: '# Sub\n',
          gitPath: 'sub/README.md',
          pages: [{ title: 'Other', markdown: '# Other\n', gitPath: 'sub/other.md' }],
        },
      ],
      includes: [{ title: 'Note', markdown: 'see [it](../../sub/other.md)\n', gitPath: '.gitbook/includes/note.md' }],
    });
  });
  const get = async (path: string, status = 200): Promise<any> => must(await world.admin.api.get(path), status);
  const other = () => ({ kind: 'page', page: filled.pages['Other'] });

  describe('listSpacePageMetaLinks', () => {
    it('answers the links of the front matter, paths of pages as pages and everything else as URLs', async () => {
      const live = `/v1/spaces/${space}`;
      must(
        await world.admin.api.post(`${live}/content`, {
          changes: [{ operation: 'update_page', page: filled.pages['Guide'], document: { markdown: META } }],
        }),
        200,
      );
      expect(await get(`${live}/content/page/${filled.pages['Guide']}/meta-links`)).to.deep.equal({
        canonical: { kind: 'url', url: 'https://example.com/guide' },
        alternates: [{ kind: 'url', url: 'https://example.com/fr/guide' }, other(), { kind: 'url', url: 'gone.md' }],
      });
      expect(await get(`${live}/content/page/${filled.pages['Other']}/meta-links`)).to.deep.equal({});
      await get(`${live}/content/page/${'x'.repeat(20)}/meta-links`, 404);
    });
  });

  describe('listChangeRequestPageMetaLinks', () => {
    it('answers the links of the draft, and the primary content keeps its own', async () => {
      const draft = await Draft.on(world.admin, space);
      const page = filled.pages['Sub']!;
      await draft.update(page, { document: { markdown: '---\nmetaLinks:\n  canonical: other.md\n---\n# Sub\n' } });
      expect(await draft.get(`/content/page/${page}/meta-links`)).to.deep.equal({ canonical: other() });
      expect(await draft.inSpace(`/content/page/${page}/meta-links`)).to.deep.equal({});
    });
  });

  describe('listRevisionPageMetaLinks', () => {
    it('answers the links as of the revision', async () => {
      const id = filled.pages['Other']!;
      const draft = await Draft.on(world.admin, space);
      const metaLinks = (revision: string) => get(`/v1/spaces/${space}/revisions/${revision}/page/${id}/meta-links`);
      const { revision: before } = await get(`/v1/spaces/${space}`);
      await draft.live({
        operation: 'update_page',
        page: id,
        document: { markdown: '---\nmetaLinks:\n  alternates: ["https://a.example/x"]\n---\n# Other\n' },
      });
      const { revision: after } = await get(`/v1/spaces/${space}`);
      expect(await metaLinks(before)).to.deep.equal({});
      expect(await metaLinks(after)).to.deep.equal({ alternates: [{ kind: 'url', url: 'https://a.example/x' }] });
    });
  });

  describe('getReusableContentDocumentInRevisionById', () => {
    it('answers the blocks of the reusable content with its links resolved', async () => {
      const { revision } = await get(`/v1/spaces/${space}`);
      const contents = `/v1/spaces/${space}/revisions/${revision}/reusable-contents`;
      const document = await get(`${contents}/${filled.pages['Note']}/document`);
      expect(document.object).to.equal('document');
      expect(JSON.stringify(document)).to.include(`"page":"${filled.pages['Other']}"`);
      await get(`${contents}/${'x'.repeat(20)}/document`, 404);
    });
  });
});
