import { expect } from 'chai';
import { MAX_EXAMINED } from '../../../src/application/content/history/page-history.ts';
import { Tokens } from '../../../src/composition/tokens.ts';
import type { Instance } from '../../../src/instance.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { fillSpace } from '../../support/fill-space.ts';
import { emptyProjection } from '../../support/persistence/nothing-follows.ts';
import { must, World } from '../../support/world.ts';

/** Adds revisions that change nothing. */
async function passTime({ container }: Instance, spaceId: string, count: number): Promise<void> {
  const { ids, clock } = container.get(Tokens.Services);
  const at = clock.now();
  await container
    .get(Tokens.UnitOfWork)
    .run({ organizationId: null, spaceId, actorId: null, tokenId: null, requestId: null, at }, async (work) => {
      const [branch] = await work.branches.lock(spaceId, spaceId);
      let from = branch!.revisionId;
      for (let i = 0; i < count; i++) {
        const revision = {
          id: ids.next(),
          spaceId,
          parents: [from],
          content: branch!.content,
          type: 'edits' as const,
          createdAt: at,
          createdBy: null,
        };
        await work.branches.advance({ primary: emptyProjection(revision), from, revision, objects: [] });
        from = revision.id;
      }
    });
}

onEveryBackend('history of a space', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });

  /** A space that was merged into once for each title, and the revisions that made it, the newest first. */
  const spaceOf = async (...titles: string[]): Promise<{ draft: Draft; revisions: string[] }> => {
    const first = await Draft.open(world);
    const revisions = [(await first.inSpace('')).revision];
    let draft = first;
    for (const title of titles) {
      await draft.edit(insert(title));
      revisions.unshift((await draft.merge()).revision);
      draft = await first.another();
    }
    return { draft, revisions };
  };
  const restore = (draft: Draft, revision: string, headers?: Record<string, string>, api = world.admin.api) =>
    api.post(`${draft.space}/revisions/${revision}/restore`, undefined, headers);

  describe('listRevisionsInSpace', () => {
    it('lists revisions, the newest first, with author and merged change request, without those of change requests', async () => {
      const { draft, revisions } = await spaceOf('A', 'B');
      await draft.edit(insert('Not merged'));
      const { items, count } = await draft.inSpace('/revisions');
      expect(items.map(({ id }: any) => id)).to.deep.equal(revisions);
      expect(count).to.equal(3);
      const [newest, , oldest] = items;
      const whole = await draft.inSpace(`/revisions/${newest.id}`);
      expect(newest).to.deep.include({
        object: 'revision',
        type: 'merge',
        parents: whole.parents,
        createdAt: whole.createdAt,
        createdBy: whole.createdBy,
        mergedFrom: whole.mergedFrom,
      });
      expect(newest.parents[0]).to.equal(revisions[1]);
      expect(newest.createdBy.id).to.equal(world.admin.userId);
      expect(newest).not.to.have.any.keys('pages', 'files', 'variables');
      expect(oldest).to.deep.include({ type: 'edits', parents: [] });
      expect(must(await world.admin.api.get(new URL(newest.urls.location).pathname), 200).id).to.equal(newest.id);
    });

    it('pages without gaps while others write', async () => {
      const { draft, revisions } = await spaceOf('A', 'B', 'C', 'D');
      const seen: string[] = [];
      let query = '?limit=2';
      while (query !== '') {
        const { items, next, count } = await draft.inSpace(`/revisions${query}`);
        seen.push(...items.map(({ id }: any) => id));
        if (seen.length === 2) {
          expect(count).to.equal(5);
          const other = await draft.another();
          await other.merge();
        }
        query = next === undefined ? '' : `?limit=2&page=${next.page}`;
      }
      expect(seen).to.deep.equal(revisions);
      expect(await draft.inSpace('/revisions?limit=0')).to.deep.equal({ items: [], count: 6 });
    });

    it('names no author where a system made the revision', async () => {
      const { draft } = await spaceOf();
      await fillSpace(await backend.instance(), draft.spaceId, { pages: [{ title: 'Page' }] });
      const {
        items: [newest],
      } = await draft.inSpace('/revisions');
      expect(newest).to.include({ type: 'edits' });
      expect(newest).not.to.have.any.keys('createdBy', 'mergedFrom', 'git');
    });
  });

  describe('listRevisionsInSpace with a page', () => {
    const historyOf = async (draft: Draft, page: string, limit = 50): Promise<string[]> => {
      const seen: string[] = [];
      for (let next: string | undefined = ''; next !== undefined;) {
        const body: any = await draft.inSpace(`/revisions?pageId=${page}&limit=${limit}${next && `&page=${next}`}`);
        expect(body).not.to.have.property('count');
        expect(body.items.length).to.be.at.most(limit);
        seen.push(...body.items.map(({ id }: any) => id));
        next = body.next?.page;
      }
      return seen;
    };

    it('lists what created, changed, moved and deleted the page, and nothing else', async () => {
      const {
        draft,
        revisions: [created],
      } = await spaceOf('A');
      const {
        pages: [{ id: page }],
      } = await draft.inSpace('/content/pages');
      const merged = async (...changes: object[]): Promise<string> => {
        const next = await draft.another();
        await next.edit(...changes);
        return (await next.merge()).revision;
      };
      const retitled = await merged({ operation: 'update_page', page, title: 'Alpha' });
      await merged(insert('B'));
      const rewritten = await merged({ operation: 'update_page', page, document: { markdown: 'New\n' } }, insert('C'));
      const { pages } = await draft.inSpace('/content/pages');
      await merged({ operation: 'update_page', page: pages[1].id, title: 'Beta' });
      const moved = await merged({ operation: 'update_page', page, into: pages[1].id });
      await draft.another().then((empty) => empty.merge());
      const deleted = await merged({ operation: 'delete_page', page });
      const { revision: back } = must(await restore(draft, moved), 200);
      const expected = [back, deleted, moved, rewritten, retitled, created];
      for (const limit of [1, 2, 50])
        expect(await historyOf(draft, page, limit), `${limit} at a time`).to.deep.equal(expected);
      expect(await draft.inSpace(`/revisions?pageId=${page}&limit=0`)).to.deep.equal({ items: [] });
      expect(await historyOf(draft, '0'.repeat(20))).to.deep.equal([]);
    });

    it('pages past many revisions that did not touch the page', async () => {
      const { draft, revisions } = await spaceOf('A');
      const {
        pages: [{ id: page }],
      } = await draft.inSpace('/content/pages');
      await passTime(await backend.instance(), draft.spaceId, MAX_EXAMINED + 1);
      const first = await draft.inSpace(`/revisions?pageId=${page}`);
      expect(first.items).to.deep.equal([]);
      expect(first.next).to.have.property('page');
      expect(await historyOf(draft, page)).to.deep.equal([revisions[0]]);
      expect((await draft.inSpace('/revisions?limit=0')).count).to.equal(MAX_EXAMINED + 3);
    });
  });

  describe('restoreRevision', () => {
    it('adds a revision with the content of an earlier one', async () => {
      const { draft, revisions } = await spaceOf('A', 'B');
      const past = await draft.inSpace(`/revisions/${revisions[1]}`);
      const answer = must(await restore(draft, revisions[1]!), 200);
      expect(answer.result).to.equal('rollback');
      const present = await draft.inSpace('/content');
      expect(present).to.deep.include({ id: answer.revision, type: 'rollback', parents: [revisions[0], revisions[1]] });
      expect(present.pages).to.deep.equal(past.pages);
      const { revisions: stored } = (await backend.instance()).container.get(Tokens.Reads);
      const [then, now] = [
        await stored.find(draft.spaceId, revisions[1]!),
        await stored.find(draft.spaceId, answer.revision),
      ];
      expect(now!.content, 'nothing is stored but a pointer').to.equal(then!.content);
      const { items } = await draft.inSpace('/revisions');
      expect(items.map(({ id }: any) => id)).to.deep.equal([answer.revision, ...revisions]);
      expect(
        (await draft.inSpace(`/revisions/${answer.revision}/changes`)).changes.map(({ type, page }: any) => [
          type,
          page.title,
        ]),
      ).to.deep.equal([['page_deleted', 'B']]);
    });

    it('restores the later content again after an earlier one', async () => {
      const { draft, revisions } = await spaceOf('A', 'B');
      const before = await draft.inSpace('/content/pages');
      must(await restore(draft, revisions[2]!), 200);
      expect((await draft.inSpace('/content/pages')).pages).to.deep.equal([]);
      must(await restore(draft, revisions[0]!), 200);
      expect(await draft.inSpace('/content/pages')).to.deep.equal(before);
    });

    it('adds no revision where the content is the same already', async () => {
      const { draft, revisions } = await spaceOf('A');
      expect(must(await restore(draft, revisions[0]!), 200)).to.deep.equal({
        revision: revisions[0],
        result: 'unchanged',
      });
      // An empty merge made another revision with the same content.
      const { revision } = await draft.merge();
      expect(must(await restore(draft, revisions[0]!), 200)).to.deep.equal({ revision, result: 'unchanged' });
      expect((await draft.inSpace('/revisions')).count).to.equal(3);
    });

    it('restores what a change request held at some time', async () => {
      const { draft } = await spaceOf('A');
      await draft.edit(insert('Idea'));
      const { revision } = await draft.get('');
      await draft.edit(insert('Another'));
      must(await restore(draft, revision), 200);
      expect(await draft.outline(`${draft.space}/content`)).to.deep.equal(['a', 'idea']);
    });

    it('keeps open change requests open and outdated, which merge as before', async () => {
      const { draft, revisions } = await spaceOf('A', 'B');
      await draft.edit(insert('Mine'));
      must(await restore(draft, revisions[1]!), 200);
      expect(await draft.get('')).to.include({ status: 'open', outdated: true });
      await draft.merge();
      expect(await draft.outline(`${draft.space}/content`)).to.deep.equal(['a', 'mine']);
    });

    it('answers 412 unless the head is the revision that the caller saw', async () => {
      const { draft, revisions } = await spaceOf('A', 'B');
      const before = await draft.inSpace('/content');
      const { error } = must(await restore(draft, revisions[2]!, { 'if-match': `"${revisions[1]}"` }), 412);
      expect(error.message).to.equal(`the space is at revision ${revisions[0]}, not ${revisions[1]}`);
      expect(await draft.inSpace('/content')).to.deep.equal(before);
      must(await restore(draft, revisions[2]!, { 'if-match': `"${revisions[0]}"` }), 200);
    });

    it('is refused in a locked space', async () => {
      const { draft, revisions } = await spaceOf('A');
      must(await world.admin.api.patch(draft.space, { editMode: 'locked' }), 200);
      must(await restore(draft, revisions[1]!), 409);
      expect(await draft.outline(`${draft.space}/content`)).to.deep.equal(['a']);
      must(await world.admin.api.patch(draft.space, { editMode: 'live' }), 200);
      must(await restore(draft, revisions[1]!), 200);
    });

    it('refuses content with unresolved conflicts', async () => {
      const { draft } = await spaceOf('A');
      const {
        pages: [page],
      } = await draft.inSpace('/content/pages');
      const other = await draft.another();
      await draft.update(page.id, { title: 'One' });
      await other.update(page.id, { title: 'Two' });
      await draft.merge();
      const { revision, result } = await other.updated();
      expect(result).to.equal('conflicts');
      must(await restore(draft, revision), 409);
      expect((await draft.inSpace(`/content/page/${page.id}`)).title).to.equal('One');
    });

    it('is for those who may merge, with revisions of the same space', async () => {
      const { draft, revisions } = await spaceOf('A');
      for (const [role, status] of [
        ['read', 403],
        ['edit', 403],
        ['review', 200],
      ] as const)
        must(await restore(draft, revisions[1]!, {}, (await world.member(role)).api), status);
      const otherDraft = await Draft.open(world);
      must(await restore(otherDraft, revisions[0]!), 404);
      must(await restore(draft, '0'.repeat(20)), 404);
      must(await restore(draft, revisions[0]!, {}, (await world.stranger()).api), 404);
    });

    it('loses nothing while a merge happens at the same time', async () => {
      const { draft, revisions } = await spaceOf('A', 'B');
      await draft.edit(insert('Mine'));
      const answers = await Promise.all([restore(draft, revisions[1]!), world.admin.api.post(`${draft.path}/merge`)]);
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
      const { items } = await draft.inSpace('/revisions');
      const [newest, second] = items;
      expect([newest.id, second.id]).to.have.members(answers.map(({ body }) => body.revision));
      expect([newest.parents[0], second.parents[0]]).to.deep.equal([second.id, revisions[0]]);
    });
  });
});
