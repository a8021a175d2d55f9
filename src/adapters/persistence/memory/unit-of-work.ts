import { NotFound, StaleWrite } from '../../../domain/kernel/errors.ts';
import type { JobId } from '../../../domain/kernel/id.ts';
import {
  targetBranchId,
  type BranchAdvance,
  type BranchStart,
  type Branch,
  type Branches,
} from '../../../ports/content/branches.ts';
import type { ContentStore } from '../../../ports/content/content-store.ts';
import type { EventContext } from '../../../ports/kernel/events.ts';
import type { JobRequest, Jobs, JobState } from '../../../ports/kernel/jobs.ts';
import type { Aggregates, LockableKind, Repositories, UnitOfWork, Work } from '../../../ports/kernel/unit-of-work.ts';
import { RecordedEvents } from '../events.ts';
import { MemoryChangeRequests } from './change-requests/change-requests.ts';
import { MemoryIdempotentAnswers } from './kernel/idempotent-answers.ts';
import { Locks } from './kernel/locks.ts';
import { MemoryMergeChecks } from './change-requests/merge-checks.ts';
import { Overlay } from './kernel/overlay.ts';
import { follow, MemoryProjectionBacklog } from './content.ts';
import { MemoryReads } from './reads.ts';
import { MemoryRepository, type RepositoryContext } from './kernel/repository.ts';
import { MemorySiblings } from './collections.ts';
import { MemorySpacePurger } from './spaces.ts';
import { MemoryAccountPurger } from './users.ts';
import { MemoryTokenRevoker } from './sessions.ts';
import { addDeliveries, MemoryDeliveryPurger } from './webhooks.ts';
import type { MemoryStore, RevisionRow } from './store.ts';
import { TYPES } from './types.ts';

/** Change of a job by a unit of work. */
export type MemoryJobChange =
  | { readonly change: 'enqueue'; readonly request: JobRequest }
  | { readonly change: 'remove' | 'cancel'; readonly id: JobId }
  | { readonly change: 'restart'; readonly id: JobId; readonly payload?: JobRequest['payload'] | undefined };

/** Queue of the same process. */
export interface MemoryJobQueue {
  find(id: JobId): Promise<JobState | undefined>;
  /** Applies the changes of a committed unit of work in their order. */
  apply(changes: readonly MemoryJobChange[]): void;
}

/**
 * Unit of work in which tasks interleave at every await, each on its own overlay; the task that commits a row last
 * fails.
 */
export class MemoryUnitOfWork implements UnitOfWork {
  readonly #locks = new Locks();

  constructor(
    private readonly store: MemoryStore,
    private readonly content: ContentStore,
    private readonly queue: MemoryJobQueue,
  ) {}

  async run<T>(context: EventContext, task: (work: Work) => Promise<T>): Promise<T> {
    const overlay = new Overlay(this.store, this.#locks);
    const events = new RecordedEvents(context);
    const changes: MemoryJobChange[] = [];
    try {
      const result = await task(this.#work(overlay, events, changes));
      const stored = this.store.events.length;
      overlay.commit(events.take());
      const deliveries = addDeliveries(this.store, stored).map((request) => ({ change: 'enqueue' as const, request }));
      this.queue.apply([...changes, ...deliveries]);
      return result;
    } finally {
      this.#locks.release(overlay);
    }
  }

  #work(overlay: Overlay, events: RecordedEvents, changes: MemoryJobChange[]): Work {
    const jobs: Jobs = {
      async enqueue(request) {
        changes.push({ change: 'enqueue', request: structuredClone(request) });
      },
      lock: (id) => this.queue.find(id),
      async remove(id) {
        changes.push({ change: 'remove', id });
      },
      async requestCancellation(id) {
        changes.push({ change: 'cancel', id });
      },
      async restart(id, payload) {
        changes.push({ change: 'restart', id, payload: structuredClone(payload) });
      },
    };
    const branches = new MemoryBranches(overlay, this.content, jobs);
    const context = { overlay, events };
    return {
      ...repositories(context),
      changeRequests: new MemoryChangeRequests({ ...context, branches }),
      branches,
      events,
      mergeChecks: new MemoryMergeChecks(overlay, new MemoryReads(this.store)),
      projectionBacklog: new MemoryProjectionBacklog(overlay),
      siblings: new MemorySiblings(overlay),
      spacePurger: new MemorySpacePurger(overlay),
      tokenRevoker: new MemoryTokenRevoker(overlay),
      accountPurger: new MemoryAccountPurger(overlay),
      deliveryPurger: new MemoryDeliveryPurger(overlay),
      idempotentAnswers: new MemoryIdempotentAnswers(overlay),
      counters: {
        async next(scope: string, name: string) {
          const id = `${scope}/${name}`;
          await overlay.lock(`counter:${id}`);
          const row = overlay.row<{ value: number }>('counters', id);
          const value = (row?.state.value ?? 0) + 1;
          overlay.write('counters', row?.version ?? 0, id, { id, value });
          return value;
        },
      },
      jobs,
      async lock(kind: LockableKind, id: string) {
        await overlay.lock(`${kind}:${id}`);
        if (overlay.row(kind, id) === undefined) throw new NotFound(TYPES[kind].kind, id);
      },
      lockNames: (names: string) => overlay.lock(`names:${names}`),
    };
  }
}

/** A repository for each kind of aggregate. */
const repositories = (context: RepositoryContext): Repositories =>
  Object.fromEntries(
    Object.entries(TYPES).map(([name, type]) => [
      name,
      new MemoryRepository<any, any>(type, name as keyof Aggregates, context),
    ]),
  ) as unknown as Repositories;

class MemoryBranches implements Branches {
  constructor(
    private readonly overlay: Overlay,
    private readonly content: ContentStore,
    private readonly jobs: Jobs,
  ) {}

  async lock(spaceId: string, ...branchIds: readonly string[]): Promise<readonly Branch[]> {
    for (const id of [...new Set(branchIds)].sort()) await this.overlay.lock(`branch:${id}`);
    return branchIds.map((id) => {
      const found = this.overlay.row<Branch>('branches', id)?.state;
      if (found === undefined || found.spaceId !== spaceId) throw new NotFound('branch');
      return structuredClone(found);
    });
  }
  async createAt(branch: Branch): Promise<void> {
    this.overlay.write('branches', 0, branch.id, branch);
  }
  async create(begin: BranchStart): Promise<void> {
    const { revision } = begin;
    const branchId = await this.#store(begin);
    await this.createAt({
      id: branchId,
      spaceId: revision.spaceId,
      revisionId: revision.id,
      content: revision.content,
    });
  }
  async advance({ from, ...begin }: BranchAdvance): Promise<void> {
    const { revision } = begin;
    const row = this.overlay.row<Branch>('branches', targetBranchId(begin));
    if (row?.state.revisionId !== from) throw new StaleWrite('content');
    const branchId = await this.#store(begin);
    this.overlay.write('branches', row.version, branchId, {
      ...row.state,
      revisionId: revision.id,
      content: revision.content,
    });
  }

  async #store(begin: BranchStart): Promise<string> {
    const { revision, objects, primary } = begin;
    const branchId = targetBranchId(begin);
    await this.content.put(objects);
    const row: RevisionRow = { ...revision, branchId };
    this.overlay.write('revisions', 0, revision.id, row);
    if (primary !== undefined) await follow(this.overlay, this.jobs, revision.spaceId, primary);
    return branchId;
  }
}
