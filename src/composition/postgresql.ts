import { ContainerModule } from 'inversify';
import { PgQueue } from '../adapters/jobs/pg-queue.ts';
import { PgCallerResolver } from '../adapters/persistence/mikro-orm/permissions/access.ts';
import { PgRateLimiter } from '../adapters/persistence/mikro-orm/sessions.ts';
import { PgAuditLog } from '../adapters/persistence/mikro-orm/audit-log.ts';
import { PgChangeRequestInbox } from '../adapters/persistence/mikro-orm/change-requests/change-request-inbox.ts';
import { PgGarbageCollector } from '../adapters/persistence/mikro-orm/garbage-collection.ts';
import { PgCommentReads } from '../adapters/persistence/mikro-orm/comments.ts';
import type { Database } from '../adapters/persistence/mikro-orm/kernel/database.ts';
import { PgFinder } from '../adapters/persistence/mikro-orm/kernel/finder.ts';
import { PgGrantReads } from '../adapters/persistence/mikro-orm/permissions/grant-reads.ts';
import { PgSpaceReads } from '../adapters/persistence/mikro-orm/spaces/space-reads.ts';
import { PgMemberReads } from '../adapters/persistence/mikro-orm/members.ts';
import { PgContentStore } from '../adapters/persistence/mikro-orm/content/objects.ts';
import { PgChangeRequestReads, PgUserReads, PgRevisions } from '../adapters/persistence/mikro-orm/reads.ts';
import { PgReviewReads } from '../adapters/persistence/mikro-orm/change-requests/review-reads.ts';
import { PgLinkReads } from '../adapters/persistence/mikro-orm/links.ts';
import { PgSearchReads } from '../adapters/persistence/mikro-orm/search/search-reads.ts';
import { PgSiteReads } from '../adapters/persistence/mikro-orm/sites.ts';
import { createPool } from '../adapters/persistence/mikro-orm/kernel/sql.ts';
import { TABLES } from '../adapters/persistence/mikro-orm/kernel/tables.ts';
import { PgTeamReads } from '../adapters/persistence/mikro-orm/teams.ts';
import { PgSiteEvents } from '../adapters/persistence/mikro-orm/insights.ts';
import { PgTranslationMemory } from '../adapters/persistence/mikro-orm/translations.ts';
import { MikroUnitOfWork } from '../adapters/persistence/mikro-orm/unit-of-work.ts';
import { PgStorageUsage } from '../adapters/persistence/mikro-orm/uploads.ts';
import { FlexibleRequestLimits } from '../adapters/flexible-request-limits.ts';
import type { Reads } from '../application/kernel/services.ts';
import type { Finders } from '../ports/kernel/unit-of-work.ts';
import { HEAVY_JOBS, JOB_NAMES } from '../application/system/jobs.ts';
import { Tokens } from './tokens.ts';

/** Connections of the queue besides those for jobs: one for maintenance and one that listens for new jobs. */
const QUEUE_CONNECTIONS = 2;

/** Binds adapters that store data in an open PostgreSQL database. */
export const postgresqlModule = (database: Database, url: string, embedded: boolean): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const { reads: pool } = database;
    bind(Tokens.CallerResolver).toConstantValue(new PgCallerResolver(pool));
    bind(Tokens.RateLimiter).toConstantValue(new PgRateLimiter(pool));
    bind(Tokens.StoredBytes).toConstantValue(new PgStorageUsage(pool));
    bind(Tokens.RequestLimits).toResolvedValue(
      ({ requestLimits }) => new FlexibleRequestLimits(requestLimits, pool),
      [Tokens.Config],
    );
    bind(Tokens.SiteEvents).toConstantValue(new PgSiteEvents(pool));
    bind(Tokens.TranslationMemory).toConstantValue(new PgTranslationMemory(pool));
    bind(Tokens.StoredContent).toConstantValue(new PgContentStore(pool));
    bind(Tokens.GarbageCollector).toConstantValue(new PgGarbageCollector(database.maintenance));
    bind(Tokens.UnitOfWork).toConstantValue(new MikroUnitOfWork(database));
    bind(Tokens.Reads).toConstantValue({
      ...(Object.fromEntries(
        Object.entries(TABLES).map(([name, table]) => [name, new PgFinder<any, any>(pool, table as any)]),
      ) as unknown as Finders),
      people: new PgUserReads(pool),
      membersOf: new PgMemberReads(pool),
      teamsOf: new PgTeamReads(pool),
      grantsOf: new PgGrantReads(pool),
      audit: new PgAuditLog(pool),
      library: new PgSpaceReads(pool),
      changeRequestsOf: new PgChangeRequestReads(pool),
      inbox: new PgChangeRequestInbox(pool),
      reviewsOf: new PgReviewReads(pool),
      revisions: new PgRevisions(pool),
      sitesOf: new PgSiteReads(pool),
      commentsOf: new PgCommentReads(pool),
      search: new PgSearchReads(pool),
      links: new PgLinkReads(pool),
    } satisfies Reads);
    bind(Tokens.Queue).toResolvedValue(
      (config, log, jobs) =>
        new PgQueue({
          pool: createPool({ url, max: config.jobConcurrency + QUEUE_CONNECTIONS }),
          names: JOB_NAMES,
          run: (call) => jobs().run(call),
          concurrency: config.jobConcurrency,
          heavy: HEAVY_JOBS,
          isExclusive: embedded,
          log: (level, message) => log[level]({ component: 'jobs' }, message),
        }),
      [Tokens.Config, Tokens.Log, Tokens.LazyJobRunner],
    );
  });
