import { expect } from 'chai';
import { LEVELS } from '../../../src/domain/permissions/level.ts';
import { Comment } from '../../../src/domain/comments/comment.ts';
import { CommentReply } from '../../../src/domain/comments/comment-reply.ts';
import { commentPermissions } from '../../../src/domain/comments/comment-permissions.ts';
import fc from 'fast-check';
import {
  groupReactions,
  MAX_DISTINCT_EMOJI,
  MAX_REACTIONS,
  applyReactionChange,
  type Reaction,
} from '../../../src/domain/comments/reactions.ts';
import { Conflict } from '../../../src/domain/kernel/errors.ts';
import { checkProperty } from '../../support/properties.ts';

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

const EMOJI = ['1f44d', '👍', '1f389', '2764', '❤'];
const SAME: Readonly<Record<string, string>> = { '👍': '1f44d', '❤': '2764' };
const nameOf = (emoji: string): string => SAME[emoji] ?? emoji;
const many = (count: number, of: (n: number) => Partial<Reaction>): Reaction[] =>
  Array.from({ length: count }, (_, n) => ({ emoji: '1f44d', userId: 'u', at: '', ...of(n) }));

describe('applyReactionChange', () => {
  const emoji = fc.subarray(EMOJI);
  const step = fc.record({ user: fc.constantFrom('a', 'b', 'c'), added: emoji, removed: emoji });

  it('keeps a set of users and emoji for any sequence of changes', () => {
    checkProperty(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let reactions: readonly Reaction[] = [];
        const model = new Set<string>();
        steps.forEach(({ user, added, removed }, n) => {
          const before = reactions;
          reactions = applyReactionChange(reactions, user, { added, removed }, `${n}`);
          for (const one of removed) model.delete(`${user} ${nameOf(one)}`);
          for (const one of added) model.add(`${user} ${nameOf(one)}`);
          // The reactions of other users stay unchanged, in their order.
          const kept = before.filter((one) => reactions.includes(one));
          expect(reactions.slice(0, kept.length)).to.deep.equal(kept);
          expect(reactions.filter(({ userId }) => userId !== user)).to.deep.equal(
            before.filter(({ userId }) => userId !== user),
          );
        });
        const groups = groupReactions(reactions);
        expect(
          groups.flatMap((group) => group.reactions.map(({ userId }) => `${userId} ${nameOf(group.emoji)}`)).sort(),
        ).to.deep.equal([...model].sort());
        expect(new Set(groups.map((group) => nameOf(group.emoji))).size).to.equal(groups.length);
      }),
    );
  });

  it('returns the same list if nothing changes', () => {
    const reactions = applyReactionChange([], 'a', { added: ['1f44d'] }, '1');
    for (const change of [{}, { added: ['👍'] }, { removed: ['2764'] }, { added: ['1f44d'], removed: ['1f44d'] }])
      expect(applyReactionChange(reactions, 'a', change, '2')).to.equal(reactions);
    expect(applyReactionChange(reactions, 'b', { removed: ['1f44d'] }, '2')).to.equal(reactions);
  });

  it('keeps the form of an emoji that was used first', () => {
    const reactions = applyReactionChange(
      applyReactionChange([], 'a', { added: ['👍'] }, '1'),
      'b',
      { added: ['1f44d'] },
      '2',
    );
    expect(reactions.map((one) => one.emoji)).to.deep.equal(['👍', '👍']);
  });

  it('counts an emoji once in capital hex digits, with leading zeros, and with or without its variation selector', () => {
    for (const [first, ...others] of [
      ['1f44d', '1F44D', '01f44d', '👍'],
      ['❤\ufe0f', '❤', '2764', '2764-FE0F'],
      ['1\ufe0f\u20e3', '31-fe0f-20e3', '31-20e3'],
    ]) {
      const reactions = applyReactionChange([], 'a', { added: [first!] }, '1');
      for (const other of others) {
        expect(applyReactionChange(reactions, 'a', { added: [other] }, '2'), other).to.equal(reactions);
        expect(applyReactionChange(reactions, 'a', { removed: [other] }, '2'), other).to.deep.equal([]);
      }
    }
  });

  it(`limits reactions to ${MAX_REACTIONS} in total and to ${MAX_DISTINCT_EMOJI} different emoji`, () => {
    const users = (count: number) => many(count, (n) => ({ userId: `u${n}` }));
    expect(applyReactionChange(users(MAX_REACTIONS - 1), 'new', { added: ['1f44d'] }, '')).to.have.lengthOf(
      MAX_REACTIONS,
    );
    expect(() => applyReactionChange(users(MAX_REACTIONS), 'new', { added: ['1f44d'] }, '')).to.throw(
      Conflict,
      `${MAX_REACTIONS}`,
    );
    expect(
      applyReactionChange(users(MAX_REACTIONS), 'u0', { added: ['2764'], removed: ['1f44d'] }, ''),
    ).to.have.lengthOf(MAX_REACTIONS);
    const kinds = (count: number) => many(count, (n) => ({ emoji: (0x1f400 + n).toString(16) }));
    expect(applyReactionChange(kinds(MAX_DISTINCT_EMOJI - 1), 'new', { added: ['1f44d'] }, '')).to.have.lengthOf(
      MAX_DISTINCT_EMOJI,
    );
    expect(() => applyReactionChange(kinds(MAX_DISTINCT_EMOJI), 'new', { added: ['1f600'] }, '')).to.throw(
      Conflict,
      `${MAX_DISTINCT_EMOJI}`,
    );
    expect(applyReactionChange(kinds(MAX_DISTINCT_EMOJI), 'new', { added: ['1f400'] }, '')).to.have.lengthOf(
      MAX_DISTINCT_EMOJI + 1,
    );
  });
});
