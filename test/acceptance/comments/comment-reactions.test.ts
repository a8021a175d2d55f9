import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { names, PLACES, says } from '../../support/threads.ts';
import { must, World, type Person } from '../../support/world.ts';

const emojiNumber = (n: number): string => (0x1f400 + n).toString(16);

onEveryBackend('reactions to comments', (backend) => {
  let world: World;
  let people: Person[];
  let place: { space: any; changeRequest: any };
  before(async () => {
    world = await World.create(await backend.instance());
    people = await Promise.all(Array.from({ length: 8 }, () => world.member('comment')));
    const space = await world.space();
    place = {
      space,
      changeRequest: must(await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, {}), 201),
    };
  });
  const where = (n: number): string => PLACES[n]!.at(place);

  for (const where of PLACES)
    for (const to of ['comments', 'replies'] as const)
      describe(`${to} on ${where.name}`, () => {
        let at: string;
        beforeEach(async () => {
          const base = where.at(place);
          const comment = must(await people[0]!.api.post(base, says('Good?')), 200);
          at = `${base}/${comment.id}`;
          if (to === 'replies')
            at += `/replies/${must(await people[0]!.api.post(`${at}/replies`, says('Good.')), 200).id}`;
        });
        const react = (person: Person, added: readonly string[], removed: readonly string[] = []) =>
          person.api.put(at, { addedReactions: added, removedReactions: removed });
        const shown = (answer: any) =>
          answer.reactions.map(({ emoji, count, users }: any) => [emoji, count, users.map(({ user }: any) => user.id)]);

        it('keep reactions of each user, and count one that is added twice once', async () => {
          const [ann, bob] = people as [Person, Person];
          const first = must(await react(ann, ['1f44d', '1f389']), 200);
          expect(shown(first)).to.deep.equal([
            ['1f44d', 1, [ann.userId]],
            ['1f389', 1, [ann.userId]],
          ]);
          expect(must(await react(ann, ['1f44d', '1f44d']), 200)).to.deep.equal(first);
          expect(first).not.to.have.property('editedAt');
          const both = must(await react(bob, ['1f44d']), 200);
          expect(shown(both)).to.deep.equal([
            ['1f44d', 2, [ann.userId, bob.userId]],
            ['1f389', 1, [ann.userId]],
          ]);
          expect(both.reactions[0].users[0]).to.deep.equal(first.reactions[0].users[0]);
          expect(both.reactions[0].users[0].user).to.include({ object: 'user', id: ann.userId });

          // Nobody takes back what somebody else said.
          expect(shown(must(await react(bob, [], ['1f389', '1f600']), 200))).to.deep.equal(shown(both));
          expect(shown(must(await react(ann, ['2764'], ['1f44d']), 200))).to.deep.equal([
            ['1f389', 1, [ann.userId]],
            ['1f44d', 1, [bob.userId]],
            ['2764', 1, [ann.userId]],
          ]);
          expect(shown(must(await world.admin.api.get(at), 200))).to.deep.equal([
            ['1f389', 1, [ann.userId]],
            ['1f44d', 1, [bob.userId]],
            ['2764', 1, [ann.userId]],
          ]);
        });

        it('accept a reaction as a character and as its code points', async () => {
          const [ann, bob] = people as [Person, Person];
          must(await react(ann, ['👍']), 200);
          expect(shown(must(await react(bob, ['1f44d']), 200))).to.deep.equal([['👍', 2, [ann.userId, bob.userId]]]);
          expect(shown(must(await react(ann, [], ['1f44d']), 200))).to.deep.equal([['👍', 1, [bob.userId]]]);
        });

        it('accept emoji only, at most 20 at once and 50 different ones', async () => {
          const [ann] = people as [Person];
          for (const wrong of ['thumbs up', '', 'ok', '👍👍', '<b>', 7])
            names(await ann.api.put(at, { addedReactions: ['1f44d', wrong] }), 'addedReactions.1');
          names(await ann.api.put(at, { removedReactions: ['no emoji'] }), 'removedReactions.0');
          names(await ann.api.put(at, { addedReactions: '1f44d' }), 'addedReactions');
          const batch = (from: number, count: number) => Array.from({ length: count }, (_, i) => emojiNumber(from + i));
          names(await react(ann, batch(0, 21)), 'addedReactions');
          for (const from of [0, 20]) must(await react(ann, batch(from, 20)), 200);
          expect(must(await react(ann, batch(40, 10)), 200).reactions).to.have.lengthOf(50);
          const full = must(await ann.api.get(at), 200);
          expect(must(await react(people[1]!, [emojiNumber(50)]), 409).error.message).to.include('50');
          expect(must(await ann.api.get(at), 200).reactions).to.deep.equal(full.reactions);
          must(await react(people[1]!, [emojiNumber(49)]), 200);
          must(await react(ann, [emojiNumber(50)], [emojiNumber(0)]), 200);
        });

        it('keep the reactions of all who react at once', async () => {
          const answers = await Promise.all(
            people.flatMap((person, i) => [
              react(person, ['1f44d', emojiNumber(i)]),
              person.api.put(at, { addedReactions: ['1f389'] }),
            ]),
          );
          for (const answer of answers) must(answer, 200);
          const { reactions } = must(await world.admin.api.get(at), 200);
          const counts = new Map(reactions.map(({ emoji, count }: any) => [emoji, count]));
          expect([counts.get('1f44d'), counts.get('1f389')]).to.deep.equal([people.length, people.length]);
          expect(counts.size).to.equal(people.length + 2);
        });
      });

  describe('updateCommentInSpace', () => {
    it('keeps every reply, resolution and edit that happen at once', async () => {
      const [ann, ...others] = people as [Person, ...Person[]];
      const base = where(0);
      const { id } = must(await ann.api.post(base, says('Busy')), 200);
      const answers = await Promise.all([
        ...others.map((person) => person.api.post(`${base}/${id}/replies`, says('me too'))),
        ...others.map((person) => person.api.put(`${base}/${id}`, { addedReactions: ['1f44d'] })),
        ...others.map((person) => person.api.put(`${base}/${id}`, { resolved: true })),
        ann.api.put(`${base}/${id}`, says('Very busy')),
      ]);
      for (const answer of answers) must(answer, 200);
      const comment = must(await ann.api.get(`${base}/${id}`), 200);
      expect(comment).to.deep.include({ replies: others.length, status: 'resolved', body: { markdown: 'Very busy' } });
      expect(comment.reactions[0].count).to.equal(others.length);
      expect(must(await ann.api.get(`${base}/${id}/replies`), 200).count).to.equal(others.length);
    });
  });

  describe('deleteCommentInSpace', () => {
    it('deletes a comment once, with its replies, while others react to it', async () => {
      const [ann, ...others] = people as [Person, ...Person[]];
      const base = where(1);
      const before = await PLACES[1]!.open(world, place);
      const { id } = must(await ann.api.post(base, says('Gone soon')), 200);
      const [deletions, replies] = await Promise.all([
        Promise.all([ann.api.delete(`${base}/${id}`), world.admin.api.delete(`${base}/${id}`)]),
        Promise.all(others.map((person) => person.api.post(`${base}/${id}/replies`, says('too late?')))),
      ]);
      expect(deletions.map(({ status }) => status).sort()).to.deep.equal([204, 205]);
      for (const { status, body } of replies) expect([200, 404], JSON.stringify(body)).to.include(status);
      must(await ann.api.get(`${base}/${id}`), 404);
      expect(await PLACES[1]!.open(world, place)).to.equal(before);
    });
  });
});
