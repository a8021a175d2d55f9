import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { waitForOperations, gitImports, HOME, MAIN } from '../../support/git/git-imports.ts';
import { must } from '../../support/world.ts';

onEveryBackend('settings of a space', (backend) => {
  const git = gitImports(backend);
  const collection = async () =>
    must(
      await git.world.admin.api.post(`/v1/orgs/${git.world.organizationId}/collections`, { title: 'Collection' }),
      201,
    ).id as string;

  describe('createSpace', () => {
    it('takes parent, emoji, edit mode and template', async () => {
      const parent = await collection();
      const space = await git.world.space({
        title: 'New',
        emoji: '1f4d8',
        parent,
        editMode: 'locked',
        template: { id: 'changelog' },
      });
      expect(space).to.include({ title: 'New', emoji: '1f4d8', parent, editMode: 'locked', visibility: 'private' });
      expect(
        must(await git.world.admin.api.get(`/v1/spaces/${space.id}/content/pages`), 200).pages.length,
      ).to.be.greaterThan(0);
      expect(await git.world.space()).to.include({ editMode: 'live' });
    });
  });

  describe('updateSpaceById', () => {
    it('accepts an emoji or its code points of up to 50 characters, and removes it', async () => {
      const { api } = git.world.admin;
      const space = await git.world.space({ emoji: '👩‍👩‍👧' });
      const longest = Array.from({ length: 10 }, () => '1f4d').join('-');
      expect(longest.length).to.equal(49);
      for (const emoji of [
        '📘',
        '❤',
        '❤️',
        '1F4D8',
        '1f468-200d-1f469',
        `${longest}`,
        `${longest.slice(0, -1)}d8`,
        '10ffff',
      ])
        expect(must(await api.patch(`/v1/spaces/${space.id}`, { emoji }), 200).emoji).to.equal(emoji);
      for (const emoji of ['book', '📘📘', '❤❤', '', '0', '110000', 'd83d-dcd8', `${longest}-f`, 7])
        expect(must(await api.patch(`/v1/spaces/${space.id}`, { emoji }), 400).error.issues[0].path).to.equal('emoji');
      expect(must(await api.patch(`/v1/spaces/${space.id}`, { emoji: null }), 200)).to.not.have.property('emoji');
    });

    it('accepts every visibility, but in-collection only in a collection', async () => {
      const { api } = git.world.admin;
      const [alone, inside] = [await git.world.space(), await git.world.space({ parent: await collection() })];
      for (const visibility of ['public', 'unlisted', 'share-link', 'visitor-auth', 'private'])
        expect(must(await api.patch(`/v1/spaces/${alone.id}`, { visibility }), 200).visibility).to.equal(visibility);
      const refused = must(
        await api.patch(`/v1/spaces/${alone.id}`, { visibility: 'in-collection', title: 'No' }),
        409,
      );
      expect(refused.error.message).to.include('not in a collection');
      expect(must(await api.get(`/v1/spaces/${alone.id}`), 200)).to.include({
        visibility: 'private',
        title: alone.title,
      });
      expect(
        must(await api.patch(`/v1/spaces/${inside.id}`, { visibility: 'in-collection' }), 200).visibility,
      ).to.equal('in-collection');
      expect(must(await api.post(`/v1/spaces/${inside.id}/duplicate`), 201).visibility).to.equal('in-collection');
      for (const visibility of ['hidden', '', null, 'in_collection'])
        expect(must(await api.patch(`/v1/spaces/${alone.id}`, { visibility }), 400).error.issues[0].path).to.equal(
          'visibility',
        );
      must(await (await git.world.member('review')).api.patch(`/v1/spaces/${alone.id}`, { visibility: 'public' }), 403);
    });

    it('refuses direct changes of content in a locked space', async () => {
      const { api } = git.world.admin;
      const draft = await Draft.open(git.world);
      const {
        changes: [{ page }],
      } = await draft.live(insert('Page', { document: { markdown: 'words' } }));
      const { revision } = must(await api.get(draft.space), 200);
      await draft.live(insert('Other', { document: { markdown: 'words' } }));
      must(await api.patch(draft.space, { editMode: 'locked' }), 200);
      const before = must(await api.get(draft.space), 200).revision;
      const website = { url: 'http://127.0.0.1:9/none', source: 'html' };
      for (const [path, body] of [
        ['content', { changes: [insert('No', { document: { markdown: 'x' } })] }],
        ['content/import', website],
        [`content/page/${page.id ?? page}/import`, website],
        ['content/template', { id: 'changelog' }],
        [`revisions/${revision}/restore`, undefined],
      ] as const)
        must(await api.post(`${draft.space}/${path}`, body), 409);
      expect(must(await api.get(draft.space), 200).revision).to.equal(before);
      must(await api.patch(draft.space, { editMode: 'live' }), 200);
      await draft.live(insert('Again', { document: { markdown: 'x' } }));
    });

    it('allows change requests, merges and Git imports in a locked space', async () => {
      const { api } = git.world.admin;
      const { id } = await git.world.space({ editMode: 'locked' });
      const draft = await Draft.on(git.world.admin, id);
      await draft.edit(insert('Page', { document: { markdown: 'words' } }));
      await draft.merge();
      expect(must(await api.get(`/v1/spaces/${id}/content/pages`), 200).pages.length).to.equal(1);
      const { repository } = git.plant(HOME);
      must(await api.post(`/v1/spaces/${id}/git/import`, { url: git.urlOf(repository), ref: MAIN }), 204);
      expect((await waitForOperations(api, id)).lastOperation).to.include({ pages: 2 });
    });
  });
});
