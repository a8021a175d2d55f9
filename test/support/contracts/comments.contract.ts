import { expect } from 'chai';
import type { CommentState } from '../../../src/domain/comments/comment.ts';
import type { CommentReplyState } from '../../../src/domain/comments/comment-reply.ts';
import type { Id, ChangeRequestId, CommentId, SpaceId, UserId } from '../../../src/domain/kernel/id.ts';
import { makeStates, put, stored, type Name, type StateOf } from '../persistence/aggregates.ts';
import type { Persistence } from '../persistence/persistence.ts';

const day = (n: number): string => `2031-01-${String(n).padStart(2, '0')}T00:00:00.000Z`;

/** Contract of bulk reads and cascading deletion of comments. */
export function commentsContract(open: () => Promise<Persistence>): void {
  let persistence: Persistence;
  let states: { readonly [K in Name]: StateOf<K> };
  let spaceId: SpaceId;
  let changeRequestId: ChangeRequestId;
  let people: readonly Id[];
  before(async () => {
    persistence = await open();
    states = await makeStates(persistence);
  });
  beforeEach(async () => {
    [spaceId, changeRequestId] = [persistence.next(), persistence.next()];
    people = [persistence.next(), persistence.next(), persistence.next()];
    await persistence.run(async (work) => {
      for (const id of people)
        await put(work, 'users', { ...states.users, id, email: `${id.toLowerCase()}@example.com` });
      await put(work, 'spaces', { ...states.spaces, id: spaceId });
      await put(work, 'changeRequests', { ...states.changeRequests, id: changeRequestId, spaceId });
    });
  });
  const comment = async (postedBy: UserId, of: Partial<CommentState> = {}): Promise<Id> => {
    const id = persistence.next();
    await persistence.run((work) =>
      put(work, 'comments', {
        ...states.comments,
        id,
        spaceId,
        changeRequestId,
        postedBy,
        editedAt: null,
        status: 'open',
        resolvedAt: null,
        resolvedBy: null,
        ...of,
      }),
    );
    return id;
  };
  const reply = async (commentId: CommentId, postedBy: UserId, of: Partial<CommentReplyState> = {}): Promise<Id> => {
    const id = persistence.next();
    await persistence.run((work) =>
      put(work, 'commentReplies', { ...states.commentReplies, id, commentId, postedBy, editedAt: null, ...of }),
    );
    return id;
  };

  it('are counted per author, including replies, with the time of the last one', async () => {
    const [ann, bob, eve] = people as [Id, Id, Id];
    const first = await comment(bob, { postedAt: day(1) });
    await comment(bob, { postedAt: day(2), editedAt: day(9) });
    await reply(first, bob, { postedAt: day(8) });
    await reply(first, ann, { postedAt: day(3), editedAt: day(4) });
    await comment(eve, { changeRequestId: null, postedAt: day(5) });
    const { commentsOf } = persistence.reads;
    const seen = async (of: Id | null, page = {}) => {
      const { items, ...rest } = await commentsOf.commenters({ spaceId, changeRequestId: of }, { limit: 10, ...page });
      return { ...rest, items: items.map(({ user, updatedAt, count }) => [user.id, updatedAt, count]) };
    };
    expect(await seen(changeRequestId)).to.deep.equal({
      items: [
        [ann, day(4), 1],
        [bob, day(9), 3],
      ],
      count: 2,
    });
    expect(await seen(null)).to.deep.equal({ items: [[eve, day(5), 1]], count: 1 });
    expect(await seen(persistence.next())).to.deep.equal({ items: [], count: 0 });
    expect(await seen(changeRequestId, { limit: 1 })).to.deep.equal({ items: [[ann, day(4), 1]], next: ann, count: 2 });
    expect(await seen(changeRequestId, { limit: 1, after: ann })).to.deep.equal({
      items: [[bob, day(9), 3]],
      count: 2,
    });
    const { items } = await commentsOf.commenters({ spaceId, changeRequestId: null }, { limit: 1 });
    expect(items[0]!.user).to.deep.equal((await persistence.reads.users.get({ id: eve })).snapshot());
  });

  it('name the users who replied to each comment, with the number and time of their replies', async () => {
    const [ann, bob] = people as [Id, Id, Id];
    const [first, second, silent] = [await comment(bob), await comment(bob), await comment(bob)];
    await reply(first, bob, { postedAt: day(1) });
    await reply(first, ann, { postedAt: day(2) });
    await reply(first, ann, { postedAt: day(3), editedAt: day(6) });
    await reply(second, ann, { postedAt: day(4) });
    const repliers = await persistence.reads.commentsOf.repliers([first, silent, second]);
    const shown = (id: Id) => repliers.get(id)?.map(({ user, updatedAt, count }) => [user.id, updatedAt, count]);
    expect(shown(first)).to.deep.equal([
      [ann, day(6), 2],
      [bob, day(1), 1],
    ]);
    expect(shown(second)).to.deep.equal([[ann, day(4), 1]]);
    expect(shown(silent)).to.equal(undefined);
    expect((await persistence.reads.commentsOf.repliers([])).size).to.equal(0);
  });

  it('return the data of many users at once', async () => {
    const { usersOf: reads } = persistence.reads;
    expect(
      (await reads.usersById([people[1]!, persistence.next(), people[0]!])).map(({ id }) => id).sort(),
    ).to.deep.equal([people[0], people[1]]);
    expect(await reads.usersById([])).to.deep.equal([]);
  });

  it('are deleted with their replies', async () => {
    const [ann] = people as [Id];
    const [gone, kept] = [await comment(ann), await comment(ann)];
    const [one, two, other] = [await reply(gone, ann), await reply(gone, ann), await reply(kept, ann)];
    await persistence.run(async (work) => {
      await work.comments.delete(await work.comments.get({ id: gone }));
      expect(await work.commentReplies.count({ commentId: gone })).to.equal(0);
    });
    for (const id of [one, two]) expect(await stored(persistence, 'commentReplies', id)).to.equal(undefined);
    expect((await stored(persistence, 'commentReplies', other))?.id).to.equal(other);
  });

  it('are deleted with their space and with its change requests', async () => {
    const [ann] = people as [Id];
    const ids = [await comment(ann), await comment(ann, { changeRequestId: null })];
    const replies = [await reply(ids[0]!, ann), await reply(ids[1]!, ann)];
    await persistence.run(async (work) => work.spaces.delete(await work.spaces.get({ id: spaceId })));
    for (const id of ids) expect(await stored(persistence, 'comments', id)).to.equal(undefined);
    for (const id of replies) expect(await stored(persistence, 'commentReplies', id)).to.equal(undefined);
  });

  it('are serialized by a guard', async () => {
    const [ann] = people as [Id];
    const id = await comment(ann, { replies: 0 });
    await Promise.all(
      Array.from({ length: 12 }, () =>
        persistence.run(async (work) => {
          await work.lock('comments', id);
          const found = await work.comments.get({ id });
          found.recordReply(persistence.next());
          await work.comments.save(found);
        }),
      ),
    );
    expect((await stored(persistence, 'comments', id))?.replies).to.equal(12);
  });
}
