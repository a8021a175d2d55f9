import type { AccessFacts } from '../../domain/permissions/access-facts.ts';
import type { MergeRules } from '../../domain/change-requests/merge-rules.ts';
import type { Id, ChangeRequestId, SpaceId, UserId } from '../../domain/kernel/id.ts';
import type { ReviewStatus } from '../../domain/change-requests/review.ts';

/** Latest review by one reviewer, with the reviewer's current access to the space. */
export interface LatestReview {
  readonly reviewerId: UserId;
  readonly status: ReviewStatus;
  readonly revision: Id;
  /**
   * Last revision of the change request that contains content by the reviewer; null if there is none. Updates from the
   * primary content do not count.
   */
  readonly lastChange: Id | null;
  readonly access: AccessFacts;
}

export interface MergeChecks {
  /**
   * Reads the merge rules of the space (null if there are none) and, only if there are rules, the reviews. Reads
   * committed data in one statement.
   */
  load(
    spaceId: SpaceId,
    changeRequestId: ChangeRequestId,
  ): Promise<{ readonly rules: MergeRules | null; readonly reviews: readonly LatestReview[] }>;
}
