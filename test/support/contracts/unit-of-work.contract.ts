import { expect } from 'chai';
import { retrying } from '../../../src/application/kernel/retry.ts';
import { Collection } from '../../../src/domain/collections/collection.ts';
import { NotFound, StaleWrite, TransactionAborted } from '../../../src/domain/kernel/errors.ts';
import type { Id } from '../../../src/domain/kernel/id.ts';
import { Organization } from '../../../src/domain/organizations/organization.ts';
import type { Work } from '../../../src/ports/kernel/unit-of-work.ts';
import { makeStates, put } from '../persistence/aggregates.ts';
import type { Persistence } from '../persistence/persistence.ts';

const AT = '2030-01-01T00:00:00.000Z';
const failure = async (promise: Promise<unknown>): Promise<Error> => promise.then(() => expect.fail('it did not fail'), (error: Error) => error);

/** A door that opens once. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

/** What a unit of work promises: all or nothing, alone or told. */
export function unitOfWorkContract(openPersistence: () => Promise<Persistence>): void {
  let persistence: Persistence;
  let organizationId: Id;
  before(async () => {
    persistence = await openPersistence();
  });
  beforeEach(async () => {
    organizationId = await newOrganization();
  });
  const newOrganization = async (): Promise<Id> => {
    const organization = Organization.found({ id: persistence.next(), title: 'O', at: AT });
    await persistence.run((work) => work.organizations.save(organization));
    return organization.id;
  };
  const newCollection = (title = '0') => Collection.create({ id: persistence.next(), organizationId, parentId: null, title, at: AT });
  const kept = async (title = '0'): Promise<Id> => {
    const collection = newCollection(title);
    await persistence.run((work) => work.collections.save(collection));
    return collection.id;
  };
  const titleOf = async (id: Id): Promise<string | undefined> => (await persistence.reads.collections.find({ id }))?.snapshot().title;
  const retitle = async (work: Work, id: Id, title: (before: string) => string): Promise<void> => {
    const collection = await work.collections.get({ id });
    collection.change({ title: title(collection.snapshot().title) }, AT);
    await work.collections.save(collection);
  };
  const increment = (before: string): string => String(Number(before) + 1);

  it('stores everything and gives what the task gave', async () => {
    const [a, b] = [newCollection(), newCollection()];
    expect(await persistence.run(async (work) => (await work.collections.save(a), await work.collections.save(b), 'done'))).to.equal('done');
    expect(await persistence.reads.collections.count({ organizationId })).to.equal(2);
  });

  it('stores nothing when the task fails, whatever it had done by then', async () => {
    const id = await kept();
    const going = await kept();
    const events = (await persistence.events()).length;
    const jobs = await persistence.jobs();
    const error = await failure(
      persistence.run(async (work) => {
        await work.collections.save(newCollection());
        await retitle(work, id, () => 'changed');
        await work.collections.delete(await work.collections.get({ id: going }));
        await work.counters.next(organizationId, 'change-requests');
        await work.jobs.enqueue({ name: 'never', payload: {} });
        throw new Error('on purpose');
      }),
    );
    expect(error.message).to.equal('on purpose');
    expect(await persistence.reads.collections.count({ organizationId })).to.equal(2);
    expect(await titleOf(id)).to.equal('0');
    expect((await persistence.events()).length).to.equal(events);
    expect(await persistence.jobs()).to.equal(jobs);
    expect(await persistence.run((work) => work.counters.next(organizationId, 'change-requests'))).to.equal(1);
  });

  it('stores nothing of a task that failed at its last write', async () => {
    const id = await kept();
    await failure(persistence.run(async (work) => (await retitle(work, id, () => 'changed'), work.collections.get({ id: persistence.next() }))));
    expect(await titleOf(id)).to.equal('0');
  });

  it('sees its own writes, changes and deletions, in every way of looking', async () => {
    const gone = await kept();
    await persistence.run(async (work) => {
      const one = newCollection();
      await work.collections.save(one);
      expect((await work.collections.find({ id: one.id }))?.id).to.equal(one.id);
      await retitle(work, one.id, () => 'changed');
      expect((await work.collections.find({ organizationId, title: 'changed' }))?.id).to.equal(one.id);
      expect(await work.collections.count({ organizationId })).to.equal(2);
      await work.collections.delete(await work.collections.get({ id: gone }));
      expect(await work.collections.find({ id: gone })).to.equal(undefined);
      expect(await work.collections.find({ id: gone, organizationId })).to.equal(undefined);
      expect((await work.collections.list({ organizationId }, { limit: 5 })).items.map(({ id }) => id)).to.deep.equal([one.id]);
      await retitle(work, one.id, (before) => `${before} twice`);
      await work.collections.delete(await work.collections.get({ id: one.id }));
      expect(await work.collections.count({ organizationId })).to.equal(0);
    });
    expect(await persistence.reads.collections.count({ organizationId })).to.equal(0);
  });

  it('is not seen by others before its end', async () => {
    const id = await kept();
    const [written, looked] = [gate(), gate()];
    const slow = persistence.run(async (work) => {
      await retitle(work, id, () => 'changed');
      await work.collections.save(newCollection());
      written.open();
      await looked.passed;
    });
    await written.passed;
    expect(await titleOf(id)).to.equal('0');
    expect(await persistence.reads.collections.count({ organizationId })).to.equal(1);
    expect(await persistence.run(async (work) => (await work.collections.get({ id })).snapshot().title)).to.equal('0');
    looked.open();
    await slow;
    expect(await titleOf(id)).to.equal('changed');
    expect(await persistence.reads.collections.count({ organizationId })).to.equal(2);
  });

  it('tells whoever read before another one wrote', async () => {
    for (const second of [(work: Work, collection: Collection) => work.collections.save(collection), (work: Work, collection: Collection) => work.collections.delete(collection)]) {
      const id = await kept();
      const error = await failure(
        persistence.run(async (work) => {
          const collection = await work.collections.get({ id });
          await persistence.run((other) => retitle(other, id, () => 'first'));
          collection.change({ title: 'second' }, AT);
          await second(work, collection);
        }),
      );
      expect(error).to.be.instanceOf(StaleWrite);
      expect(await titleOf(id)).to.equal('first');
    }
  });

  it('tells whoever writes to what was deleted meanwhile', async () => {
    const id = await kept();
    const error = await failure(
      persistence.run(async (work) => {
        const collection = await work.collections.get({ id });
        await persistence.run(async (other) => other.collections.delete(await other.collections.get({ id })));
        collection.change({ title: 'revived' }, AT);
        await work.collections.save(collection);
      }),
    );
    expect(error).to.be.instanceOf(StaleWrite);
    expect(await titleOf(id)).to.equal(undefined);
  });

  it('deletes only what it has read', async () => {
    await kept();
    expect((await failure(persistence.run((work) => work.collections.delete(newCollection())))).message).to.include('read before it is deleted');
  });

  it('loses no write of twenty that race, when each tries again until it is through', async () => {
    const id = await kept();
    let stale = 0;
    const again = async (): Promise<void> => {
      for (;;) {
        try {
          return await persistence.run((work) => retitle(work, id, increment));
        } catch (error) {
          expect(error).to.satisfy((thrown: unknown) => thrown instanceof StaleWrite || thrown instanceof TransactionAborted);
          stale++;
        }
      }
    };
    await Promise.all(Array.from({ length: 20 }, again));
    expect(await titleOf(id)).to.equal('20');
    expect(stale).to.be.greaterThan(0);
  });

  it('lets twenty that guard the same organization through one after the other, without a single retry', async () => {
    const id = await kept();
    await Promise.all(
      Array.from({ length: 20 }, () =>
        persistence.run(async (work) => {
          await work.guard('organizations', organizationId);
          await retitle(work, id, increment);
        }),
      ),
    );
    expect(await titleOf(id)).to.equal('20');
  });

  it('guards only what there is, and as often as one likes', async () => {
    for (const kind of ['organizations', 'sites', 'gitSyncs'] as const) expect(await failure(persistence.run((work) => work.guard(kind, persistence.next())))).to.be.instanceOf(NotFound);
    await persistence.run(async (work) => {
      await work.guard('organizations', organizationId);
      await work.guard('organizations', organizationId);
    });
  });

  it('lets those who give out names of one kind through one after the other, and beside those of another kind', async () => {
    const id = await kept();
    await Promise.all(Array.from({ length: 10 }, () => persistence.run(async (work) => (await work.guardNames('one kind'), retitle(work, id, increment)))));
    expect(await titleOf(id)).to.equal('10');
    await persistence.run(async (work) => {
      await work.guardNames('one kind');
      await persistence.run((other) => other.guardNames('another kind'));
    });
  });

  it('lets go of its guard when it fails', async () => {
    await failure(persistence.run(async (work) => (await work.guard('organizations', organizationId), Promise.reject(new Error('on purpose')))));
    await persistence.run((work) => work.guard('organizations', organizationId));
  });

  it('breaks one of two off that wait for each other, and both are through when that one tries again', async () => {
    const other = await newOrganization();
    const [left, right] = [gate(), gate()];
    let broken = 0;
    const inOrder = (first: Id, second: Id, mine: ReturnType<typeof gate>, theirs: ReturnType<typeof gate>): Promise<void> =>
      retrying(
        () =>
          persistence.run(async (work) => {
            await work.guard('organizations', first);
            mine.open();
            await theirs.passed;
            await work.guard('organizations', second);
            await work.collections.save(newCollection());
          }),
        (error) => error instanceof TransactionAborted && ++broken > 0,
      );
    await Promise.all([inOrder(organizationId, other, left, right), inOrder(other, organizationId, right, left)]);
    expect(broken).to.equal(1);
    expect(await persistence.reads.collections.count({ organizationId })).to.equal(2);
  });

  describe('counters', () => {
    it('count from one, each for itself', async () => {
      const other = persistence.next();
      const numbers = await persistence.run(async (work) => [
        await work.counters.next(organizationId, 'change-requests'),
        await work.counters.next(organizationId, 'change-requests'),
        await work.counters.next(other, 'change-requests'),
      ]);
      expect(numbers).to.deep.equal([1, 2, 1]);
    });

    it('have no gaps and no doubles, though every third of those that race fails', async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 30 }, (_, i) =>
          persistence.run(async (work) => {
            const number = await work.counters.next(organizationId, 'change-requests');
            if (i % 3 === 0) throw new Error('on purpose');
            return number;
          }),
        ),
      );
      const numbers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])).sort((a, b) => a - b);
      expect(numbers).to.deep.equal(Array.from({ length: 20 }, (_, i) => i + 1));
    });
  });

  describe('events', () => {
    const since = async (before: number) => (await persistence.events()).slice(before);

    it('are stored with what happened, in its order, with who did it and where', async () => {
      const before = (await persistence.events()).length;
      const [actorId, tokenId, spaceId] = [persistence.next(), persistence.next(), persistence.next()];
      const collection = newCollection('A');
      await persistence.run(
        async (work) => {
          await work.collections.save(collection);
          await retitle(work, collection.id, () => 'B');
        },
        { organizationId: persistence.next(), spaceId, actorId, tokenId, requestId: 'request', address: '203.0.113.7', at: '2031-02-03T04:05:06.789Z' },
      );
      // The place is the aggregate's own where it knows it.
      const context = { subject: collection.id, organizationId, spaceId, actorId, tokenId, requestId: 'request', address: '203.0.113.7', at: '2031-02-03T04:05:06.789Z' };
      expect(await since(before)).to.deep.equal([
        { type: 'collection.created', ...context, data: null },
        { type: 'collection.changed', ...context, data: { title: 'B' } },
      ]);
    });

    it('that no aggregate knows of are stored with the others', async () => {
      const before = (await persistence.events()).length;
      const of = persistence.next();
      await persistence.run(async (work) => {
        await work.collections.save(newCollection());
        work.events.record({ type: 'space.pdf-exported', of, data: { page: 'p' } });
      });
      expect((await since(before)).map(({ type, subject, data }) => [type, subject === of, data])).to.deep.equal([['collection.created', false, null], ['space.pdf-exported', true, { page: 'p' }]]);
    });

    it('are done by whoever turns out to act, from then on and where nobody was known, and lie where they say', async () => {
      const [before, of, elsewhere] = [(await persistence.events()).length, persistence.next(), persistence.next()];
      const [ann, ben] = [persistence.next(), persistence.next()];
      for (const actorId of [null, ben])
        await persistence.run(async ({ events }) => {
          events.record({ type: 'first', of });
          events.actedBy(ann);
          events.record({ type: 'second', of, organizationId: elsewhere });
        }, { actorId, organizationId });
      const told = (await since(before)).map(({ type, actorId, organizationId: where }) => [type, actorId, where]);
      expect(told).to.deep.equal([['first', null, organizationId], ['second', ann, elsewhere], ['first', ben, organizationId], ['second', ben, elsewhere]]);
    });

    it('of a person that happened in no organization are stored for each of theirs, and once where there is none', async () => {
      const before = (await persistence.events()).length;
      const states = await makeStates(persistence);
      const [other, userId] = [persistence.next(), states.users.id];
      await persistence.run(async (work) => {
        await put(work, 'organizations', { ...states.organizations, id: other, hostname: null });
        for (const id of [states.organizations.id, other]) await put(work, 'members', { ...states.members, id: persistence.next(), organizationId: id });
      });
      await persistence.run(async ({ events }) => {
        events.record({ type: 'first', of: userId, data: { userId } });
        events.record({ type: 'second', of: userId, data: { userId: persistence.next() } });
        events.record({ type: 'third', of: userId });
      });
      const organizations = [states.organizations.id, other].sort();
      expect((await since(before)).map(({ type, organizationId: of }) => [type, of])).to.deep.equal([...organizations.map((id) => ['first', id]), ['second', null], ['third', null]]);
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
  });

  describe('jobs', () => {
    it('wait from the commit on, not before', async () => {
      const before = await persistence.jobs();
      await persistence.run(async (work) => {
        await work.jobs.enqueue({ name: 'one', payload: { a: [1, { b: null }] } });
        await work.jobs.enqueue({ name: 'two', payload: {}, queue: 'q', maxAttempts: 1 });
        expect(await persistence.jobs()).to.equal(before);
      });
      expect(await persistence.jobs()).to.equal(before + 2);
    });

    it('are nobody’s when the commit loses a race', async () => {
      const id = await kept();
      const before = await persistence.jobs();
      await failure(
        persistence.run(async (work) => {
          const collection = await work.collections.get({ id });
          await work.jobs.enqueue({ name: 'never', payload: {} });
          await persistence.run((other) => retitle(other, id, () => 'first'));
          collection.change({ title: 'second' }, AT);
          await work.collections.save(collection);
        }),
      );
      expect(await persistence.jobs()).to.equal(before);
    });
  });
}
