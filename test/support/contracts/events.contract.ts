import { expect } from 'chai';
import type { OrganizationId } from '../../../src/domain/kernel/id.ts';
import { makeStates, put } from '../persistence/aggregates.ts';
import { collectionsScene } from '../persistence/collections-scene.ts';
import type { Persistence } from '../persistence/persistence.ts';

/** Contract of the events that units of work store. */
export function eventsContract(openPersistence: () => Promise<Persistence>): void {
  const scene = collectionsScene(openPersistence);
  const { newCollection, retitle } = scene;
  let persistence: Persistence;
  let organizationId: OrganizationId;
  beforeEach(() => ({ persistence, organizationId } = scene));

  const since = async (before: number) => (await persistence.events()).slice(before);

  it('are stored in order with their payload, actor and scope', async () => {
    const before = (await persistence.events()).length;
    const [actorId, tokenId, spaceId] = [persistence.next(), persistence.next(), persistence.next()];
    const collection = newCollection('A');
    await persistence.run(
      async (work) => {
        await work.collections.save(collection);
        await retitle(work, collection.id, () => 'B');
      },
      {
        organizationId: persistence.next(),
        spaceId,
        actorId,
        tokenId,
        requestId: 'request',
        address: '203.0.113.7',
        at: '2031-02-03T04:05:06.789Z',
      },
    );
    // The scope comes from the aggregate if it has one.
    const context = {
      subject: collection.id,
      organizationId,
      spaceId,
      actorId,
      tokenId,
      requestId: 'request',
      address: '203.0.113.7',
      at: '2031-02-03T04:05:06.789Z',
    };
    expect(await since(before)).to.deep.equal([
      { type: 'collection.created', ...context, data: null },
      { type: 'collection.changed', ...context, data: { title: 'B' } },
    ]);
  });

  it('are stored with the others when they belong to no aggregate', async () => {
    const before = (await persistence.events()).length;
    const of = persistence.next();
    await persistence.run(async (work) => {
      await work.collections.save(newCollection());
      work.events.record({ type: 'space.pdf-exported', aggregateId: of, data: { page: 'p' } });
    });
    expect((await since(before)).map(({ type, subject, data }) => [type, subject === of, data])).to.deep.equal([
      ['collection.created', false, null],
      ['space.pdf-exported', true, { page: 'p' }],
    ]);
  });

  it('take the actor and scope that are set during the unit of work', async () => {
    const [before, of, otherOrganization] = [
      (await persistence.events()).length,
      persistence.next(),
      persistence.next(),
    ];
    const [ann, ben] = [persistence.next(), persistence.next()];
    for (const actorId of [null, ben])
      await persistence.run(
        async ({ events }) => {
          events.record({ type: 'space.created', aggregateId: of });
          events.setActor(ann);
          events.record({ type: 'space.changed', aggregateId: of, organizationId: otherOrganization });
        },
        { actorId, organizationId },
      );
    const recorded = (await since(before)).map(({ type, actorId, organizationId: where }) => [type, actorId, where]);
    expect(recorded).to.deep.equal([
      ['space.created', null, organizationId],
      ['space.changed', ann, otherOrganization],
      ['space.created', ben, organizationId],
      ['space.changed', ben, otherOrganization],
    ]);
  });

  it('of a user outside of any organization are stored for each organization of the user, or once without any', async () => {
    const before = (await persistence.events()).length;
    const states = await makeStates(persistence);
    const [other, userId] = [persistence.next(), states.users.id];
    await persistence.run(async (work) => {
      await put(work, 'organizations', { ...states.organizations, id: other, hostname: null });
      for (const id of [states.organizations.id, other])
        await put(work, 'members', { ...states.members, id: persistence.next(), organizationId: id });
    });
    await persistence.run(async ({ events }) => {
      events.record({ type: 'space.created', aggregateId: userId, data: { userId } });
      events.record({ type: 'space.changed', aggregateId: userId, data: { userId: persistence.next() } });
      events.record({ type: 'space.deleted', aggregateId: userId });
    });
    const organizations = [states.organizations.id, other].sort();
    expect((await since(before)).map(({ type, organizationId: of }) => [type, of])).to.deep.equal([
      ...organizations.map((id) => ['space.created', id]),
      ['space.changed', null],
      ['space.deleted', null],
    ]);
  });

  it('are stored once, however often an aggregate is saved', async () => {
    const before = (await persistence.events()).length;
    const collection = newCollection();
    await persistence.run(async (work) => {
      await work.collections.save(collection);
      await work.collections.save(collection);
    });
    expect((await since(before)).map(({ type }) => type)).to.deep.equal(['collection.created']);
  });
}
