import type { AccessFacts } from '../../domain/permissions/access-facts.ts';
import type { MergeRules } from '../../domain/change-requests/merge-rules.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { ReviewStatus } from '../../domain/change-requests/review.ts';

/** The latest review of one reviewer, and how the reviewer stands towards the space now. */
export interface LatestReview {
  readonly reviewerId: Id;
  readonly status: ReviewStatus;
  readonly revision: Id;
  /** Last revision of the change request with content by the reviewer; null where there is none. Updates bring in none of their own. */
  readonly lastChange: Id | null;
  readonly access: AccessFacts;
}

export interface MergeChecks {
  /** What the space asks of a merge, null when nothing; the reviews only where it asks something. One read, of what is committed by now. */
  load(
    spaceId: Id,
    changeRequestId: Id,
  ): Promise<{ readonly rules: MergeRules | null; readonly reviews: readonly LatestReview[] }>;
}
