import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { must, World } from '../../support/world.ts';

const named = ({ type, page, file, reusableContent }: any): string =>
  [type, page?.path ?? page?.title ?? file?.name ?? reusableContent?.title].filter(Boolean).join(' ');

onEveryBackend('semantic changes', (backend) => {
  let world: World;
  let draft: Draft;
  let ids: Record<'a' | 'b' | 'c', string>;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  beforeEach(async () => {
    const start = await Draft.open(world);
    const { changes } = await start.edit(
      insert('A', { document: { markdown: 'One\n\nTwo\n' } }),
      insert('B'),
      insert('C'),
    );
    const [a, b, c] = changes.map(({ page }: any) => page.id);
    ids = { a, b, c };
    await start.merge();
    draft = await start.another();
  });

  const update = (page: string, more: object): object => ({ operation: 'update_page', page, ...more });
  const page = (id: string, title: string, path: string) => ({ id, type: 'document', title, path });

  describe('getChangeRequestChanges', () => {
    it('lists what a change request changes in the space', async () => {
      const file = { name: 'note.txt', contentType: 'text/plain', base64: Buffer.from('note').toString('base64') };
      await draft.edit(
        update(ids.a, {
          title: 'Alpha',
          slug: 'alpha',
          icon: 'star',
          hidden: true,
          description: 'First',
          document: { markdown: 'One\n\nTwo and a half\n\n* three\n' },
        }),
        update(ids.b, { into: ids.a }),
        { operation: 'delete_page', page: ids.c },
        insert('New', { into: ids.a }),
        { operation: 'insert_files', files: [file] },
      );
      const before = await draft.inSpace(`/content/page/${ids.a}`);
      const after = await draft.page(ids.a);
      const { data, status, headers } = await world.admin.client.spaces.getChangeRequestChanges(
        draft.spaceId,
        draft.id,
      );
      expect(status).to.equal(200);
      expect(data.changes.map(named)).to.deep.equal([
        'page_edited alpha',
        'page_moved alpha/b',
        'page_deleted c',
        'page_created alpha/new',
        'file_created note.txt',
      ]);
      expect(data).to.have.all.keys('changes');

      const [edited, moved, deleted, created, inserted] = data.changes;
      expect(edited.page).to.deep.equal(page(ids.a, 'Alpha', 'alpha'));
      const { document, ...attributes } = edited.attributes;
      expect(attributes).to.deep.equal({
        title: { before: 'A', after: 'Alpha' },
        slug: { before: 'a', after: 'alpha' },
        icon: { after: 'star' },
        hidden: { before: false, after: true },
        description: { after: 'First' },
      });
      expect([document.before, document.after]).to.deep.equal([before.documentId, after.documentId]);
      expect(document.hunks.lines).to.deep.equal([
        { before: { at: 2, lines: ['Two\n'] }, after: { at: 2, lines: ['Two and a half\n', '\n', '* three\n'] } },
      ]);
      const blocks = (await draft.get(`/content/page/${ids.a}?format=document`)).document.nodes;
      const [hunk, ...others] = document.hunks.blocks;
      expect(others).to.deep.equal([]);
      expect([hunk.before.at, hunk.before.nodes.map(({ type }: any) => type)]).to.deep.equal([1, ['paragraph']]);
      expect(hunk.after).to.deep.equal({ at: 1, nodes: blocks.slice(1) });

      expect(moved).to.deep.equal({
        type: 'page_moved',
        page: page(ids.b, 'B', 'alpha/b'),
        parent: { after: page(ids.a, 'Alpha', 'alpha') },
        position: { before: 1, after: 0 },
      });
      expect(deleted.page).to.deep.equal(page(ids.c, 'C', 'c'));
      expect(created.page).to.include({ title: 'New', path: 'alpha/new' });
      expect(inserted.file).to.include({ name: 'note.txt', contentType: 'text/plain' });
      expect(await (await fetch(inserted.file.downloadURL)).text()).to.equal('note');

      // What was looked at is what a merge may be bound to.
      const etag = headers.get('etag');
      await draft.update(ids.b, { title: 'Later' });
      must(await world.admin.api.post(`${draft.path}/merge`, undefined, { 'if-match': etag }), 412);
    });

    it('lists no changes of the space itself, before and after an update from it', async () => {
      const other = await draft.another();
      await draft.update(ids.a, { title: 'Alpha' });
      await other.update(ids.b, { title: 'Beta' });
      await other.merge();
      const listChanges = async (): Promise<string[]> => (await draft.get('/changes')).changes.map(named);
      expect(await listChanges()).to.deep.equal(['page_edited a']);
      await draft.updated();
      expect(await listChanges()).to.deep.equal(['page_edited a']);
    });

    it('lists what the merge did, after the merge', async () => {
      const other = await draft.another();
      await draft.edit(update(ids.a, { title: 'Alpha' }), update(ids.b, { title: 'Same' }));
      await other.update(ids.b, { title: 'Same' });
      await other.merge();
      const { revision } = await draft.merge();
      const changes = await draft.get('/changes');
      expect(changes.changes.map(named)).to.deep.equal(['page_edited a']);
      expect(changes.mergedFrom).to.deep.equal(await draft.get(''));
      expect(changes).to.deep.equal(await draft.inSpace(`/revisions/${revision}/changes`));
      expect((await world.admin.client.spaces.getRevisionSemanticChanges(draft.spaceId, revision)).data).to.deep.equal(
        changes,
      );
    });

    it('lists ten changes by default, and counts the others', async () => {
      await draft.edit(...Array.from({ length: 12 }, (_, i) => insert(`P${i}`)));
      const countChanges = async (query: string): Promise<[number, number | undefined]> => {
        const { changes, more } = await draft.get(`/changes${query}`);
        return [changes.length, more];
      };
      expect(await countChanges('')).to.deep.equal([10, 2]);
      expect(await countChanges('?limit=12')).to.deep.equal([12, undefined]);
      expect(await countChanges('?limit=0')).to.deep.equal([0, 12]);
      expect(await countChanges('?limit=1000')).to.deep.equal([12, undefined]);
      for (const limit of ['-1', '1001', '1.5', '', 'x']) {
        expect(
          must(await world.admin.api.get(`${draft.path}/changes?limit=${limit}`), 400).error.issues[0].path,
        ).to.equal('limit');
      }
    });

    it('is for those who see the space', async () => {
      const reader = await world.member('read');
      must(await reader.api.get(`${draft.path}/changes`), 200);
      const stranger = await world.stranger();
      must(await stranger.api.get(`${draft.path}/changes`), 404);
      const otherDraft = await Draft.open(world);
      must(await world.admin.api.get(`${otherDraft.space}/change-requests/${draft.id}/changes`), 404);
      const { revision } = await draft.get('');
      must(await world.admin.api.get(`${otherDraft.space}/revisions/${revision}/changes`), 404);
    });
  });

  describe('getRevisionSemanticChanges', () => {
    it('compares a revision with the one before it, and the first with nothing', async () => {
      await draft.update(ids.a, { title: 'Alpha' });
      await draft.update(ids.b, { title: 'Beta' });
      const { revision } = await draft.get('');
      expect((await draft.inSpace(`/revisions/${revision}/changes`)).changes.map(named)).to.deep.equal([
        'page_edited b',
      ]);
      const space = await world.space();
      expect(
        must(await world.admin.api.get(`/v1/spaces/${space.id}/revisions/${space.revision}/changes`), 200),
      ).to.deep.equal({ changes: [] });
    });

    it('covers everything that a content holds', async () => {
      const instance = await backend.instance();
      const { id: spaceId } = await world.space();
      const group = { title: 'Group', type: 'group' as const };
      const link = { title: 'Link', type: 'link' as const, href: 'https://example.com/a' };
      const cover = { ref: { kind: 'url', url: 'https://example.com/a.png' }, yPos: 0 };
      const content = {
        pages: [{ title: 'Page', markdown: 'Text\n' }, group, link],
        files: [{ name: 'a.txt', bytes: 'one', contentType: 'text/plain', gitPath: 'a.txt' }],
        variables: { name: 'one', count: 1, gone: true },
      };
      const include = { title: 'Include', markdown: 'One\n', gitPath: 'include.md' };
      const known = await fillSpace(instance, spaceId, { ...content, includes: [include] });
      await fillSpace(
        instance,
        spaceId,
        {
          pages: [
            {
              title: 'Page',
              markdown: 'Text\n',
              layout: { width: 'wide' },
              cover,
              variables: { local: 'yes' },
              condition: 'visitor',
              noIndex: true,
              linkTitle: 'P',
              gitPath: 'page.md',
            },
            { ...group, emoji: '📘' },
            { ...link, href: 'https://example.com/b' },
          ],
          files: [{ name: 'a.txt', bytes: 'three', contentType: 'text/markdown', gitPath: 'a.txt' }],
          includes: [{ ...include, markdown: 'Two\n' }],
          variables: { name: 'two', count: 1, added: false },
        },
        known,
      );

      const { revision } = must(await world.admin.api.get(`/v1/spaces/${spaceId}`), 200);
      const { changes } = must(await world.admin.api.get(`/v1/spaces/${spaceId}/revisions/${revision}/changes`), 200);
      expect(changes.map(named)).to.deep.equal([
        'page_edited page',
        'page_edited group',
        'page_edited Link',
        'reusable_content_edited Include',
        'file_edited a.txt',
        'variables_edited',
      ]);
      const [page, groups, links, includes, file, variables] = changes;
      expect(page.attributes).to.deep.include({
        noIndex: { before: false, after: true },
        condition: { after: 'visitor' },
        cover: { after: cover },
        variables: { after: { local: 'yes' } },
        linkTitle: { after: 'P' },
        git: { after: { oid: '0'.repeat(40), path: 'page.md' } },
      });
      expect(page.attributes.layout.after).to.deep.equal({ ...page.attributes.layout.before, width: 'wide' });
      expect(groups.attributes).to.deep.equal({ emoji: { after: '📘' } });
      expect(links.attributes).to.deep.equal({
        href: { before: 'https://example.com/a', after: 'https://example.com/b' },
        target: {
          before: { kind: 'url', url: 'https://example.com/a' },
          after: { kind: 'url', url: 'https://example.com/b' },
        },
      });
      expect(includes.attributes.document.hunks.lines).to.deep.equal([
        { before: { at: 0, lines: ['One\n'] }, after: { at: 0, lines: ['Two\n'] } },
      ]);
      expect(file.attributes).to.deep.include({
        contentType: { before: 'text/plain', after: 'text/markdown' },
        size: { before: 3, after: 5 },
      });
      const bytes = await Promise.all(
        [file.attributes.downloadURL.before, file.attributes.downloadURL.after].map(async (url) =>
          (await fetch(url)).text(),
        ),
      );
      expect(bytes).to.deep.equal(['one', 'three']);
      expect(variables.variables).to.deep.equal({
        name: { before: 'one', after: 'two' },
        gone: { before: true },
        added: { after: false },
      });

      const bare = must(
        await world.admin.api.get(`/v1/spaces/${spaceId}/revisions/${revision}/changes?metadata=false`),
        200,
      );
      expect(bare.changes[0].attributes).not.to.have.property('git');
    });
  });
});
