import { usersOfMergeRules } from '../../../../domain/change-requests/merge-rules.ts';
import type { ReviewState } from '../../../../domain/change-requests/review.ts';
import type { OrganizationState } from '../../../../domain/organizations/organization.ts';
import type { SpaceState } from '../../../../domain/spaces.ts';
import type { MergeChecks } from '../../../../ports/change-requests/merge-checks.ts';
import type { Overlay } from '../kernel/overlay.ts';
import type { MemoryReads } from '../reads.ts';
import type { RevisionRow } from '../store.ts';

/**
 * Checks of a merge in one synchronous read, so that nothing changes between them. Rows come in the order in which they
 * were stored.
 */
export class MemoryMergeChecks implements MergeChecks {
  constructor(
    private readonly overlay: Overlay,
    private readonly reads: MemoryReads,
  ) {}

  async load(spaceId: string, changeRequestId: string): ReturnType<MergeChecks['load']> {
    const { mergeRules: own = null, organizationId = '' } =
      this.overlay.row<SpaceState>('spaces', spaceId)?.state ?? {};
    const rules =
      own !== null && 'inherit' in own
        ? (this.overlay.row<OrganizationState>('organizations', organizationId)?.state.mergeRules ?? null)
        : own;
    if (rules === null) return { rules, reviews: [] };
    const latest = new Map<string, ReviewState>();
    for (const { state } of this.overlay.rows<ReviewState>('reviews')) {
      if (state.changeRequestId === changeRequestId) latest.set(state.reviewerId, state);
    }
    const positions = new Map<string, number>();
    const lastChanges = new Map<string, number>();
    for (const { state } of this.overlay.rows<RevisionRow>('revisions')) {
      const { id, branchId, createdBy, type } = state;
      if (branchId !== changeRequestId) continue;
      const position = positions.size + 1;
      positions.set(id, position);
      if (createdBy !== null && type !== 'update') lastChanges.set(createdBy, position);
    }
    const reviews = [...latest.values()].map(({ reviewerId, status, revision }) => ({
      reviewerId,
      status,
      revision,
      position: positions.get(revision) ?? 0,
      lastChange: lastChanges.get(reviewerId) ?? null,
      access: this.reads.accessFactsOn(spaceId, reviewerId) ?? {
        role: undefined,
        grantedLevels: [],
        defaultLevel: null,
      },
    }));
    return structuredClone({ rules, reviews });
  }
  async listSpacesNaming(organizationId: string, userId: string): Promise<readonly string[]> {
    return this.overlay
      .rows<SpaceState>('spaces')
      .filter(
        ({ state }) => state.organizationId === organizationId && usersOfMergeRules(state.mergeRules).includes(userId),
      )
      .map(({ state }) => state.id);
  }
}
