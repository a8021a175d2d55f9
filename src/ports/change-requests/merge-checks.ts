import type { AccessFacts } from '../../domain/permissions/access-facts.ts';
import type { MergeRules, ReviewerVerdict } from '../../domain/change-requests/merge-rules.ts';
import type { ChangeRequestId, OrganizationId, SpaceId, UserId } from '../../domain/kernel/id.ts';

/** Latest review by one reviewer, with the reviewer's current access to the space. */
export interface LatestReview extends ReviewerVerdict {
  readonly access: AccessFacts;
}

export interface MergeChecks {
  /**
   * Reads the merge rules that apply to the space, its own or those that it inherits (null for none), and the reviews if
   * there are rules. Reads committed data in one statement.
   */
  load(
    spaceId: SpaceId,
    changeRequestId: ChangeRequestId,
  ): Promise<{ readonly rules: MergeRules | null; readonly reviews: readonly LatestReview[] }>;
  /** Lists the spaces of an organization, also deleted ones, whose own merge rules name the user. */
  listSpacesNaming(organizationId: OrganizationId, userId: UserId): Promise<readonly SpaceId[]>;
}
