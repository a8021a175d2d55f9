import { expect } from 'chai';
import { PageResource } from '../../../src/adapters/http/content/content-resources.ts';
import { RevisionResource } from '../../../src/adapters/http/content/content.routes.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { must, World } from '../../support/world.ts';

const UNKNOWN = '00000000000000000000';

onEveryBackend('content of a space', (backend) => {
  let world: World;
  let main: Draft;
  let ids: Record<string, string>;
  before(async () => {
    world = await World.create(await backend.instance());
    main = await Draft.open(world);
    const { changes } = await main.edit(
      insert('Home', { slug: 'home', document: { markdown: '# Home\r\n\r\nÄpfel 🍏\ttabs  \n' } }),
      insert('Guides', { ref: 'guides', emoji: '📘', description: 'How to', hidden: true }),
      insert('Install', { into: 'guides', ref: 'install' }),
      insert('Linux', { into: 'install' }),
    );
    ids = Object.fromEntries(['home', 'guides', 'install', 'linux'].map((name, i) => [name, changes[i].page.id]));
    await main.merge();
  });

  describe('getCurrentRevision', () => {
    it('reads the space, its pages and each page through the official client', async () => {
      const { client } = world.admin;
      const { data: revision } = await client.spaces.getCurrentRevision(main.spaceId);
      expect(revision).to.include({ object: 'revision', type: 'merge' });
      expect(revision.parents).to.have.length(2);
      expect(revision.mergedFrom).to.include({
        id: main.id,
        status: 'merged',
        revisionMerged: revision.id,
        outdated: false,
      });
      expect(revision).to.deep.include({ files: [], reusableContents: [], variables: {} });
      expect(RevisionResource.schema.safeParse(revision).error).to.equal(undefined);

      const { data: tree } = await client.spaces.listPages(main.spaceId);
      expect(tree.pages).to.deep.equal(revision.pages);
      const [home, guides] = tree.pages;
      expect(home).to.include({
        id: ids['home'],
        title: 'Home',
        type: 'document',
        kind: 'sheet',
        slug: 'home',
        path: 'home',
        hidden: false,
        noIndex: false,
        noRobotsIndex: false,
      });
      expect(home.layout).to.deep.equal({
        width: 'default',
        cover: true,
        coverSize: 'hero',
        coverMask: 'none',
        title: true,
        description: true,
        tableOfContents: true,
        outline: true,
        pagination: true,
        metadata: true,
        tags: true,
        actions: true,
        anchors: true,
      });
      expect(guides).to.include({ emoji: '📘', description: 'How to', hidden: true, path: 'guides' });
      expect(guides.pages[0]).to.include({ id: ids['install'], path: 'guides/install' });
      expect(guides.pages[0].pages[0]).to.include({ id: ids['linux'], path: 'guides/install/linux' });
      expect(JSON.stringify(tree)).not.to.contain('markdown');

      const { data: page } = await client.spaces.getPageById(main.spaceId, ids['home']!, { format: 'markdown' });
      expect(PageResource.schema.safeParse(page).error).to.equal(undefined);
      expect(page.markdown).to.equal('# Home\r\n\r\nÄpfel 🍏\ttabs  \n');
      expect(page.urls.app).to.match(new RegExp(`/app/spaces/${main.spaceId}/pages/${ids['home']}$`));
      expect({ ...page, markdown: undefined }).to.deep.equal({ ...home, markdown: undefined });
      expect((await client.spaces.getPageByPath(main.spaceId, 'guides%2Finstall')).data.id).to.equal(ids['install']);
    });
  });

  describe('getPageByPath', () => {
    it('finds a page by its path with plain, encoded or trailing slashes, and the home page by the empty path', async () => {
      const at = async (path: string) => must(await world.admin.api.get(`${main.space}/content/path${path}`), 200).id;
      for (const path of [
        '/guides/install/linux',
        '/guides%2Finstall%2Flinux',
        '/guides/install%2Flinux/',
        '/guides/install/linux/?format=document',
      ])
        expect(await at(path)).to.equal(ids['linux']);
      for (const path of ['/', '', '/home']) expect(await at(path)).to.equal(ids['home']);
      for (const path of [
        '/guides/linux',
        '/GUIDES',
        '/guides//install',
        '/guides%252Finstall',
        '/..%2Fhome',
        '/home%2F..',
        `/${ids['home']}`,
      ])
        must(await world.admin.api.get(`${main.space}/content/path${path}`), 404);
      must(await world.admin.api.get(`${main.space}/content/path/%ff`), 400);
      must(await world.admin.api.get(`${main.space}/content/path/a%00b`), 400);
    });

    it('answers 404 for the home page of an empty space', async () => {
      const empty = await Draft.open(world);
      must(await world.admin.api.get(`${empty.space}/content/path/`), 404);
      expect(await empty.inSpace('/content/pages')).to.deep.equal({ pages: [] });
      const revision = await empty.inSpace('/content');
      expect(revision).to.deep.include({ type: 'edits', parents: [], pages: [], files: [] });
      expect(await empty.get('/content')).to.deep.equal(revision);
    });
  });

  describe('getPageById', () => {
    it('returns the text as Markdown unless blocks are requested', async () => {
      expect((await main.inSpace(`/content/page/${ids['linux']}`)).markdown).to.equal('Linux text\n');
      const { document, ...page } = await main.inSpace(`/content/page/${ids['linux']}?format=document`);
      expect(page).not.to.have.property('markdown');
      expect(document).to.deep.include({ object: 'document', data: { schemaVersion: 8 } });
      expect(document.nodes[0]).to.deep.include({ object: 'block', type: 'paragraph' });
      expect(document.nodes[0].nodes[0].leaves).to.deep.equal([{ object: 'leaf', text: 'Linux text', marks: [] }]);
      expect(
        must(await world.admin.api.get(`${main.space}/content/page/${ids['linux']}?format=html`), 400).error.issues[0]
          .path,
      ).to.equal('format');
    });

    it('answers 404 alike for unknown, foreign and malformed ids', async () => {
      const other = await Draft.merged(world, insert('Theirs'));
      const { pages, id: foreignRevision } = await other.inSpace('/content');
      for (const id of [UNKNOWN, pages[0].id, 'x', ids['home']!.toLowerCase()]) {
        for (const path of [
          `/content/page/${id}`,
          `/change-requests/${main.id}/content/page/${id}`,
          `/content/files/${id}`,
          `/change-requests/${main.id}/content/files/${id}`,
          `/revisions/${(await main.inSpace('')).revision}/page/${id}`,
        ])
          expect(must(await world.admin.api.get(main.space + path), 404).error.message).to.match(
            /^(page|file) not found$/,
          );
      }
      for (const id of [UNKNOWN, foreignRevision, 'x']) {
        for (const path of ['', '/pages', `/page/${ids['home']}`, '/path/home', '/files', `/files/${UNKNOWN}`])
          expect(must(await world.admin.api.get(`${main.space}/revisions/${id}${path}`), 404).error.message).to.equal(
            'revision not found',
          );
      }
      const stranger = await world.stranger();
      for (const path of [
        '/content',
        '/content/pages',
        `/content/page/${ids['home']}`,
        '/content/path/home',
        '/content/files',
        `/revisions/${foreignRevision}`,
      ])
        expect(must(await stranger.api.get(main.space + path), 404).error.message).to.equal('space not found');
    });

    it('answers 304 while the page is unchanged, and the page once it has changed', async () => {
      const own = await Draft.merged(world, insert('One'));
      const [{ id }] = (await own.inSpace('/content/pages')).pages;
      const first = await world.admin.api.get(`${own.space}/content/page/${id}`);
      const again = { 'if-none-match': first.headers.get('etag')! };
      expect((await world.admin.api.get(`${own.space}/content/page/${id}`, again)).status).to.equal(304);
      const change = await own.another();
      await change.update(id, { title: 'Two' });
      await change.merge();
      expect(must(await world.admin.api.get(`${own.space}/content/page/${id}`, again), 200).title).to.equal('Two');
      expect((await (await world.stranger()).api.get(`${own.space}/content/page/${id}`, again)).status).to.equal(404);
    });
  });

  describe('getPageInRevisionById', () => {
    it('reads a page as it is in the space, in a change request or in a revision', async () => {
      const { client } = world.admin;
      const change = await main.another();
      const { revision: before } = await main.inSpace('');
      await change.update(ids['linux']!, { title: 'GNU/Linux', document: { markdown: 'changed' } });

      const proposed = (
        await client.spaces.getPageInChangeRequestById(main.spaceId, change.id, ids['linux']!, { format: 'markdown' })
      ).data;
      expect(proposed).to.include({ title: 'GNU/Linux', markdown: 'changed', slug: 'linux' });
      expect(proposed.urls.app).to.contain(`/change-requests/${change.id}/pages/`);
      expect(
        (await client.spaces.getPageInChangeRequestByPath(main.spaceId, '2', 'guides/install/linux')).data.title,
      ).to.equal('GNU/Linux');
      expect((await main.inSpace(`/content/page/${ids['linux']}`)).markdown).to.equal('Linux text\n');

      const { revision } = await change.get('');
      expect((await client.spaces.getRevisionOfChangeRequestById(main.spaceId, change.id)).data).to.deep.include({
        id: revision,
        type: 'edits',
        parents: [before],
      });
      expect((await client.spaces.getRevisionById(main.spaceId, revision)).data.id).to.equal(revision);
      expect((await client.spaces.listPagesInRevisionById(main.spaceId, revision)).data.pages).to.have.length(2);
      expect(
        (await client.spaces.getPageInRevisionById(main.spaceId, revision, ids['linux']!, { format: 'markdown' })).data
          .markdown,
      ).to.equal('changed');
      expect(
        (await client.spaces.getPageInRevisionById(main.spaceId, before, ids['linux']!, { format: 'markdown' })).data
          .markdown,
      ).to.equal('Linux text\n');
      expect((await client.spaces.getPageInRevisionByPath(main.spaceId, before, 'home')).data.id).to.equal(ids['home']);
    });
  });
});
