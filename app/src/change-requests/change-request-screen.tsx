import { useState } from 'preact/hooks';
import {
  getChangeRequestById,
  getChangeRequestChanges,
  getChangeRequestPDF,
  getSpaceById,
  listChangeRequestConflicts,
  mergeChangeRequest,
  updateChangeRequest,
  updateChangeRequestById,
  type ChangeRequest,
  type Page,
  type SemanticChange,
  type SemanticChanges,
  type Space,
} from '../api/operations.ts';
import { ApiError } from '../api/api-error.ts';
import { useAction } from '../api/use-action.ts';
import { isMissing, useQuery, useReloadOn, type QueryState } from '../api/use-query.ts';
import { BlockComments, type CommentedBlock } from '../comments/block-comments.tsx';
import { Comments } from '../comments/comments.tsx';
import { Frame } from '../frame/frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate, query } from '../navigation/router.ts';
import {
  editHref,
  homePage,
  lateSaves,
  loadPages,
  reusableContentsHref,
  type ContentPlace,
} from '../spaces/content-place.ts';
import { findInTree } from '../spaces/tree.ts';
import { PageLayout } from '../spaces/page-layout.tsx';
import { EntryView, PageMenu } from '../spaces/page-menu.tsx';
import { RenderedContent, StoredPage } from '../spaces/rendered-page.tsx';
import { PageSide } from '../spaces/side.tsx';
import { spaceCrumbs } from '../spaces/space-crumbs.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Empty, ErrorNotice, Loaded } from '../ui/notices.tsx';
import { Badge, Tabs, Time } from '../ui/parts.tsx';
import { announce, attempt } from '../ui/toasts.tsx';
import { ChangesView, requestHref } from './changes-view.tsx';
import { Conflicts } from './conflicts.tsx';
import { Description, DetailsDialog } from './description.tsx';
import { NewBrokenLinks } from './new-broken-links.tsx';
import { LinksDialog, RequestLinks } from './request-links.tsx';
import { Reviews } from './reviews.tsx';
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
  const changes = useQuery(revision && `request changes ${changeRequestId} ${revision}`, () =>
    getChangeRequestChanges({ path }),
  );
  const conflicts = useQuery(revision && `conflicts ${changeRequestId} ${revision}`, () =>
    listChangeRequestConflicts({ path, query: { limit: 200 } }),
  );
  const isActive = request.data?.status === 'draft' || request.data?.status === 'open';
  const mayEdit = isActive && space.data?.permissions.edit === true;
  const subject = request.data && (request.data.subject || m.requests.untitled(request.data.number));
  const tab = TABS.find((one) => one === query.value.get('tab')) ?? 'changes';
  return (
    <Frame
      title={subject ?? m.requests.one}
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
          <PageSide
            place={place}
            pages={pages}
            current={pageId}
            mayEdit={mayEdit}
            marks={changes.data && marksOf(changes.data)}
          >
            <p>
              <a href={requestHref(spaceId!, id)} aria-current={pageId === undefined ? 'page' : undefined}>
                {m.requests.overview}
              </a>
            </p>
            <p>
              <a href={reusableContentsHref(place)}>{m.reusable.title}</a>
            </p>
          </PageSide>
        )
      }
    >
      <Loaded of={space}>
        {(about) => (
          <Loaded of={request}>
            {(shown) => (
              <>
                <RequestHead
                  space={about}
                  request={shown}
                  onChange={request.set}
                  onReload={request.reload}
                  pages={pages.data ? (homePage(pages.data)?.id ?? undefined) : undefined}
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
                  <>
                    <Description request={shown} />
                    <Tabs
                      label={m.requests.parts}
                      items={TABS.map((one) => ({
                        label: m.requests.tabs[one],
                        href: requestHref(about.id, id, one === 'changes' ? undefined : one),
                        isCurrent: tab === one,
                        count:
                          one === 'comments'
                            ? shown.comments
                            : one === 'conflicts'
                              ? conflicts.data?.count
                              : changes.data?.changes.length,
                      }))}
                    />
                    {tab === 'changes' && (
                      <div class="columns">
                        <section aria-label={m.requests.tabs.changes}>
                          <Loaded of={changes}>
                            {(list) => <RequestChanges request={shown} changes={list} pages={pages.data} />}
                          </Loaded>
                          {isActive && <NewBrokenLinks spaceId={about.id} request={shown} />}
                        </section>
                        <Reviews space={about} request={shown} onChange={request.reload} />
                      </div>
                    )}
                    {tab === 'comments' && <Comments space={about} changeRequest={id} onChange={request.reload} />}
                    {tab === 'conflicts' && (
                      <Conflicts
                        space={about}
                        request={shown}
                        conflicts={conflicts}
                        onResolved={request.reload}
                        mayEdit={mayEdit}
                      />
                    )}
                  </>
                )}
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Frame>
  );
}

