import { randomUUID } from 'node:crypto';
import type { Container } from 'inversify';
import { secretKeyDigest } from '../adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import { scheduleOverdueProjections } from '../application/content/projections/rebuild-projections.ts';
import { scheduleBackups } from '../application/instance.backups.ts';
import { claimFingerprints, requireUnclaimedStorage } from '../application/instance.fingerprints.ts';
import { bootstrap } from '../application/instance.ts';
import { scheduleOverduePurges } from '../application/spaces/purge-space.ts';
import { Tokens } from '../composition/tokens.ts';
import type { Config } from '../config/config.ts';
import type { OpenedDatabase } from './open-database.ts';

/** Requires that the database, the file storage and the secret key belong together. @throws ForeignNode */
export async function requireOwnData(container: Container, secretKey: string, database: OpenedDatabase): Promise<void> {
  const { blobs } = container.get(Tokens.Services);
  if (database === undefined) return requireUnclaimedStorage(blobs);
  await claimFingerprints({
    states: container.get(Tokens.InstanceStates),
    blobs,
    secretKey: secretKeyDigest(secretKey),
    newId: randomUUID,
  });
}

/** Sets up the operator and, on the first start, the welcome space. */
export const setUpOperator = (
  container: Container,
  { adminToken, databaseUrl }: Config,
  token: string,
  welcome: boolean,
): ReturnType<typeof bootstrap> =>
  bootstrap({
    unitOfWork: container.get(Tokens.UnitOfWork),
    reads: container.get(Tokens.Reads),
    services: container.get(Tokens.Services),
    adminToken: token,
    replacesToken: adminToken !== undefined || databaseUrl === undefined,
    welcome: welcome ? container.get(Tokens.WelcomeContent) : undefined,
  });

/** Schedules the jobs that an earlier process has left, and the backups. */
export async function scheduleJobs(
  container: Container,
  { role }: Config,
  log = (_line: string): void => {},
): Promise<void> {
  const unitOfWork = container.get(Tokens.UnitOfWork);
  const services = container.get(Tokens.Services);
  await scheduleOverdueProjections({ unitOfWork, services });
  await scheduleOverduePurges({ unitOfWork, services });
  await scheduleBackups({ unitOfWork, services });
  // A folder on another machine may come back before the next backup, so that the instance starts without it.
  if (role !== 'web')
    await services.backups?.archives
      .prepare()
      .catch(({ message }: Error) => log(`warning: backups cannot be written: ${message}`));
}
