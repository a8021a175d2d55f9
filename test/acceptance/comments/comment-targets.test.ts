import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { names, PLACES, says } from '../../support/threads.ts';
import { must, World, type Person } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);
const TEXT = '# Intro\n\nFirst paragraph.\n\n* one\n* two\n\nLast   *paragraph*\nof two lines.\n';

onEveryBackend('targets of comments', (backend) => {
  let world: World;
  let ann: Person;
  before(async () => {
    world = await World.create(await backend.instance());
    ann = await world.member('edit');
  });

  for (const where of PLACES)
    describe(`comments on ${where.name}`, () => {
      let place: { space: any; changeRequest: any };
      let base: string;
      let pages: Readonly<Record<string, string>>;
      let content: string;
      beforeEach(async () => {
        const space = await world.space();
        ({ pages } = await fillSpace(world.instance, space.id, {
          pages: [
            { title: 'Guides', type: 'group', pages: [{ title: 'Install', emoji: '1f4d8', markdown: TEXT }] },
            { title: 'Other', markdown: TEXT },
            { title: 'Elsewhere', type: 'link', href: 'https://example.com' },
          ],
        }));
        place = {
          space,
          changeRequest: must(await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, {}), 201),
        };
        base = where.at(place);
        content = `${base.slice(0, -'/comments'.length)}/content`;
      });
      /** Changes what is discussed: the change request, or the space by a change request of its own. */
      const change = async (...changes: object[]): Promise<void> => {
        const changeRequests = `/v1/spaces/${place.space.id}/change-requests`;
        const id =
          where.name === 'a space'
            ? must(await world.admin.api.post(changeRequests, {}), 201).id
            : place.changeRequest.id;
        must(await world.admin.api.post(`${changeRequests}/${id}/content`, { changes }), 200);
        if (where.name === 'a space') must(await world.admin.api.post(`${changeRequests}/${id}/merge`), 200);
      };
      const write = (page: string, markdown: string) =>
        change({ operation: 'update_page', page, document: { markdown } });
      const blocks = async (page: string): Promise<any[]> =>
        must(await ann.api.get(`${content}/page/${page}?format=document`), 200).document.nodes;
      const post = async (target: object): Promise<any> =>
        must(await ann.api.post(base, { ...says('Hm'), ...target }), 200);
      const target = async ({ id }: any): Promise<any> => must(await ann.api.get(`${base}/${id}`), 200).target;

      it('are about the whole unless they name a page or a block of one', async () => {
        expect(await post({}))
          .to.have.nested.property('target')
          .that.does.not.have.any.keys('page', 'node');
        const { target: onPage } = await post({ page: pages['Install'] });
        expect(onPage).not.to.have.property('node');
        expect(onPage.page).to.include({
          id: pages['Install'],
          title: 'Install',
          emoji: '1f4d8',
          path: 'guides/install',
          outdated: false,
        });
        expect(onPage.page).to.include.keys('createdAt', 'updatedAt');

        const [, paragraph, list, last] = await blocks(pages['Install']!);
        const { target: onBlock } = await post({ page: pages['Install'], node: paragraph.key });
        expect(onBlock.node).to.deep.equal({ id: paragraph.key, preview: 'First paragraph.' });
        expect(onBlock.page.outdated).to.equal(false);
        expect((await post({ page: pages['Install'], node: list.nodes[1].key })).target.node.preview).to.equal('two');
        expect((await post({ page: pages['Install'], node: last.key })).target.node.preview).to.equal(
          'Last paragraph of two lines.',
        );
        // Groups and links can be spoken about too.
        expect((await post({ page: pages['Guides'] })).target.page).to.include({
          title: 'Guides',
          path: 'guides',
          outdated: false,
        });
        expect((await post({ page: pages['Elsewhere'] })).target.page).to.include({
          title: 'Elsewhere',
          path: '',
          outdated: false,
        });
      });

      it('are refused for a target that does not exist', async () => {
        const [, paragraph] = await blocks(pages['Install']!);
        const other = await world.space();
        const { pages: theirs } = await fillSpace(world.instance, other.id, {
          pages: [{ title: 'Theirs', markdown: 'x' }],
        });
        const refused = await Promise.all(
          [UNKNOWN, theirs['Theirs'], 'no-such-id'].map((page) => ann.api.post(base, { ...says('Hm'), page })),
        );
        for (const answer of refused) expect(must(answer, 404).error.message).to.equal('page not found');
        for (const target of [
          { page: pages['Install'], node: 'nothing' },
          { page: pages['Guides'], node: paragraph.key },
        ])
          expect(must(await ann.api.post(base, { ...says('Hm'), ...target }), 404).error.message).to.equal(
            'node not found',
          );
        names(await ann.api.post(base, { ...says('Hm'), node: paragraph.key }), 'page');
        names(await ann.api.post(base, { ...says('Hm'), page: '' }), 'page');
        expect(must(await ann.api.get(base), 200).count).to.equal(0);
      });

      it('are outdated while the page differs from what it was', async () => {
        const comment = await post({ page: pages['Install'] });
        await write(pages['Other']!, 'Something else.');
        await change({ operation: 'update_page', page: pages['Install']!, title: 'Installing', slug: 'installing' });
        expect((await target(comment)).page).to.include({
          title: 'Installing',
          path: 'guides/installing',
          outdated: false,
        });
        await write(pages['Install']!, `${TEXT}More.\n`);
        expect((await target(comment)).page.outdated).to.equal(true);
        expect(must(await ann.api.get(base), 200).items[0].target).to.deep.equal(await target(comment));
        await write(pages['Install']!, TEXT);
        expect((await target(comment)).page.outdated).to.equal(false);
      });

      it('stay with their block as long as the page has it, wherever it is', async () => {
        const [, paragraph, , last] = await blocks(pages['Install']!);
        const comments = [
          await post({ page: pages['Install'], node: paragraph.key }),
          await post({ page: pages['Install'], node: last.key }),
        ];
        const outdated = async () =>
          Promise.all(comments.map(async (comment) => (await target(comment)).page.outdated));
        await write(pages['Install']!, `New beginning.\n\n${TEXT}`);
        expect(await outdated()).to.deep.equal([false, false]);
        await write(pages['Install']!, TEXT.replace('First', 'Second'));
        expect(await outdated()).to.deep.equal([true, false]);
        expect((await target(comments[0])).node).to.deep.equal(comments[0].target.node);
        await write(pages['Install']!, '');
        expect(await outdated()).to.deep.equal([true, true]);
        await write(pages['Install']!, TEXT);
        expect(await outdated()).to.deep.equal([false, false]);
      });

      it('keep their target when the page is deleted', async () => {
        const comment = await post({ page: pages['Install'] });
        await change({ operation: 'delete_page', page: pages['Guides']! });
        expect((await target(comment)).page).to.deep.equal({ ...comment.target.page, outdated: true });
        expect(must(await ann.api.get(`${base}?targetPage=${pages['Install']}`), 200).count).to.equal(1);
        must(await ann.api.post(`${base}/${comment.id}/replies`, says('Where did it go?')), 200);
        must(await ann.api.post(base, { ...says('Hm'), page: pages['Install'] }), 404);
      });

      it('are listed by page', async () => {
        const made = [
          await post({}),
          await post({ page: pages['Install'] }),
          await post({ page: pages['Other'] }),
          await post({ page: pages['Install'] }),
        ];
        const found = must(await ann.api.get(`${base}?targetPage=${pages['Install']}&order=asc`), 200);
        expect(found).to.deep.equal({ items: [made[1], made[3]], count: 2 });
        must(await ann.api.put(`${base}/${made[1].id}`, { resolved: true }), 200);
        expect(
          must(await ann.api.get(`${base}?targetPage=${pages['Install']}&status=open`), 200).items.map(
            ({ id }: any) => id,
          ),
        ).to.deep.equal([made[3].id]);
      });
    });

  describe('postCommentInChangeRequest', () => {
    it('finds the target in the content of the change request', async () => {
      const space = await world.space();
      const base = `/v1/spaces/${space.id}/change-requests`;
      must(await ann.api.post(base, {}), 201);
      must(
        await ann.api.post(`${base}/1/content`, {
          changes: [{ operation: 'insert_page', title: 'Proposed', document: { markdown: 'New.' } }],
        }),
        200,
      );
      const [page] = must(await ann.api.get(`${base}/1/content/pages`), 200).pages;
      must(await ann.api.post(`/v1/spaces/${space.id}/comments`, { ...says('Hm'), page: page.id }), 404);
      const comment = must(await ann.api.post(`${base}/1/comments`, { ...says('Hm'), page: page.id }), 200);
      expect(comment.target.revision).to.equal(must(await ann.api.get(`${base}/1`), 200).revision);
      must(await world.admin.api.post(`${base}/1/merge`), 200);
      must(await ann.api.post(`/v1/spaces/${space.id}/comments`, { ...says('Now'), page: page.id }), 200);
      expect(must(await ann.api.get(`${base}/1/comments/${comment.id}`), 200).target).to.deep.equal(comment.target);
    });
  });
});
