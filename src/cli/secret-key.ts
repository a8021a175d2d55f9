import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import {
  listLostValues,
  listSigningSites,
  resealValues,
} from '../adapters/persistence/mikro-orm/instance/sealed-values.ts';
import { secretKeyDigest } from '../adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import { AesSecretBox } from '../adapters/system/aes-secret-box.ts';
import { settleSecret, stageSecret } from '../adapters/system/secret-file.ts';
import type { Config } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import { ConfigurationError, readConfig } from '../config/read-config.ts';
import { CliError } from './api-client.ts';
import {
  persistentConfig,
  readSecretKey,
  requireEmbeddedDatabase,
  requireStopped,
  secretKeyFile,
  withStoppedInstance,
} from './instance-database.ts';
import { openUnlimitedClient } from '../adapters/persistence/mikro-orm/kernel/single-client.ts';

export interface RotationReport {
  /** Number of values that were sealed with the new key. */
  readonly resealed: number;
  /** Values that no key of the instance opens, one line each. */
  readonly lost: readonly string[];
  /** Sites whose signing key changed, one line each. */
  readonly signingSites: readonly string[];
  /** File with the new key; undefined when the operator provided it. */
  readonly file: string | undefined;
}

/**
 * Replaces the secret key of a stopped instance and seals everything with the new one, which is generated, or the value
 * of `NEW_SECRET_KEY` for an instance with `SECRET_KEY`. Repeatable when it was interrupted.
 * @throws CliError when the instance runs, or the present key is not its key
 */
export async function rotateSecretKey(env: Environment): Promise<RotationReport> {
  const config = persistentConfig(env);
  const newKey = newKeyOf(config, env);
  const file = newKey === undefined ? secretKeyFile(config) : undefined;
  return changeKey(
    config,
    async (client, old, digest) => {
      if (digest !== null && digest !== secretKeyDigest(old))
        throw new CliError(
          'the secret key is not that of the instance: set the present one, or run "quire secret-key adopt"',
        );
      const next = newKey ?? randomBytes(32).toString('base64url');
      if (file !== undefined) stageSecret(file, next);
      const result = await resealValues(client, new AesSecretBox(old), new AesSecretBox(next));
      await storeDigest(client, next);
      return { ...result, signingSites: await listSigningSites(client), file };
    },
    (committed) => {
      if (committed.file !== undefined) settleSecret(committed.file, () => true);
    },
  );
}

/**
 * Makes the configured secret key that of a stopped instance whose former key is lost. Nothing is changed when values
 * would be lost, unless the operator accepts that.
 */
export async function adoptSecretKey(
  env: Environment,
  acceptsLoss: boolean,
): Promise<{ readonly lost: readonly string[]; readonly signingSites: readonly string[]; readonly adopted: boolean }> {
  return changeKey(persistentConfig(env), async (client, key, digest) => {
    if (digest === secretKeyDigest(key)) return { lost: [], signingSites: [], adopted: true };
    const lost = await listLostValues(client, new AesSecretBox(key));
    const signingSites = await listSigningSites(client);
    const adopted = acceptsLoss || lost.length + signingSites.length === 0;
    if (adopted) await storeDigest(client, key);
    return { lost, signingSites, adopted };
  });
}

const storeDigest = (client: pg.Client, key: string) =>
  client.query('UPDATE instance_fingerprints SET secret_key = $1', [secretKeyDigest(key)]);

/** New key of an instance with `SECRET_KEY`; undefined for one whose key is in a file. */
function newKeyOf(config: Config, env: Environment): string | undefined {
  const newKey = readNewKey(env);
  if (config.secretKey === undefined && newKey !== undefined)
    throw new CliError('NEW_SECRET_KEY: is for instances with SECRET_KEY; this one keeps its key in a file');
  if (config.secretKey !== undefined && newKey === undefined)
    throw new CliError('NEW_SECRET_KEY: is required, because the key of this instance is set by SECRET_KEY');
  if (newKey !== undefined && newKey === config.secretKey) throw new CliError('NEW_SECRET_KEY: is the present key');
  return newKey;
}

/** Reads `NEW_SECRET_KEY` with the rules of `SECRET_KEY`, in settings that are valid otherwise. */
function readNewKey(env: Environment): string | undefined {
  try {
    return readConfig({ ...env, SECRET_KEY: env['NEW_SECRET_KEY'], SECRET_KEY_FILE: env['NEW_SECRET_KEY_FILE'] })
      .secretKey;
  } catch (error) {
    throw error instanceof ConfigurationError
      ? new CliError(error.message.replaceAll(/\bSECRET_KEY/g, 'NEW_SECRET_KEY'))
      : error;
  }
}

/** @param committed called with the result once the database has the changes */
async function changeKey<T>(
  config: Config,
  task: (client: pg.Client, key: string, digest: string | null) => Promise<T>,
  committed: (result: T) => void = () => {},
): Promise<T> {
  requireEmbeddedDatabase(config);
  return withStoppedInstance(config, async (url) => {
    const client = await openUnlimitedClient({ connectionString: url, application_name: 'quire-secret-key' });
    try {
      await requireStopped(client);
      await client.query('BEGIN');
      const digest = await lockDigest(client);
      const file = secretKeyFile(config);
      settleSecret(file, (next) => secretKeyDigest(next) === digest);
      const key = readSecretKey(config);
      if (key === undefined)
        throw new CliError(`the instance has no secret key: set SECRET_KEY, or restore the file ${file}`);
      const result = await task(client, key, digest);
      await client.query('COMMIT');
      committed(result);
      return result;
    } finally {
      await client.end();
    }
  });
}

/** Locks the fingerprints of the instance, and returns the digest of its key. @throws CliError for an older schema */
async function lockDigest(client: pg.Client): Promise<string | null> {
  const { rows: tables } = await client.query(`SELECT to_regclass('instance_fingerprints') IS NOT NULL AS exists`);
  if (!tables[0].exists)
    throw new CliError('the schema of the database is of an older version: start this version once, then stop it');
  await client.query('LOCK TABLE instance_fingerprints IN ACCESS EXCLUSIVE MODE');
  const { rows: stored } = await client.query<{ digest: string | null }>(
    'SELECT secret_key AS digest FROM instance_fingerprints',
  );
  return stored[0]?.digest ?? null;
}
