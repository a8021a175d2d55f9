import type {
  ChangeRequestFilter,
  ChangeRequestReads,
  ChangeRequestRow,
} from '../../../../ports/change-requests/change-request-reads.ts';
import type { Page, PageRequest } from '../../../../ports/kernel/repository.ts';
import { paged } from '../kernel/pages.ts';
import type { MemoryStore } from '../store.ts';

type State = ChangeRequestRow['state'];

/** Reads of change requests over the maps. */
export class MemoryChangeRequestReads implements ChangeRequestReads {
  constructor(private readonly store: MemoryStore) {}

  async find(spaceId: string, key: string): Promise<ChangeRequestRow | undefined> {
    const found = this.store
      .all('changeRequests')
      .find((state) => state.spaceId === spaceId && (state.id === key || String(state.number) === key));
    return found && this.rowOf(found);
  }

  async findMany(spaceId: string, ids: readonly string[]): Promise<readonly ChangeRequestRow[]> {
    return this.store
      .all('changeRequests')
      .filter((state) => state.spaceId === spaceId && ids.includes(state.id))
      .map((state) => this.rowOf(state));
  }

  async list(
    spaceId: string,
    { status, ...people }: ChangeRequestFilter,
    page: PageRequest,
  ): Promise<Page<ChangeRequestRow>> {
    const all = this.matching(
      people,
      (state) => state.spaceId === spaceId && (status === undefined || state.status === status),
    );
    return paged(
      all.map((state) => this.rowOf(state)),
      ({ state }) => state.id,
      page,
    );
  }

  /** Lists the change requests that fulfil a condition, by the people who take part in them. */
  matching(
    { creator, contributor, requestedReviewer }: Omit<ChangeRequestFilter, 'status'>,
    condition: (state: State) => boolean,
  ): readonly State[] {
    const awaitingReview = requestedReviewer === undefined ? undefined : this.#awaitingReviewOf(requestedReviewer);
    return this.store
      .all('changeRequests')
      .filter(condition)
      .filter((state) => creator === undefined || state.createdBy === creator)
      .filter((state) => contributor === undefined || this.#hasContributed(state, contributor))
      .filter((state) => awaitingReview?.has(state.id) ?? true);
  }

  rowOf(state: State): ChangeRequestRow {
    const head = this.store.tables.branches.get(state.id)!.state;
    const primary = this.store.tables.branches.get(state.spaceId)!.state.revisionId;
    return structuredClone({
      state,
      author: this.store.state('users', state.createdBy)!,
      merger: this.#merger(state),
      head: { revisionId: head.revisionId, content: head.content },
      primary,
      comments: countOpenComments(this.store, state.spaceId, state.id),
    });
  }

  #merger({ revisionMerged }: State): ChangeRequestRow['merger'] {
    const by = revisionMerged === null ? null : this.store.tables.revisions.get(revisionMerged)!.state.createdBy;
    return by === null ? null : this.store.state('users', by)!;
  }

  /** Returns the ids of the change requests whose review was requested from the user or a team of the user. */
  #awaitingReviewOf(userId: string): ReadonlySet<string> {
    const reviewers = new Set([
      userId,
      ...this.store.all('teamMembers').flatMap((member) => (member.userId === userId ? [member.teamId] : [])),
    ]);
    return new Set(
      this.store
        .all('reviewRequests')
        .flatMap((request) => (reviewers.has((request.userId ?? request.teamId)!) ? [request.changeRequestId] : [])),
    );
  }

  /** Tells whether the user created the change request or one of its revisions. */
  #hasContributed({ id, createdBy }: State, userId: string): boolean {
    return (
      createdBy === userId ||
      [...this.store.tables.revisions.values()].some(({ state }) => state.branchId === id && state.createdBy === userId)
    );
  }
}

/** Counts the open comments on the primary content of a space, or on a change request. */
export const countOpenComments = (store: MemoryStore, spaceId: string, changeRequestId: string | null): number =>
  store
    .all('comments')
    .filter(
      (comment) =>
        comment.spaceId === spaceId && comment.changeRequestId === changeRequestId && comment.status === 'open',
    ).length;
