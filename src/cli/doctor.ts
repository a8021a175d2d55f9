import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { findOtherCluster } from '../adapters/database/cluster.ts';
import { runningServerUrl } from '../adapters/database/embedded-postgres.ts';
import { DirectoryInUse, lockDataDirectory } from '../adapters/database/data-directory-lock.ts';
import { toStartupError, type StartupError } from '../adapters/database/startup-error.ts';
import { readGitVersion } from '../adapters/git/git-version.ts';
import { PgBackupRuns } from '../adapters/persistence/mikro-orm/instance/backup-runs.ts';
import { PgInstanceStates } from '../adapters/persistence/mikro-orm/instance/instance-states.ts';
import { secretKeyDigest } from '../adapters/persistence/mikro-orm/instance/secret-key-digest.ts';
import { DatabaseHosts } from '../adapters/persistence/mikro-orm/kernel/database-hosts.ts';
import { PgGarbageCollector } from '../adapters/persistence/mikro-orm/garbage-collection.ts';
import { Database } from '../adapters/persistence/mikro-orm/kernel/database.ts';
import type { SchemaState } from '../adapters/persistence/mikro-orm/kernel/schema-state.ts';
import { findForeignKey } from '../application/instance.fingerprints.ts';
import { isLate } from '../application/instance.backups.ts';
import { findWrongClock } from '../application/instance.clock.ts';
import { describeBudget, findShortage, readConnectionBudget } from '../composition/connection-budget.ts';
import { scheduleOf } from '../composition/backups.ts';
import type { Fingerprints } from '../ports/instance.ts';
import { serverUrl, type Environment } from '../config/environment.ts';
import { readSecretKey, secretKeyFile, withEmbeddedDatabase } from './instance-database.ts';
import { problemOfFileStorage } from './own-instance.ts';
import { S3Client } from '../adapters/storage/s3-client.ts';
import type { Config, S3Config } from '../config/config.ts';
import { ConfigurationError, readConfig } from '../config/read-config.ts';
import { BlobStoreError } from '../ports/uploads.ts';
import type { GarbageCollectionStats } from '../ports/garbage-collection.ts';
import { newClient } from '../adapters/persistence/mikro-orm/kernel/single-client.ts';

/** Result of one check, with the remedy if it failed. */
export interface CheckResult {
  readonly check: string;
  readonly ok: boolean;
  readonly message: string;
}

const MIN_DISK_BYTES = 1024 ** 3;
const MIN_NODE = [20, 19] as const;

/** Checks the machine and the instance that the environment configures, whether it runs or not; changes nothing. */
export async function runChecks(env: Environment): Promise<readonly CheckResult[]> {
  const findings: CheckResult[] = [checkNode(), await checkGit()];
  let config: Config;
  try {
    config = readConfig(env);
    findings.push({ check: 'configuration', ok: true, message: 'every variable is well-formed' });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [...findings, { check: 'configuration', ok: false, message: error.message.replaceAll('\n', '; ') }];
  }
  findings.push(...checkDataDirectory(config.dataDir));
  if (config.s3 !== undefined) findings.push(await checkBucket(config.s3));
  if (config.persistence === 'memory')
    return [
      ...findings,
      { check: 'database', ok: true, message: 'none: all data is kept in memory (PERSISTENCE=memory)' },
    ];
  return [
    ...findings,
    ...(config.databaseUrl === undefined
      ? await checkEmbeddedDatabase(config, env)
      : await checkDatabase(config, config.databaseUrl, 'answers')),
  ];
}

function checkNode(): CheckResult {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  return {
    check: 'Node',
    ok,
    message: ok ? process.version : `${process.version} is too old: install ${MIN_NODE.join('.')} or later`,
  };
}

async function checkGit(): Promise<CheckResult> {
  const check = 'git';
  try {
    const { version, isSupported } = await readGitVersion();
    return { check, ok: isSupported, message: isSupported ? version : `${version} is too old: install 2.34 or later` };
  } catch {
    return { check, ok: false, message: 'the git program is missing: install it to import from Git repositories' };
  }
}

function checkDataDirectory(dir: string): CheckResult[] {
  const existing = nearestExisting(dir);
  if (!statSync(existing).isDirectory()) {
    const { message } = toStartupError(dir, { code: 'ENOTDIR' }) as StartupError;
    return [{ check: 'data directory', ok: false, message }];
  }
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    return [
      {
        check: 'data directory',
        ok: false,
        message: `${dir} cannot be written (${(error as NodeJS.ErrnoException).code}): change its owner, or set DATA_DIR`,
      },
    ];
  }
  const { bavail, bsize } = statfsSync(existing);
  const free = bavail * bsize;
  const gigabytes = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
  return [
    {
      check: 'data directory',
      ok: true,
      message: existing === resolve(dir) ? dir : `${dir}: the first start creates the directory`,
    },
    {
      check: 'disk',
      ok: free >= MIN_DISK_BYTES,
      message: free >= MIN_DISK_BYTES ? gigabytes : `${gigabytes}: free at least 1 GiB`,
    },
  ];
}

