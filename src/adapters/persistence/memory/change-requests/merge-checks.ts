import type { ReviewState } from '../../../../domain/change-requests/review.ts';
import type { SpaceState } from '../../../../domain/spaces.ts';
import type { MergeChecks } from '../../../../ports/change-requests/merge-checks.ts';
import type { Overlay } from '../kernel/overlay.ts';
import type { MemoryReads } from '../reads.ts';
import type { RevisionRow } from '../store.ts';

/** Checks of a merge in one synchronous read, so that nothing changes between them. */
export class MemoryMergeChecks implements MergeChecks {
  constructor(
    private readonly overlay: Overlay,
    private readonly reads: MemoryReads,
  ) {}

  async load(spaceId: string, changeRequestId: string): ReturnType<MergeChecks['load']> {
    const rules = this.overlay.row<SpaceState>('spaces', spaceId)?.state.mergeRules ?? null;
    if (rules === null) return { rules, reviews: [] };
    const latest = new Map<string, ReviewState>();
    for (const { state } of this.overlay.rows<ReviewState>('reviews')) {
      if (state.changeRequestId === changeRequestId && state.id > (latest.get(state.reviewerId)?.id ?? ''))
        latest.set(state.reviewerId, state);
    }
    const lastChanges = new Map<string, string>();
    for (const { state } of this.overlay.rows<RevisionRow>('revisions')) {
      const { id, branchId, createdBy, type } = state;
      if (branchId !== changeRequestId || createdBy === null || type === 'update') continue;
      if (id > (lastChanges.get(createdBy) ?? '')) lastChanges.set(createdBy, id);
    }
    const reviews = [...latest.values()].map(({ reviewerId, status, revision }) => ({
      reviewerId,
      status,
      revision,
      lastChange: lastChanges.get(reviewerId) ?? null,
      access: this.reads.accessFactsOn(spaceId, reviewerId) ?? {
        role: undefined,
        grantedLevels: [],
        defaultLevel: null,
      },
    }));
    return structuredClone({ rules, reviews });
  }
}
