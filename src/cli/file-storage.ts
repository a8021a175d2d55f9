import { randomUUID } from 'node:crypto';
import { listMissingBlobs } from '../adapters/persistence/mikro-orm/instance/missing-blobs.ts';
import { openBlobStore } from '../composition/blob-store.ts';
import type { Environment } from '../config/environment.ts';
import { CliError } from './api-client.ts';
import { persistentConfig, requireEmbeddedDatabase, requireStopped, withStoppedInstance } from './instance-database.ts';
import { openUnlimitedClient } from '../adapters/persistence/mikro-orm/kernel/single-client.ts';

/**
 * Makes the configured file storage that of a stopped instance, as after its files were moved. Nothing is changed when
 * files are missing there, unless the operator accepts that.
 * @throws CliError when the instance runs, or the storage belongs to another one
 */
export async function adoptFileStorage(
  env: Environment,
  acceptsLoss: boolean,
): Promise<{ readonly lost: readonly string[]; readonly adopted: boolean }> {
  const config = persistentConfig(env);
  requireEmbeddedDatabase(config);
  return withStoppedInstance(config, async (url) => {
    const blobs = await openBlobStore(config);
    const client = await openUnlimitedClient({ connectionString: url, application_name: 'quire-file-storage' });
    try {
      await requireStopped(client);
      await client.query('BEGIN');
      const { rows } = await client.query<{ id: string | null }>(
        'SELECT file_storage AS id FROM instance_fingerprints FOR UPDATE',
      );
      const known = rows[0]?.id ?? null;
      const present = await blobs.identity();
      if (present !== undefined && present === known) return { lost: [], adopted: true };
      if (present !== undefined)
        throw new CliError(
          'the file storage belongs to another instance: if that instance is gone, delete storage-id there and run this command again',
        );
      const lost = await listMissingBlobs(client, blobs);
      const adopted = acceptsLoss || lost.length === 0;
      if (adopted) {
        await client.query('UPDATE instance_fingerprints SET file_storage = $1', [await blobs.claim(randomUUID())]);
        await client.query('COMMIT');
      }
      return { lost, adopted };
    } finally {
      await client.end();
    }
  });
}
