import { useState } from 'preact/hooks';
import { getSpaceById, type Space } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { isMissing, useQuery, useReloadOn } from '../api/use-query.ts';
import { KeptDraft } from '../editing/kept-draft.tsx';
import { Frame } from '../frame/frame.tsx';
import { useLastKnown } from '../frame/last-known.ts';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { Empty, ErrorNotice, Loaded, titleOfFailure } from '../ui/notices.tsx';
import { homePage, lateSaves, loadPages, type ContentPlace } from './content-place.ts';
import { EntryView } from './page-menu.tsx';
import { PageView } from './page-view.tsx';
import { CreatePage, PageSide } from './side.tsx';
import { spaceCrumbs } from './space-crumbs.ts';
import { SpaceHead } from './space-head.tsx';
import { startEditing } from './start-editing.ts';
import { findInTree } from './tree.ts';

/** Space with its pages; shows the home page, or the page at the address. */
export function SpaceScreen({ spaceId, pageId }: Parameters) {
  const place: ContentPlace = { spaceId: spaceId! };
  const space = useQuery(`space ${spaceId}`, () => getSpaceById({ path: { spaceId: spaceId! } }));
  const pages = useQuery(`pages ${spaceId}`, () => loadPages(place));
  useReloadOn(pages, lateSaves.value);
  const known = useLastKnown(space);
  const tree = pages.data;
  const shown = tree && (pageId === undefined ? homePage(tree) : findInTree(tree, pageId)?.page);
  const title = shown?.title ?? known?.title ?? titleOfFailure(space) ?? '';
  const mayEdit =
    space.data?.permissions.edit === true && space.data.editMode === 'live' && space.data.deletedAt === undefined;
  return (
    <Frame
      title={title}
      organizationId={known?.organization}
      crumbs={[...spaceCrumbs(known), ...(pageId !== undefined && shown ? [{ label: shown.title }] : [])]}
      sideLabel={m.space.pages}
      side={!isMissing(space) && <PageSide place={place} pages={pages} current={shown?.id} mayEdit={mayEdit} />}
    >
      {known && <SpaceHead space={known} current="pages" />}
      <Loaded of={space} isScreen>
        {(about) => (
          <>
            {pages.data === undefined ? (
              <ErrorNotice error={pages.error} onRetry={pages.reload} />
            ) : shown === undefined ? (
              pageId === undefined ? (
                <EmptySpace space={about} onChange={pages.reload} />
              ) : (
                <>
                  <Empty title={m.space.pageMissing} />
                  <KeptDraft place={place} id={pageId} />
                </>
              )
            ) : shown.type === 'document' ? (
              <PageView key={shown.id} space={about} page={shown} mayEdit={mayEdit} onChange={pages.reload} />
            ) : (
              <EntryView
                key={shown.id}
                place={place}
                page={shown}
                mayEdit={mayEdit}
                onSaved={pages.reload}
                onDeleted={() => navigate(pathTo('space', { spaceId: about.id }))}
              />
            )}
          </>
        )}
      </Loaded>
    </Frame>
  );
}

function EmptySpace({ space, onChange }: { readonly space: Space; readonly onChange: () => void }) {
  const [isCreating, setCreating] = useState(false);
  const start = useAction(() => startEditing(space, ''), navigate);
  return (
    <Empty title={m.space.empty}>
      {space.permissions.edit && space.editMode === 'live' && (
        <Button kind="primary" icon="add" onClick={() => setCreating(true)}>
          {m.space.firstPage}
        </Button>
      )}
      {space.permissions.edit && space.editMode === 'locked' && <p class="soft">{m.space.emptyLocked}</p>}
      {space.permissions.edit && space.editMode === 'locked' && (
        <Button kind="primary" icon="merge" busy={start.isRunning} onClick={() => void start.run()}>
          {m.requests.new}
        </Button>
      )}
      <ErrorNotice error={start.error} />
      {isCreating && (
        <CreatePage
          place={{ spaceId: space.id }}
          pages={[]}
          current={undefined}
          onClose={() => setCreating(false)}
          onCreated={onChange}
        />
      )}
    </Empty>
  );
}