async function checkBucket(settings: S3Config): Promise<CheckResult> {
  const check = 'file storage';
  const client = new S3Client(settings);
  try {
    await client.check();
    return { check, ok: true, message: `the bucket ${settings.bucket} answers` };
  } catch (error) {
    return {
      check,
      ok: false,
      message:
        error instanceof BlobStoreError
          ? `${error.message}: check S3_ENDPOINT and the network`
          : (error as Error).message,
    };
  } finally {
    await client.close();
  }
}

/** Returns the path itself, or its nearest existing ancestor. */
function nearestExisting(dir: string): string {
  let at = resolve(dir);
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

/** Checks the embedded database, through the running instance or by starting and stopping its server. */
async function checkEmbeddedDatabase(config: Config, env: Environment): Promise<CheckResult[]> {
  // Reported as the data directory.
  if (!statSync(nearestExisting(config.dataDir)).isDirectory()) return [];
  const other = findOtherCluster(config.dataDir);
  if (other !== undefined) return [{ check: 'database', ok: false, message: other }];
  if (!existsSync(`${config.dataDir}/pg18/PG_VERSION`))
    return [{ check: 'database', ok: true, message: 'not created yet: the first start creates the database' }];
  let lock;
  try {
    lock = lockDataDirectory(config.dataDir);
  } catch (error) {
    if (!(error instanceof DirectoryInUse))
      return [{ check: 'database', ok: false, message: (error as Error).message }];
    const inUse = `in use: ${error.message}`;
    const url = await runningServerUrl(config.dataDir);
    return [
      ...(url === undefined
        ? [{ check: 'database', ok: true, message: inUse }]
        : await checkDatabase(config, url, inUse)),
      await checkRunningInstance(config, env),
    ];
  }
  try {
    return await withEmbeddedDatabase({ dataDir: config.dataDir, lock }, (url) =>
      checkDatabase(config, url, 'the embedded PostgreSQL starts and answers'),
    );
  } catch (error) {
    return [{ check: 'database', ok: false, message: (error as Error).message }];
  } finally {
    lock.releaseLock();
  }
}

async function checkRunningInstance(config: Config, env: Environment): Promise<CheckResult> {
  const url = env['QUIRE_URL'] || serverUrl(config.host, config.port);
  const check = 'running instance';
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    const { status, problems = [] } = (await response.json()) as { status: string; problems?: readonly string[] };
    const reason = problems.length > 0 ? problems.join('; ') : 'see its log';
    return {
      check,
      ok: response.ok,
      message: response.ok
        ? `${url} is ready: database, jobs and file storage answer`
        : `${url} is ${status}: ${reason}`,
    };
  } catch {
    return {
      check,
      ok: false,
      message: `no instance responds at ${url}: set QUIRE_URL to the address of the instance, or see its log`,
    };
  }
}

/** @param message about a database that answers */
async function checkDatabase(config: Config, url: string, message: string): Promise<CheckResult[]> {
  let database: Database;
  try {
    database = await Database.open({ url, connections: 2 });
  } catch (error) {
    return [
      {
        check: 'database',
        ok: false,
        message: `${(error as Error).message}: check DATABASE_URL and that the server runs`,
      },
    ];
  }
  try {
    const state = await database.schema();
    const { pending, problem } = state;
    return [
      { check: 'database', ok: true, message },
      await checkMigrations(database, state),
      await checkJobs(url),
      await checkConnections(config, database),
      ...(pending.length === 0 && problem === undefined
        ? [...(await checkFingerprints(config, database)), await checkBackups(config, database)]
        : []),
      ...(pending.length === 0 ? [checkGarbageCollection(await new PgGarbageCollector(database.reads).stats())] : []),
    ];
  } finally {
    await database.close();
  }
}

const MAY_MIGRATE = `SELECT has_schema_privilege('public', 'CREATE') AND has_database_privilege(current_database(), 'CREATE') AS yes`;

/** Tells which migrations are to be run, and whether the user of the database may run them. */
async function checkMigrations({ reads }: Database, { pending, unknown, problem }: SchemaState): Promise<CheckResult> {
  const check = 'migrations';
  if (problem !== undefined) return { check, ok: false, message: problem };
  if (unknown.length > 0)
    return { check, ok: true, message: `newer than this version, which can run on them (${unknown.join(', ')})` };
  if (pending.length === 0) return { check, ok: true, message: 'up to date' };
  const ok = (await reads.query<{ yes: boolean }>(MAY_MIGRATE)).rows[0]!.yes;
  return {
    check,
    ok,
    message: ok
      ? `${pending.length} to run at the next start (${pending.join(', ')})`
      : 'the user of DATABASE_URL may not create tables: make it the owner of the database',
  };
}