interface RequestChangesProps {
  readonly request: ChangeRequest;
  readonly changes: SemanticChanges;
  /** Pages of the change request, once they are loaded. */
  readonly pages: readonly Page[] | undefined;
}

/** Changes of a change request, which can be marked as viewed until it ends. */
function RequestChanges({ request, changes, pages }: RequestChangesProps) {
  const { id, space: spaceId, status, revisionMerged } = request;
  const viewed = useViewedChanges(id);
  const isActive = status === 'draft' || status === 'open';
  const markOf = (tree: readonly Page[]) => (of: readonly SemanticChange[], pageId: string) => {
    const version = versionOf(of, pageId, tree);
    return {
      isViewed: viewed.isViewed(pageId, version),
      onChange: (isViewed: boolean) => viewed.setViewed(pageId, version, isViewed),
    };
  };
  return (
    <ChangesView
      changes={changes}
      spaceId={spaceId}
      before={{ spaceId, revision: request.revisionMergedAncestor ?? request.revisionInitial }}
      after={
        status === 'merged' && revisionMerged ? { spaceId, revision: revisionMerged } : { spaceId, changeRequest: id }
      }
      markOf={isActive && pages ? markOf(pages) : undefined}
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

interface HeadProps {
  readonly space: Space;
  readonly request: ChangeRequest;
  readonly onChange: (request: ChangeRequest) => void;
  readonly onReload: () => void;
  /** Page to begin editing with. */
  readonly pages: string | undefined;
}

function RequestHead({ space, request, onChange, onReload, pages }: HeadProps) {
  const [dialog, setDialog] = useState<'details' | 'links'>();
  const path = { spaceId: space.id, changeRequestId: request.id };
  const { permissions } = space;
  const isActive = request.status === 'draft' || request.status === 'open';
  const setStatus = (status: 'draft' | 'open' | 'archived', text: string): void =>
    attempt(
      updateChangeRequestById({ path, body: { status } }).then((saved) => {
        onChange(saved);
        announce(text, status === 'archived' ? () => setStatus('open', m.requests.reopened) : undefined);
      }),
    );
  const update = useAction(async () => {
    const { result, conflicts } = await updateChangeRequest({ path });
    announce(result === 'conflicts' ? m.requests.updatedWithConflicts(conflicts?.length ?? 0) : m.requests.updated);
    onReload();
  });
  const merge = useAction(async () => {
    await mergeChangeRequest({ path }, { ifMatch: request.revision });
    announce(m.requests.mergedNow);
    onReload();
  });
  const print = async (): Promise<void> => location.assign((await getChangeRequestPDF({ path })).url);
  return (
    <>
      <div class="head">
        <h1 dir="auto">
          {request.subject || m.requests.untitled(request.number)} <span class="soft">#{request.number}</span>
        </h1>
        <div class="actions">
          {isActive && permissions.edit && pages !== undefined && (
            <LinkButton icon="edit" href={editHref({ spaceId: space.id, changeRequest: request.id }, pages)}>
              {m.requests.editPages}
            </LinkButton>
          )}
          {request.status === 'draft' && permissions.edit && (
            <Button kind="primary" onClick={() => setStatus('open', m.requests.opened)}>
              {m.requests.ready}
            </Button>
          )}
          {isActive && request.outdated && permissions.edit && (
            <Button icon="redo" busy={update.isRunning} onClick={() => void update.run()}>
              {m.requests.update}
            </Button>
          )}
          {request.status === 'open' && permissions.merge && (
            <Button kind="primary" icon="merge" busy={merge.isRunning} onClick={() => void merge.run()}>
              {m.requests.merge}
            </Button>
          )}
          <Menu
            label={m.requests.more}
            items={[
              isActive &&
                permissions.edit && { label: m.requests.details, icon: 'edit', onSelect: () => setDialog('details') },
              isActive &&
                permissions.edit && { label: m.requests.links, icon: 'link', onSelect: () => setDialog('links') },
              request.status === 'open' &&
                permissions.edit && {
                  label: m.requests.backToDraft,
                  icon: 'undo',
                  onSelect: () => setStatus('draft', m.requests.isDraft),
                },
              { label: m.space.pdf, icon: 'file', onSelect: () => attempt(print()) },
              isActive &&
                permissions.edit && {
                  label: m.requests.archive,
                  icon: 'archive',
                  danger: true,
                  onSelect: () => setStatus('archived', m.requests.archived),
                },
              request.status === 'archived' &&
                permissions.edit && {
                  label: m.requests.reopen,
                  icon: 'undo',
                  onSelect: () => setStatus('open', m.requests.reopened),
                },
            ]}
          />
        </div>
      </div>
      <p class="request-facts soft">
        <Badge kind={request.status}>{m.requests.statuses[request.status]}</Badge>{' '}
        {isActive && request.outdated && <Badge kind="outdated">{m.requests.outdated}</Badge>}{' '}
        {request.mergedBy === undefined
          ? request.createdBy.displayName
          : m.requests.mergedBy(request.mergedBy.displayName)}{' '}
        · <Time at={request.updatedAt} />
      </p>
      <RequestLinks links={request.links} />
      <MergeProblem error={merge.error} spaceId={space.id} request={request} />
      <ErrorNotice error={update.error} />
      {dialog === 'links' && <LinksDialog request={request} onSaved={onChange} onClose={() => setDialog(undefined)} />}
      {dialog === 'details' && (
        <DetailsDialog request={request} onSaved={onChange} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}

/** Says why a merge was refused: rules that are not met, or conflicts. */
function MergeProblem({
  error,
  spaceId,
  request,
}: {
  readonly error: unknown;
  readonly spaceId: string;
  readonly request: ChangeRequest;
}) {
  if (!(error instanceof ApiError)) return <ErrorNotice error={error} />;
  const rules = (error.details['rules'] ?? []) as readonly {
    readonly rule?: string;
    readonly reason?: string;
    readonly message?: string;
  }[];
  const conflicts = (error.details['conflicts'] ?? []) as readonly unknown[];
  if (rules.length === 0 && conflicts.length === 0) return <ErrorNotice error={error} />;
  return (
    <div class="notice danger" role="alert">
      <p>
        <strong>{conflicts.length > 0 ? m.requests.hasConflicts(conflicts.length) : m.requests.rulesMissing}</strong>
      </p>
      {rules.length > 0 && (
        <ul>
          {rules.map((rule, index) => (
            <li key={index}>{rule.reason ?? rule.message ?? rule.rule}</li>
          ))}
        </ul>
      )}
      {conflicts.length > 0 && (
        <p>
          {request.outdated ? m.requests.updateFirst : m.requests.resolveFirst}{' '}
          <a href={requestHref(spaceId, request.id, 'conflicts')}>{m.requests.tabs.conflicts}</a>
        </p>
      )}
    </div>
  );
}

function PageInRequest({
  place,
  pageId,
  pages,
  request,
  space,
  mayEdit,
  onChange,
}: {
  readonly place: ContentPlace;
  readonly pageId: string;
  readonly pages: QueryState<Awaited<ReturnType<typeof loadPages>>>;
  readonly request: ChangeRequest;
  readonly space: Space;
  readonly mayEdit: boolean;
  readonly onChange: () => void;
}) {
  const [block, setBlock] = useState<CommentedBlock>();
  return (
    <Loaded of={pages}>
      {(tree) => {
        const page = findInTree(tree, pageId)?.page;
        if (page === undefined) return <Empty title={m.space.pageMissing} />;
        const menu = {
          place,
          mayEdit,
          onSaved: onChange,
          onDeleted: () => navigate(requestHref(space.id, request.id)),
        };
        if (page.type !== 'document') return <EntryView page={page} {...menu} />;
        return (
          <div class="columns">
            <PageLayout
              page={page}
              actions={
                mayEdit && (
                  <>
                    <LinkButton kind="primary" icon="edit" href={editHref(place, page.id)}>
                      {m.space.edit}
                    </LinkButton>
                    <PageMenu page={page} {...menu} />
                  </>
                )
              }
            >
              <StoredPage place={place} pageId={page.id} version={request.revision}>
                {({ html }) => (
                  <BlockComments
                    place={place}
                    pageId={page.id}
                    version={request.revision}
                    onComment={space.permissions.comment ? setBlock : undefined}
                  >
                    <RenderedContent html={html} />
                  </BlockComments>
                )}
              </StoredPage>
            </PageLayout>
            <Comments
              space={space}
              changeRequest={request.id}
              page={{ id: page.id, title: page.title }}
              block={block}
              onPosted={() => setBlock(undefined)}
            />
          </div>
        );
      }}
    </Loaded>
  );
}
