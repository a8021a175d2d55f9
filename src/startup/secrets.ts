import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { PgInstanceStates } from '../adapters/persistence/mikro-orm/instance/instance-states.ts';
import { secretKeyDigest } from '../adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import { loadOrCreateSecret, settleSecret } from '../adapters/system/secret-file.ts';
import { tokenSecrets } from '../adapters/system/secrets.ts';
import { requireKey } from '../application/instance.fingerprints.ts';
import type { Config } from '../config/config.ts';
import type { OpenedDatabase } from './open-database.ts';

/** File in the data directory with the token of the operator, unless the configuration has one. */
export const adminTokenFile = (dataDir: string): string => join(dataDir, 'admin-token');

/** Returns the token of the operator; creates it for a new instance. */
export const loadAdminToken = ({ adminToken, dataDir }: Config): string =>
  adminToken ?? loadOrCreateSecret(adminTokenFile(dataDir), () => tokenSecrets.issue().secret);

/**
 * Returns the secret key of the configuration, or of the data directory; creates it there for a new instance.
 * @throws ForeignNode when the instance has a key, and the file with it is missing
 */
export async function loadSecretKey({ secretKey, dataDir }: Config, database: OpenedDatabase): Promise<string> {
  if (secretKey !== undefined) return secretKey;
  const file = join(dataDir, 'secret-key');
  const known = database && (await new PgInstanceStates(database.open.commands).read()).secretKey;
  settleSecret(file, (staged) => secretKeyDigest(staged) === known);
  return loadOrCreateSecret(file, () => {
    const key = randomBytes(32).toString('base64url');
    requireKey(known ?? null, secretKeyDigest(key));
    return key;
  });
}
