import {
  getChangeRequestById,
  getChangeRequestChanges,
  getSpaceById,
  listChangeRequestConflicts,
  type ChangeRequest,
  type ChangedPage,
  type Page,
  type SemanticChange,
  type SemanticChanges,
  type Space,
} from '../api/operations.ts';
import { isMissing, useQuery, useReloadOn } from '../api/use-query.ts';
import { Comments } from '../comments/comments.tsx';
import { Frame } from '../frame/frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { query } from '../navigation/router.ts';
import {
  homePage,
  lateSaves,
  loadPages,
  reusableContentsHref,
  writeContent,
  type ContentPlace,
} from '../spaces/content-place.ts';
import { PageSide, type PageSideProps } from '../spaces/side.tsx';
import { spaceCrumbs } from '../spaces/space-crumbs.ts';
import { Loaded, titleOfFailure } from '../ui/notices.tsx';
import { MoreButton, Tabs } from '../ui/parts.tsx';
import { announce } from '../ui/toasts.tsx';
import { ChangesView, requestHref } from './changes-view.tsx';
import { Conflicts } from './conflicts.tsx';
import { Description } from './description.tsx';
import { isActive } from './is-active.ts';
import { NewBrokenLinks } from './new-broken-links.tsx';
import { PageInRequest } from './page-in-request.tsx';
import { RequestHead } from './request-head.tsx';
import { Reviews } from './reviews.tsx';
import { countOf, useChanges, type ChangesState } from './use-changes.ts';
import { useViewedChanges, versionOf } from './viewed-changes.ts';

type Tab = 'changes' | 'comments' | 'conflicts';
const TABS: readonly Tab[] = ['changes', 'comments', 'conflicts'];

