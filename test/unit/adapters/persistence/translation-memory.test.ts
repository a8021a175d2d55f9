import { expect } from 'chai';
import { Organization } from '../../../../src/domain/organizations/organization.ts';
import type { OrganizationId } from '../../../../src/domain/kernel/id.ts';
import { onEveryBackend } from '../../../support/backends.ts';
import { makeStates } from '../../../support/persistence/aggregates.ts';
import { openPersistence, type Persistence } from '../../../support/persistence/persistence.ts';

const key = (n: number): string => n.toString(16).padStart(64, '0');
const day = (n: number): string =>
  new Date(Date.parse('2031-01-01T00:00:00.000Z') + n * 24 * 60 * 60 * 1000).toISOString();

onEveryBackend('the memory of translations', (backend) => {
  let persistence: Persistence;
  let organizationId: OrganizationId;
  before(async () => {
    persistence = await openPersistence(backend);
  });
  after(() => persistence.close());
  beforeEach(async () => {
    const { organizations } = await makeStates(persistence);
    organizationId = Organization.restore(organizations).id;
  });
  const keep = (keys: readonly number[], at: string, words = 'words'): Promise<void> =>
    persistence.translationMemory.store(organizationId, new Map(keys.map((n) => [key(n), `${words} ${n}`])), at);
  const find = async (keys: readonly number[], at: string, of = organizationId): Promise<string[]> =>
    [...(await persistence.translationMemory.find(of, keys.map(key), at)).values()].sort();

  it('returns stored answers, to the organization that stored them only', async () => {
    await keep([1, 2], day(0));
    await keep([2, 3], day(0), 'newer');
    expect(await find([1, 2, 3, 4], day(0))).to.deep.equal(['newer 2', 'newer 3', 'words 1']);
    expect(await find([], day(0))).to.deep.equal([]);
    expect(await find([1, 2, 3], day(0), persistence.next())).to.deep.equal([]);
  });

  it('deletes answers that were not used for long', async () => {
    await keep([1, 2, 3], day(0));
    expect(await find([2], day(10))).to.deep.equal(['words 2']);
    await persistence.translationMemory.prune(organizationId, { usedBefore: day(5), maxEntries: 100 });
    expect(await find([1, 2, 3], day(10))).to.deep.equal(['words 2']);
  });

  it('deletes the least recently used answers beyond its limit', async () => {
    for (const n of [1, 2, 3, 4]) await keep([n], day(n));
    expect(await find([1], day(9))).to.deep.equal(['words 1']);
    await persistence.translationMemory.prune(organizationId, { usedBefore: day(0), maxEntries: 2 });
    expect(await find([1, 2, 3, 4], day(9))).to.deep.equal(['words 1', 'words 4']);
  });

  it('accepts the same answer from concurrent callers', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        keep(
          [5, 6, 7, 8].map((n) => (i % 2 === 0 ? n : 13 - n)),
          day(i),
        ),
      ),
    );
    expect(await find([5, 6, 7, 8], day(10))).to.have.length(4);
  });
});
