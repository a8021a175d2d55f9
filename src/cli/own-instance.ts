import { existsSync } from 'node:fs';
import { newClient } from '../adapters/persistence/mikro-orm/kernel/single-client.ts';
import { findForeignKey, findForeignStorage } from '../application/instance.fingerprints.ts';
import { secretKeyDigest } from '../adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import { openBlobStore } from '../composition/blob-store.ts';
import type { Config } from '../config/config.ts';
import type { Fingerprints } from '../ports/instance.ts';
import type { BlobStore } from '../ports/uploads.ts';
import { CliError } from './api-client.ts';

/**
 * Opens the configured file storage for a command on an instance.
 * @param known fingerprints of the instance
 * @throws CliError when the storage is not that of the instance, whose files the command would miss or put elsewhere
 */
export async function openOwnFileStorage(config: Config, known: Fingerprints): Promise<BlobStore> {
  const problem = await problemOfFileStorage(config, known);
  if (problem !== undefined) throw new CliError(problem);
  return openBlobStore(config);
}

/** @throws CliError unless a secret key is that of the instance, which could not read what the command seals with it */
export function requireOwnKey(key: string, known: Fingerprints): void {
  const problem = findForeignKey(known.secretKey, secretKeyDigest(key));
  if (problem !== undefined) throw new CliError(problem);
}

/** Reports what is wrong with the configured file storage; undefined if it is that of the instance. */
export async function problemOfFileStorage(config: Config, known: Fingerprints): Promise<string | undefined> {
  // Opening a storage on disk creates its folder.
  const isThere = config.s3 !== undefined || existsSync(config.blobDir);
  return findForeignStorage(known, isThere ? await (await openBlobStore(config)).identity() : undefined);
}

/** Reads the fingerprints of an instance; those of one that no version has recorded are unset. */
export async function readFingerprints(url: string): Promise<Fingerprints> {
  const client = newClient({ connectionString: url, application_name: 'quire-fingerprints' });
  await client.connect();
  try {
    const { rows: tables } = await client.query(`SELECT to_regclass('instance_fingerprints') IS NOT NULL AS exists`);
    if (!tables[0].exists) return { secretKey: null, fileStorage: null };
    const { rows } = await client.query<Fingerprints>(
      'SELECT secret_key AS "secretKey", file_storage AS "fileStorage" FROM instance_fingerprints',
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}
