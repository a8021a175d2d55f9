import { createReadStream } from 'node:fs';
import type { BackupSummary } from '../adapters/persistence/mikro-orm/instance/backup-archive.ts';
import { rebuildInstance } from '../adapters/persistence/mikro-orm/instance/rebuild-instance.ts';
import { secretKeyDigest } from '../adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import { Database } from '../adapters/persistence/mikro-orm/kernel/database.ts';
import { exportOrganization } from '../adapters/persistence/mikro-orm/organizations/export-organization.ts';
import {
  importOrganization,
  type ImportReport,
} from '../adapters/persistence/mikro-orm/organizations/import-organization.ts';
import { AesSecretBox } from '../adapters/system/aes-secret-box.ts';
import { readVariable, type Environment } from '../config/environment.ts';
import { CliError } from './api-client.ts';
import { digestOfKey, requireArchive, sourceOf, writeArchive } from './backup.ts';
import { persistentConfig, readSecretKey, withDatabase } from './instance-database.ts';
import { openOwnFileStorage, readFingerprints, requireOwnKey } from './own-instance.ts';

/** Writes everything of an organization into a file, whether its instance runs or not. */
export async function exportOrganizationTo(id: string, file: string, env: Environment): Promise<BackupSummary> {
  const config = persistentConfig(env);
  return writeArchive(file, (target) =>
    withDatabase(config, async (url) => exportOrganization(await sourceOf(config, url), id, target)),
  );
}

/**
 * Imports the archive of an organization into the instance that the environment configures, whether it runs or not, and
 * builds search and links of its spaces.
 * @param report called after each space
 */
export async function importOrganizationFrom(
  file: string,
  env: Environment,
  report: (spaceId: string) => void,
): Promise<ImportReport> {
  const config = persistentConfig(env);
  requireArchive(file);
  const key = readSecretKey(config);
  if (key === undefined) throw new CliError('the instance has no secret key yet: start it once first');
  const sourceKey = readVariable(env, 'SOURCE_SECRET_KEY');
  return withDatabase(config, async (url) => {
    const known = await readFingerprints(url);
    requireOwnKey(key, known);
    const imported = await importOrganization(
      {
        url,
        blobs: await openOwnFileStorage(config, known),
        secretKeyDigest: digestOfKey(config),
        box: new AesSecretBox(key),
        source: sourceKey ? { digest: secretKeyDigest(sourceKey), box: new AesSecretBox(sourceKey) } : undefined,
      },
      createReadStream(file),
    );
    const database = await Database.open({ url, connections: 2 });
    try {
      await rebuildInstance(database, { organizationId: imported.organization.id }, report);
    } finally {
      await database.close();
    }
    return imported;
  });
}