/**
 * Compares the secret key and the file storage with those of the instance and the clock with that of the database, and
 * checks that the database accepts changes.
 */
async function checkFingerprints(config: Config, database: Database): Promise<CheckResult[]> {
  const state = await new PgInstanceStates(database.reads).read();
  const key = readSecretKey(config);
  const keyProblem = key === undefined ? undefined : findForeignKey(state.secretKey, secretKeyDigest(key));
  const missing = key === undefined && state.secretKey !== null;
  return [
    {
      check: 'changes',
      ok: state.writable,
      message: state.writable
        ? 'the database accepts changes'
        : 'the database accepts no changes: connect to the primary server, or turn default_transaction_read_only off',
    },
    {
      check: 'clock',
      ok: findWrongClock(state.clockOffsetMs) === undefined,
      message: findWrongClock(state.clockOffsetMs) ?? 'agrees with that of the database',
    },
    {
      check: 'secret key',
      ok: keyProblem === undefined && !missing,
      message: missing
        ? `is missing: set SECRET_KEY, or restore the file ${secretKeyFile(config)}`
        : (keyProblem ?? (state.secretKey === null ? 'the first start records the key' : 'is that of the instance')),
    },
    await checkStorageOwner(config, state),
  ];
}

/** Tells whether the server allows as many connections as the nodes may open. */
async function checkConnections(config: Config, { reads }: Database): Promise<CheckResult> {
  const budget = await readConnectionBudget(config, reads, { countsThisProcess: false });
  const shortage = findShortage(budget);
  return {
    check: 'connections',
    ok: shortage === undefined,
    message: shortage ?? describeBudget(budget, config).replace('database connections: ', ''),
  };
}

/** Tells whether the scheduled backups succeed. */
async function checkBackups({ backups }: Config, database: Database): Promise<CheckResult> {
  const check = 'backups';
  if (backups === undefined)
    return { check, ok: true, message: 'none are scheduled: set BACKUP_CRON and BACKUP_TO, or run "quire backup"' };
  const { last, complete } = await new PgBackupRuns(database.reads).latest();
  const schedule = scheduleOf(backups.cron);
  const now = new Date().toISOString();
  if (last?.state === 'failed')
    return { check, ok: false, message: `the last one, of ${last.startedAt}, failed: ${last.error}` };
  if (complete === undefined) return { check, ok: true, message: `none yet; the next is due at ${schedule.next(now)}` };
  const wasMissed = isLate(schedule, complete, now);
  return {
    check,
    ok: !wasMissed,
    message: `the last complete one is of ${complete.startedAt} (${complete.bytes} bytes)${wasMissed ? ': start the instance, which makes up for missed ones' : ''}`,
  };
}

async function checkStorageOwner(config: Config, state: Fingerprints): Promise<CheckResult> {
  const check = 'owner of the file storage';
  try {
    const problem = await problemOfFileStorage(config, state);
    return {
      check,
      ok: problem === undefined,
      message:
        problem ?? (state.fileStorage === null ? 'none yet: the first start records the storage' : 'this instance'),
    };
  } catch (error) {
    return { check, ok: false, message: (error as Error).message };
  }
}

function checkGarbageCollection({
  finishedAt,
  condemnedObjects,
  condemnedBlobs,
  collectedObjects,
  collectedBlobs,
}: GarbageCollectionStats): CheckResult {
  const check = 'garbage collection';
  if (finishedAt === null) return { check, ok: true, message: 'no garbage collection has run yet' };
  return {
    check,
    ok: true,
    message: `${condemnedObjects} content objects and ${condemnedBlobs} files are unreferenced and await deletion, ${collectedObjects} and ${collectedBlobs} are deleted; last run at ${finishedAt}`,
  };
}

async function checkJobs(url: string): Promise<CheckResult> {
  const client = newClient({ connectionString: await DatabaseHosts.of(url).findWritable() });
  await client.connect();
  try {
    const {
      rows: [exists],
    } = await client.query(`SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS yes`);
    if (!exists.yes) return { check: 'jobs', ok: true, message: 'none yet: the first start creates the queue' };
    const {
      rows: [count],
    } = await client.query(
      `SELECT count(*) FILTER (WHERE attempts < max_attempts)::int AS waiting, count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts)::int AS failed FROM graphile_worker.jobs`,
    );
    return {
      check: 'jobs',
      ok: count.failed === 0,
      message: `${count.waiting} waiting or running, ${count.failed} failed${count.failed === 0 ? '' : ': see the log for "job failed"'}`,
    };
  } finally {
    await client.end();
  }
}
