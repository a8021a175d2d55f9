import { ContainerModule } from 'inversify';
import { safeMessage } from '../adapters/log.ts';
import { MemoryQueue } from '../adapters/jobs/memory-queue.ts';
import { MemoryRateLimiter } from '../adapters/persistence/memory/sessions.ts';
import { MemoryAuditLog } from '../adapters/persistence/memory/audit-log.ts';
import { MemoryChangeRequestInbox } from '../adapters/persistence/memory/change-requests/change-request-inbox.ts';
import { MemoryChangeRequestReads } from '../adapters/persistence/memory/change-requests/change-request-reads.ts';
import { MemoryCommentReads } from '../adapters/persistence/memory/comments.ts';
import { MemoryGarbageCollector } from '../adapters/persistence/memory/garbage-collection.ts';
import { MemoryInstanceStates } from '../adapters/persistence/memory/instance.ts';
import { MemoryContentStore, MemoryRevisions } from '../adapters/persistence/memory/content.ts';
import { MemoryFinder } from '../adapters/persistence/memory/kernel/finder.ts';
import { MemoryGitSyncMonitor } from '../adapters/persistence/memory/git.ts';
import { MemoryGrantReads } from '../adapters/persistence/memory/permissions.ts';
import { MemoryMemberReads } from '../adapters/persistence/memory/members.ts';
import { MemoryUserReads } from '../adapters/persistence/memory/users.ts';
import { MemoryReads } from '../adapters/persistence/memory/reads.ts';
import { MemoryReviewReads } from '../adapters/persistence/memory/change-requests/review-reads.ts';
import { MemoryLinkReads } from '../adapters/persistence/memory/links.ts';
import { MemorySearchReads } from '../adapters/persistence/memory/search.ts';
import { MemorySiteReads } from '../adapters/persistence/memory/sites.ts';
import { MemoryStore, type TableName } from '../adapters/persistence/memory/store.ts';
import { TYPES } from '../adapters/persistence/memory/types.ts';
import { MemoryUnitOfWork } from '../adapters/persistence/memory/unit-of-work.ts';
import { MemoryTeamReads } from '../adapters/persistence/memory/teams.ts';
import { MemorySiteEvents } from '../adapters/persistence/memory/insights.ts';
import { MemoryTranslationMemory } from '../adapters/persistence/memory/translations.ts';
import { MemoryStorageUsage } from '../adapters/persistence/memory/uploads.ts';
import { FlexibleRequestLimits } from '../adapters/flexible-request-limits.ts';
import type { Clock } from '../ports/kernel/clock.ts';
import type { Reads } from '../application/kernel/services.ts';
import type { Finders } from '../ports/kernel/unit-of-work.ts';
import { queueLimits } from './job-queues.ts';
import { Tokens } from './tokens.ts';

/** Binds adapters that keep all data in the memory of this process. */
export const memoryModule = (clock: Clock | undefined, store = new MemoryStore()): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const reads = new MemoryReads(store);
    const members = new MemoryMemberReads(store);
    const changeRequests = new MemoryChangeRequestReads(store);
    const teams = new MemoryTeamReads(store, reads, members);
    bind(Tokens.CallerResolver).toConstantValue(reads);
    bind(Tokens.RateLimiter).toConstantValue(new MemoryRateLimiter());
    bind(Tokens.StorageUsage).toConstantValue(new MemoryStorageUsage());
    bind(Tokens.RequestLimits).toDynamicValue(({ get }) => new FlexibleRequestLimits(get(Tokens.Config).requestLimits));
    bind(Tokens.SiteEvents).toConstantValue(new MemorySiteEvents(store));
    bind(Tokens.TranslationMemory).toConstantValue(new MemoryTranslationMemory());
    const content = new MemoryContentStore();
    bind(Tokens.StoredContent).toConstantValue(content);
    bind(Tokens.BackupRuns).toConstantValue(undefined);
    bind(Tokens.InstanceStates).toConstantValue(new MemoryInstanceStates());
    bind(Tokens.GarbageCollector).toConstantValue(new MemoryGarbageCollector(store, content));
    bind(Tokens.GitSyncMonitor).toConstantValue(new MemoryGitSyncMonitor(store));
    bind(Tokens.MeasuredDatabase).toConstantValue(undefined);
    bind(Tokens.Queue).toDynamicValue(({ get }) => {
      const log = get(Tokens.Log);
      const queue = new MemoryQueue({
        queues: queueLimits(get(Tokens.Config)),
        clock,
        onFailure: (job, err) => log.error({ job, err }, 'job failed'),
        observe: get(Tokens.JobMetrics).observe,
        describe: safeMessage,
      });
      queue.setRunner(get(Tokens.LazyJobRunner));
      return queue;
    });
    bind(Tokens.StoredUnitOfWork).toDynamicValue(
      ({ get }) => new MemoryUnitOfWork(store, content, get(Tokens.Queue) as MemoryQueue),
    );
    bind(Tokens.Reads).toDynamicValue(({ get }): Reads => ({
      ...(Object.fromEntries(
        Object.entries(TYPES).map(([name, type]) => [
          name,
          new MemoryFinder<any, any>(type as any, () => store.tables[name as TableName].values() as any),
        ]),
      ) as unknown as Finders),
      usersOf: new MemoryUserReads(store, reads),
      membersOf: members,
      teamsOf: teams,
      grantsOf: new MemoryGrantReads(store, reads, teams),
      audit: new MemoryAuditLog(store),
      spacesOf: reads,
      changeRequestsOf: changeRequests,
      inbox: new MemoryChangeRequestInbox(store, reads, changeRequests),
      jobs: get(Tokens.Queue) as MemoryQueue,
      reviewsOf: new MemoryReviewReads(store, reads),
      revisions: new MemoryRevisions(store),
      sitesOf: new MemorySiteReads(store, reads),
      commentsOf: new MemoryCommentReads(store),
      search: new MemorySearchReads(store, reads),
      links: new MemoryLinkReads(store),
    }));
  });
