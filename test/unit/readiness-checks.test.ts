import { expect } from 'chai';
import { Readiness } from '../../src/adapters/http/system/readiness.ts';
import { secretKeyDigest } from '../../src/adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import { readinessChecks, type ReadinessParts } from '../../src/composition/readiness-checks.ts';

const KEY = 'k'.repeat(40);
const STATE = { secretKey: secretKeyDigest(KEY), fileStorage: 'storage', writable: true, clockOffsetMs: 0 };

const readiness = (states: ReadinessParts['states'], storage: string): Readiness =>
  new Readiness(
    readinessChecks({
      queue: { status: async () => ({}) } as unknown as ReadinessParts['queue'],
      reads: { users: { count: async () => 1 } } as unknown as ReadinessParts['reads'],
      states,
      blobs: { identity: () => new Promise((resolve) => setImmediate(resolve, storage)) },
      secretKey: KEY,
    }),
    { onFailure: () => {}, timeoutMs: 50 },
  );

describe('readinessChecks', () => {
  it('name a storage of another instance', async () => {
    expect(await readiness({ read: async () => STATE }, 'another').problems()).to.have.length(1);
    expect(await readiness({ read: async () => STATE }, 'storage').problems()).to.deep.equal([]);
  });

  for (const [title, read, problem] of [
    ['fails', () => Promise.reject(new Error('refused')), 'the database cannot be used: see the log'],
    ['does not answer', () => new Promise<never>(() => {}), 'the database did not answer in 50 ms'],
  ] as const)
    it(`report no storage that works while the database ${title}`, async () => {
      expect(await readiness({ read }, 'storage').problems()).to.deep.equal([problem]);
    });
});
