import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { PLACES, says, type CommentTarget } from '../../support/threads.ts';
import { must, World, type Person } from '../../support/world.ts';

const UNKNOWN = '0'.repeat(20);
const [inChangeRequest, inSpace] = PLACES as readonly [CommentTarget, CommentTarget];
const texts = ({ items }: any): string[] => items.map(({ body }: any) => body.markdown);

onEveryBackend('operations on comments', (backend) => {
  let world: World;
  let author: Person;
  let other: Person;
  let reader: Person;
  let place: { space: any; changeRequest: any };
  before(async () => {
    world = await World.create(await backend.instance());
    [author, other, reader] = [
      await world.member('comment'),
      await world.member('comment'),
      await world.member('read'),
    ];
  });
  beforeEach(async () => {
    const space = await world.space();
    const changeRequest = must(await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, {}), 201);
    place = { space, changeRequest };
  });

  const call = async (where: CommentTarget, method: string, ...args: unknown[]): Promise<any> =>
    (await where.call(author, place, method, ...args)).data;
  const comment = (where: CommentTarget, text = 'Words'): Promise<any> => call(where, 'postComment', says(text));
  const reply = (where: CommentTarget, to: string, text = 'Answer'): Promise<any> =>
    call(where, 'postCommentReply', to, says(text));

  const posts = (where: CommentTarget) => (): void => {
    it('posts a comment for callers who may comment', async () => {
      const posted = await comment(where);
      expect(posted).to.deep.include({ object: 'comment', status: 'open', replies: 0, body: { markdown: 'Words' } });
      expect(posted.postedBy.id).to.equal(author.userId);
      must(await reader.api.post(where.at(place), says('No')), 403);
      must(await (await world.stranger()).api.post(where.at(place), says('No')), 404);
      expect(await where.open(world, place)).to.equal(1);
    });
  };
  describe('postCommentInSpace', posts(inSpace));
  describe('postCommentInChangeRequest', posts(inChangeRequest));

  const lists = (where: CommentTarget) => (): void => {
    it('lists the comments of the place alone, the newest first', async () => {
      for (const text of ['First', 'Second']) await comment(where, text);
      for (const each of PLACES.filter((one) => one !== where)) await comment(each, 'Beside');
      const listed = must(await reader.api.get(where.at(place)), 200);
      expect([listed.count, texts(listed)]).to.deep.equal([2, ['Second', 'First']]);
      must(await (await world.stranger()).api.get(where.at(place)), 404);
    });
  };
  describe('listCommentsInSpace', lists(inSpace));
  describe('listCommentsInChangeRequest', lists(inChangeRequest));

  const gets = (where: CommentTarget) => (): void => {
    it('returns a comment of the place, and 404 for one of another place', async () => {
      const posted = await comment(where);
      expect(await call(where, 'getComment', posted.id)).to.deep.equal(posted);
      must(await author.api.get(`${where.at(place)}/${UNKNOWN}`), 404);
      for (const each of PLACES.filter((one) => one !== where))
        must(await author.api.get(`${each.at(place)}/${posted.id}`), 404);
    });
  };
  describe('getCommentInSpace', gets(inSpace));
  describe('getCommentInChangeRequest', gets(inChangeRequest));

  const updates = (where: CommentTarget) => (): void => {
    it('changes the text for the author, and resolves for everybody who may comment', async () => {
      const { id } = await comment(where);
      const path = `${where.at(place)}/${id}`;
      expect((await call(where, 'updateComment', id, says('Better'))).body.markdown).to.equal('Better');
      must(await other.api.put(path, says('Mine')), 403);
      expect(must(await other.api.put(path, { resolved: true }), 200)).to.deep.include({
        status: 'resolved',
        body: { markdown: 'Better' },
      });
      expect(await where.open(world, place)).to.equal(0);
      must(await author.api.put(`${where.at(place)}/${UNKNOWN}`, says('None')), 404);
    });
  };
  describe('updateCommentInSpace', updates(inSpace));
  describe('updateCommentInChangeRequest', updates(inChangeRequest));

  const deletes = (where: CommentTarget) => (): void => {
    it('deletes a comment with its replies, once, for the author but not for other commenters', async () => {
      const { id } = await comment(where);
      await reply(where, id);
      const path = `${where.at(place)}/${id}`;
      must(await other.api.delete(path), 403);
      for (const status of [205, 204])
        expect((await where.call(author, place, 'deleteComment', id)).status).to.equal(status);
      must(await author.api.get(path), 404);
      must(await author.api.get(`${path}/replies`), 404);
    });
  };
  describe('deleteCommentInSpace', deletes(inSpace));
  describe('deleteCommentInChangeRequest', deletes(inChangeRequest));

  const postsReplies = (where: CommentTarget) => (): void => {
    it('posts a reply, which the comment counts', async () => {
      const { id } = await comment(where);
      const posted = await reply(where, id);
      expect(posted).to.deep.include({ object: 'comment-reply', body: { markdown: 'Answer' } });
      const { replies, repliers } = await call(where, 'getComment', id);
      expect([replies, repliers.map(({ user, count }: any) => [user.id, count])]).to.deep.equal([
        1,
        [[posted.postedBy.id, 1]],
      ]);
      must(await reader.api.post(`${where.at(place)}/${id}/replies`, says('No')), 403);
      must(await author.api.post(`${where.at(place)}/${UNKNOWN}/replies`, says('No')), 404);
    });
  };
  describe('postCommentReplyInSpace', postsReplies(inSpace));
  describe('postCommentReplyInChangeRequest', postsReplies(inChangeRequest));

  const listsReplies = (where: CommentTarget) => (): void => {
    it('lists the replies to one comment in order of creation', async () => {
      const [one, two] = [await comment(where), await comment(where)];
      for (const text of ['First', 'Second']) await reply(where, one.id, text);
      await reply(where, two.id, 'Beside');
      const listed = await call(where, 'listCommentReplies', one.id);
      expect([listed.count, texts(listed)]).to.deep.equal([2, ['First', 'Second']]);
      must(await author.api.get(`${where.at(place)}/${UNKNOWN}/replies`), 404);
    });
  };
  describe('listCommentRepliesInSpace', listsReplies(inSpace));
  describe('listCommentRepliesInChangeRequest', listsReplies(inChangeRequest));

  const getsReply = (where: CommentTarget) => (): void => {
    it('returns a reply, and 404 below another comment', async () => {
      const [one, two] = [await comment(where), await comment(where)];
      const posted = await reply(where, one.id);
      expect(await call(where, 'getCommentReply', one.id, posted.id)).to.deep.equal(posted);
      must(await author.api.get(`${where.at(place)}/${two.id}/replies/${posted.id}`), 404);
      must(await author.api.get(`${where.at(place)}/${one.id}/replies/${UNKNOWN}`), 404);
    });
  };
  describe('getCommentReplyInSpace', getsReply(inSpace));
  describe('getCommentReplyInChangeRequest', getsReply(inChangeRequest));

  const updatesReply = (where: CommentTarget) => (): void => {
    it('changes the text of a reply for its author alone', async () => {
      const { id } = await comment(where);
      const posted = await reply(where, id);
      const path = `${where.at(place)}/${id}/replies/${posted.id}`;
      const changed = await call(where, 'updateCommentReply', id, posted.id, says('Better'));
      expect(changed.body.markdown).to.equal('Better');
      for (const { api } of [other, world.admin]) must(await api.put(path, says('Mine')), 403);
      must(await author.api.put(`${where.at(place)}/${id}/replies/${UNKNOWN}`, says('None')), 404);
      expect((await call(where, 'getCommentReply', id, posted.id)).body.markdown).to.equal('Better');
    });
  };
  describe('updateCommentReplyInSpace', updatesReply(inSpace));
  describe('updateCommentReplyInChangeRequest', updatesReply(inChangeRequest));

  const deletesReply = (where: CommentTarget) => (): void => {
    it('deletes a reply once, and leaves the comment', async () => {
      const { id } = await comment(where);
      const posted = await reply(where, id);
      must(await other.api.delete(`${where.at(place)}/${id}/replies/${posted.id}`), 403);
      for (const status of [205, 204])
        expect((await where.call(author, place, 'deleteCommentReply', id, posted.id)).status).to.equal(status);
      must(await author.api.get(`${where.at(place)}/${id}/replies/${posted.id}`), 404);
      expect((await call(where, 'getComment', id)).replies).to.equal(0);
    });
  };
  describe('deleteCommentReplyInSpace', deletesReply(inSpace));
  describe('deleteCommentReplyInChangeRequest', deletesReply(inChangeRequest));

  const listsCommenters = (where: CommentTarget) => (): void => {
    it('lists each commenter once, for everybody who sees the place', async () => {
      const { id } = await comment(where);
      await reply(where, id);
      must(await other.api.post(where.at(place), says('Me too')), 200);
      const path = where.at(place).replace(/comments$/, 'commenters');
      const { items } = must(await reader.api.get(path), 200);
      expect(items.map(({ user }: any) => user.id)).to.have.members([author.userId, other.userId]);
      must(await (await world.stranger()).api.get(path), 404);
    });

    it('shows guests no memberships, and marks who has left the organization', async () => {
      const gone = await world.member('edit');
      must(await gone.api.post(where.at(place), says('I am leaving')), 200);
      const path = where.at(place).replace(/comments$/, 'commenters');
      const guest = await world.member(null);
      must(
        await world.admin.api.post(`/v1/spaces/${place.space.id}/permissions`, { role: 'read', users: [guest.userId] }),
        204,
      );
      const seenBy = async ({ api }: Person) =>
        must(await api.get(path), 200).items.find(({ id }: any) => id === gone.userId);
      expect(await seenBy(world.admin)).to.include({ object: 'member', role: 'edit', disabled: false });
      expect(await seenBy(guest)).to.include({ object: 'member', role: null, disabled: false, spaces: 0, teams: 0 });
      must(await world.admin.api.delete(`/v1/orgs/${world.organizationId}/members/${gone.userId}`), 205);
      expect(await seenBy(world.admin)).to.include({ object: 'member', role: null, disabled: true });
      expect(await seenBy(guest)).to.include({ role: null, disabled: false });
    });
  };
  describe('listCommentersInSpace', listsCommenters(inSpace));
  describe('listCommentersInChangeRequest', listsCommenters(inChangeRequest));
});
