import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { PLACES, says } from '../../support/threads.ts';
import { must, World, type Person } from '../../support/world.ts';

onEveryBackend('rights on comments', (backend) => {
  let world: World;
  let reader: Person;
  let author: Person;
  let other: Person;
  let editor: Person;
  let reviewer: Person;
  let place: { space: any; changeRequest: any };
  before(async () => {
    world = await World.create(await backend.instance());
    [reader, author, other, editor, reviewer] = (await Promise.all(
      (['read', 'comment', 'comment', 'edit', 'review'] as const).map((role) => world.member(role)),
    )) as [Person, Person, Person, Person, Person];
    const space = await world.space();
    place = {
      space,
      changeRequest: must(await world.admin.api.post(`/v1/spaces/${space.id}/change-requests`, {}), 201),
    };
  });

  for (const where of PLACES)
    describe(`comments on ${where.name}`, () => {
      let base: string;
      let at: string;
      let reply: string;
      beforeEach(async () => {
        base = where.at(place);
        at = `${base}/${must(await author.api.post(base, says('Mine')), 200).id}`;
        reply = `${at}/replies/${must(await author.api.post(`${at}/replies`, says('Mine too')), 200).id}`;
      });

      it('can be read by readers, who can do nothing else', async () => {
        for (const path of [base, at, `${at}/replies`, reply]) must(await reader.api.get(path), 200);
        const refused = await Promise.all([
          reader.api.post(base, says('x')),
          reader.api.put(at, { resolved: true }),
          reader.api.put(at, { addedReactions: ['1f44d'] }),
          reader.api.delete(at),
          reader.api.delete(`${base}/unknown`),
          reader.api.post(`${at}/replies`, says('x')),
          reader.api.put(reply, { addedReactions: ['1f44d'] }),
          reader.api.delete(reply),
        ]);
        for (const answer of refused) must(answer, 403);
      });

      it('can be edited by their author alone, not by administrators', async () => {
        for (const path of [at, reply]) {
          const before = must(await reader.api.get(path), 200);
          for (const person of [other, editor, reviewer, world.admin]) {
            must(await person.api.put(path, { ...says('Not mine'), addedReactions: ['1f44d'] }), 403);
            // An empty body changes no text.
            must(await person.api.put(path, { body: {} }), 200);
          }
          expect(must(await reader.api.get(path), 200)).to.deep.equal(before);
          expect(must(await author.api.put(path, says('Still mine')), 200).body.markdown).to.equal('Still mine');
        }
      });

      it('can be resolved and reopened by everybody who may comment', async () => {
        for (const person of [other, author, editor, reviewer]) {
          expect(must(await person.api.put(at, { resolved: true }), 200).resolvedBy.id).to.equal(person.userId);
          expect(must(await person.api.put(at, { resolved: false }), 200).status).to.equal('open');
        }
      });

      it('can be deleted by their author and by reviewers', async () => {
        for (const path of [reply, at]) {
          for (const person of [other, editor]) must(await person.api.delete(path), 403);
          must(await reader.api.get(path), 200);
        }
        must(await author.api.delete(reply), 205);
        must(await reviewer.api.delete(at), 205);
        const theirs = must(await other.api.post(base, says('Theirs')), 200);
        const replied = must(await other.api.post(`${base}/${theirs.id}/replies`, says('Theirs')), 200);
        must(await world.admin.api.delete(`${base}/${theirs.id}/replies/${replied.id}`), 205);
        must(await other.api.delete(`${base}/${theirs.id}`), 205);
      });

      it('show in their permissions what the caller may do', async () => {
        const people: [Person, object][] = [
          [reader, { view: true, edit: false, reply: false, delete: false }],
          [other, { view: true, edit: false, reply: true, delete: false }],
          [author, { view: true, edit: true, reply: true, delete: true }],
          [editor, { view: true, edit: false, reply: true, delete: false }],
          [reviewer, { view: true, edit: false, reply: true, delete: true }],
          [world.admin, { view: true, edit: false, reply: true, delete: true }],
        ];
        for (const [person, permissions] of people) {
          for (const path of [at, reply])
            expect(must(await person.api.get(path), 200).permissions).to.deep.equal(permissions);
          expect(must(await person.api.get(base), 200).items[0].permissions).to.deep.equal(permissions);
          expect(must(await person.api.get(`${at}/replies`), 200).items[0].permissions).to.deep.equal(permissions);
        }
      });

      it('are closed to callers who lose the level', async () => {
        const guest = await world.member(null);
        const grant = `/v1/spaces/${place.space.id}/permissions`;
        must(await world.admin.api.post(grant, { role: 'comment', users: [guest.userId] }), 204);
        const own = `${base}/${must(await guest.api.post(base, says('A guest was here')), 200).id}`;
        must(await world.admin.api.patch(`${grant}/users/${guest.userId}`, { role: 'read' }), 204);
        expect(must(await guest.api.get(own), 200).permissions).to.deep.equal({
          view: true,
          edit: false,
          reply: false,
          delete: false,
        });
        must(await guest.api.put(own, says('Edited')), 403);
        must(await guest.api.delete(own), 403);
        must(await world.admin.api.delete(`${grant}/users/${guest.userId}`), 205);
        for (const answer of [
          await guest.api.get(base),
          await guest.api.get(own),
          await guest.api.delete(own),
          await guest.api.get(`${base.replace(/comments$/, 'commenters')}`),
        ])
          expect(must(answer, 404).error.message).to.equal('space not found');
        expect(must(await author.api.get(own), 200).postedBy.id).to.equal(guest.userId);
      });
    });
});
