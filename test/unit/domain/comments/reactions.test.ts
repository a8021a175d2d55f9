import { expect } from 'chai';
import fc from 'fast-check';
import {
  groupReactions,
  MAX_DISTINCT_EMOJI,
  MAX_REACTIONS,
  applyReactionChange,
  type Reaction,
} from '../../../../src/domain/comments/reactions.ts';
import { Conflict } from '../../../../src/domain/kernel/errors.ts';

const EMOJI = ['1f44d', '👍', '1f389', '2764', '❤'];
const SAME: Readonly<Record<string, string>> = { '👍': '1f44d', '❤': '2764' };
const nameOf = (emoji: string): string => SAME[emoji] ?? emoji;
const many = (count: number, of: (n: number) => Partial<Reaction>): Reaction[] =>
  Array.from({ length: count }, (_, n) => ({ emoji: '1f44d', userId: 'u', at: '', ...of(n) }));

describe('applyReactionChange', () => {
  const emoji = fc.subarray(EMOJI);
  const step = fc.record({ user: fc.constantFrom('a', 'b', 'c'), added: emoji, removed: emoji });

  it('keeps a set of users and emoji for any sequence of changes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let reactions: readonly Reaction[] = [];
        const model = new Set<string>();
        steps.forEach(({ user, added, removed }, n) => {
          const before = reactions;
          reactions = applyReactionChange(reactions, user, { added, removed }, `${n}`);
          for (const one of removed) model.delete(`${user} ${nameOf(one)}`);
          for (const one of added) model.add(`${user} ${nameOf(one)}`);
          // What stays, stays as it was, in its place; nobody else's changes.
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
