import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { must, World } from '../../support/world.ts';

const TEXT = Array.from({ length: 9 }, (_, i) => `Line ${i + 1}\n`).join('\n');
const withLine = (n: number, text: string): object => ({
  document: { markdown: TEXT.replace(`Line ${n}\n`, `${text}\n`) },
});

onEveryBackend('merging and updating change requests', (backend) => {
  let world: World;
  let ids: Record<'a' | 'b' | 'c', string>;
  /** Two change requests of a space that has the pages a, b and c. */
  let one: Draft;
  let two: Draft;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  beforeEach(async () => {
    const start = await Draft.open(world);
    const { changes } = await start.edit(
      ...['A', 'B', 'C'].map((title) => insert(title, { document: { markdown: TEXT } })),
    );
    const [a, b, c] = changes.map(({ page }: any) => page.id);
    ids = { a, b, c };
    await start.merge();
    [one, two] = [await start.another(), await start.another()];
  });

  const post = (path: string) => world.admin.api.post(path);
  const revisionOfSpace = async (): Promise<string> => (await one.inSpace('')).revision;
  const pageInSpace = (id: string): Promise<any> => one.inSpace(`/content/page/${id}`);

  describe('mergeChangeRequest', () => {
    it('adds one revision on top of the primary content', async () => {
      const before = await revisionOfSpace();
      await one.update(ids.a, { title: 'Alpha' });
      const { revision: head } = await one.get('');
      const { data: merged, status } = await world.admin.client.spaces.mergeChangeRequest(one.spaceId, one.id);
      expect(status).to.equal(200);
      expect(merged).to.deep.equal({ revision: await revisionOfSpace(), result: 'merge' });
      expect(await one.get('')).to.include({
        status: 'merged',
        revisionMerged: merged.revision,
        outdated: false,
        revision: head,
      });
      expect(await one.inSpace(`/revisions/${merged.revision}`)).to.deep.include({
        type: 'merge',
        parents: [before, head],
      });
      expect(await pageInSpace(ids.a)).to.include({ title: 'Alpha', slug: 'a' });
      expect(await two.get('')).to.include({ outdated: true, status: 'open' });
      expect(must(await post(`${one.path}/merge`), 409).error.message).to.equal('the change request is already merged');
      must(await post(`${one.path}/update`), 409);
    });

    it('names who merged and when, wherever the change request is shown', async () => {
      expect(await one.get('')).to.not.have.any.keys('mergedBy', 'mergedAt');
      const reviewer = await world.member('review');
      must(await reviewer.api.post(`${one.path}/merge`), 200);
      const revision = await one.inSpace(`/revisions/${await revisionOfSpace()}`);
      const listed = (await one.inSpace('/change-requests?status=merged')).items.find(({ id }: any) => id === one.id);
      const byNumber = await one.inSpace(`/change-requests/${listed.number}`);
      for (const shown of [await one.get(''), listed, byNumber, revision.mergedFrom])
        expect([shown.mergedBy.id, shown.mergedAt]).to.deep.equal([reviewer.userId, revision.createdAt]);
    });

    it('merges a change request without edits', async () => {
      expect((await one.merge()).result).to.equal('merge');
      await two.update(ids.a, { title: 'Alpha' });
      await two.merge();
      const third = await two.another();
      await third.merge();
      expect((await pageInSpace(ids.a)).title).to.equal('Alpha');
    });

    it('refuses drafts and archived change requests', async () => {
      for (const status of ['draft', 'archived']) {
        must(await world.admin.api.patch(one.path, { status }), 200);
        must(await post(`${one.path}/merge`), 409);
      }
      must(await post(`${one.path}/update`), 409);
      must(await world.admin.api.patch(one.path, { status: 'draft' }), 200);
      must(await post(`${one.path}/update`), 200);
    });

    it('combines changes of different pages, fields and blocks', async () => {
      await one.edit(
        { operation: 'update_page', page: ids.a, ...withLine(2, 'Two of one') },
        { operation: 'update_page', page: ids.b, title: 'Bee' },
        insert('New', { into: ids.c }),
      );
      await two.edit(
        { operation: 'update_page', page: ids.a, ...withLine(8, 'Eight of two') },
        { operation: 'update_page', page: ids.b, emoji: '🐝' },
        { operation: 'update_page', page: ids.b, at: 0 },
      );
      await one.merge();
      await two.merge();
      expect((await pageInSpace(ids.a)).markdown).to.equal(
        TEXT.replace('Line 2', 'Two of one').replace('Line 8', 'Eight of two'),
      );
      expect(await pageInSpace(ids.b)).to.include({ title: 'Bee', emoji: '🐝' });
      expect(await one.outline(`${one.space}/content`)).to.deep.equal(['b', 'a', ['c', ['new']]]);
    });
  });

  describe('updateChangeRequest', () => {
    it('merges the content of the space, after which the change request is no longer outdated', async () => {
      await one.update(ids.a, { title: 'Alpha' });
      await two.update(ids.b, { title: 'Beta' });
      const present = await two.get('');
      expect(await two.updated()).to.deep.equal({ revision: present.revision, result: 'update' });
      expect(await two.get('')).to.deep.equal(present);

      const { revision: main } = await one.merge();
      expect((await two.get('')).outdated).to.equal(true);
      const { data: updated } = await world.admin.client.spaces.updateChangeRequest(two.spaceId, two.id);
      expect(updated).to.deep.equal({ revision: (await two.get('')).revision, result: 'update' });
      expect(await two.get('')).to.include({
        outdated: false,
        revisionMergedAncestor: main,
        revisionInitial: present.revisionInitial,
      });
      expect(await two.inSpace(`/revisions/${updated.revision}`)).to.deep.include({
        type: 'update',
        parents: [present.revision, main],
      });
      expect((await two.page(ids.a)).title).to.equal('Alpha');
      expect((await two.page(ids.b)).title).to.equal('Beta');
      expect((await pageInSpace(ids.b)).title).to.equal('B');
      expect((await two.updated()).revision).to.equal(updated.revision);
      await two.merge();
      expect((await pageInSpace(ids.b)).title).to.equal('Beta');
    });
  });

  describe('content in conflict', () => {
    /** Merges `ours`, then tries `theirs`: it must be refused with these conflicts, and the space stay as it was. */
    const collide = async (ours: readonly object[], theirs: readonly object[]): Promise<any[]> => {
      await one.edit(...ours);
      await two.edit(...theirs);
      await one.merge();
      const before = await one.inSpace('/content');
      const body = await two.refusedMerge();
      expect(body.error).to.include({ code: 409 });
      expect(body).to.include({ result: 'conflicts', revision: before.id });
      expect(await one.inSpace('/content')).to.deep.equal(before);
      expect(await two.get('')).to.include({ status: 'open', outdated: true });
      return body.conflicts;
    };
    const change = (page: string, more: object): object => ({ operation: 'update_page', page, ...more });

    describe('updateChangeRequest', () => {
      it('shows both sides of the same lines, keeps both, and merges once a user has decided', async () => {
        const conflicts = await collide(
          [change(ids.a, withLine(2, 'Two of one'))],
          [change(ids.a, withLine(2, 'Two of two'))],
        );
        const sides = {
          base: TEXT,
          ours: TEXT.replace('Line 2', 'Two of one'),
          theirs: TEXT.replace('Line 2', 'Two of two'),
        };
        expect(conflicts).to.deep.equal([
          { kind: 'content', subject: { kind: 'page', id: ids.a }, page: ids.a, path: 'a', ...sides },
        ]);

        const updated = await two.updated();
        expect(updated).to.deep.include({ result: 'conflicts', conflicts, revision: (await two.get('')).revision });
        expect((await two.get('')).outdated).to.equal(false);
        const { markdown } = await two.page(ids.a);
        expect(markdown)
          .to.contain('<<<<<<< main\nTwo of one\n')
          .and.contain('=======\nTwo of two\n>>>>>>> change request\n');
        expect((await two.refusedMerge()).conflicts).to.deep.equal(conflicts);
        expect(await two.updated()).to.deep.equal({ revision: updated.revision, result: 'update' });

        await two.update(ids.a, { title: 'Not about the lines' });
        await two.update(ids.a, { document: { markdown: `${markdown}\nmore` } });
        await two.refusedMerge();
        await two.update(ids.a, withLine(2, 'Two of both'));
        await two.merge();
        expect((await pageInSpace(ids.a)).markdown).to.equal(TEXT.replace('Line 2', 'Two of both'));
      });
    });

    describe('mergeChangeRequest', () => {
      it('returns 409 for fields that both sides set', async () => {
        const [title, ...more] = await collide([change(ids.a, { title: 'One' })], [change(ids.a, { title: 'Two' })]);
        expect(more).to.deep.equal([]);
        expect(title).to.deep.include({ kind: 'field', field: 'title', base: 'A', ours: 'One', theirs: 'Two' });
        await two.updated();
        expect((await two.page(ids.a)).title).to.equal('Two');
        await two.update(ids.a, { title: 'Both' });
        await two.merge();
      });

      it('returns 409 with the whole page that one side changed and the other deleted', async () => {
        const [deleted] = await collide(
          [change(ids.a, { title: 'Changed', ...withLine(1, 'changed') })],
          [{ operation: 'delete_page', page: ids.a }],
        );
        expect(deleted).to.include({ kind: 'edit-delete', page: ids.a, theirs: null });
        expect(deleted.ours).to.include({ title: 'Changed', markdown: TEXT.replace('Line 1', 'changed') });
        expect(deleted.base).to.include({ title: 'A', markdown: TEXT });
        expect(JSON.stringify(deleted)).not.to.match(/[0-9a-f]{64}/);
        await two.updated();
        await two.edit({ operation: 'delete_page', page: ids.a });
        await two.merge();
        expect(await one.outline(`${one.space}/content`)).to.deep.equal(['b', 'c']);
      });

      it('returns 409 for two pages with one path', async () => {
        const [slug] = await collide([insert('Same')], [insert('Same')]);
        expect(slug).to.include({ kind: 'slug', theirs: 'same' });
        await two.updated();
        expect(await two.outline()).to.deep.equal(['a', 'b', 'c', 'same', 'same-1']);
        await two.update(slug.page, { slug: 'other' });
        await two.merge();
      });

      it('returns 409 for moves that would put two pages under each other', async () => {
        const conflicts = await collide([change(ids.a, { into: ids.b })], [change(ids.b, { into: ids.a })]);
        expect(conflicts.map(({ kind }) => kind)).to.deep.equal(['move-cycle']);
        await two.updated();
        await two.edit(...conflicts.map(({ page }) => change(page, { into: null })));
        await two.merge();
        expect((await one.inSpace('/content/pages')).pages).to.have.length(2);
      });

      it('returns 409 for a page that was moved under a deleted one', async () => {
        const conflicts = await collide([{ operation: 'delete_page', page: ids.b }], [change(ids.c, { into: ids.b })]);
        expect(conflicts).to.have.length(1);
        expect(conflicts[0]).to.include({ kind: 'orphan', page: ids.c, theirs: ids.b });
      });

      it('returns 409 for different places among siblings', async () => {
        const conflicts = await collide([change(ids.c, { at: 0 })], [change(ids.c, { at: 1 })]);
        expect(conflicts.map(({ kind, page }) => [kind, page])).to.deep.equal([['order', ids.c]]);
      });
    });
  });

  describe('concurrent merges', () => {
    describe('mergeChangeRequest', () => {
      it('merges one of two that overlap, and returns 409 with the conflict for the other', async () => {
        await one.update(ids.a, { title: 'One' });
        await two.update(ids.a, { title: 'Two' });
        const answers = await Promise.all([post(`${one.path}/merge`), post(`${two.path}/merge`)]);
        expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
        expect((await pageInSpace(ids.a)).title).to.equal(answers[0]!.status === 200 ? 'One' : 'Two');
      });

      it('merges twenty that do not overlap one after the other, and loses nothing', async () => {
        const drafts: Draft[] = [];
        for (let i = 0; i < 20; i++) drafts.push(await one.another());
        await Promise.all(drafts.map((draft, i) => draft.edit(insert(`P${i}`))));
        const answers = await Promise.all(drafts.map(({ path }) => post(`${path}/merge`)));
        expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 20 }, () => 200));
        expect((await one.outline(`${one.space}/content`)).slice(3)).to.have.members(
          Array.from({ length: 20 }, (_, i) => `p${i}`),
        );

        const history: string[] = [];
        for (let id = await revisionOfSpace(); history.length < 20;) {
          history.push(id);
          const { parents, type } = await one.inSpace(`/revisions/${id}`);
          expect(type).to.equal('merge');
          id = parents[0];
        }
        expect(history).to.have.members(answers.map(({ body }) => body.revision));
      });

      it('merges a change request once, however often it is called', async () => {
        await one.edit(insert('New'));
        const answers = await Promise.all(Array.from({ length: 5 }, () => post(`${one.path}/merge`)));
        expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409, 409]);
      });

      it('includes a concurrent edit in the merge or refuses the edit', async () => {
        const [merge, ...edits] = await Promise.all([
          post(`${one.path}/merge`),
          ...Array.from({ length: 10 }, (_, i) => one.post([insert(`P${i}`)])),
        ]);
        must(merge!, 200);
        const kept = edits.flatMap(({ status }, i) => (status === 200 ? [`p${i}`] : []));
        for (const { status } of edits) expect(status).to.be.oneOf([200, 409]);
        expect((await one.outline(`${one.space}/content`)).slice(3)).to.have.members(kept);
      });
    });
  });
});
