import type { Page, PageRequest } from '../../../../ports/kernel/repository.ts';
import type {
  Contributor,
  ReviewRow,
  ReviewReads,
  ReviewRequestRow,
} from '../../../../ports/change-requests/review-reads.ts';
import { instantKey } from '../../list-keys.ts';
import { paged, pagedAsStored } from '../kernel/pages.ts';
import type { MemoryReads } from '../reads.ts';
import type { MemoryStore } from '../store.ts';

/** Reads of reviews and contributors over the maps. */
export class MemoryReviewReads implements ReviewReads {
  constructor(
    private readonly store: MemoryStore,
    private readonly reads: MemoryReads,
  ) {}

  async reviews(changeRequestId: string, page: PageRequest): Promise<Page<ReviewRow>> {
    const all = this.store.all('reviews').filter((review) => review.changeRequestId === changeRequestId);
    const facts = all.map((review) => ({
      review,
      reviewer: this.store.state('users', review.reviewerId)!,
      requestedBy: this.store.state('users', review.requestedBy) ?? null,
    }));
    return pagedAsStored(facts, ({ review }) => review.id, { ...page, order: 'desc' });
  }

  async requests(changeRequestId: string, page: PageRequest): Promise<Page<ReviewRequestRow>> {
    const all = this.store.all('reviewRequests').filter((request) => request.changeRequestId === changeRequestId);
    const facts = all.map((request): ReviewRequestRow => {
      const reviewer =
        request.teamId === null
          ? { kind: 'user' as const, user: this.store.state('users', request.userId)! }
          : { kind: 'team' as const, team: this.store.state('teams', request.teamId)! };
      return { request, reviewer, requestedBy: this.store.state('users', request.requestedBy)! };
    });
    return paged(facts, ({ request }) => request.id, page);
  }

  async contributors(changeRequestId: string, page: PageRequest): Promise<Page<Contributor>> {
    const byUser = new Map<string, Contributor>();
    for (const { state } of this.store.tables.revisions.values()) {
      const { branchId, createdBy, createdAt } = state;
      if (branchId !== changeRequestId || createdBy === null) continue;
      const known = byUser.get(createdBy) ?? {
        user: this.store.state('users', createdBy)!,
        updatedAt: createdAt,
        count: 0,
      };
      byUser.set(createdBy, {
        ...known,
        updatedAt: createdAt > known.updatedAt ? createdAt : known.updatedAt,
        count: known.count + 1,
      });
    }
    return paged([...byUser.values()], ({ user, updatedAt }) => instantKey(updatedAt, user.id), {
      ...page,
      order: 'desc',
    });
  }

  async accessFacts(spaceId: string, userIds: readonly string[]): ReturnType<ReviewReads['accessFacts']> {
    return [...new Set(userIds)].flatMap((id) => {
      const user = this.store.state('users', id);
      const access = user && this.reads.accessFactsOn(spaceId, id);
      return access?.role === undefined ? [] : [{ user: structuredClone(user!), access }];
    });
  }
}
