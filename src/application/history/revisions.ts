import type { Revision } from '../../domain/content/revision.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { UserState } from '../../domain/users/user.ts';
import type { PageRequest } from '../../ports/repository.ts';
import { viewOf, type ChangeRequestView } from '../change-requests/change-request-view.ts';
import { query } from '../kernel/use-case.ts';

/** A revision without what it holds. */
export interface RevisionSummary {
  readonly revision: Revision;
  readonly author: UserState | null;
  /** The change request that a merge took in. */
  readonly mergedFrom?: ChangeRequestView;
}

/** The history of a space's primary content, the newest first. */
export const listRevisions = query({
  name: 'listRevisionsInSpace',
  requires: 'space:view',
  within: ({ spaceId }: { readonly spaceId: Id; readonly page: PageRequest }) => ({ space: spaceId }),
  async run({ read }, { spaceId, page }) {
    const { items, ...rest } = await read.revisions.list(spaceId, spaceId, { ...page, order: 'desc' });
    const merged = items.flatMap(({ revision: { mergedFrom } }) => mergedFrom ?? []);
    const changeRequests = new Map((await read.changeRequestsOf.named(spaceId, merged)).map((facts) => [facts.state.id, viewOf(facts)]));
    const summary = ({ revision, author }: (typeof items)[number]): RevisionSummary => {
      const mergedFrom = revision.mergedFrom === undefined ? undefined : changeRequests.get(revision.mergedFrom);
      return { revision, author, ...(mergedFrom && { mergedFrom }) };
    };
    return { items: items.map(summary), ...rest };
  },
});
