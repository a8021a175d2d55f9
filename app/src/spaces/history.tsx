import { useState } from 'preact/hooks';
import {
  getRevisionById,
  getRevisionSemanticChanges,
  getSpaceById,
  listRevisionsInSpace,
  restoreRevision,
  type Revision,
  type Space,
} from '../api/operations.ts';
import { useList, useQuery } from '../api/use-query.ts';
import { ChangesView } from '../change-requests/changes-view.tsx';
import { useChanges } from '../change-requests/use-changes.ts';
import { Frame } from '../frame/frame.tsx';
import { LoadedScreen } from '../frame/loaded-screen.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate, query } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/notices.tsx';
import { MoreButton, Time } from '../ui/parts.tsx';
import { ListRows } from '../ui/rows.tsx';
import { announce } from '../ui/toasts.tsx';
import { loadPages } from './content-place.ts';
import { RevisionRow } from './revision-row.tsx';
import { findInTree } from './tree.ts';
import { SpaceFrame } from './space-frame.tsx';
import { spaceCrumbs } from './space-crumbs.ts';

/** Revisions of a space, or those that changed one page. */
export function HistoryScreen({ spaceId }: Parameters) {
  const path = { spaceId: spaceId! };
  const pageId = query.value.get('page') ?? undefined;
  const space = useQuery(`space ${spaceId}`, () => getSpaceById({ path }));
  const pages = useQuery(pageId && `pages ${spaceId}`, () => loadPages(path));
  const revisions = useList(`revisions ${spaceId} ${pageId ?? ''}`, (page) =>
    listRevisionsInSpace({ path, query: { limit: 30, ...(pageId && { pageId }), ...(page && { page }) } }),
  );
  const page = pageId && pages.data ? findInTree(pages.data, pageId)?.page : undefined;
  return (
    <SpaceFrame of={space} part="history">
      {(shown) => (
        <>
          {pageId !== undefined && (
            <p>
              {m.history.ofPage(page?.title ?? pageId)}{' '}
              <a href={pathTo('spaceHistory', path)}>{m.history.wholeSpace}</a>
            </p>
          )}
          <ListRows of={revisions} empty={m.history.none} keyOf={({ id }) => id}>
            {(revision) => <RevisionRow space={shown} revision={revision} />}
          </ListRows>
        </>
      )}
    </SpaceFrame>
  );
}

/** One revision: what it changed, and how to restore it. */
export function RevisionScreen({ spaceId, revisionId }: Parameters) {
  const path = { spaceId: spaceId!, revisionId: revisionId! };
  const space = useQuery(`space ${spaceId}`, () => getSpaceById({ path: { spaceId: spaceId! } }));
  const revision = useQuery(`revision ${revisionId}`, () => getRevisionById({ path, query: { computed: 'false' } }));
  const changes = useChanges(`changes ${revisionId}`, (limit) =>
    getRevisionSemanticChanges({ path, query: { limit } }),
  );
  return (
    <LoadedScreen of={space}>
      {(shown) => (
        <Frame
          title={m.history.revision}
          organizationId={shown.organization}
          crumbs={[
            ...spaceCrumbs(shown),
            { label: m.history.title, href: pathTo('spaceHistory', { spaceId: shown.id }) },
            { label: m.history.revision },
          ]}
        >
          <Loaded of={revision}>
            {(about) => (
              <>
                <RevisionHead space={shown} revision={about} />
                <Loaded of={changes}>
                  {(list) => (
                    <ChangesView
                      changes={list}
                      spaceId={path.spaceId}
                      before={revisionBefore(path.spaceId, about)}
                      after={{ spaceId: path.spaceId, revision: about.id }}
                    />
                  )}
                </Loaded>
                <MoreButton of={changes} />
              </>
            )}
          </Loaded>
        </Frame>
      )}
    </LoadedScreen>
  );
}

/** Returns the revision with which one is compared; undefined for the first of a space. */
const revisionBefore = (spaceId: string, { parents: [revision] }: Revision) =>
  revision === undefined ? undefined : { spaceId, revision };

/** Title of a revision, who made it and when, with a button that restores it. */
function RevisionHead({ space, revision }: { readonly space: Space; readonly revision: Revision }) {
  const [isRestoring, setRestoring] = useState(false);
  const { id, createdAt, createdBy, type, mergedFrom } = revision;
  return (
    <>
      <div class="head">
        <h1>
          {mergedFrom
            ? m.history.merged(mergedFrom.subject || m.requests.untitled(mergedFrom.number))
            : m.history.types[type]}
        </h1>
        {space.permissions.merge && space.editMode === 'live' && space.revision !== id && (
          <Button icon="undo" onClick={() => setRestoring(true)}>
            {m.history.restore}
          </Button>
        )}
      </div>
      <p class="soft">
        <bdi>{createdBy?.displayName ?? m.history.system}</bdi> · <Time at={createdAt} /> · <code>{id}</code>
      </p>
      {mergedFrom && (
        <p>
          <a href={pathTo('changeRequest', { spaceId: space.id, changeRequestId: mergedFrom.id })}>
            {m.history.openRequest(mergedFrom.number)}
          </a>
        </p>
      )}
      {isRestoring && (
        <ConfirmDialog
          title={m.history.restore}
          submit={m.history.restore}
          text={m.history.restoreText}
          onConfirm={async () => {
            await restoreRevision({ path: { spaceId: space.id, revisionId: id } });
            announce(m.history.restored);
          }}
          onDone={() => navigate(pathTo('space', { spaceId: space.id }))}
          onClose={() => setRestoring(false)}
        />
      )}
    </>
  );
}
