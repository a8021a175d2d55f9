import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { names, PLACES, says } from '../../support/threads.ts';
import { must, World, type Person } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);

onEveryBackend('comments', (backend) => {
  let world: World;
  let ann: Person;
  let bob: Person;
  before(async () => {
    world = await World.create(await backend.instance());
    [ann, bob] = [await world.member('comment'), await world.member('comment')];
  });

  for (const where of PLACES)
    describe(`comments on ${where.name}`, () => {
      let place: { space: any; changeRequest: any };
      let base: string;
      beforeEach(async () => {
        const space = await world.space();
        place = {
          space,
          changeRequest: must(await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, {}), 201),
        };
        base = where.at(place);
      });
      const call = (person: Person, method: string, ...args: unknown[]) => where.call(person, place, method, ...args);
      const post = async (person: Person, markdown: string, more: object = {}): Promise<any> =>
        (await call(person, 'postComment', { ...says(markdown), ...more })).data;
      const get = async (id: string): Promise<any> => (await call(ann, 'getComment', id)).data;
      const list = async (query: object = {}): Promise<any> => (await call(ann, 'listComments', query)).data;
      const texts = ({ items }: any): string[] => items.map((item: any) => item.body.markdown);

      it('are posted, read, edited, resolved, reopened and deleted through the official client', async () => {
        const posted = await call(ann, 'postComment', says('Is this **right**?'));
        expect(posted.status).to.equal(200);
        const comment = posted.data;
        expect(comment).to.deep.include({
          object: 'comment',
          body: { markdown: 'Is this **right**?' },
          status: 'open',
          reactions: [],
          replies: 0,
        });
        expect(comment.postedBy.id).to.equal(ann.userId);
        expect(comment.target).to.deep.equal({
          space: place.space.id,
          revision: place.space.revision,
          ...(where.name === 'a change request' && { changeRequest: place.changeRequest.id }),
        });
        expect(comment).not.to.have.any.keys('editedAt', 'resolvedAt', 'resolvedBy');
        expect(new URL(comment.urls.location).pathname).to.equal(`${base}/${comment.id}`);
        expect(await get(comment.id)).to.deep.equal(comment);

        const { data: edited } = await call(ann, 'updateComment', comment.id, says('It is right.'));
        expect(edited.body).to.deep.equal({ markdown: 'It is right.' });
        expect(edited.editedAt >= comment.postedAt).to.equal(true);
        const { data: resolved } = await call(bob, 'updateComment', comment.id, { resolved: true });
        expect(resolved.status).to.equal('resolved');
        expect(resolved.resolvedBy.id).to.equal(bob.userId);
        expect(resolved.resolvedAt >= comment.postedAt).to.equal(true);
        const settled = { ...resolved, permissions: edited.permissions };
        expect(await get(comment.id)).to.deep.equal(settled);
        // It stays with who settled it first.
        expect((await call(ann, 'updateComment', comment.id, { resolved: true })).data).to.deep.equal(settled);

        const { data: reopened } = await call(ann, 'updateComment', comment.id, { resolved: false });
        expect(reopened.status).to.equal('open');
        expect(reopened).not.to.have.any.keys('resolvedAt', 'resolvedBy');
        expect(reopened).to.deep.equal(edited);
        expect((await call(ann, 'updateComment', comment.id, {})).data).to.deep.equal(edited);

        expect((await call(ann, 'deleteComment', comment.id)).status).to.equal(205);
        expect((await call(ann, 'deleteComment', comment.id)).status).to.equal(204);
        must(await ann.api.get(`${base}/${comment.id}`), 404);
        must(await ann.api.put(`${base}/${comment.id}`, { resolved: true }), 404);
        expect(await list()).to.deep.equal({ items: [], count: 0 });
      });

      it('take Markdown or a document, which cannot be empty', async () => {
        const document = {
          object: 'document',
          data: {},
          nodes: [
            {
              object: 'block',
              type: 'paragraph',
              isVoid: false,
              data: {},
              nodes: [
                {
                  object: 'text',
                  leaves: [{ object: 'leaf', text: 'bold', marks: [{ object: 'mark', type: 'bold' }] }],
                },
              ],
            },
          ],
        };
        const made = must(await ann.api.post(base, { body: { document } }), 200);
        expect(made.body.markdown.trim()).to.equal('**bold**');
        for (const write of [
          (body: unknown) => ann.api.post(base, { body }),
          (body: unknown) => ann.api.post(`${base}/${made.id}/replies`, { body }),
        ]) {
          names(await write(undefined), 'body');
          names(await write({}), 'body');
          names(await write('text'), 'body');
        }
        for (const write of [
          (body: unknown) => ann.api.post(base, { body }),
          (body: unknown) => ann.api.put(`${base}/${made.id}`, { body }),
          (body: unknown) => ann.api.post(`${base}/${made.id}/replies`, { body }),
        ]) {
          names(await write({ markdown: ' \n\t' }), 'body.markdown');
          names(await write({ markdown: '\u200b \u2060' }), 'body.markdown');
          names(await write({ markdown: 7 }), 'body.markdown');
          names(await write({ markdown: 'a\0' }), 'body.markdown');
          names(await write({ markdown: 'a', document }), 'body');
          names(await write({ document: { object: 'document', data: {}, nodes: [] } }), 'body.document');
          names(
            await write({ document: { object: 'document', data: {}, nodes: [{ object: 'block', type: 'nothing' }] } }),
            'body.document.nodes.0.type',
          );
          names(await write({ markdown: 'x'.repeat(20_001) }), 'body.markdown');
          const tooMany = Array.from({ length: 10_001 }, () => ({}));
          names(await write({ document: { object: 'document', data: {}, nodes: tooMany } }), 'body.document.nodes');
        }
        const long = 'ü'.repeat(20_000);
        expect(must(await ann.api.post(base, says(long)), 200).body.markdown).to.equal(long);
        expect(must(await ann.api.put(`${base}/${made.id}`, { body: {} }), 200)).to.deep.equal(made);
        expect((await list()).count).to.equal(2);
      });

      it('are returned as blocks on request', async () => {
        const comment = await post(ann, 'Some *words*');
        const reply = must(
          await ann.api.post(`${base}/${comment.id}/replies?format=document`, says('More *words*')),
          200,
        );
        const shown = [
          (await call(ann, 'getComment', comment.id, { format: 'document' })).data,
          (await list({ format: 'document' })).items[0],
          reply,
          (await call(ann, 'getCommentReply', comment.id, reply.id, { format: 'document' })).data,
          (await call(ann, 'listCommentReplies', comment.id, { format: 'document' })).data.items[0],
        ];
        for (const { body } of shown) {
          expect(body).to.have.all.keys('document');
          expect(body.document.object).to.equal('document');
          expect(JSON.stringify(body.document.nodes)).to.include('"words"').and.to.include('"italic"');
        }
        expect(
          (await call(ann, 'getCommentReply', comment.id, reply.id, { format: 'markdown' })).data.body,
        ).to.deep.equal({ markdown: 'More *words*' });
        names(await ann.api.get(`${base}?format=html`), 'format');
      });

      it('are listed by status, author and page, the newest first by default', async () => {
        for (const [person, text] of [
          [ann, 'one'],
          [bob, 'two'],
          [ann, 'three'],
          [world.admin, 'four'],
        ] as const)
          await post(person, text);
        const { items } = await list();
        expect(texts({ items })).to.deep.equal(['four', 'three', 'two', 'one']);
        expect(texts(await list({ order: 'asc' }))).to.deep.equal(['one', 'two', 'three', 'four']);
        await call(ann, 'updateComment', items[1].id, { resolved: true });
        expect(texts(await list({ status: 'open' }))).to.deep.equal(['four', 'two', 'one']);
        expect(await list({ status: 'resolved' })).to.deep.equal({ items: [await get(items[1].id)], count: 1 });
        expect((await list({ status: 'all' })).count).to.equal(4);
        expect(texts(await list({ authors: [ann.userId] }))).to.deep.equal(['three', 'one']);
        expect(texts(await list({ authors: [ann.userId, bob.userId, UNKNOWN] }))).to.deep.equal([
          'three',
          'two',
          'one',
        ]);
        expect(texts(await list({ authors: [ann.userId], status: 'open', order: 'asc' }))).to.deep.equal(['one']);
        for (const nothing of [{ authors: [UNKNOWN] }, { targetPage: UNKNOWN }])
          expect(await list(nothing)).to.deep.equal({ items: [], count: 0 });
        for (const [query, field] of [
          ['status=closed', 'status'],
          ['order=up', 'order'],
          ['limit=1001', 'limit'],
          ['authors=', 'authors.0'],
          [`${'authors=a&'.repeat(51)}`, 'authors'],
          ['status=open&status=all', 'status'],
        ])
          names(await ann.api.get(`${base}?${query}`), field!);
      });

      it('are listed page by page, each once, while others are written and deleted', async () => {
        for (let i = 1; i <= 7; i++) await post(ann, `${i}`);
        for (const [order, expected] of [
          ['desc', ['7', '6', '5', '4', '3', '2', '1']],
          ['asc', ['1', '2', '3', '4', '5', '6', '7']],
        ] as const) {
          const seen: string[] = [];
          let page: string | undefined;
          do {
            const found = await list({ limit: 3, order, ...(page !== undefined && { page }) });
            seen.push(...texts(found));
            if (seen.length === 3) await call(world.admin, 'deleteComment', (await post(ann, 'in between')).id);
            expect(found.count).to.equal(7);
            page = found.next?.page;
          } while (page !== undefined);
          expect(seen).to.deep.equal(expected);
        }
        const { next } = await list({ limit: 1 });
        names(await bob.api.get(`${base}?limit=1&page=${next.page}`), 'page');
        names(await ann.api.get(`${base}?limit=1&status=open&page=${next.page}`), 'page');
        expect(await list({ limit: 0 })).to.deep.equal({ items: [], count: 7 });
      });

      it('have replies in order of creation, which are edited and deleted on their own', async () => {
        const comment = await post(ann, 'Question');
        const other = await post(ann, 'Other question');
        const { status, data: first } = await call(bob, 'postCommentReply', comment.id, says('Answer'));
        expect(status).to.equal(200);
        expect(first).to.deep.include({ object: 'comment-reply', body: { markdown: 'Answer' }, reactions: [] });
        expect(first.postedBy.id).to.equal(bob.userId);
        expect(new URL(first.urls.location).pathname).to.equal(`${base}/${comment.id}/replies/${first.id}`);
        const { data: second } = await call(ann, 'postCommentReply', comment.id, says('Thanks'));
        const replies = async (query: object = {}) => (await call(ann, 'listCommentReplies', comment.id, query)).data;
        const own = (reply: any) => ({
          ...reply,
          permissions: {
            ...reply.permissions,
            edit: reply.postedBy.id === ann.userId,
            delete: reply.postedBy.id === ann.userId,
          },
        });
        expect(await replies()).to.deep.equal({ items: [own(first), second], count: 2 });
        const { items, next, count } = await replies({ limit: 1 });
        expect([items[0].id, count]).to.deep.equal([first.id, 2]);
        expect(await replies({ limit: 1, page: next.page })).to.deep.equal({ items: [second], count: 2 });
        expect((await get(comment.id)).replies).to.equal(2);
        expect((await get(other.id)).replies).to.equal(0);

        const { data: edited } = await call(bob, 'updateCommentReply', comment.id, first.id, says('Better answer'));
        expect(edited.body.markdown).to.equal('Better answer');
        expect(edited.editedAt >= first.postedAt).to.equal(true);
        expect((await call(bob, 'getCommentReply', comment.id, first.id)).data).to.deep.equal(edited);
        expect((await call(bob, 'updateCommentReply', comment.id, first.id, { body: {} })).data).to.deep.equal(edited);

        // A reply belongs to its comment.
        must(await ann.api.get(`${base}/${other.id}/replies/${first.id}`), 404);
        must(await bob.api.put(`${base}/${other.id}/replies/${first.id}`, says('x')), 404);
        must(await bob.api.delete(`${base}/${other.id}/replies/${first.id}`), 204);
        must(await bob.api.delete(`${base}/${UNKNOWN}/replies/${first.id}`), 404);
        must(await bob.api.post(`${base}/${UNKNOWN}/replies`, says('x')), 404);
        must(await bob.api.get(`${base}/${UNKNOWN}/replies`), 404);

        expect((await call(bob, 'deleteCommentReply', comment.id, first.id)).status).to.equal(205);
        expect((await call(bob, 'deleteCommentReply', comment.id, first.id)).status).to.equal(204);
        expect(await replies()).to.deep.equal({ items: [second], count: 1 });
        expect((await get(comment.id)).replies).to.equal(1);
        await call(ann, 'deleteComment', comment.id);
        must(await ann.api.get(`${base}/${comment.id}/replies/${second.id}`), 404);
        must(await ann.api.get(`${base}/${comment.id}/replies`), 404);
      });

      it('are counted while they are open', async () => {
        const otherPlace = PLACES.find((each) => each !== where)!;
        const open = () => where.open(world, place);
        const [first, second] = [await post(ann, '1'), await post(ann, '2')];
        await call(ann, 'postCommentReply', first.id, says('a reply is no comment'));
        expect(await open()).to.equal(2);
        for (let i = 0; i < 2; i++) await call(ann, 'updateComment', first.id, { resolved: true });
        await call(ann, 'updateComment', first.id, says('edited'));
        expect(await open()).to.equal(1);
        await call(ann, 'deleteComment', first.id);
        expect(await open()).to.equal(1);
        await call(ann, 'updateComment', second.id, { resolved: true });
        await call(ann, 'updateComment', second.id, { resolved: false });
        expect(await open()).to.equal(1);
        await call(ann, 'deleteComment', second.id);
        expect(await open()).to.equal(0);
        await post(ann, '3');
        expect([await open(), await otherPlace.open(world, place)]).to.deep.equal([1, 0]);
      });

      it('list their commenters with the number and time of their comments', async () => {
        const comment = await post(ann, '1');
        await post(ann, '2');
        const { data: reply } = await call(bob, 'postCommentReply', comment.id, says('3'));
        const { data: edited } = await call(ann, 'updateComment', comment.id, says('1, edited'));
        const { data } = await call(ann, 'listCommenters');
        const member = async ({ userId }: Person) =>
          must(await world.admin.api.get(`/v1/orgs/${world.organizationId}/members/${userId}`), 200);
        expect(data).to.deep.equal({
          items: [
            { ...(await member(ann)), user: comment.postedBy, updatedAt: edited.editedAt, count: 2 },
            { ...(await member(bob)), user: reply.postedBy, updatedAt: reply.postedAt, count: 1 },
          ],
          count: 2,
        });
        const first = (await call(ann, 'listCommenters', { limit: 1 })).data;
        expect((await call(ann, 'listCommenters', { limit: 1, page: first.next.page })).data).to.deep.equal({
          items: [data.items[1]],
          count: 2,
        });
        await call(ann, 'deleteComment', comment.id);
        expect(
          (await call(ann, 'listCommenters')).data.items.map(({ user, count }: any) => [user.id, count]),
        ).to.deep.equal([[ann.userId, 1]]);
      });
    });

  describe('comments in several places', () => {
    let space: any;
    before(async () => {
      space = await world.space();
    });
    const open = async (): Promise<any> =>
      must(await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, {}), 201);

    it('are found in their own place only', async () => {
      const [one, two] = [await open(), await open()];
      const paths = [
        `/v1/spaces/${space.id}/comments`,
        `/v1/spaces/${space.id}/change-requests/${one.id}/comments`,
        `/v1/spaces/${space.id}/change-requests/${two.id}/comments`,
      ];
      const made = [];
      for (const path of paths) made.push(must(await ann.api.post(path, says(path)), 200));
      for (const [i, path] of paths.entries()) {
        expect(must(await ann.api.get(path), 200)).to.deep.equal({ items: [made[i]], count: 1 });
        for (const { id } of made.filter((_, j) => j !== i)) {
          must(await ann.api.get(`${path}/${id}`), 404);
          must(await ann.api.put(`${path}/${id}`, { resolved: true }), 404);
          must(await ann.api.delete(`${path}/${id}`), 204);
          must(await ann.api.post(`${path}/${id}/replies`, says('x')), 404);
        }
      }
      for (const comment of made)
        expect(must(await ann.api.get(new URL(comment.urls.location).pathname), 200)).to.deep.equal(comment);
    });

    describe('postCommentReplyInChangeRequest', () => {
      it('finds the change request by its number, like every operation on its comments', async () => {
        const { id, number } = await open();
        const base = `/v1/spaces/${space.id}/change-requests/${number}/comments`;
        const comment = must(await ann.api.post(base, says('by number')), 200);
        expect(comment.target.changeRequest).to.equal(id);
        const reply = must(await ann.api.post(`${base}/${comment.id}/replies`, says('reply')), 200);
        expect(reply.urls.location).to.equal(`${comment.urls.location}/replies/${reply.id}`);
        expect(must(await ann.api.get(base), 200).count).to.equal(1);
        must(await ann.api.put(`${base}/${comment.id}`, { resolved: true }), 200);
        must(await ann.api.put(`${base}/${comment.id}/replies/${reply.id}`, says('edited')), 200);
        must(await ann.api.get(`${base}/${comment.id}/replies/${reply.id}`), 200);
        must(await ann.api.delete(`${base}/${comment.id}/replies/${reply.id}`), 205);
        must(await ann.api.delete(`${base}/${comment.id}`), 205);
      });
    });

    describe('postCommentInChangeRequest', () => {
      it('accepts comments on merged and archived change requests', async () => {
        for (const end of ['archived', 'merged']) {
          const { id } = await open();
          const base = `/v1/spaces/${space.id}/change-requests/${id}`;
          if (end === 'merged') must(await world.admin.api.post(`${base}/merge`), 200);
          else must(await world.admin.api.patch(base, { status: 'archived' }), 200);
          const comment = must(await ann.api.post(`${base}/comments`, says('afterwards')), 200);
          must(await bob.api.post(`${base}/comments/${comment.id}/replies`, says('indeed')), 200);
          must(await bob.api.put(`${base}/comments/${comment.id}`, { resolved: true }), 200);
          expect(must(await ann.api.get(base), 200)).to.include({ status: end, comments: 0 });
        }
      });
    });

    describe('getChangeRequestById', () => {
      it('counts all comments that are posted while the change request changes', async () => {
        const { id } = await open();
        const base = `/v1/spaces/${space.id}/change-requests/${id}`;
        const answers = await Promise.all(
          Array.from({ length: 24 }, (_, i) => {
            if (i % 3 === 0) return world.admin.api.patch(base, { subject: `${i}` });
            if (i % 3 === 1)
              return world.admin.api.post(`${base}/content`, {
                changes: [{ operation: 'insert_page', title: `Page ${i}`, document: {} }],
              });
            return ann.api.post(`${base}/comments`, says(`${i}`));
          }),
        );
        for (const answer of answers) must(answer, 200);
        expect(must(await ann.api.get(base), 200).comments).to.equal(8);
      });
    });

    describe('updateChangeRequestById', () => {
      it('answers with the number of comments', async () => {
        const { id } = await open();
        const base = `/v1/spaces/${space.id}/change-requests/${id}`;
        must(await ann.api.post(`${base}/comments`, says('one')), 200);
        expect(must(await world.admin.api.patch(base, { subject: 'changed' }), 200).comments).to.equal(1);
        expect(
          must(await world.admin.api.get(`/v1/spaces/${space.id}/change-requests`), 200).items.find(
            (item: any) => item.id === id,
          ).comments,
        ).to.equal(1);
      });
    });
  });
});
