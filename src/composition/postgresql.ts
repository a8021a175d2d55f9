import { ContainerModule } from 'inversify';
import { safeMessage } from '../adapters/log.ts';
import { PgQueue } from '../adapters/jobs/pg-queue.ts';
import { PgCallerResolver } from '../adapters/persistence/mikro-orm/permissions/access.ts';
import { PgRateLimiter } from '../adapters/persistence/mikro-orm/sessions.ts';
import { PgAuditLog } from '../adapters/persistence/mikro-orm/audit-log.ts';
import { PgChangeRequestInbox } from '../adapters/persistence/mikro-orm/change-requests/change-request-inbox.ts';
import { PgGarbageCollector } from '../adapters/persistence/mikro-orm/garbage-collection.ts';
import { PgBackupRuns } from '../adapters/persistence/mikro-orm/instance/backup-runs.ts';
import { PgInstanceStates } from '../adapters/persistence/mikro-orm/instance/instance-states.ts';
import { PgCommentReads } from '../adapters/persistence/mikro-orm/comments.ts';
import type { Database } from '../adapters/persistence/mikro-orm/kernel/database.ts';
import { PgFinder } from '../adapters/persistence/mikro-orm/kernel/finder.ts';
import { PgGitSyncMonitor } from '../adapters/persistence/mikro-orm/git.ts';
import { PgJobReads } from '../adapters/persistence/mikro-orm/kernel/stored-jobs.ts';
import { PgGrantReads } from '../adapters/persistence/mikro-orm/permissions/grant-reads.ts';
import { PgSpaceReads } from '../adapters/persistence/mikro-orm/spaces/space-reads.ts';
import { PgMemberReads } from '../adapters/persistence/mikro-orm/members.ts';
import { PgContentStore } from '../adapters/persistence/mikro-orm/content/objects.ts';
import { PgChangeRequestReads } from '../adapters/persistence/mikro-orm/change-requests/change-request-reads.ts';
import { PgRevisions } from '../adapters/persistence/mikro-orm/content/revisions.ts';
import { PgUserReads } from '../adapters/persistence/mikro-orm/users.ts';
import { PgReviewReads } from '../adapters/persistence/mikro-orm/change-requests/review-reads.ts';
import { PgLinkReads } from '../adapters/persistence/mikro-orm/links.ts';
import { PgSearchReads } from '../adapters/persistence/mikro-orm/search/search-reads.ts';
import { PgSiteReads } from '../adapters/persistence/mikro-orm/sites.ts';
import { createPool } from '../adapters/persistence/mikro-orm/kernel/pool.ts';
import { TABLES } from '../adapters/persistence/mikro-orm/kernel/tables.ts';
import { PgTeamReads } from '../adapters/persistence/mikro-orm/teams.ts';
import { PgSiteEvents } from '../adapters/persistence/mikro-orm/insights.ts';
import { PgTranslationMemory } from '../adapters/persistence/mikro-orm/translations.ts';
import { readError } from '../adapters/persistence/mikro-orm/kernel/database-errors.ts';
import { MikroUnitOfWork } from '../adapters/persistence/mikro-orm/unit-of-work.ts';
import { PgStorageUsage } from '../adapters/persistence/mikro-orm/uploads.ts';
import { FlexibleRequestLimits } from '../adapters/flexible-request-limits.ts';
import type { Reads } from '../application/kernel/services.ts';
import { DatabaseUnavailable, type Finders } from '../ports/kernel/unit-of-work.ts';
import { queueConnections, queueLimits } from './job-queues.ts';
import { Tokens } from './tokens.ts';

/** Binds adapters that store data in an open PostgreSQL database. */
export const postgresqlModule = (database: Database, url: string, embedded: boolean): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const { reads: pool } = database;
    // Statements that cost more than to ask how far the standby is: searches, lists and sums, not lookups by key.
    const extensive = database.standby?.pool ?? pool;
    bind(Tokens.CallerResolver).toConstantValue(new PgCallerResolver(pool));
    bind(Tokens.RateLimiter).toConstantValue(new PgRateLimiter(pool));
    bind(Tokens.StorageUsage).toConstantValue(new PgStorageUsage(pool));
    bind(Tokens.RequestLimits).toDynamicValue(
      ({ get }) => new FlexibleRequestLimits(get(Tokens.Config).requestLimits, pool),
    );
    bind(Tokens.SiteEvents).toConstantValue(new PgSiteEvents(pool));
    bind(Tokens.TranslationMemory).toConstantValue(new PgTranslationMemory(pool));
    bind(Tokens.StoredContent).toConstantValue(new PgContentStore(pool));
    bind(Tokens.BackupRuns).toConstantValue(new PgBackupRuns(pool));
    bind(Tokens.InstanceStates).toConstantValue(new PgInstanceStates(database.commands));
    bind(Tokens.GarbageCollector).toConstantValue(new PgGarbageCollector(database.maintenance));
    bind(Tokens.GitSyncMonitor).toConstantValue(new PgGitSyncMonitor(pool));
    bind(Tokens.MeasuredDatabase).toConstantValue(database);
    bind(Tokens.StoredUnitOfWork).toConstantValue(new MikroUnitOfWork(database));
    bind(Tokens.Reads).toConstantValue({
      ...(Object.fromEntries(
        Object.entries(TABLES).map(([name, table]) => [name, new PgFinder<any, any>(pool, table as any)]),
      ) as unknown as Finders),
      usersOf: new PgUserReads(extensive),
      membersOf: new PgMemberReads(extensive),
      teamsOf: new PgTeamReads(extensive),
      grantsOf: new PgGrantReads(extensive),
      audit: new PgAuditLog(extensive),
      spacesOf: new PgSpaceReads(extensive),
      changeRequestsOf: new PgChangeRequestReads(extensive),
      inbox: new PgChangeRequestInbox(extensive),
      jobs: new PgJobReads(pool),
      reviewsOf: new PgReviewReads(extensive),
      revisions: new PgRevisions(extensive),
      sitesOf: new PgSiteReads(extensive),
      commentsOf: new PgCommentReads(extensive),
      search: new PgSearchReads(extensive),
      links: new PgLinkReads(extensive),
    } satisfies Reads);
    bind(Tokens.Queue).toDynamicValue(({ get }) => {
      const config = get(Tokens.Config);
      const log = get(Tokens.Log);
      return new PgQueue({
        pool: createPool({ url, max: queueConnections(config), name: 'quire-jobs' }),
        isUnreachable: (error) => readError(error) instanceof DatabaseUnavailable,
        queues: queueLimits(config),
        runner: get(Tokens.LazyJobRunner),
        isExclusive: embedded,
        log: (level, message) => log[level]({ component: 'jobs' }, message),
        onFailure: (job, err) => log.error({ job, err }, 'job failed'),
        observe: get(Tokens.JobMetrics).observe,
        describe: safeMessage,
      });
    });
  });
