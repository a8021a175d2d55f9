import type { ReadinessCheck } from '../adapters/http/system/readiness.ts';
import { secretKeyDigest } from '../adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import { findForeignStorage, findProblems } from '../application/instance.fingerprints.ts';
import type { Reads } from '../application/kernel/services.ts';
import type { InstanceState, InstanceStates } from '../ports/instance.ts';
import type { JobQueue } from '../ports/kernel/jobs.ts';
import type { BlobStore } from '../ports/uploads.ts';

export interface ReadinessParts {
  readonly queue: Pick<JobQueue, 'status'>;
  readonly reads: Pick<Reads, 'users'>;
  readonly states: Pick<InstanceStates, 'read'>;
  readonly blobs: Pick<BlobStore, 'identity'>;
  readonly secretKey: string;
}

/** Validity of a check of the database, in milliseconds. */
const DATABASE_MS = 1_000;
/** Validity of a check of the file storage, which may charge for each request, in milliseconds. */
const STORAGE_MS = 5_000;

/** Checks that the database answers and accepts changes, and that key and file storage are those of the instance. */
export function readinessChecks({ queue, reads, states, blobs, secretKey }: ReadinessParts): readonly ReadinessCheck[] {
  const digest = secretKeyDigest(secretKey);
  // Compared with the storage, so that a database that fails is not reported as a storage that does.
  let latest: InstanceState | undefined;
  return [
    {
      name: 'database',
      validMs: DATABASE_MS,
      run: async () => {
        [latest] = await Promise.all([states.read(), reads.users.count({ operator: true })]);
        return findProblems(latest, digest);
      },
    },
    { name: 'job queue', validMs: DATABASE_MS, run: async () => (await queue.status(), []) },
    {
      name: 'file storage',
      validMs: STORAGE_MS,
      run: async () => {
        const id = await blobs.identity();
        const problem = latest && findForeignStorage(latest, id);
        return problem === undefined ? [] : [problem];
      },
    },
  ];
}
