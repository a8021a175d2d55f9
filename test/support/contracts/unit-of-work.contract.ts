import { expect } from 'chai';
import type { Collection } from '../../../src/domain/collections.ts';
import { StaleWrite, TransactionAborted } from '../../../src/domain/kernel/errors.ts';
import { UnstorableText } from '../../../src/domain/kernel/storable-text.ts';
import type { OrganizationId } from '../../../src/domain/kernel/id.ts';
import type { Work } from '../../../src/ports/kernel/unit-of-work.ts';
import { AT, collectionsScene, failure, createGate, increment } from '../persistence/collections-scene.ts';
import type { Persistence } from '../persistence/persistence.ts';

/** Each loser of a race waits for at most nineteen others, plus those that the database aborts. */
const MAX_TRIES = 400;

/** Contract of a unit of work: atomic and isolated, or reported as failed. */
export function unitOfWorkContract(openPersistence: () => Promise<Persistence>): void {
  const scene = collectionsScene(openPersistence);
  const { newCollection, kept, titleOf, retitle } = scene;
  let persistence: Persistence;
  let organizationId: OrganizationId;
  beforeEach(() => ({ persistence, organizationId } = scene));

  it('stores everything and returns the result of the task', async () => {
    const [a, b] = [newCollection(), newCollection()];
    expect(
      await persistence.run(async (work) => (await work.collections.save(a), await work.collections.save(b), 'done')),
    ).to.equal('done');
    expect(await persistence.reads.collections.count({ organizationId })).to.equal(2);
  });

  it('stores nothing when the task fails at any point', async () => {
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

  it('[A84] rejects texts that storage cannot preserve, and stores nothing of the task', async () => {
    const id = await kept();
    for (const data of [{ text: 'a\0b' }, { 'a\0b': 1 }, { texts: ['\ud800'] }]) {
      const error = await failure(
        persistence.run(async (work) => {
          await retitle(work, id, () => 'changed');
          work.events.record({ type: 'collection.created', of: id, data } as never);
        }),
      );
      expect(error, JSON.stringify(data)).to.be.instanceOf(UnstorableText);
      expect(await titleOf(id)).to.equal('0');
    }
  });

  it('stores nothing of a task that fails at its last write', async () => {
    const id = await kept();
    await failure(
      persistence.run(
        async (work) => (await retitle(work, id, () => 'changed'), work.collections.get({ id: persistence.next() })),
      ),
    );
    expect(await titleOf(id)).to.equal('0');
  });

  it('reads its own writes, changes and deletions by every method', async () => {
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
      expect((await work.collections.list({ organizationId }, { limit: 5 })).items.map(({ id }) => id)).to.deep.equal([
        one.id,
      ]);
      await retitle(work, one.id, (before) => `${before} twice`);
      await work.collections.delete(await work.collections.get({ id: one.id }));
      expect(await work.collections.count({ organizationId })).to.equal(0);
    });
    expect(await persistence.reads.collections.count({ organizationId })).to.equal(0);
  });

  it('is invisible to others before its end', async () => {
    const id = await kept();
    const [written, looked] = [createGate(), createGate()];
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

  it('rejects a write based on data that another unit of work has changed since', async () => {
    for (const second of [
      (work: Work, collection: Collection) => work.collections.save(collection),
      (work: Work, collection: Collection) => work.collections.delete(collection),
    ]) {
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

  it('rejects a write to an object that was deleted concurrently', async () => {
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
    expect((await failure(persistence.run((work) => work.collections.delete(newCollection())))).message).to.include(
      'read before it is deleted',
    );
  });

  it('loses no write of twenty concurrent units of work that retry until they succeed', async () => {
    const id = await kept();
    let stale = 0;
    const again = async (): Promise<void> => {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        try {
          return await persistence.run((work) => retitle(work, id, increment));
        } catch (error) {
          expect(error).to.satisfy(
            (thrown: unknown) => thrown instanceof StaleWrite || thrown instanceof TransactionAborted,
          );
          stale++;
        }
      }
      throw new Error(`the write lost ${MAX_TRIES} races`);
    };
    await Promise.all(Array.from({ length: 20 }, again));
    expect(await titleOf(id)).to.equal('20');
    expect(stale).to.be.greaterThan(0);
  });

  describe('counters', () => {
    it('count from one, each on its own', async () => {
      const other = persistence.next();
      const numbers = await persistence.run(async (work) => [
        await work.counters.next(organizationId, 'change-requests'),
        await work.counters.next(organizationId, 'change-requests'),
        await work.counters.next(other, 'change-requests'),
      ]);
      expect(numbers).to.deep.equal([1, 2, 1]);
    });

    it('have neither gaps nor duplicates, though every third of the concurrent units of work fails', async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 30 }, (_, i) =>
          persistence.run(async (work) => {
            const number = await work.counters.next(organizationId, 'change-requests');
            if (i % 3 === 0) throw new Error('on purpose');
            return number;
          }),
        ),
      );
      const numbers = results
        .flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
        .sort((a, b) => a - b);
      expect(numbers).to.deep.equal(Array.from({ length: 20 }, (_, i) => i + 1));
    });
  });

  describe('jobs', () => {
    it('become available at the commit, not before', async () => {
      const before = await persistence.jobs();
      await persistence.run(async (work) => {
        await work.jobs.enqueue({ name: 'one', payload: { a: [1, { b: null }] } });
        await work.jobs.enqueue({ name: 'two', payload: {}, queue: 'q', maxAttempts: 1 });
        expect(await persistence.jobs()).to.equal(before);
      });
      expect(await persistence.jobs()).to.equal(before + 2);
    });

    it('are dropped when the commit loses a race', async () => {
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
