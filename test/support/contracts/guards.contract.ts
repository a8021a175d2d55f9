import { expect } from 'chai';
import { retrying } from '../../../src/application/kernel/retry.ts';
import { NotFound, TransactionAborted } from '../../../src/domain/kernel/errors.ts';
import type { Id, OrganizationId } from '../../../src/domain/kernel/id.ts';
import { collectionsScene, failure, createGate, increment } from '../persistence/collections-scene.ts';
import type { Persistence } from '../persistence/persistence.ts';

/** Contract of the guards of units of work: one holder at a time, and no deadlock. */
export function guardsContract(openPersistence: () => Promise<Persistence>): void {
  const scene = collectionsScene(openPersistence);
  const { newOrganization, newCollection, kept, titleOf, retitle } = scene;
  let persistence: Persistence;
  let organizationId: OrganizationId;
  beforeEach(() => ({ persistence, organizationId } = scene));

  it('serializes twenty holders of a guard on one organization without a retry', async () => {
    const id = await kept();
    await Promise.all(
      Array.from({ length: 20 }, () =>
        persistence.run(async (work) => {
          await work.lock('organizations', organizationId);
          await retitle(work, id, increment);
        }),
      ),
    );
    expect(await titleOf(id)).to.equal('20');
  });

  it('guards existing objects only, any number of times', async () => {
    for (const kind of ['organizations', 'sites', 'gitSyncs', 'comments', 'users'] as const)
      expect(await failure(persistence.run((work) => work.lock(kind, persistence.next())))).to.be.instanceOf(NotFound);
    await persistence.run(async (work) => {
      await work.lock('organizations', organizationId);
      await work.lock('organizations', organizationId);
    });
  });

  it('serializes holders of a name guard of one kind, independent of other kinds', async () => {
    const id = await kept();
    await Promise.all(
      Array.from({ length: 10 }, () =>
        persistence.run(async (work) => (await work.lockNames('one kind'), retitle(work, id, increment))),
      ),
    );
    expect(await titleOf(id)).to.equal('10');
    await persistence.run(async (work) => {
      await work.lockNames('one kind');
      await persistence.run((other) => other.lockNames('another kind'));
    });
  });

  it('releases the guard on failure', async () => {
    await failure(
      persistence.run(
        async (work) => (await work.lock('organizations', organizationId), Promise.reject(new Error('on purpose'))),
      ),
    );
    await persistence.run((work) => work.lock('organizations', organizationId));
  });

  it('aborts one of two holders that wait for each other, and both succeed after its retry', async () => {
    const other = await newOrganization();
    const [left, right] = [createGate(), createGate()];
    let broken = 0;
    const inOrder = (
      first: Id,
      second: Id,
      mine: ReturnType<typeof createGate>,
      theirs: ReturnType<typeof createGate>,
    ): Promise<void> =>
      retrying(
        () =>
          persistence.run(async (work) => {
            await work.lock('organizations', first);
            mine.open();
            await theirs.passed;
            await work.lock('organizations', second);
            await work.collections.save(newCollection());
          }),
        (error) => error instanceof TransactionAborted && ++broken > 0,
      );
    await Promise.all([inOrder(organizationId, other, left, right), inOrder(other, organizationId, right, left)]);
    expect(broken).to.equal(1);
    expect(await persistence.reads.collections.count({ organizationId })).to.equal(2);
  });
}