/** Change request: what it changes, the discussion, the reviews, and its way to a merge. */
export function ChangeRequestScreen({ spaceId, changeRequestId, pageId }: Parameters) {
  const path = { spaceId: spaceId!, changeRequestId: changeRequestId! };
  const space = useQuery(`space ${spaceId}`, () => getSpaceById({ path: { spaceId: spaceId! } }));
  const request = useQuery(`request ${changeRequestId}`, () => getChangeRequestById({ path }));
  useReloadOn(request, lateSaves.value);
  const id = request.data?.id ?? changeRequestId!;
  const place: ContentPlace = { spaceId: spaceId!, changeRequest: id };
  const revision = request.data?.revision;
  const pages = useQuery(revision && `pages ${changeRequestId} ${revision}`, () => loadPages(place));
  const changes = useChanges(revision && `request changes ${changeRequestId} ${revision}`, (limit) =>
    getChangeRequestChanges({ path, query: { limit } }),
  );
  const mayEdit = request.data !== undefined && isActive(request.data) && space.data?.permissions.edit === true;
  const subject = request.data && (request.data.subject || m.requests.untitled(request.data.number));
  return (
    <Frame
      title={subject ?? titleOfFailure(space) ?? titleOfFailure(request) ?? m.requests.one}
      organizationId={space.data?.organization}
      crumbs={[
        ...spaceCrumbs(space.data),
        { label: m.requests.title, href: pathTo('spaceRequests', { spaceId: spaceId! }) },
        { label: subject ?? '' },
      ]}
      sideLabel={m.space.pages}
      side={
        !isMissing(space) &&
        !isMissing(request) && (
          <RequestSide place={place} pages={pages} current={pageId} mayEdit={mayEdit} changes={changes.data} />
        )
      }
    >
      <Loaded of={space} isScreen>
        {(about) => (
          <Loaded of={request} isScreen>
            {(shown) => (
              <>
                <RequestHead
                  space={about}
                  request={shown}
                  firstPage={pages.data && homePage(pages.data)?.id}
                  onChange={request.set}
                  onReload={request.reload}
                />
                {pageId !== undefined ? (
                  <PageInRequest
                    key={pageId}
                    place={place}
                    pageId={pageId}
                    pages={pages}
                    request={shown}
                    space={about}
                    mayEdit={mayEdit}
                    onChange={request.reload}
                  />
                ) : (
                  <RequestOverview
                    space={about}
                    request={shown}
                    changes={changes}
                    pages={pages.data}
                    mayEdit={mayEdit}
                    onChange={request.reload}
                  />
                )}
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Frame>
  );
}

interface RequestSideProps extends Omit<PageSideProps, 'marks' | 'children'> {
  /** Changes that the pages are marked with, once they are loaded. */
  readonly changes: SemanticChanges | undefined;
}

/** Pages of a change request beside it, with links to its overview and its reusable contents. */
const RequestSide = ({ changes, ...side }: RequestSideProps) => {
  const { place, current } = side;
  return (
    <PageSide {...side} marks={changes && marksOf(changes)}>
      <p>
        <a
          href={requestHref(place.spaceId, place.changeRequest!)}
          aria-current={current === undefined ? 'page' : undefined}
        >
          {m.requests.overview}
        </a>
      </p>
      <p>
        <a href={reusableContentsHref(place)}>{m.reusable.title}</a>
      </p>
    </PageSide>
  );
};

interface RequestOverviewProps {
  readonly space: Space;
  readonly request: ChangeRequest;
  readonly changes: ChangesState;
  /** Pages of the change request, once they are loaded. */
  readonly pages: readonly Page[] | undefined;
  readonly mayEdit: boolean;
  readonly onChange: () => void;
}

/** Description of a change request, and tabs for its changes with their reviews, its comments and its conflicts. */
function RequestOverview({ space, request, changes, pages, mayEdit, onChange }: RequestOverviewProps) {
  const { id, revision } = request;
  const tab = TABS.find((one) => one === query.value.get('tab')) ?? 'changes';
  const conflicts = useQuery(`conflicts ${id} ${revision}`, () =>
    listChangeRequestConflicts({ path: { spaceId: space.id, changeRequestId: id }, query: { limit: 200 } }),
  );
  const counts: Readonly<Record<Tab, number | undefined>> = {
    changes: changes.data && countOf(changes.data),
    comments: request.comments,
    conflicts: conflicts.data?.count,
  };
  return (
    <>
      <Description request={request} />
      <Tabs
        label={m.requests.parts}
        items={TABS.map((one) => ({
          label: m.requests.tabs[one],
          href: requestHref(space.id, id, one === 'changes' ? undefined : one),
          isCurrent: tab === one,
          count: counts[one],
        }))}
      />
      {tab === 'changes' && (
        <div class="columns">
          <section aria-label={m.requests.tabs.changes}>
            <Loaded of={changes}>
              {(list) => (
                <RequestChanges
                  request={request}
                  changes={list}
                  pages={pages}
                  mayEdit={mayEdit}
                  onDiscarded={onChange}
                />
              )}
            </Loaded>
            <MoreButton of={changes} />
            {isActive(request) && <NewBrokenLinks spaceId={space.id} request={request} />}
          </section>
          <Reviews space={space} request={request} onChange={onChange} />
        </div>
      )}
      {tab === 'comments' && <Comments space={space} changeRequest={id} onChange={onChange} />}
      {tab === 'conflicts' && (
        <Conflicts space={space} request={request} conflicts={conflicts} onResolved={onChange} mayEdit={mayEdit} />
      )}
    </>
  );
}

interface RequestChangesProps {
  readonly request: ChangeRequest;
  readonly changes: SemanticChanges;
  /** Pages of the change request, once they are loaded. */
  readonly pages: readonly Page[] | undefined;
  readonly mayEdit: boolean;
  /** Called after changes of a page were discarded. */
  readonly onDiscarded: () => void;
}

/** Changes of a change request, which can be marked as viewed and discarded until it ends. */
function RequestChanges({ request, changes, pages, mayEdit, onDiscarded }: RequestChangesProps) {
  const { id, space: spaceId, status, revisionMerged } = request;
  const viewed = useViewedChanges(id);
  const markOf = (tree: readonly Page[]) => (of: readonly SemanticChange[], pageId: string) => {
    const version = versionOf(of, pageId, tree);
    return {
      isViewed: viewed.isViewed(pageId, version),
      onChange: (isViewed: boolean) => viewed.setViewed(pageId, version, isViewed),
    };
  };
  const discard = async ({ id: page, title }: ChangedPage): Promise<void> => {
    await writeContent({ spaceId, changeRequest: id }, [{ operation: 'revert_page', page }], request.revision);
    announce(m.changes.discarded(title || m.common.untitled));
    onDiscarded();
  };
  return (
    <ChangesView
      changes={changes}
      spaceId={spaceId}
      before={{ spaceId, revision: request.revisionMergedAncestor ?? request.revisionInitial }}
      after={
        status === 'merged' && revisionMerged ? { spaceId, revision: revisionMerged } : { spaceId, changeRequest: id }
      }
      markOf={isActive(request) && pages ? markOf(pages) : undefined}
      onDiscard={mayEdit ? discard : undefined}
    />
  );
}

/** Marks of the changed pages in the tree. */
function marksOf({ changes }: SemanticChanges): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  for (const change of changes)
    if ('page' in change && change.type !== 'page_deleted')
      marks.set(change.page.id, change.type === 'page_created' ? m.changes.created : m.changes.changed);
  return marks;
}
