import type { Revision } from '../../../domain/content/revision.ts';
import type { PageId, SpaceId } from '../../../domain/kernel/id.ts';
import type { UserState } from '../../../domain/users.ts';
import type { PageRequest } from '../../../ports/kernel/repository.ts';
import type { RevisionWithAuthor } from '../../../ports/content/revisions.ts';
import { changeRequestView, type ChangeRequestView } from '../../change-requests/change-request-view.ts';
import { query, type QueryContext } from '../../kernel/use-case.ts';
import { inSpace } from '../../kernel/scope.ts';
import { listPageRevisions } from './page-history.ts';

/** A revision without its content. */
export interface RevisionSummary {
  readonly revision: Revision;
  readonly author: UserState | null;
  /** Change request that the revision merged. */
  readonly mergedFrom?: ChangeRequestView;
}

export interface RevisionList {
  readonly items: readonly RevisionSummary[];
  readonly next?: string;
  /** Total number of revisions; absent in the list of one page. */
  readonly count?: number;
}

type Input = { readonly spaceId: SpaceId; readonly pageId?: PageId; readonly page: PageRequest };

/**
 * Lists the revisions of the primary content of a space, the newest first. With `pageId`, lists those that changed the
 * page.
 */
export const listRevisionsInSpace = query<Input>()({
  name: 'listRevisionsInSpace',
  requires: 'space:view',
  scope: inSpace,
  needs: ['content'],
  async run(context, { spaceId, pageId, page }): Promise<RevisionList> {
    const { items, ...rest } = await (pageId === undefined
      ? context.read.revisions.list(spaceId, spaceId, { ...page, order: 'desc' })
      : listPageRevisions(context, spaceId, pageId, page));
    return { items: await revisionSummaries(context, spaceId, items), ...rest };
  },
});

async function revisionSummaries(
  { read }: Pick<QueryContext<any>, 'read'>,
  spaceId: SpaceId,
  revisions: readonly RevisionWithAuthor[],
): Promise<RevisionSummary[]> {
  const merged = revisions.flatMap(({ revision: { mergedFrom } }) => mergedFrom ?? []);
  const changeRequests = new Map(
    (await read.changeRequestsOf.findMany(spaceId, merged)).map((facts) => [facts.state.id, changeRequestView(facts)]),
  );
  return revisions.map(({ revision, author }) => {
    const mergedFrom = revision.mergedFrom === undefined ? undefined : changeRequests.get(revision.mergedFrom);
    return { revision, author, ...(mergedFrom && { mergedFrom }) };
  });
}
