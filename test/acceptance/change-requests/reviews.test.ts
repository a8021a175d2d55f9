import { expect } from 'chai';
import { MAX_BODY_LENGTH } from '../../../src/domain/comments/comment-base.ts';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { must, World, type Person } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('reviews of change requests', (backend) => {
  let world: World;
  let author: Person;
  let reviewer: Person;
  let other: Person;
  let draft: Draft;
  before(async () => {
    world = await World.create(await backend.instance());
    [author, reviewer, other] = (await Promise.all(
      (['review', 'review', 'review'] as const).map((role) => world.member(role)),
    )) as [Person, Person, Person];
  });
  beforeEach(async () => {
    draft = await Draft.on(author, (await world.space()).id);
    await draft.edit(insert('Page'));
  });
  const refused = async (call: Promise<unknown>): Promise<any> =>
    call.then(
      () => expect.fail('was not refused'),
      (error) => error,
    );
  const review = (by: Person, body: unknown = { status: 'approved' }, headers?: Record<string, string>) =>
    by.api.post(`${draft.path}/reviews`, body, headers);
  const reviews = async (query = ''): Promise<any> => draft.get(`/reviews${query}`);

  describe('submitChangeRequestReview', () => {
    it('submits and lists a review through the official client, by id and by number', async () => {
      const { data: approved, status } = await reviewer.client.spaces.submitChangeRequestReview(draft.spaceId, '1', {
        status: 'approved',
      });
      expect(status).to.equal(201);
      const { revision } = await draft.get('');
      expect(approved).to.include({ object: 'change-request-review', status: 'approved', revision, outdated: false });
      expect(approved.reviewer.id).to.equal(reviewer.userId);
      expect(approved.updatedAt).to.equal(approved.createdAt);
      expect(approved).not.to.have.property('requestedBy');
      for (const key of [draft.id, '1'])
        expect((await author.client.spaces.getReviewsByChangeRequestId(draft.spaceId, key)).data).to.deep.equal({
          items: [approved],
          count: 1,
        });
    });

    it('reviews the revision that the reviewer saw, or answers 412', async () => {
      const { revision } = await draft.get('');
      await draft.edit(insert('Sneaked in'));
      must(await review(reviewer, { status: 'approved' }, { 'if-match': `"${revision}"` }), 412);
      expect(await reviews()).to.deep.equal({ items: [], count: 0 });
    });

    it('refuses approvals by contributors, who may still request changes', async () => {
      const answer = await refused(
        author.client.spaces.submitChangeRequestReview(draft.spaceId, draft.id, { status: 'approved' }),
      );
      expect([answer.code, answer.errorMessage]).to.deep.equal([
        409,
        'authors cannot approve their own change requests',
      ]);
      must(await review(author, { status: 'changes-requested' }), 201);
      expect((await reviews()).count).to.equal(1);
    });

    it('accepts reviews of drafts and open change requests only', async () => {
      must(await author.api.patch(draft.path, { status: 'draft' }), 200);
      must(await review(reviewer), 201);
      must(await author.api.patch(draft.path, { status: 'archived' }), 200);
      must(await review(reviewer), 409);
      must(await author.api.post(`${draft.path}/requested-reviewers`, { users: [reviewer.userId] }), 409);
      must(await author.api.patch(draft.path, { status: 'open' }), 200);
      must(await review(reviewer), 201);
      await draft.merge();
      must(await review(reviewer), 409);
      must(await author.api.post(`${draft.path}/requested-reviewers`, { users: [reviewer.userId] }), 409);
      expect((await reviews()).items.map(({ outdated }: any) => outdated)).to.deep.equal([false, false]);
    });

    it('posts a comment with the review as a thread of the change request', async () => {
      const { data: created } = await reviewer.client.spaces.submitChangeRequestReview(draft.spaceId, draft.id, {
        status: 'changes-requested',
        comment: { markdown: '**Why** so?' },
      });
      expect(created.comment).to.deep.include({
        object: 'comment',
        body: { markdown: '**Why** so?' },
        status: 'open',
        replies: 0,
        target: { changeRequest: draft.id, review: created.id, space: draft.spaceId, revision: created.revision },
      });
      expect(created.comment.postedBy.id).to.equal(reviewer.userId);
      must(await reviewer.api.get(new URL(created.comment.urls.location).pathname), 200);
      expect((await draft.get('')).comments).to.equal(1);

      must(
        await author.api.post(`${draft.path}/comments/${created.comment.id}/replies`, {
          body: { markdown: 'Because.' },
        }),
        200,
      );
      must(await author.api.put(`${draft.path}/comments/${created.comment.id}`, { resolved: true }), 200);
      const [listed] = (await reviews()).items;
      expect(listed.comment).to.deep.include({
        id: created.comment.id,
        status: 'resolved',
        replies: 1,
        body: { markdown: '**Why** so?' },
      });
      const [asBlocks] = (
        await author.client.spaces.getReviewsByChangeRequestId(draft.spaceId, draft.id, { format: 'document' })
      ).data.items;
      expect(asBlocks.comment.body.document).to.include({ object: 'document' });

      must(await reviewer.api.delete(`${draft.path}/comments/${created.comment.id}`), 205);
      expect((await reviews()).items.map(({ comment }: any) => comment)).to.deep.equal([undefined]);
    });

    it('accepts a comment as blocks, skips an empty one, and names a wrong one', async () => {
      const blocks = (text: string) => [
        {
          object: 'block',
          type: 'paragraph',
          isVoid: false,
          data: {},
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
        },
      ];
      const created = must(
        await review(reviewer, {
          status: 'approved',
          comment: { document: { object: 'document', data: {}, nodes: blocks('Well done') } },
        }),
        201,
      );
      expect(created.comment.body.markdown.trim()).to.equal('Well done');
      for (const comment of [{}, { markdown: '' }, { markdown: ' \n' }, { markdown: '\u200b' }])
        expect(must(await review(reviewer, { status: 'approved', comment }), 201)).not.to.have.property('comment');
      expect((await draft.get('')).comments).to.equal(1);

      for (const [comment, path] of [
        [{ markdown: 'x'.repeat(MAX_BODY_LENGTH + 1) }, 'comment.markdown'],
        [{ markdown: 'a', document: { object: 'document', nodes: [] } }, 'comment'],
        [{ markdown: 7 }, 'comment.markdown'],
        ['words', 'comment'],
      ])
        expect(must(await review(reviewer, { status: 'approved', comment }), 400).error.issues[0].path).to.equal(path);
      must(await review(reviewer, { status: 'approved', comment: { markdown: 'x'.repeat(MAX_BODY_LENGTH) } }), 201);
      expect(await reviews()).to.include({ count: 6 });
    });

    it('names the field of an unknown status', async () => {
      for (const body of [{}, { status: 'rejected' }, { status: null }, { status: ['approved'] }])
        expect(must(await review(reviewer, body), 400).error.issues[0].path).to.equal('status');
      must(await review(reviewer, '[]'), 400);
    });
  });

  describe('getChangeRequestReviewById', () => {
    it('gets each review as the list does, with its comment in the requested format', async () => {
      must(await review(reviewer, { status: 'changes-requested', comment: { markdown: 'Say *more*' } }), 201);
      must(await review(reviewer), 201);
      await draft.edit(insert('Another page'));
      for (const query of ['', '?format=document'])
        for (const listed of (await reviews(query)).items)
          expect(must(await author.api.get(`${draft.path}/reviews/${listed.id}${query}`), 200)).to.deep.equal(listed);
    });

    it('finds no review of another change request', async () => {
      const { id } = must(await review(reviewer), 201);
      const aside = await Draft.on(author, draft.spaceId);
      must(await author.api.get(`${aside.path}/reviews/${id}`), 404);
    });
  });

  describe('getReviewsByChangeRequestId', () => {
    it('lists every review of a person, the newest first', async () => {
      const made = [];
      for (const status of ['changes-requested', 'approved', 'changes-requested'])
        made.unshift(must(await review(reviewer, { status }), 201));
      expect((await reviews()).items).to.deep.equal(made);
      const first = await reviews('?limit=2');
      expect(first).to.deep.include({ items: made.slice(0, 2), count: 3 });
      expect(await reviews(`?limit=2&page=${encodeURIComponent(first.next.page)}`)).to.deep.equal({
        items: made.slice(2),
        count: 3,
      });
    });

    it('marks reviews as outdated after an edit or an update of the content, and after nothing else', async () => {
      must(await review(reviewer), 201);
      must(await author.api.patch(draft.path, { subject: 'Other words' }), 200);
      expect((await reviews()).items.map(({ outdated }: any) => outdated)).to.deep.equal([false]);
      await draft.edit(insert('Another page'));
      expect((await reviews()).items.map(({ outdated }: any) => outdated)).to.deep.equal([true]);

      must(await review(reviewer), 201);
      const aside = await Draft.on(other, draft.spaceId);
      await aside.edit(insert('Beside'));
      await aside.merge();
      expect((await reviews()).items.map(({ outdated }: any) => outdated)).to.deep.equal([false, true]);
      await draft.updated();
      expect((await reviews()).items.map(({ outdated }: any) => outdated)).to.deep.equal([true, true]);
    });

    it('is for readers, and submitting is for reviewers', async () => {
      const [editor, reader, stranger] = [
        await world.member('edit'),
        await world.member('read'),
        await world.stranger(),
      ];
      must(await review(editor), 403);
      must(await review(reader), 403);
      must(await review(stranger), 404);
      must(await review(reviewer), 201);
      expect(must(await reader.api.get(`${draft.path}/reviews`), 200)).to.deep.equal(await reviews());
      must(await stranger.api.get(`${draft.path}/reviews`), 404);
      must(await (await world.readOnly(reviewer)).post(`${draft.path}/reviews`, { status: 'approved' }), 403);
      expect((await reviews()).count).to.equal(1);
    });
  });

  describe('requested reviewers', () => {
    const ask = (users: readonly unknown[], more: object = {}, by: Person = author) =>
      by.api.post(`${draft.path}/requested-reviewers`, { users, ...more });
    const requestedReviewers = async (): Promise<string[]> =>
      (await draft.get('/requested-reviewers')).items.map(({ user }: any) => user.id);

    describe('requestReviewersForChangeRequest', () => {
      it('requests, lists and removes reviewers through the official client', async () => {
        const { client } = author;
        const { data } = await client.spaces.requestReviewersForChangeRequest(draft.spaceId, '1', {
          users: [reviewer.userId, other.userId],
          subject: 'Please look',
        });
        const { revision, subject } = await draft.get('');
        expect(subject).to.equal('Please look');
        expect(data.users.map(({ user }: any) => user.id)).to.deep.equal([reviewer.userId, other.userId]);
        expect(data.users[0]).to.include({ object: 'change-request-requested-reviewer', kind: 'user', revision });
        expect(data.users[0].requestedBy.id).to.equal(author.userId);
        expect(
          (await client.spaces.getRequestedReviewersByChangeRequestId(draft.spaceId, draft.id)).data,
        ).to.deep.equal({
          items: data.users,
          count: 2,
        });

        expect(
          (await client.spaces.removeRequestedReviewerFromChangeRequest(draft.spaceId, '1', reviewer.userId)).status,
        ).to.equal(205);
        expect(
          (await client.spaces.removeRequestedReviewerFromChangeRequest(draft.spaceId, '1', reviewer.userId)).status,
        ).to.equal(204);
        expect(await requestedReviewers()).to.deep.equal([other.userId]);
      });

      it('keeps an earlier request when a reviewer is requested again', async () => {
        const first = must(await ask([reviewer.userId, reviewer.userId]), 200).users;
        expect(first).to.have.lengthOf(1);
        await draft.edit(insert('More'));
        const again = must(await ask([other.userId, reviewer.userId], {}, other), 200).users;
        expect(again[1]).to.deep.equal(first[0]);
        expect(again[0].requestedBy.id).to.equal(other.userId);
        expect((await draft.get('/requested-reviewers')).items).to.deep.equal([again[1], again[0]]);
      });

      it('requests a reviewer once, however many callers do so at the same time', async () => {
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, i) => ask([reviewer.userId], {}, i % 2 === 0 ? author : other)),
        );
        const ids = answers.map((answer) => must(answer, 200).users[0].requestedBy.id);
        expect(new Set(ids)).to.have.lengthOf(1);
        expect(await requestedReviewers()).to.deep.equal([reviewer.userId]);
      });

      it('requests only people who can see the space and review in it, all or none', async () => {
        const stranger = await world.stranger();
        const guest = await world.member(null);
        const unknown = must(await ask([UNKNOWN]), 404).error.message;
        for (const id of [stranger.userId, guest.userId, 'nonsense', draft.id])
          expect(must(await ask([reviewer.userId, id], { subject: 'No' }), 404).error.message, id).to.equal(unknown);
        expect(await requestedReviewers()).to.deep.equal([]);
        expect((await draft.get('')).subject).to.equal('');

        for (const role of ['read', 'comment', 'edit'] as const) {
          must(await world.admin.api.post(`${draft.space}/permissions`, { role, users: [guest.userId] }), 204);
          const { issues } = must(await ask([reviewer.userId, guest.userId], { subject: 'No' }), 400).error;
          expect(
            issues.map(({ path }: any) => path),
            role,
          ).to.deep.equal(['users.1']);
          must(await review(guest), 403);
        }
        expect([await requestedReviewers(), (await draft.get('')).subject]).to.deep.equal([[], '']);
        must(await world.admin.api.post(`${draft.space}/permissions`, { role: 'review', users: [guest.userId] }), 204);
        must(await ask([guest.userId]), 200);
        must(await review(guest), 201);
        expect(await requestedReviewers()).to.deep.equal([guest.userId]);
        must(await world.admin.api.patch(draft.space, { defaultLevel: null }), 200);
        must(await world.admin.api.post(`${draft.path}/requested-reviewers`, { users: [reviewer.userId] }), 404);
      });

      it('accepts 1 to 100 reviewers, and a subject of at most 100 characters', async () => {
        for (const [users, more, path] of [
          [[], {}, 'users'],
          [Array(101).fill(reviewer.userId), {}, 'users'],
          [[''], {}, 'users.0'],
          [[7], {}, 'users.0'],
          [[reviewer.userId], { subject: 'x'.repeat(101) }, 'subject'],
        ] as const) {
          expect(must(await ask(users, more), 400).error.issues[0].path).to.equal(path);
        }
        must(await ask(Array(100).fill(reviewer.userId), { subject: 'x'.repeat(100) }), 200);
      });
    });

    describe('getRequestedReviewersByChangeRequestId', () => {
      it('names the reviews that requested reviewers gave', async () => {
        must(await ask([reviewer.userId], {}, other), 200);
        const created = must(await review(reviewer), 201);
        expect(created.requestedBy.id).to.equal(other.userId);
        expect((await reviews()).items).to.deep.equal([created]);
        must(await review(other), 201);
        expect((await reviews()).items[0]).not.to.have.property('requestedBy');
        expect(await requestedReviewers()).to.deep.equal([reviewer.userId]);
      });

      it('is for readers, and requesting is for editors', async () => {
        const [commenter, editor] = [await world.member('comment'), await world.member('edit')];
        must(await ask([reviewer.userId], {}, commenter), 403);
        must(await ask([reviewer.userId], {}, editor), 200);
        must(await commenter.api.get(`${draft.path}/requested-reviewers`), 200);
        must(await commenter.api.delete(`${draft.path}/requested-reviewers/${reviewer.userId}`), 403);
        expect(await requestedReviewers()).to.deep.equal([reviewer.userId]);
      });
    });

    describe('removeRequestedReviewerFromChangeRequest', () => {
      it('finds no reviewer of another change request, in the same space or another', async () => {
        must(await ask([reviewer.userId]), 200);
        const [sibling, foreign] = [await draft.another(), await Draft.on(author, (await world.space()).id)];
        for (const one of [sibling, foreign]) {
          must(await author.api.delete(`${one.path}/requested-reviewers/${reviewer.userId}`), 204);
          expect(await one.get('/requested-reviewers')).to.deep.equal({ items: [], count: 0 });
          must(await review(reviewer), 201);
          expect(await one.get('/reviews')).to.deep.equal({ items: [], count: 0 });
        }
        for (const below of ['reviews', 'requested-reviewers', 'contributors'])
          must(await author.api.get(`${foreign.space}/change-requests/${draft.id}/${below}`), 404);
        must(
          await author.api.delete(`${draft.space}/change-requests/${UNKNOWN}/requested-reviewers/${reviewer.userId}`),
          404,
        );
        expect(await requestedReviewers()).to.deep.equal([reviewer.userId]);
      });
    });
  });
});
