import { expect } from 'chai';
import { LEVELS } from '../../../../src/domain/permissions/level.ts';
import { Comment } from '../../../../src/domain/comments/comment.ts';
import { CommentReply } from '../../../../src/domain/comments/comment-reply.ts';
import { commentPermissions } from '../../../../src/domain/comments/comment-permissions.ts';

const posted = () =>
  Comment.post({
    id: 'c',
    spaceId: 's',
    changeRequestId: null,
    revisionId: 'r',
    body: 'Words',
    postedBy: 'ann',
    at: '1',
  });
const events = (of: { takeEvents(): { type: string }[] }): string[] => of.takeEvents().map(({ type }) => type);

describe('Comment', () => {
  it('keeps who resolved it first, and is open without traces after reopening', () => {
    const comment = posted();
    const open = comment.snapshot();
    comment.resolve('bob', '2');
    comment.resolve('eve', '3');
    expect(comment.snapshot()).to.deep.equal({ ...open, status: 'resolved', resolvedBy: 'bob', resolvedAt: '2' });
    comment.reopen();
    comment.reopen();
    expect(comment.snapshot()).to.deep.equal(open);
    expect(events(comment)).to.deep.equal(['comment.posted', 'comment.resolved', 'comment.reopened']);
  });

  it('ignores an edit with the same text', () => {
    const comment = posted();
    comment.edit('Words', '2');
    expect(comment.snapshot().editedAt).to.equal(null);
    comment.edit('Other words', '3');
    expect(comment.snapshot()).to.include({ body: 'Other words', editedAt: '3', postedAt: '1' });
  });

  it('counts its replies', () => {
    const comment = posted();
    comment.recordReply('a');
    comment.recordReply('b');
    comment.recordReplyDeletion('a');
    expect(comment.snapshot().replies).to.equal(1);
  });

  it('records events with their subject, for comments and replies', () => {
    const [comment, reply] = [
      posted(),
      CommentReply.post({ id: 'r', commentId: 'c', body: 'Words', postedBy: 'bob', at: '1' }),
    ];
    for (const remark of [comment, reply]) {
      remark.react('ann', { added: ['1f44d'] }, '2');
      remark.react('ann', { added: ['1f44d'] }, '3');
      remark.edit('Other', '4');
      remark.delete();
    }
    expect(events(comment)).to.deep.equal(['comment.posted', 'comment.reacted', 'comment.edited', 'comment.deleted']);
    expect(events(reply)).to.deep.equal([
      'comment-reply.posted',
      'comment-reply.reacted',
      'comment-reply.edited',
      'comment-reply.deleted',
    ]);
  });
});

describe('commentPermissions', () => {
  const of = (userId: string) =>
    Object.fromEntries(
      [undefined, ...LEVELS].map((level) => [
        level ?? 'none',
        Object.entries(commentPermissions({ postedBy: 'ann' }, { level, userId }))
          .filter(([, may]) => may)
          .map(([right]) => right)
          .join(' '),
      ]),
    );

  it('lets authors edit and delete from the level comment on', () => {
    const all = 'view edit reply delete';
    expect(of('ann')).to.deep.equal({
      none: '',
      read: 'view',
      comment: all,
      edit: all,
      review: all,
      create: all,
      admin: all,
    });
  });

  it('lets others delete from the level review on, and never edit', () => {
    const some = 'view reply';
    expect(of('bob')).to.deep.equal({
      none: '',
      read: 'view',
      comment: some,
      edit: some,
      review: `${some} delete`,
      create: `${some} delete`,
      admin: `${some} delete`,
    });
  });
});
